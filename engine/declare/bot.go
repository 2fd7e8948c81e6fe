package declare

import (
	"contrapost/engine"
	"contrapost/engine/card"
)

// bot plays from knowledge alone, for a seat without a player. It weighs each
// order by what it brings on average, in hundredths of a point, its own or an
// opponent's loss; luck only chooses among equals. It orders in advance what it can,
// as a player would who writes few letters (N7). An empty order: the seat has
// nothing to do.
func bot(s engine.Seat, facts []fact, luck engine.Chance) string {
	k := know(s, facts)
	if !k.asks() {
		return ""
	}
	b := brain{knowledge: k, luck: luck, mean: k.unseen()}
	switch k.phase {
	case phasePlace:
		all := placements()
		return all[luck.Intn("bot/place", len(all))].String()
	case phaseChoose:
		return b.choose().String()
	case phaseDraw:
		return b.draw().String()
	case phaseInspection, phaseOverflow:
		return k.board.silent(k.self, k.phase, k.asked != nil, effect{}).String()
	case phaseExtra:
		best, _ := b.best(k.extraDeeds())
		return command{verb: verbExtra, deed: best}.String()
	}
	if k.asked != nil {
		return b.answer().String()
	}
	best, _ := b.best(k.board.deeds(k.self, k.effect()))
	return best.String()
}

// What the bot goes by, in hundredths of a point.
const (
	point      = 100
	botShelter = 45 // being passed by for a round of inspections
	botSafe    = 12 // each card made safe
	botThrift  = 20 // a slot that is free again
)

type brain struct {
	*knowledge
	luck engine.Chance
	mean int // what a card of unknown value is worth
}

// unseen is the mean value of the cards this seat has not seen.
func (k *knowledge) unseen() int {
	left := map[string]int{}
	for _, face := range faces[:values] {
		left[face] = k.cards[face] - card.Count(k.gone, face)
	}
	for _, a := range k.board {
		for _, sp := range a.spots {
			if sp.full && sp.card.Face != "" {
				left[sp.card.Face]--
			}
		}
	}
	sum, n := 0, 0
	for i, face := range faces[:values] {
		sum, n = sum+max(left[face], 0)*(i+1)*point, n+max(left[face], 0)
	}
	return sum / max(n, 1)
}

// value is what a card is worth while it lies concealed.
func (b brain) value(t target) int {
	if sp := b.board.at(t.of(b.self)); sp.card.Face != "" {
		return worth(sp.card) * point
	}
	return b.mean
}

// envy is what an opponent's loss is worth, in percent: all of it between two, and
// more than an even share if the opponent is ahead.
func (b brain) envy(s engine.Seat) int {
	share := 100 / (len(b.board) - 1)
	for o := range b.board {
		if seat := engine.Seat(o + 1); seat != s && seat != b.self && b.hoard(seat) > b.hoard(s) {
			return share * 2 / 3
		}
	}
	return min(100, share*3/2)
}

// hoard guesses what a seat has concealed.
func (b brain) hoard(s engine.Seat) int {
	sum := 0
	for i, sp := range b.board.area(s).spots {
		if sp.full && !sp.up {
			sum += b.value(target{s, i + 1})
		}
	}
	return sum
}

// change is what it is worth that a card's owner has so much more concealed.
func (b brain) change(t target, by int) int {
	if t.of(b.self).Seat == b.self {
		return by
	}
	return -by * b.envy(t.Seat) / 100
}

// gain weighs a deed of the passenger under way, or of another effect.
func (b brain) gain(e effect, d deed) int {
	sum := 0
	switch d.Verb {
	case verbConceal:
		for _, t := range d.Cards {
			sum += b.change(t, b.value(t))
		}
	case verbReveal:
		for _, t := range d.Cards {
			sum += b.change(t, -b.value(t))
		}
	case verbSafe:
		for _, t := range d.Cards {
			if !b.board.at(t.of(b.self)).up {
				sum += botSafe * b.value(t) / point
			}
		}
	case verbSwap:
		sum = b.swapGain(e, d.Cards[0], d.Cards[1])
	case verbSteal:
		sum = b.stealGain(e, d.Cards[0])
	case verbDiscard:
		sum = b.change(d.Cards[0], -b.value(d.Cards[0]))
		if len(d.Cards) > 1 {
			sum += b.stealGain(e, d.Cards[1])
		}
	}
	return sum
}

