package declare

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/card"
)

func TestDealings(t *testing.T) {
	face := func(f string) card.Card { return card.Card{Face: f} }
	for name, c := range map[string]struct {
		event event
		want  []engine.Dealing // without the event's index
	}{
		"cards of two revealed": {
			cardsRevealed{By: 1, Why: whyPassenger, Cards: []opened{{2, 1, face("3")}, {3, 2, face("1")}}},
			[]engine.Dealing{{Kind: "revealed", From: 1, To: 2, Value: 3}, {Kind: "revealed", From: 1, To: 3, Value: 1}},
		},
		"one's own revealed too": {
			cardsRevealed{By: 1, Why: whyExtra, Cards: []opened{{1, 1, face("3")}, {3, 2, face("2")}}},
			[]engine.Dealing{{Kind: "revealed", From: 1, To: 3, Value: 2}},
		},
		"an inspection": {
			cardsRevealed{By: 2, Why: whyInspection, Cards: []opened{{1, 1, face("2")}, {2, 1, face("1")}}},
			[]engine.Dealing{{Kind: "inspected", From: 2, To: 1, Value: 2}},
		},
		"a theft":                 {cardStolen{Seat: 3, From: 1, Slot: 2, Card: face("3")}, []engine.Dealing{{Kind: "stole", From: 3, To: 1, Value: 3}}},
		"one's own for another's": {cardsSwapped{By: 2, A: opened{2, 1, face("1")}, B: opened{1, 2, face("3")}}, []engine.Dealing{{Kind: "swapped", From: 2, To: 1, Value: 2}}},
		"another's for one's own": {cardsSwapped{By: 2, A: opened{1, 1, face("1")}, B: opened{2, 2, face("3")}}, []engine.Dealing{{Kind: "swapped", From: 2, To: 1, Value: -2}}},
		"those of two others":     {cardsSwapped{By: 2, A: opened{1, 1, face("1")}, B: opened{3, 2, face("3")}}, nil},
		"within one's own":        {cardsSwapped{By: 2, A: opened{2, 1, face("1")}, B: opened{2, 2, face("3")}}, nil},
		"another's discarded":     {baggageDiscarded{By: 1, Seat: 2, Slot: 3, Card: face("2")}, []engine.Dealing{{Kind: "discarded", From: 1, To: 2, Value: 2}}},
		"one's own discarded":     {baggageDiscarded{By: 1, Seat: 1, Slot: 3, Card: face("2")}, nil},
		"a card drawn":            {cardDrawn{Seat: 1, Card: face("2")}, nil},
	} {
		for i := range c.want {
			c.want[i].Event = 1
		}
		if diff := cmp.Diff(c.want, dealings([]event{turnBegun{Seat: 1}, c.event})); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}
