package main

import (
	"contrapost/engine"
	"contrapost/events"
)

// declareEnds are the ways in which a game of Nothing To Declare can end.
var declareEnds = map[string]func(past) bool{
	"sum": func(p past) bool { // N21, N22
		return p.counted() && !p.result().shared() && !p.result().decidedBy(total, pieces)
	},
	"fewer-pieces": func(p past) bool { return p.result().decidedBy(total, pieces) }, // N22
	"shared":       func(p past) bool { return p.result().shared() },                 // N22
	"silence": func(p past) bool { // N25
		causes := p.causes()
		return p.counted() && len(causes) == 1 && causes[0] == events.CauseClock
	},
}

func declareRecordings() []recording {
	ends := declareEnds
	all := []recording{
		{
			name: "sum", players: two, wanted: ends["sum"], langs: both,
			slips: map[int]string{1: "place 1 1 1", 3: "play 99", 8: "steal Bob 9", 11: "Shall we?"},
		},
		{name: "fewer-pieces", players: three, wanted: ends["fewer-pieces"], readers: annOnly},
		{name: "shared", players: three, wanted: ends["shared"], readers: annOnly},
		{name: "silence", players: three, play: neverAnswers, wanted: ends["silence"], readers: annOnly},
	}
	for _, r := range declareOptions() {
		r.players, r.readers = three, annOnly
		all = append(all, r)
	}
	all = append(all, endedAtTables(asBot)...)
	for i := range all {
		all[i].game = "declare"
	}
	return all
}

// declareOptions are games in which a variant has made a difference.
func declareOptions() []recording {
	return []recording{
		{
			name: "extra-action-on", with: "extra-action=on",
			wanted: func(p past) bool {
				return p.counted() && p.has("cards-revealed", `"why":"extra"`) && p.has("cards-concealed", `"why":"extra"`)
			},
		},
		{
			name: "draw-or-discard-on", with: "draw-or-discard=on", play: discarding,
			wanted: func(p past) bool { return p.counted() && p.follow("draw-asked", "baggage-discarded") },
		},
		{
			name: "memory-none", with: "memory=none",
			wanted: func(p past) bool { return p.counted() && p.follow("cards-revealed", "cards-concealed") },
		},
		{
			name: "inspection-ask", with: "inspection=ask",
			wanted: func(p past) bool { return p.counted() && p.has("inspection-asked") },
		},
	}
}

// discarding plays like a bot, but throws away what it can instead of drawing.
func discarding(p engine.Play, seat engine.Seat, n int, luck engine.Chance) string {
	if p.Asked(seat).Kind == "draw" && n%2 == 0 {
		return p.Moves(seat)[0]
	}
	return p.Bot(seat, luck)
}
