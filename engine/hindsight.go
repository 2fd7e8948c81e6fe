package engine

import (
	"errors"
	"fmt"
)

// ErrNotOver says that a game is not over: until then its cards lie as they lie.
var ErrNotOver = errors.New("the game is not over")

// Hindsight is a game that is over, to look back at with every card open. It cannot
// be had of a Play, whose pages go to players, but of a Game alone, and of all
// records of a game that is over.
type Hindsight interface {
	// Page is all that lay at the table after the first n records of the game.
	Page(w Words, n int) Page
	// Scores are what each seat would count if the game had ended after the first n
	// records, by seat, from seat 1; nil before there are seats. After all records
	// they are those of the Result.
	Scores(n int) []int
}

// hindsight keeps the truth after every record.
type hindsight[S any, C Command, E Event, F any] struct {
	rules *Rules[S, C, E, F]
	truth []S // by the number of records
}

func (g *game[S, C, E, F]) Hindsight(records []Record) (Hindsight, error) {
	h := &hindsight[S, C, E, F]{rules: &g.rules, truth: make([]S, 1, len(records)+1)}
	for i, r := range records {
		e, err := g.decode(r)
		if err != nil {
			return nil, err
		}
		h.truth = append(h.truth, g.rules.Evolve(h.truth[i], e))
	}
	if _, over := g.rules.Result(h.truth[len(records)]); !over {
		return nil, fmt.Errorf("look back at a game of %s: %w", g.rules.Name, ErrNotOver)
	}
	return h, nil
}

// at is the truth after so many records, or as many as there are.
func (h *hindsight[S, C, E, F]) at(n int) S { return h.truth[min(max(n, 0), len(h.truth)-1)] }

func (h *hindsight[S, C, E, F]) Page(w Words, n int) Page { return h.rules.Open(w, h.at(n)) }
func (h *hindsight[S, C, E, F]) Scores(n int) []int       { return h.rules.Count(h.at(n)) }
