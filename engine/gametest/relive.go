package gametest

import (
	"errors"
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// witnesses is who has seen the face of which card, by serial.
type witnesses map[engine.Seat]map[int]string

func (w witnesses) see(s engine.Seat, cards []card.Card) {
	if w[s] == nil {
		w[s] = map[int]string{}
	}
	for _, c := range cards {
		w[s][c.ID] = c.Face
	}
}

// add takes in what one event shows, as the oracle tells it.
func (w witnesses) add(everybody []engine.Seat, seen map[engine.Seat][]card.Card) {
	for _, s := range everybody {
		w.see(s, seen[engine.Onlooker])
		w.see(s, seen[s])
	}
}

// relive goes through the history event by event and watches what each seat is
// shown of it.
func (t *trial) relive() {
	play, err := t.Game.Play(nil)
	if err != nil {
		t.report(Codec, "an empty log cannot be folded: %v", err)
		return
	}
	w := witnesses{}
	seen := t.Witness(t.log.Records())
	for i, step := range t.log {
		told := t.known(play)
		for _, r := range step {
			w.add(t.everybody(), seen[0])
			seen = seen[1:]
			if !t.reliveOne(play, r, w) {
				return
			}
		}
		if i == len(t.log)-1 || t.once(32) {
			clear(told) // the whole history is long to tell
		}
		for j, s := range t.everybody() {
			t.canaryOfPage(play, s, told[j], w)
		}
	}
}

func (t *trial) reliveOne(play engine.Play, r engine.Record, w witnesses) bool {
	known := t.known(play)
	if err := play.Evolve(r); err != nil {
		t.report(Codec, "%s cannot be folded: %v", r.Kind, err)
		return false
	}
	now := t.known(play)
	t.seen.add(r.Kind, !slices.Equal(known, now))
	if now[0] > known[0] {
		t.everybodyToo(r.Kind, known, now)
	}
	for i, s := range t.everybody() {
		for _, f := range play.Facts(s)[known[i]:] {
			t.canary(s, w, "a fact of "+r.Kind, f)
		}
	}
	return true
}

// known is how many facts the Onlooker and each seat hold.
func (t *trial) known(play engine.Play) []int {
	var all []int
	for _, s := range t.everybody() {
		all = append(all, play.Known(s))
	}
	return all
}

// everybodyToo wants what the Onlooker is shown to be shown to every seat.
func (t *trial) everybodyToo(kind string, known, now []int) {
	for i := range now {
		if now[i] == known[i] {
			t.report(Shown, "%s is shown to the onlooker, but not to %s", kind, engine.Seat(i))
		}
	}
}

// canary wants every card in a value to be one whose face the seat has seen, and
// the face beside it to be the true one.
func (t *trial) canary(s engine.Seat, w witnesses, where string, v any) {
	for _, m := range mentions(v) {
		face, seen := w[s][m.ID]
		switch {
		case !seen:
			t.report(Canary, "%s holds, in %s%s, the card %s, whose face it has not seen", s, where, m.path, m.Card)
		case m.Face != "" && m.Face != face:
			t.report(Canary, "%s holds, in %s%s, the card %s, which is a %s", s, where, m.path, m.Card, face)
		}
	}
}

// canaryOfPage does the same for the numbers hidden in a page that goes on from so
// many facts told before, and for what a refusal is told with.
func (t *trial) canaryOfPage(play engine.Play, s engine.Seat, told int, w witnesses) {
	for _, id := range play.Page(engine.Plain{}, s, told).IDs() {
		if _, seen := w[s][id]; !seen {
			t.report(Canary, "the page of %s shows the card no. %d, whose face it has not seen", s, id)
		}
	}
	if s == engine.Onlooker || len(t.Probes) == 0 {
		return
	}
	_, err := play.Hear(s, t.read(among(t.dice, t.Probes)))
	var no *engine.Refusal
	if errors.As(err, &no) {
		t.canary(s, w, "a refusal", map[string]any(no.Args))
	}
}
