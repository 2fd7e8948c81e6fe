package declare

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
		Choices bool `json:"choices,omitempty"` // passengers too, and what was given along with them
	}
)

func (pileReshuffled) Kind() string { return "pile-reshuffled" }
func (answersDropped) Kind() string { return "answers-dropped" }

func (e pileReshuffled) change(s *state) { s.pile = e.Cards }

func (e answersDropped) change(s *state) {
	for i := range s.players {
		p := &s.players[i]
		p.placed, p.answer = nil, nil
		if e.Choices {
			p.chosen, p.with = card.Card{}, nil
		}
	}
}

// drop is the same in what a seat knows; the question is put anew.
func (k *knowledge) drop(e answersDropped, facts int) {
	k.ask(k.phase, facts, k.asked...)
	k.placed = nil
	if e.Choices {
		k.chosen, k.with = card.Card{}, nil
	}
}

// reshuffle draws the pile anew. The cards are put in order first, so that how they
// lay before leaves no trace; whether anybody had answered leaves none either. The
// passengers set aside have no order, and stay.
func reshuffle(s state, luck engine.Chance) []event {
	pile := slices.SortedFunc(slices.Values(s.pile), func(a, b card.Card) int { return cmp.Compare(a.ID, b.ID) })
	engine.Shuffle(luck, "reshuffle", pile)
	all := []event{pileReshuffled{pile}}
	if s.phase == phasePlace || s.phase == phaseChoose || len(s.asked) > 0 {
		all = append(all, answersDropped{Choices: s.phase == phaseChoose})
	}
	return all
}
