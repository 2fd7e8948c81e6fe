package declare

import (
	"slices"

	"contrapost/engine"
)

// This file is the part of may.go that is about what passengers do. It judges by
// the board alone, without values: what is legal is no secret.

// deeds lists every order that carries out an effect for a seat: "up to" leaves a
// choice, everything else is done as far as possible (N8). None: nothing can be
// done, and nobody is asked (N7).
func (b board) deeds(self engine.Seat, e effect) []deed {
	if len(e.parts) == 0 {
		return nil
	}
	first := b.picks(self, e.parts[0])
	if len(e.parts) == 1 {
		return singles(e.verb, first)
	}
	if e.alike() {
		return b.alikeDeeds(self, e, first)
	}
	second := b.picks(self, e.parts[1])
	switch {
	case e.both && (len(first) == 0 || len(second) == 0):
		return nil
	case len(second) == 0:
		return singles(e.verb, first)
	case len(first) == 0:
		return singles(verbSteal, second) // the half of a trade that is left
	}
	var all []deed
	for _, f := range first {
		for _, s := range second {
			all = append(all, deed{e.verb, []target{f, s}})
		}
	}
	return all
}

// alikeDeeds are those of effects that name up to two cards of one sort.
func (b board) alikeDeeds(self engine.Seat, e effect, picks []target) []deed {
	var all, pairs []deed
	for i, f := range picks {
		for _, s := range picks[i+1:] {
			if !e.both || f.Seat != s.Seat { // a swap is between two players
				pairs = append(pairs, deed{e.verb, []target{f, s}})
			}
		}
	}
	switch {
	case e.both:
		return pairs
	case e.free && len(picks) > 0:
		all = append(all, deed{Verb: verbNothing})
		return slices.Concat(all, singles(e.verb, picks), pairs)
	case len(pairs) > 0:
		return pairs
	}
	return singles(e.verb, picks)
}

func singles(verb string, picks []target) []deed {
	all := make([]deed, len(picks))
	for i, t := range picks {
		all[i] = deed{verb, []target{t}}
	}
	return all
}

// can tells whether an effect can do anything by a deed of its player's.
func (b board) can(self engine.Seat, e effect) bool { return len(b.deeds(self, e)) > 0 }

// mayDo judges a deed on an effect's behalf.
func (b board) mayDo(self engine.Seat, e effect, d deed) *engine.Refusal {
	all := b.deeds(self, e)
	if slices.ContainsFunc(all, func(o deed) bool { return o.equal(d) }) {
		return nil
	}
	if no := b.fault(self, e, d); no != nil {
		return no
	}
	if len(all) > 0 && len(d.Cards) < len(all[len(all)-1].Cards) {
		return engine.Refuse("N8", "declare.complete")
	}
	return engine.Refuse("N8", "declare.not-possible")
}

func (d deed) equal(o deed) bool { return d.Verb == o.Verb && slices.Equal(d.Cards, o.Cards) }

// fault says what is wrong with a deed: its form, or else the first card that it
// cannot be about.
func (b board) fault(self engine.Seat, e effect, d deed) *engine.Refusal {
	if no := b.form(e, d); no != nil {
		return no
	}
	for i, t := range d.Cards {
		if no := b.suits(t.of(self), e.partOf(d, i).want); no != nil {
			return no
		}
	}
	return repeats(e, d)
}

// form judges what can be judged of a deed whatever lies where, so that it can be
// given in advance too (N7).
func (b board) form(e effect, d deed) *engine.Refusal {
	most := len(e.parts)
	if e.asks == everybody {
		most = 2
	}
	switch {
	case d.Verb == verbNothing && !e.free:
		return engine.Refuse("N8", "declare.compulsory")
	case d.Verb == verbNothing:
		return nil
	case d.Verb != e.verb && !(e.trades() && d.Verb == verbSteal):
		return engine.Refuse("N8", "declare.other-verb", "Verb", engine.Order(e.verb))
	case len(d.Cards) > most || d.Verb == verbSteal && len(d.Cards) > 1:
		return engine.Refuse("N8", "declare.too-many", "Count", most)
	case e.both && len(d.Cards) < most:
		return engine.Refuse("N8", "declare.complete")
	}
	for i, t := range d.Cards {
		if no := b.ownership(t, e.partOf(d, i)); no != nil {
			return no
		}
	}
	return nil
}

