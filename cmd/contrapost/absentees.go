package main

import (
	"contrapost/engine"
	"contrapost/events/table"
)

// absentees lists the seats of a running game that bots play for their players, and
// those that seek another player.
func absentees(t *table.Table) (bots, seeking []engine.Seat) {
	if t.Play == nil || t.Ended() {
		return nil, nil
	}
	for i, p := range t.Lobby.Places {
		seat := engine.Seat(i + 1)
		if p.Bot && p.Player != "" {
			bots = append(bots, seat)
		}
		if p.Seeks {
			seeking = append(seeking, seat)
		}
	}
	return bots, seeking
}

func namesOf(t *table.Table, seats []engine.Seat) (names []string) {
	for _, s := range seats {
		names = append(names, t.Names.Name(s))
	}
	return names
}
