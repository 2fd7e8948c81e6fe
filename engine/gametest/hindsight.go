package gametest

import (
	"errors"
	"reflect"
	"slices"

	"contrapost/engine"
)

// lookBack holds what the game shows with all cards open against the game that was
// played: nothing before its end; a score a seat at every step, and at the end that
// of the result; no card twice on a page, no word that changes when asked again.
func (t *trial) lookBack() {
	records := t.log.Records()
	result, over := t.play.Result()
	if !over {
		return
	}
	if _, err := t.Game.Hindsight(records[:len(records)-1]); !errors.Is(err, engine.ErrNotOver) {
		t.report(Openly, "a game that is not over is looked back at: %v", err)
	}
	back, err := t.Game.Hindsight(records)
	if err != nil {
		t.report(Openly, "%v", err)
		return
	}
	if got := back.Scores(len(records)); !slices.Equal(got, result.Scores) {
		t.report(Openly, "the scores at the end are %v, and the result says %v", got, result.Scores)
	}
	n := 0
	for _, step := range t.log {
		n += len(step)
		t.laidOpen(back, n)
	}
}

// laidOpen looks at the table after so many records.
func (t *trial) laidOpen(back engine.Hindsight, n int) {
	if got := back.Scores(n); len(got) != t.setting.seats {
		t.report(Openly, "after %d records %d scores for %d seats", n, len(got), t.setting.seats)
	}
	page := back.Page(engine.Plain{}, n)
	if len(page.Blocks) == 0 {
		t.report(Openly, "after %d records nothing is shown", n)
	}
	if page.Asks != "" || page.Silence != "" || len(choicesOf(page)) > 0 {
		t.report(Openly, "after %d records somebody is asked something", n)
	}
	ids := slices.Sorted(slices.Values(page.IDs()))
	if len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.report(Openly, "after %d records a card lies in two places: %v", n, ids)
	}
	if t.once(20) {
		t.openHolds(n, ids)
	}
	if again := back.Page(engine.Plain{}, n); !reflect.DeepEqual(again, page) {
		t.report(Openly, "after %d records, asked twice, it shows something else", n)
	}
}

// openHolds wants all that a seat sees of the cards at that step to be there as well.
func (t *trial) openHolds(n int, ids []int) {
	play, err := t.Game.Play(t.log.Records()[:n])
	if err != nil {
		t.report(Openly, "%v", err)
		return
	}
	if _, over := play.Result(); over {
		return // pages of the end tell more than lies there
	}
	for _, s := range t.seats() {
		for _, id := range play.Page(engine.Plain{}, s, play.Known(s)).IDs() {
			if _, there := slices.BinarySearch(ids, id); !there {
				t.report(Openly, "after %d records %s sees the card %d, which is nowhere with all open", n, s, id)
			}
		}
	}
}
