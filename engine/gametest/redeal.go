package gametest

import (
	"cmp"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// cutsTried is how often in a game's course it is asked what would be the same if
// the hidden were otherwise.
const cutsTried = 2

// probesTried bounds the orders compared at a cut.
const probesTried = 12

// redeal stops the game at some moments and, for each seat, deals anew what that
// seat cannot know by then. What comes later is left out: a card seen later was
// still unknown. One of the moments is the last before the end, which has seen the
// most; the others are drawn, for the sake of what came out since.
func (t *trial) redeal() {
	for i := range cutsTried {
		cut := t.log[:1+t.below(len(t.log))]
		if i == 0 {
			cut = t.log[:max(1, len(t.log)-1)]
		}
		play, err := t.Game.Play(cut.Records())
		if err != nil {
			t.report(Codec, "a part of the log cannot be folded: %v", err)
			return
		}
		due := t.lettersDue(cut)
		for _, s := range t.seats() {
			t.otherwise(play, cut, s, due)
		}
	}
}

// otherwise compares what a seat is told with what it would be told if all it
// cannot know were otherwise.
func (t *trial) otherwise(play engine.Play, cut Log, s engine.Seat, due [][]engine.Seat) {
	other, err := t.resealed(t.reshuffled(cut, s), s)
	if err != nil {
		t.report(Fault, "reseal for %s: %v", s, err)
		return
	}
	changed, err := t.Game.Play(other.Records())
	if err != nil {
		t.report(Fault, "dealt anew for %s, it cannot be folded: %v", s, err)
		return
	}
	probes := t.probes(play)
	if d := differ(lookAt(play, s, probes), lookAt(changed, s, probes)); d != "" {
		t.report(Resample, "at step %d, with what it cannot know dealt anew, %s is told otherwise: %s", len(cut)-1, s, d)
	}
	for i, seats := range t.lettersDue(other) {
		if slices.Contains(seats, s) != slices.Contains(due[i], s) {
			t.report(Letters, "at step %d a letter to %s hangs on what it cannot know", i, s)
		}
	}
}

// reshuffled puts the cards a seat has not witnessed in each other's places,
// throughout the log. Serial numbers move as well: a number that gives away
// which card was which is a leak, too.
func (t *trial) reshuffled(l Log, s engine.Seat) Log {
	w := witnesses{}
	var all []card.Card
	records := l.Records()
	seen := t.Witness(records)
	for i, r := range records {
		w.add([]engine.Seat{s}, seen[i])
		all = append(all, cardsIn(r.Data)...)
	}
	hidden := slices.DeleteFunc(all, func(c card.Card) bool { _, seen := w[s][c.ID]; return seen })
	slices.SortFunc(hidden, func(a, b card.Card) int { return cmp.Compare(a.ID, b.ID) })
	hidden = slices.Compact(hidden)
	others := slices.Clone(hidden)
	engine.Shuffle(t.luck(), "hidden", others)
	by := map[card.Card]card.Card{}
	for i := range hidden {
		by[hidden[i]] = others[i]
	}
	other := make(Log, len(l))
	for i, step := range l {
		for _, r := range step {
			other[i] = append(other[i], exchanged(r, by))
		}
	}
	return other
}

func (t *trial) resealed(l Log, s engine.Seat) (Log, error) {
	if t.Reseal == nil {
		return l, nil
	}
	return t.Reseal(l, s, t.luck())
}

// lettersDue tells whom a letter falls due to at each step.
func (t *trial) lettersDue(l Log) [][]engine.Seat {
	play, err := t.Game.Play(nil)
	if err != nil {
		t.report(Codec, "an empty log cannot be folded: %v", err)
		return nil
	}
	all := make([][]engine.Seat, len(l))
	before := engine.Asking(nil, t.setting.seats) // before the deal there is no game to ask
	for i, step := range l {
		if err := play.Evolve(step...); err != nil {
			t.report(Codec, "a step cannot be folded: %v", err)
			return all
		}
		all[i] = before.Due(play)
		before = engine.Asking(play, t.setting.seats)
	}
	return all
}

// probes picks orders whose fate is compared, with what a refusal names in their
// place: some that are never listed, some that were given in this game, some that
// anybody could give now; every other one is spoiled first.
func (t *trial) probes(play engine.Play) [][]string {
	pool := slices.Clone(t.Probes)
	for _, o := range t.orders {
		_, order, _ := strings.Cut(o, " ")
		pool = append(pool, order)
	}
	for _, s := range t.seats() {
		pool = append(pool, play.Moves(s)...)
	}
	var some [][]string
	for i := range min(probesTried, len(pool)) {
		words := strings.Fields(among(t.dice, pool))
		if i%2 == 1 {
			words = t.spoil(words)
		}
		some = append(some, t.read(strings.Join(words, " ")))
	}
	return some
}