// partOf is the part that the i-th card of a deed is meant as.
func (e effect) partOf(d deed, i int) part {
	switch {
	case e.asks == everybody:
		return part{own, e.wants}
	case e.trades() && d.Verb == verbSteal:
		return e.parts[1]
	}
	return e.parts[min(i, len(e.parts)-1)]
}

// ownership: an own card where the effect wants one, an opponent's elsewhere, of
// somebody at the table.
func (b board) ownership(t target, p part) *engine.Refusal {
	switch {
	case int(t.Seat) > len(b):
		return engine.Refuse("N8", "declare.nobody", "Word", engine.Order(t.Seat.String()))
	case p.whose == own && t.Seat != 0:
		return engine.Refuse("N8", "declare.own-card")
	case p.whose == theirs && t.Seat == 0:
		return engine.Refuse("N8", "declare.their-card")
	}
	return nil
}

// suits wants a card to lie there, on the right side, and not to be safe (N14, N15).
func (b board) suits(t target, w want) *engine.Refusal {
	spot := b.at(t)
	switch {
	case !spot.full:
		return engine.Refuse("N3", "declare.slot-empty", "Seat", t.Seat, "Slot", t.Slot)
	case spot.up && !w.up:
		return engine.Refuse(w.rule, "declare.is-revealed", "Seat", t.Seat, "Slot", t.Slot)
	case !spot.up && !w.down:
		return engine.Refuse(w.rule, "declare.is-concealed", "Seat", t.Seat, "Slot", t.Slot)
	case spot.safe && !w.safe:
		return engine.Refuse("N15", "declare.is-safe", "Seat", t.Seat, "Slot", t.Slot)
	}
	return nil
}

// repeats: two cards are two, and a swap is between two players (N8).
func repeats(e effect, d deed) *engine.Refusal {
	if len(d.Cards) < 2 {
		return nil
	}
	switch a, b := d.Cards[0], d.Cards[1]; {
	case a == b:
		return engine.Refuse("N8", "declare.card-twice")
	case e.both && a.Seat == b.Seat:
		return engine.Refuse("N8", "declare.two-players")
	}
	return nil
}

// asked lists whom an effect on several players asks: those of its group who have
// a card it can be about (N26), in seat order.
func (b board) asked(self engine.Seat, e effect) []engine.Seat {
	var group []engine.Seat
	switch e.asks {
	case opponents:
		group = b.others(self)
	case neighbours:
		group = b.neighbours(self)
	case everybody:
		group = engine.Seats(len(b))
	}
	return b.holders(group, e.wants)
}

// holders are those of some seats who have a card that fits, in seat order.
func (b board) holders(group []engine.Seat, w want) []engine.Seat {
	var all []engine.Seat
	for _, s := range slices.Sorted(slices.Values(group)) {
		if b.count(s, w.fits) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// inspected lists who must turn a card in an inspection: everybody not protected
// (N10), the drawer as well (N12), who has something concealed that is not safe
// (N13).
func (b board) inspected() []engine.Seat {
	var open []engine.Seat
	for i, a := range b {
		if !a.protected {
			open = append(open, engine.Seat(i+1))
		}
	}
	return b.holders(open, toReveal)
}

// turnable lists the cards that the extra action can turn: any on the table, with
// the verb that turns it (N23).
func (b board) turnable(self engine.Seat) []deed {
	return slices.Concat(
		singles(verbReveal, b.picks(self, part{anyone, toReveal})),
		singles(verbConceal, b.picks(self, part{anyone, toConceal})),
	)
}
