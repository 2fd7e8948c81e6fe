package konvooi

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// state is the whole truth of one game. A state is never altered: evolve gives a
// changed copy that shares what did not change.
type state struct {
	options map[string]string
	worth   map[string]worth
	players []player // by seat, from seat 1
	display [slots]card.Card
	pile    []card.Card // from the top

	phase     string
	turn      engine.Seat // whose action it is
	convoy    convoy
	passes    int         // in a row, K28
	emptiedBy engine.Seat // who took the last card of the pile; 0: nobody has
	last      engine.Seat // who plays the last action; 0: not known yet
	ended     gameEnded
}

type player struct {
	hand      []card.Card
	warehouse []card.Card
	standing  []standing
}

// convoy is the one under way, from its laying to its arrival.
type convoy struct {
	cards     []card.Card // by position
	turned    []int       // positions, in the order of turning
	rider     []card.Card // to be offered as the bribe step opens
	bids      []sealed    // in the order in which the answers that count came in
	inspector engine.Seat
	officer   card.Card
	check     []int // positions the inspector gave in advance
	offer     []card.Card
	offers    int // how many have been made
}

// sealed is one seat's answer.
type sealed struct {
	seat     engine.Seat
	bid      bid
	standing bool // a standing bid gave it as the window opened
}

func (s state) seat(n engine.Seat) *player { return &s.players[n-1] }

// after gives the seat whose turn comes next.
func (s state) after(n engine.Seat) engine.Seat {
	return n%engine.Seat(len(s.players)) + 1
}

// others lists the other seats in order of play after one.
func (s state) others(n engine.Seat) []engine.Seat {
	var all []engine.Seat
	for o := s.after(n); o != n; o = s.after(o) {
		all = append(all, o)
	}
	return all
}

// answer is the one a seat's word stands by, if it has given any.
func (c convoy) answer(seat engine.Seat) (bid, bool) {
	for _, b := range c.bids {
		if b.seat == seat {
			return b.bid, true
		}
	}
	return bid{}, false
}

// shown counts the cards that lie in the display.
func shown(display [slots]card.Card) int {
	n := 0
	for _, c := range display {
		if c.Face != "" {
			n++
		}
	}
	return n
}

// join gives the cards of both, in a slice of its own.
func join(cards []card.Card, more ...card.Card) []card.Card {
	return append(slices.Clone(cards), more...)
}
