package lobby

import (
	"strings"
	"testing"

	"contrapost/engine"
)

// TestAgain: of a decision's first event and its order's words, all of it comes back.
func TestAgain(t *testing.T) {
	forming := State{Opened: true, Want: 3, Places: []Place{{Player: "A", Join: "a"}, {Player: "B", Join: "b"}}}
	alone := State{Opened: true, Want: 3, Places: []Place{{Player: "A", Join: "a"}}}
	for name, c := range map[string]struct {
		state State
		first Event
		order string
		want  string
	}{
		"the last seat":       {forming, &Joined{Seat: 3, Player: "C"}, "", "player-joined game-begun"},
		"a seat":              {alone, &Joined{Seat: 2, Player: "C"}, "", "player-joined"},
		"two bots":            {alone, &BotJoined{Seat: 2}, "bots 2", "bot-joined bot-joined game-begun"},
		"bots without number": {alone, &BotJoined{Seat: 2}, "bots", "bot-joined"},
		"bots without end":    {alone, &BotJoined{Seat: 2}, "bots 1000000000", "bot-joined"},
		"one of two leaves":   {forming, &Left{Seat: 1, Player: "A"}, "leave", "player-left"},
		"the last one leaves": {alone, &Left{Seat: 1, Player: "A"}, "leave", "player-left table-closed"},
		"a stranger leaves":   {alone, &Left{Seat: 2, Player: "C"}, "leave", "player-left"},
		"begin":               {forming, &Begun{Seats: 2}, "begin", "game-begun"},
		"talk":                {forming, &Said{Seat: engine.Seat(1)}, "say", "words-said"},
	} {
		var kinds []string
		for _, e := range c.state.Again(c.first, strings.Fields(c.order)) {
			kinds = append(kinds, e.Kind())
		}
		if got := strings.Join(kinds, " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
