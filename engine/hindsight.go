package engine

import (
	"errors"
	"fmt"
	"slices"
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
	// Reckon is what a seat is told once the game is over: how everybody came to their
	// score, and how the game was played.
	Reckon(w Words, s Seat) Reckoning
}

// Reckoning is a game that is over, for one reader.
type Reckoning struct {
	Won    string  // who has won, one sentence
	Blocks []Block // the standings, what each score is made of, and how the game was played
	Parts  [][]int // by seat, from seat 1: what the score of the Result is the sum of, as the blocks list it
}

// hindsight keeps the truth after every record.
type hindsight[S any, C Command, E Event, F any] struct {
	rules *Rules[S, C, E, F]
	truth []S // by the number of records
	told  []E
}

func (g *game[S, C, E, F]) Hindsight(records []Record) (Hindsight, error) {
	h := &hindsight[S, C, E, F]{rules: &g.rules, truth: make([]S, 1, len(records)+1)}
	for i, r := range records {
		e, err := g.decode(r)
		if err != nil {
			return nil, err
		}
		h.truth, h.told = append(h.truth, g.rules.Evolve(h.truth[i], e)), append(h.told, e)
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

func (h *hindsight[S, C, E, F]) Reckon(w Words, s Seat) Reckoning {
	return h.rules.Reckon(w, s, slices.Clip(h.told))
}
