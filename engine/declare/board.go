package declare

import (
	"slices"
	"strconv"

	"contrapost/engine"
	"contrapost/engine/card"
)

// spot is one numbered slot and what lies in it. In truth every card is there; in
// a seat's knowledge the zero card stands for one whose value it does not know.
type spot struct {
	full bool
	up   bool
	safe bool // U, until the owner's next turn (N15)
	card card.Card
}

// area is what lies before one player.
type area struct {
	spots     [slots]spot
	protected bool // inspections pass by (N10)
}

// board is everybody's area, by seat, from seat 1. What it says but for the values
// is public (N4), so that permission can be judged on it.
type board []area

// target names a card by where it lies. Seat 0 is the speaker's own: so an order
// stays the same whoever says it, until it is carried out.
type target struct {
	Seat engine.Seat `json:"seat,omitempty"`
	Slot int         `json:"slot"`
}

// of fills in the speaker's seat.
func (t target) of(self engine.Seat) target {
	if t.Seat == 0 {
		t.Seat = self
	}
	return t
}

func (b board) clone() board { return slices.Clone(b) }

func (b board) area(s engine.Seat) *area { return &b[s-1] }

// at is the spot of a target; its seat must be filled in.
func (b board) at(t target) *spot { return &b[t.Seat-1].spots[t.Slot-1] }

// free is the lowest slot with nothing in it, or 0 (N3).
func (b board) free(s engine.Seat) int {
	return 1 + slices.IndexFunc(b[s-1].spots[:], func(p spot) bool { return !p.full })
}

// count tells how many of a seat's cards are as wanted.
func (b board) count(s engine.Seat, wanted func(spot) bool) int {
	n := 0
	for _, p := range b[s-1].spots {
		if p.full && wanted(p) {
			n++
		}
	}
	return n
}

func down(p spot) bool { return !p.up }
func any1(spot) bool   { return true }

// points is the sum of a seat's concealed baggage (N22).
func (b board) points(s engine.Seat) int {
	sum := 0
	for _, p := range b[s-1].spots {
		if p.full && !p.up {
			sum += worth(p.card)
		}
	}
	return sum
}

// worth is what a baggage card counts: the number on its face.
func worth(c card.Card) int {
	n, err := strconv.Atoi(c.Face)
	if err != nil {
		return 0 // no baggage
	}
	return n
}

// next is the seat on the left, and others are the other seats from there on.
func (b board) next(s engine.Seat) engine.Seat { return s%engine.Seat(len(b)) + 1 }

func (b board) others(s engine.Seat) []engine.Seat {
	var all []engine.Seat
	for o := b.next(s); o != s; o = b.next(o) {
		all = append(all, o)
	}
	return all
}

// neighbours are the seats on either side; with two players the other one, once.
func (b board) neighbours(s engine.Seat) []engine.Seat {
	others := b.others(s)
	if len(others) < 2 {
		return others
	}
	return []engine.Seat{others[0], others[len(others)-1]}
}
