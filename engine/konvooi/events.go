package konvooi

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// event is something that happened. It knows how to write itself into a state;
// change keeps the books and nothing else.
type event interface {
	Kind() string
	change(*state)
}

// evolve gives the state after an event.
func evolve(s state, e event) state {
	s.players = slices.Clone(s.players)
	e.change(&s)
	return s
}

// The deal.
type (
	gameDealt struct {
		Rules    int               `json:"rules"`
		Deck     string            `json:"deck"`
		DeckHash string            `json:"deck_sha256"`
		Seats    int               `json:"seats"`
		Options  map[string]string `json:"options"`
		Worth    map[string]worth  `json:"worth"`
		Cards    map[string]int    `json:"cards"` // in play, by kind
	}
	handDealt struct {
		Seat  engine.Seat `json:"seat"`
		Cards []card.Card `json:"cards"`
		Sure  []string    `json:"sure,omitempty"` // faces among them that everybody knows of
	}
	warehouseStocked struct { // in scenarios only
		Seat  engine.Seat `json:"seat"`
		Cards []card.Card `json:"cards"`
	}
	displayLaid struct {
		Cards []slotCard `json:"cards"`
		Pile  int        `json:"pile"`
	}
	slotCard struct {
		Slot int       `json:"slot"`
		Card card.Card `json:"card"`
	}
	pileShuffled struct {
		Cards []card.Card `json:"cards"` // from the top
	}
)

// A turn.
type (
	turnBegun struct {
		Seat engine.Seat `json:"seat"`
	}
	openTaken struct {
		Seat engine.Seat `json:"seat"`
		Slot int         `json:"slot"`
		Card card.Card   `json:"card"`
	}
	slotRefilled struct {
		Slot int       `json:"slot"`
		Card card.Card `json:"card"`
	}
	closedTaken struct {
		Seat engine.Seat `json:"seat"`
		Card card.Card   `json:"card"`
	}
	pileEmptied struct {
		Seat engine.Seat `json:"seat"` // whose action did it
	}
	lookTaken struct {
		Seat engine.Seat `json:"seat"`
	}
	passed struct {
		Seat engine.Seat `json:"seat"`
	}
	lastRoundOpened struct {
		Seat engine.Seat `json:"seat"` // whose action opened it
		Last engine.Seat `json:"last"` // whose action ends it
	}
	gameEnded struct {
		ByPasses   bool          `json:"by_passes,omitempty"`
		Hands      [][]card.Card `json:"hands"` // by seat, from seat 1
		Warehouses [][]card.Card `json:"warehouses"`
		Pile       []card.Card   `json:"pile"`
		Scores     []score       `json:"scores"`
		Winners    []engine.Seat `json:"winners"`
	}
)

// Kind names the event on disk.
func (gameDealt) Kind() string        { return "game-dealt" }
func (handDealt) Kind() string        { return "hand-dealt" }
func (warehouseStocked) Kind() string { return "warehouse-stocked" }
func (displayLaid) Kind() string      { return "display-laid" }
func (pileShuffled) Kind() string     { return "pile-shuffled" }
func (turnBegun) Kind() string        { return "turn-begun" }
func (openTaken) Kind() string        { return "open-card-taken" }
func (slotRefilled) Kind() string     { return "slot-refilled" }
func (closedTaken) Kind() string      { return "closed-card-taken" }
func (pileEmptied) Kind() string      { return "pile-emptied" }
func (lookTaken) Kind() string        { return "look-taken" }
func (passed) Kind() string           { return "turn-passed" }
func (lastRoundOpened) Kind() string  { return "last-round-opened" }
func (gameEnded) Kind() string        { return "game-ended" }

func (e gameDealt) change(s *state) {
	s.options, s.worth = e.Options, e.Worth
	s.players = make([]player, e.Seats)
}

func (e handDealt) change(s *state)        { s.seat(e.Seat).hand = e.Cards }
func (e warehouseStocked) change(s *state) { s.seat(e.Seat).warehouse = e.Cards }
func (e pileShuffled) change(s *state)     { s.pile = e.Cards }

func (e displayLaid) change(s *state) {
	for _, c := range e.Cards {
		s.display[c.Slot-1] = c.Card
	}
}

func (e turnBegun) change(s *state) { s.phase, s.turn = phaseTurn, e.Seat }

func (e openTaken) change(s *state) {
	s.seat(e.Seat).take(e.Card)
	s.display[e.Slot-1] = card.Card{}
	s.passes = 0
}

func (e slotRefilled) change(s *state) {
	s.display[e.Slot-1] = e.Card
	s.pile = s.pile[1:]
}

func (e closedTaken) change(s *state) {
	s.seat(e.Seat).take(e.Card)
	s.pile = s.pile[1:]
	s.passes = 0
}

func (e pileEmptied) change(s *state)     { s.emptiedBy = e.Seat }
func (e lookTaken) change(s *state)       { s.phase = phaseSecond }
func (e passed) change(s *state)          { s.passes++ }
func (e lastRoundOpened) change(s *state) { s.last = e.Last }

func (e gameEnded) change(s *state) { s.phase, s.turn, s.ended = phaseOver, 0, e }

// take adds cards to the hand.
func (p *player) take(cards ...card.Card) { p.hand = join(p.hand, cards...) }

// lose removes cards from the hand.
func (p *player) lose(cards ...card.Card) { p.hand = card.Without(p.hand, cards) }

// store adds cards to the warehouse; there is no way to take them out (K26).
func (p *player) store(cards ...card.Card) { p.warehouse = join(p.warehouse, cards...) }
