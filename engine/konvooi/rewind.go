package konvooi

import (
	"cmp"
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// What follows from a moderator's return to an earlier point.
type (
	pileReshuffled struct {
		Cards []card.Card `json:"cards"` // from the top
	}
	answersDropped struct { // of the open window; all who were asked are asked again
		Seat engine.Seat `json:"seat"` // whose convoy it is
	}
)

func (pileReshuffled) Kind() string { return "pile-reshuffled" }
func (answersDropped) Kind() string { return "answers-dropped" }

func (e pileReshuffled) change(s *state) { s.pile = e.Cards }
func (e answersDropped) change(s *state) { s.convoy.bids = nil }

// reshuffle draws the pile anew. The cards are put in order first, so that how they
// lay before leaves no trace; whether anybody had answered a convoy leaves none
// either.
func reshuffle(s state, luck engine.Chance) []event {
	pile := slices.SortedFunc(slices.Values(s.pile), func(a, b card.Card) int { return cmp.Compare(a.ID, b.ID) })
	engine.Shuffle(luck, "reshuffle", pile)
	all := []event{pileReshuffled{pile}}
	if s.phase == phaseBids {
		all = append(all, answersDropped{s.turn})
	}
	return all
}
