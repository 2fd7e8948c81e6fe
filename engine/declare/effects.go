package declare

import (
	"cmp"
	"slices"

	"contrapost/engine"
)

// whose says on whose cards an effect works.
type whose int

const (
	own    whose = iota
	theirs       // any one opponent's
	anyone
)

// want says which cards an effect works on; a safe card only where it says so
// (N15).
type want struct {
	up, down bool
	safe     bool
	rule     string // that a card on the wrong side falls under
}

var (
	toReveal  = want{down: true, rule: "N14"}
	toConceal = want{up: true, safe: true, rule: "N14"}
	toTake    = want{down: true, rule: "N8"}  // to be swapped or stolen
	toDiscard = want{down: true, rule: "N19"} // by an effect, or for a seventh card (N17)
	toLift    = want{up: true, rule: "N8"}    // a revealed card to be swapped or stolen
	toThrow   = want{up: true, rule: "N24"}   // instead of drawing
	toSecure  = want{up: true, down: true, safe: true}
)

// fits tells whether a spot holds such a card.
func (w want) fits(p spot) bool {
	return p.full && (p.up && w.up || !p.up && w.down) && (!p.safe || w.safe)
}

// part is one card that an order of the effect names.
type part struct {
	whose whose
	want  want
}

// group is who is asked at once by an effect on several players (N26).
type group int

const (
	nobody group = iota
	opponents
	neighbours
	everybody
)

// effect is what a passenger does, by the name that deck files use. The parts are
// the cards its order names, in that order.
type effect struct {
	verb  string
	parts []part
	free  bool  // "up to": any number of the parts, or none (N8)
	both  bool  // without every part there is nothing to do
	asks  group // others choose, or others too
	wants want  // what those asked are to pick, with verb

	protects bool // before anything else (N8)
	secures  bool // what it concealed or stole becomes safe
	securesA bool // all own cards become safe
	conceals bool // what it stole is concealed
	keepSide bool // the places keep their sides, not the cards
}

var effects = map[string]effect{
	"safe-all": {securesA: true},
	"protect":  {protects: true},
	"safe-2":   {verb: verbSafe, parts: twice(part{own, toSecure}), free: true, secures: true},

	"conceal-1":       {verb: verbConceal, parts: []part{{own, toConceal}}},
	"conceal-2":       {verb: verbConceal, parts: twice(part{own, toConceal}), free: true},
	"conceal-safe":    {verb: verbConceal, parts: []part{{own, toConceal}}, secures: true},
	"protect-conceal": {verb: verbConceal, parts: []part{{own, toConceal}}, protects: true},
	"conceal-all":     {verb: verbConceal, asks: everybody, wants: toConceal},

	"reveal-1":          {verb: verbReveal, parts: []part{{theirs, toReveal}}},
	"reveal-2":          {verb: verbReveal, parts: twice(part{theirs, toReveal})},
	"reveal-each":       {verb: verbReveal, asks: opponents, wants: toReveal},
	"reveal-neighbours": {verb: verbReveal, asks: neighbours, wants: toReveal},

	"swap-own": {verb: verbSwap, parts: []part{{own, toTake}, {theirs, toTake}}, both: true},
	"swap-up":  {verb: verbSwap, parts: []part{{own, toLift}, {theirs, toTake}}, both: true, keepSide: true},
	"swap-any": {verb: verbSwap, parts: twice(part{anyone, toTake}), both: true},

	"steal":          {verb: verbSteal, parts: []part{{theirs, toTake}}},
	"steal-safe":     {verb: verbSteal, parts: []part{{theirs, toTake}}, secures: true},
	"steal-revealed": {verb: verbSteal, parts: []part{{theirs, toLift}}, conceals: true},

	"discard": {verb: verbDiscard, parts: []part{{theirs, toDiscard}}},
	"trade":   {verb: verbDiscard, parts: []part{{own, toDiscard}, {theirs, toTake}}},
}

func twice(p part) []part { return []part{p, p} }

// staysPut tells whether the effect leaves all of the player's own cards in their
// slots, and asks nobody else.
func (e effect) staysPut() bool {
	moves := e.verb == verbSwap || e.verb == verbSteal || e.trades()
	return !moves && e.asks == nobody
}

// alike tells whether the effect's two cards are of one sort, so that their order
// does not matter.
func (e effect) alike() bool { return len(e.parts) == 2 && e.parts[0] == e.parts[1] }

// trades tells whether the effect discards and then steals, so that either half can
// stand alone (N8).
func (e effect) trades() bool { return e.verb == verbDiscard && len(e.parts) == 2 }

// asking tells whether a player of this passenger is ever asked for an action,
// and so may give it in advance (N7).
func (e effect) asking() bool { return len(e.parts) > 0 || e.asks == everybody }

// arrange puts cards whose order does not matter in the one they are spelled in:
// own ones first, then by seat and slot.
func (e effect) arrange(d deed) deed {
	if e.alike() || e.asks == everybody {
		d.Cards = slices.SortedFunc(slices.Values(d.Cards), compareTargets)
	}
	return d
}

func compareTargets(a, b target) int {
	return cmp.Or(cmp.Compare(a.Seat, b.Seat), cmp.Compare(a.Slot, b.Slot))
}

// picks lists the cards that can be a part of a seat's order, as the seat speaks
// of them, in the order of arrange.
func (b board) picks(self engine.Seat, p part) []target {
	var all []target
	for i := range b {
		seat := engine.Seat(i + 1)
		if p.whose == own && seat != self || p.whose == theirs && seat == self {
			continue
		}
		for slot := 1; slot <= slots; slot++ {
			t := target{seat, slot}
			if !p.want.fits(*b.at(t)) {
				continue
			}
			if seat == self {
				t.Seat = 0
			}
			all = append(all, t)
		}
	}
	slices.SortFunc(all, compareTargets)
	return all
}
