package declare

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
	s.board = s.board.clone()
	e.change(&s)
	return s
}

// The deal.
type (
	gameDealt struct {
		Rules      int               `json:"rules"`
		Deck       string            `json:"deck"`
		DeckHash   string            `json:"deck_sha256"`
		Seats      int               `json:"seats"`
		Options    map[string]string `json:"options"`
		Passengers []passenger       `json:"passengers"`
		Cards      map[string]int    `json:"cards"` // of the pile and before the players, by face
		Pile       int               `json:"pile"`
		Rounds     int               `json:"rounds"` // to be played in all
	}
	baggageDealt struct {
		Seat  engine.Seat `json:"seat"`
		Cards []card.Card `json:"cards"`
	}
	baggageStaged struct { // in scenarios only
		Seat  engine.Seat `json:"seat"`
		Cards []lying     `json:"cards"`
	}
	lying struct {
		Slot int       `json:"slot"`
		Card card.Card `json:"card"`
		Up   bool      `json:"up,omitempty"`
	}
	handDealt struct {
		Seat  engine.Seat `json:"seat"`
		Cards []card.Card `json:"cards"`
	}
	pileShuffled struct {
		Cards []card.Card `json:"cards"` // from the top
	}
	passengersSetAside struct {
		Cards []card.Card `json:"cards"`
	}
	placingBegun struct {
		Seats int `json:"seats"`
	}
	placementSealed struct {
		Seat  engine.Seat `json:"seat"`
		Cards []card.Card `json:"cards"` // by slot
	}
	baggagePlaced struct {
		Placed []placing `json:"placed"`
	}
	placing struct {
		Seat  engine.Seat `json:"seat"`
		Cards []card.Card `json:"cards"` // by slot
	}
)

// A round.
type (
	roundBegun struct {
		Round int `json:"round"`
	}
	choiceSealed struct {
		Seat engine.Seat `json:"seat"`
		Card card.Card   `json:"card"`
		With *deed       `json:"with,omitempty"`
	}
	passengersOpened struct {
		Played []played `json:"played"` // in turn order
	}
	handPassed struct {
		From  engine.Seat `json:"from"`
		Seat  engine.Seat `json:"seat"` // who gets it
		Cards []card.Card `json:"cards"`
	}
	gameEnded struct {
		Baggage [][]lying     `json:"baggage"` // by seat, from seat 1
		Pile    []card.Card   `json:"pile"`
		Aside   []card.Card   `json:"aside"`
		Scores  []score       `json:"scores"`
		Winners []engine.Seat `json:"winners"`
	}
)

// Kind names the event on disk.
func (gameDealt) Kind() string          { return "game-dealt" }
func (baggageDealt) Kind() string       { return "baggage-dealt" }
func (baggageStaged) Kind() string      { return "baggage-staged" }
func (handDealt) Kind() string          { return "hand-dealt" }
func (pileShuffled) Kind() string       { return "pile-shuffled" }
func (passengersSetAside) Kind() string { return "passengers-set-aside" }
func (placingBegun) Kind() string       { return "placing-begun" }
func (placementSealed) Kind() string    { return "placement-sealed" }
func (baggagePlaced) Kind() string      { return "baggage-placed" }
func (roundBegun) Kind() string         { return "round-begun" }
func (choiceSealed) Kind() string       { return "choice-sealed" }
func (passengersOpened) Kind() string   { return "passengers-opened" }
func (handPassed) Kind() string         { return "hand-passed" }
func (gameEnded) Kind() string          { return "game-ended" }

func (e gameDealt) change(s *state) {
	s.options, s.book = e.Options, e.Passengers
	s.players, s.board = make([]player, e.Seats), make(board, e.Seats)
}

func (e baggageDealt) change(s *state) { s.seat(e.Seat).unplaced = e.Cards }

func (e baggageStaged) change(s *state) {
	for _, c := range e.Cards {
		s.board.area(e.Seat).spots[c.Slot-1] = spot{full: true, up: c.Up, card: c.Card}
	}
}

func (e handDealt) change(s *state)          { s.seat(e.Seat).hand = e.Cards }
func (e pileShuffled) change(s *state)       { s.pile = e.Cards }
func (e passengersSetAside) change(s *state) { s.aside = e.Cards }
func (e placingBegun) change(s *state)       { s.phase = phasePlace }
func (e placementSealed) change(s *state)    { s.seat(e.Seat).placed = e.Cards }

func (e baggagePlaced) change(s *state) {
	for _, p := range e.Placed {
		s.seat(p.Seat).unplaced, s.seat(p.Seat).placed = nil, nil
		for i, c := range p.Cards {
			s.board.area(p.Seat).spots[i] = spot{full: true, card: c}
		}
	}
}

func (e roundBegun) change(s *state) {
	s.phase, s.round = phaseChoose, e.Round
	s.played, s.at = nil, 0
}

func (e choiceSealed) change(s *state) {
	s.seat(e.Seat).chosen, s.seat(e.Seat).with = e.Card, e.With
}

func (e passengersOpened) change(s *state) {
	s.played, s.at = e.Played, -1
	for i := range s.players {
		s.players[i].chosen = card.Card{}
	}
}

func (e handPassed) change(s *state) { s.seat(e.Seat).hand = e.Cards }

func (e gameEnded) change(s *state) {
	s.phase, s.played, s.at, s.ended = phaseOver, nil, 0, e
	for i := range s.board {
		s.board[i].calm()
	}
}

// calm ends the marks of an area (U).
func (a *area) calm() {
	a.protected = false
	for i := range a.spots {
		a.spots[i].safe = false
	}
}
