package gametest

import (
	"cmp"
	"reflect"
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// rewind has a moderator return to some earlier points of the game, and holds what
// follows to this: what a seat knew there stays true and known; what nobody could
// know is drawn anew, whatever it was; and a seat is told nothing else.
func (t *trial) rewind() {
	for range cutsTried {
		cut := t.log[:1+t.below(len(t.log))]
		play, err := t.Game.Play(cut.Records())
		if err != nil || len(play.Awaited()) == 0 {
			continue // told by the codec's guard; or nothing to return to
		}
		t.rewound(cut, play)
	}
}

func (t *trial) rewound(cut Log, play engine.Play) {
	luck := t.luck()
	records, ok := t.reshuffle(cut, luck)
	if !ok {
		return
	}
	after, ok := t.followed(cut, records)
	if !ok {
		return
	}
	t.unforgotten(cut, records, play, after)
	t.drawnAnew(cut, records, luck)
	for _, s := range t.seats() {
		t.otherwiseRewound(cut, after, s, luck)
	}
}

// reshuffle asks twice what follows from a return.
func (t *trial) reshuffle(cut Log, luck engine.Chance) ([]engine.Record, bool) {
	play, err := t.Game.Play(cut.Records())
	if err != nil {
		t.report(Rewound, "at step %d, with what is hidden otherwise, it cannot be folded: %v", len(cut)-1, err)
		return nil, false
	}
	records, err := play.Reshuffle(luck)
	if err != nil {
		t.report(Rewound, "at step %d, a return fails: %v", len(cut)-1, err)
		return nil, false
	}
	again, _ := play.Reshuffle(luck)
	t.same(records, again, "a return")
	return records, true
}

// followed folds what follows a return, and counts it.
func (t *trial) followed(cut Log, records []engine.Record) (engine.Play, bool) {
	after, err := t.Game.Play(cut.Records())
	for _, r := range records {
		if err != nil {
			break
		}
		known := t.known(after)
		err = after.Evolve(r)
		t.seen.add(r.Kind, !slices.Equal(known, t.known(after)))
	}
	if err != nil {
		t.report(Rewound, "after step %d, what follows a return cannot be folded: %v", len(cut)-1, err)
	}
	return after, err == nil
}

// unforgotten wants every fact kept, the knowledge of one's own still true, no card
// lost, and everybody who was awaited awaited still.
func (t *trial) unforgotten(cut Log, records []engine.Record, before, after engine.Play) {
	all := append(cut.Records(), records...)
	for _, s := range t.everybody() {
		known := before.Facts(s)
		if !reflect.DeepEqual(known, after.Facts(s)[:len(known)]) {
			t.report(Rewound, "at step %d, a return changes what %s knew", len(cut)-1, s)
		}
		if s == engine.Onlooker {
			continue
		}
		if err := t.Own(all, s, after.Facts(s)); err != nil {
			t.report(Rewound, "at step %d, after a return %s knows what is not so: %v", len(cut)-1, s, err)
		}
		asked := after.Asked(s).Kind != ""
		if asked != slices.Contains(after.Awaited(), s) || !asked && slices.Contains(before.Awaited(), s) {
			t.report(Rewound, "at step %d, awaited %v, after a return %v, and %s is asked %v", len(cut)-1, before.Awaited(), after.Awaited(), s, asked)
		}
	}
	held, err := t.Held(cut.Records())
	now, errNow := t.Held(all)
	if err != nil || errNow != nil || !slices.Equal(bySerial(held), bySerial(now)) {
		t.report(Rewound, "at step %d, a return loses, doubles or alters a card", len(cut)-1)
	}
}

func bySerial(cards []card.Card) []card.Card {
	return slices.SortedFunc(slices.Values(cards), func(a, b card.Card) int { return cmp.Compare(a.ID, b.ID) })
}

// fewHidden is how many cards may come to lie as they lay by chance.
const fewHidden = 8

// drawnAnew wants what is drawn to hang on luck, and not on how the cards lay that
// nobody has seen.
func (t *trial) drawnAnew(cut Log, records []engine.Record, luck engine.Chance) {
	by := t.exchange(cut)
	other := make(Log, len(cut))
	for i, step := range cut {
		for _, r := range step {
			other[i] = append(other[i], exchanged(r, by))
		}
	}
	again, ok := t.reshuffle(other, luck)
	if ok && !sameRecords(records, again) {
		t.report(Rewound, "at step %d, what is drawn after a return hangs on how it lay before", len(cut)-1)
	}
	otherwise, ok := t.reshuffle(cut, t.luck())
	if ok && len(by) >= fewHidden && sameRecords(records, otherwise) {
		t.report(Rewound, "at step %d, %d cards lie hidden to all, and a return does not draw them anew", len(cut)-1, len(by))
	}
}

// exchange puts the cards that nobody has seen in each other's places, each within
// the record that keeps it from everybody.
func (t *trial) exchange(cut Log) map[card.Card]card.Card {
	w := witnesses{}
	records := cut.Records()
	for _, seen := range t.Witness(records) {
		w.add(t.everybody(), seen)
	}
	seen := func(c card.Card) bool {
		return slices.ContainsFunc(t.everybody(), func(s engine.Seat) bool { _, ok := w[s][c.ID]; return ok })
	}
	by := map[card.Card]card.Card{}
	for _, r := range records {
		if !slices.Contains(t.Game.Secret(), r.Kind) {
			continue
		}
		hidden := slices.DeleteFunc(cardsIn(r.Data), seen)
		others := slices.Clone(hidden)
		engine.Shuffle(t.luck(), "exchange", others)
		for i := range hidden {
			by[hidden[i]] = others[i]
		}
	}
	return by
}

// otherwiseRewound compares what a seat is told after a return with what it would be
// told if all it could not know there had been otherwise.
func (t *trial) otherwiseRewound(cut Log, after engine.Play, s engine.Seat, luck engine.Chance) {
	other, err := t.resealed(t.reshuffled(cut, s), s)
	if err != nil {
		t.report(Fault, "reseal for %s: %v", s, err)
		return
	}
	records, ok := t.reshuffle(other, luck)
	if !ok {
		return
	}
	changed, err := t.Game.Play(append(other.Records(), records...))
	if err != nil {
		t.report(Rewound, "dealt anew for %s, a return cannot be folded: %v", s, err)
		return
	}
	probes := t.probes(after)
	if d := differ(lookAt(after, s, probes), lookAt(changed, s, probes)); d != "" {
		t.report(Rewound, "after a return to step %d, with what it could not know dealt anew, %s is told otherwise: %s", len(cut)-1, s, d)
	}
}
