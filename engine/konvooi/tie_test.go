package konvooi

import (
	"slices"
	"testing"

	"contrapost/engine"
	"contrapost/engine/card"
)

// TestLosersOrderTellsNoReceipt: by option the earliest of the highest rank
// inspects, but the others are opened in order of play, whenever they answered
// (K13, K14).
func TestLosersOrderTellsNoReceipt(t *testing.T) {
	for _, c := range []struct{ answered, opened []engine.Seat }{
		{[]engine.Seat{2, 3, 4}, []engine.Seat{2, 3, 4}},
		{[]engine.Seat{2, 4, 3}, []engine.Seat{2, 3, 4}},
		{[]engine.Seat{4, 3, 2}, []engine.Seat{4, 2, 3}},
		{[]engine.Seat{4, 2, 3}, []engine.Seat{4, 2, 3}},
		{[]engine.Seat{3, 4, 2}, []engine.Seat{3, 2, 4}},
		{[]engine.Seat{3, 2, 4}, []engine.Seat{3, 2, 4}},
	} {
		received := map[engine.Seat]int{}
		for i, s := range c.answered {
			received[s] = i
		}
		var all []committed
		for _, s := range []engine.Seat{2, 3, 4} { // in order of play after seat 1
			all = append(all, committed{s, card.Card{Face: "CPT", ID: int(s)}})
		}
		var got []engine.Seat
		for _, o := range earliestFirst(all, received) {
			got = append(got, o.Seat)
		}
		if !slices.Equal(got, c.opened) {
			t.Errorf("answered %v, opened %v, want %v", c.answered, got, c.opened)
		}
	}
}
