package gametest

import (
	"reflect"
	"slices"

	"contrapost/engine"
)

// reckoned holds what a game is said to have come to against its result: every score is
// the sum of its parts, whoever reads it; somebody has won; nobody is asked anything.
func (t *trial) reckoned() {
	records := t.log.Records()
	result, over := t.play.Result()
	if !over {
		return
	}
	back, err := t.Game.Hindsight(records)
	if err != nil {
		t.report(Reckoned, "%v", err)
		return
	}
	for _, s := range append(t.seats(), engine.Onlooker) {
		r := back.Reckon(engine.Plain{}, s)
		if got := sums(r.Parts); !slices.Equal(got, result.Scores) {
			t.report(Reckoned, "%s is told parts that add up to %v, and the result says %v", s, got, result.Scores)
		}
		if r.Won == "" || len(r.Blocks) == 0 || len(choicesOf(engine.Page{Blocks: r.Blocks})) > 0 {
			t.report(Reckoned, "%s is not told who has won and how, or is asked something", s)
		}
		if again := back.Reckon(engine.Plain{}, s); !reflect.DeepEqual(again, r) {
			t.report(Reckoned, "%s, told twice, is told something else", s)
		}
	}
}

func sums(parts [][]int) []int {
	all := make([]int, len(parts))
	for i, list := range parts {
		for _, n := range list {
			all[i] += n
		}
	}
	return all
}
