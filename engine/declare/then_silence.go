package declare

import (
	"cmp"
	"slices"

	"contrapost/engine"
)

// lapse says what silence means: a random order of the first cards (N1), a random
// passenger (N5), and for the rest what N25 and N26 say. The Onlooker's is the
// clock opening a window.
func lapse(s state, seat engine.Seat, luck engine.Chance) command {
	if seat == engine.Onlooker {
		return command{verb: verbOpen}
	}
	switch s.phase {
	case phasePlace:
		places := slices.Clone(faces[:values])
		engine.Shuffle(luck, "silence/place/"+seat.String(), places)
		return command{verb: verbPlace, places: places}
	case phaseChoose:
		hand := s.seat(seat).hand
		return command{verb: verbPlay, number: numberOf(hand[luck.Intn("silence/play/"+seat.String(), len(hand))])}
	case phaseExtra:
		return command{verb: verbExtra, deed: deed{Verb: verbNothing}}
	case phaseDraw:
		return command{verb: verbDraw}
	}
	d := s.board.silent(seat, s.phase, s.asked != nil, s.silentEffect())
	return command{verb: d.Verb, deed: d}
}

// opening: cards are revealed as soon as all have chosen (N5, N26), for everybody
// knows who is asked. Where an answer can have been given in advance, they are revealed
// at the next quarter of an hour: who has an order standing is nobody else's business
// (N7, N11).
func opening(s state) engine.Opening {
	if s.phase == phaseInspection || s.phase == phaseAction && s.asked != nil && s.effect().asks == everybody {
		return engine.NextQuarter
	}
	return engine.AtOnce
}

// silentEffect is the effect of the turn; between turns there is none.
func (s state) silentEffect() effect {
	if s.turn() == 0 {
		return effect{}
	}
	return s.effect()
}

// silent is the deed that stands for silence, on a board whose own cards are
// known.
func (b board) silent(self engine.Seat, phase string, window bool, e effect) deed {
	switch {
	case phase == phaseInspection: // N10: the default of N11
		return deed{verbReveal, b.ranked(self, toReveal)[:1]}
	case phase == phaseOverflow: // N17
		return deed{verbDiscard, b.ranked(self, toDiscard)[:1]}
	case window: // N26: no second card
		return deed{e.verb, b.ranked(self, e.wants)[:1]}
	}
	return b.silentAction(self, e)
}

// ranked lists a seat's own cards that fit, as it speaks of them: the lowest value
// first, then the lowest slot (N11).
func (b board) ranked(self engine.Seat, w want) []target {
	all := b.picks(self, part{own, w})
	slices.SortStableFunc(all, func(p, q target) int {
		return cmp.Compare(worth(b.at(p.of(self)).card), worth(b.at(q.of(self)).card))
	})
	return all
}

// silentAction: nothing where that is allowed; else own cards by N11, and of the
// opponents' the pick of N25.
func (b board) silentAction(self engine.Seat, e effect) deed {
	switch {
	case e.free:
		return deed{Verb: verbNothing}
	case len(e.parts) == 2 && e.alike() && e.both:
		return deed{e.verb, b.silentSwap(self, e.parts[0].want)}
	case len(e.parts) == 2 && e.alike():
		return e.arrange(deed{e.verb, b.pickTwice(self, e.parts[0].want)})
	}
	d := deed{Verb: e.verb}
	for i, p := range e.parts {
		t, ok := b.silentPart(self, p)
		switch {
		case ok:
			d.Cards = append(d.Cards, t)
		case i == 0 && len(e.parts) == 2:
			d.Verb = verbSteal // the other half of a trade
		}
	}
	return d
}

func (b board) silentPart(self engine.Seat, p part) (target, bool) {
	if p.whose == theirs {
		return b.pick(self, b.others(self), p.want)
	}
	all := b.ranked(self, p.want)
	if len(all) == 0 {
		return target{}, false
	}
	return all[0], true
}

// pick is the card that silence means: it goes to whoever has most concealed, safe
// cards among them, of those with a card that fits; between equals to the first in
// order of play; and there to the lowest slot that fits (N25).
func (b board) pick(self engine.Seat, among []engine.Seat, w want) (target, bool) {
	var best target
	most := -1
	for _, s := range among { // in order of play
		n := b.count(s, down)
		if s == self || n <= most || b.count(s, w.fits) == 0 {
			continue
		}
		slot := 1 + slices.IndexFunc(b[s-1].spots[:], w.fits)
		best, most = target{s, slot}, n
	}
	return best, most >= 0
}

// pickTwice is the pick, then the pick again (N25), which may find nothing.
func (b board) pickTwice(self engine.Seat, w want) []target {
	var all []target
	b = b.clone()
	for range 2 {
		t, ok := b.pick(self, b.others(self), w)
		if !ok {
			break
		}
		all = append(all, t)
		b.at(t).up = true
	}
	return all
}

// silentSwap: an own card with a pick, if there are both; else the cards of two
// opponents, by the same order (N25).
func (b board) silentSwap(self engine.Seat, w want) []target {
	first, ok := b.pick(self, b.others(self), w)
	if mine := b.ranked(self, w); ok && len(mine) > 0 {
		return []target{mine[0], first}
	}
	rest := slices.DeleteFunc(b.others(self), func(s engine.Seat) bool { return s == first.Seat })
	second, _ := b.pick(self, rest, w)
	all := []target{first, second}
	slices.SortFunc(all, compareTargets)
	return all
}

// prefers is the slot that a standing order turns in an inspection, or the
// default: the lowest value, then the lowest slot; the highest, too, takes the
// lowest slot of equals (N11).
func (b board) prefers(s engine.Seat, p *preference) int {
	ranked := b.ranked(s, toReveal)
	if p == nil {
		return ranked[0].Slot
	}
	if p.Word == wordHighest {
		best := slices.MaxFunc(ranked, func(x, y target) int {
			return cmp.Compare(worth(b.at(x.of(s)).card), worth(b.at(y.of(s)).card))
		})
		return best.Slot
	}
	for _, slot := range p.Slots {
		if toReveal.fits(*b.at(target{s, slot})) {
			return slot
		}
	}
	return ranked[0].Slot
}
