package declare

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// state is the whole truth of one game. A state is never altered: evolve gives a
// changed copy that shares what did not change.
type state struct {
	options map[string]string
	book    book
	players []player // by seat, from seat 1
	board   board
	pile    []card.Card // from the top
	aside   []card.Card // passengers that nobody was dealt (N2)
	spent   []card.Card // passengers in the centre
	gone    []card.Card // baggage discarded, and inspections

	phase  string
	round  int
	played []played      // this round's passengers, in turn order (N5)
	at     int           // whose turn it is among them
	asked  []engine.Seat // whom a window waits for (N10, N26)
	held   card.Card     // received, and not in a slot yet (N17)
	from   engine.Seat   // whom the held card was stolen from; 0: it was drawn
	ended  gameEnded
}

type player struct {
	hand     []card.Card // passengers not yet spent
	unplaced []card.Card // baggage, before it has slots (N1)
	placed   []card.Card // sealed: the same by slot
	chosen   card.Card   // sealed
	with     *deed       // given in advance (N7)
	answer   []int       // sealed: own slots
	prefer   *preference
}

// played is a passenger on the table.
type played struct {
	Seat engine.Seat `json:"seat"`
	Card card.Card   `json:"card"`
}

func (s state) seat(n engine.Seat) *player { return &s.players[n-1] }

// turn is whose turn it is; 0 between turns.
func (s state) turn() engine.Seat {
	if s.at >= len(s.played) {
		return 0
	}
	return s.played[s.at].Seat
}

// effect is what the passenger of the turn does.
func (s state) effect() effect {
	return effects[s.book.find(s.played[s.at].Card).Effect]
}

// join gives the cards of both, in a slice of its own.
func join(cards []card.Card, more ...card.Card) []card.Card {
	return append(slices.Clone(cards), more...)
}