// swapGain: each gets the other's card; where places keep their sides, only what
// lies concealed counts before and after.
func (b brain) swapGain(e effect, p, q target) int {
	if e.keepSide {
		return b.change(q, b.value(p)-b.value(q))
	}
	return b.change(p, b.value(q)-b.value(p)) + b.change(q, b.value(p)-b.value(q))
}

// stealGain: the card to this seat, which may have to give another for it (N17).
func (b brain) stealGain(e effect, t target) int {
	got := b.value(t)
	if b.board.free(b.self) == 0 {
		got = 0
		if ranked := b.board.ranked(b.self, toDiscard); len(ranked) > 0 {
			got = b.value(t) - b.value(ranked[0])
		}
	}
	if !b.board.at(t).up {
		got += b.value(t) * b.envy(t.Seat) / 100
	}
	if e.secures {
		got += botSafe
	}
	return got
}

// best is the deed that gains most; luck decides between equals.
func (b brain) best(all []deed) (deed, int) { return b.bestOf(b.effect(), all) }

func (b brain) bestOf(e effect, all []deed) (deed, int) {
	var best []deed
	most := 0
	for _, d := range all {
		switch gain := b.gain(e, d); {
		case len(best) == 0 || gain > most:
			best, most = []deed{d}, gain
		case gain == most:
			best = append(best, d)
		}
	}
	if len(best) == 0 {
		return deed{}, 0
	}
	return best[b.luck.Intn("bot/best", len(best))], most
}

func (k *knowledge) extraDeeds() []deed {
	return append([]deed{{Verb: verbNothing}}, k.board.turnable(k.self)...)
}

// choose: the passenger who would gain most as the table lies now.
func (b brain) choose() command {
	var all []command
	most := 0
	for _, n := range b.numbers() {
		c, gain := b.prospect(n)
		switch {
		case len(all) == 0 || gain > most:
			all, most = []command{c}, gain
		case gain == most:
			all = append(all, c)
		}
	}
	return all[b.luck.Intn("bot/play", len(all))]
}

// prospect is a passenger with what it would do now, and the gain of it.
func (b brain) prospect(n int) (command, int) {
	c := command{verb: verbPlay, number: n}
	e := effects[b.book.number(n).Effect]
	gain := 0
	if e.protects {
		gain += botShelter
	}
	switch {
	case e.securesA:
		return c, botSafe * b.board.points(b.self)
	case e.asks != nobody:
		return c, gain + b.groupGain(e)
	}
	d, more := b.bestOf(e, b.board.deeds(b.self, e))
	if d.Verb != "" {
		c.with = &d
	}
	return c, gain + more
}

// groupGain weighs an effect on several players: each picks what costs least, or
// brings most.
func (b brain) groupGain(e effect) int {
	sum := 0
	for _, s := range b.board.asked(b.self, e) {
		n := min(b.board.count(s, e.wants.fits), 1)
		if s == b.self {
			n = min(b.board.count(s, e.wants.fits), 2)
		}
		if e.verb == verbReveal {
			sum += b.change(target{s, 1}, -n*b.mean*3/4)
		} else {
			sum += b.change(target{s, 1}, n*b.mean)
		}
	}
	return sum
}

// answer: conceal what is worth most, reveal what is worth least.
func (b brain) answer() deed {
	best, most := b.answers()[0], -1<<30
	for _, d := range b.answers() {
		if gain := b.gain(b.effect(), d); gain > most {
			best, most = d, gain
		}
	}
	return best
}

// draw: mostly; a full area without anything to give for a seventh card is
// better cleared.
func (b brain) draw() command {
	throw := b.board.ranked(b.self, toThrow)[0]
	gain := b.mean
	if b.board.free(b.self) == 0 {
		gain = 0
		if ranked := b.board.ranked(b.self, toDiscard); len(ranked) > 0 {
			gain = b.mean - b.value(ranked[0])
		}
	}
	if gain < botThrift {
		d := deed{verbDiscard, []target{throw}}
		return command{verb: verbDiscard, deed: d}
	}
	return command{verb: verbDraw}
}
