package declare

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// A turn up to its draw.
type (
	turnBegun struct { // the marks of the seat end with it (N6)
		Seat engine.Seat `json:"seat"`
	}
	extraAsked struct {
		Seat engine.Seat `json:"seat"`
	}
	extraDeclined struct {
		Seat engine.Seat `json:"seat"`
	}
	actionAsked struct {
		Seat engine.Seat `json:"seat"`
	}
	attachmentDropped struct { // what was given in advance cannot be done (N7)
		Seat engine.Seat `json:"seat"`
		With deed        `json:"with"`
	}
	actionDeclined struct {
		Seat engine.Seat `json:"seat"`
	}
	effectMissed struct { // nothing could be done (N8)
		Seat engine.Seat `json:"seat"`
	}
	protectionGiven struct {
		Seat engine.Seat `json:"seat"`
	}
	cardsSecured struct {
		Seat  engine.Seat `json:"seat"`
		Slots []int       `json:"slots"`
	}
	cardsRevealed struct {
		By    engine.Seat `json:"by"`
		Why   string      `json:"why"`
		Cards []opened    `json:"cards"`
	}
	opened struct {
		Seat engine.Seat `json:"seat"`
		Slot int         `json:"slot"`
		Card card.Card   `json:"card"`
	}
	cardsConcealed struct {
		By    engine.Seat `json:"by"`
		Why   string      `json:"why"`
		Cards []target    `json:"cards"`
	}
	cardsSwapped struct { // A and B are the cards as they lay before
		By       engine.Seat `json:"by"`
		A        opened      `json:"a"`
		B        opened      `json:"b"`
		KeepSide bool        `json:"keep_side,omitempty"` // the places keep theirs, not the cards (N16)
	}
	cardStolen struct {
		Seat  engine.Seat `json:"seat"`
		From  engine.Seat `json:"from"`
		Slot  int         `json:"slot"`
		Card  card.Card   `json:"card"`
		WasUp bool        `json:"was_up,omitempty"`
	}
	answersAsked struct {
		Seat  engine.Seat   `json:"seat"` // whose passenger it is
		Asked []engine.Seat `json:"asked"`
	}
	answerSealed struct {
		Seat  engine.Seat `json:"seat"`
		Slots []int       `json:"slots"`
		Early bool        `json:"early,omitempty"` // it was given along with the passenger
	}
	passengerSpent struct {
		Seat engine.Seat `json:"seat"`
		Card card.Card   `json:"card"`
	}
)

// Why a card was turned.
const (
	whyExtra      = "extra"
	whyPassenger  = "passenger"
	whyInspection = "inspection"
)

// A draw, and what comes of it.
type (
	drawAsked struct {
		Seat engine.Seat `json:"seat"`
	}
	drawSkipped struct {
		Seat engine.Seat `json:"seat"`
	}
	cardDrawn struct {
		Seat engine.Seat `json:"seat"`
		Card card.Card   `json:"card"`
	}
	cardLaid struct { // the card received, in its slot
		Seat   engine.Seat `json:"seat"`
		Slot   int         `json:"slot"`
		Stolen bool        `json:"stolen,omitempty"`
	}
	overflowAsked struct {
		Seat engine.Seat `json:"seat"`
	}
	baggageDiscarded struct {
		By   engine.Seat `json:"by"`
		Seat engine.Seat `json:"seat"`
		Slot int         `json:"slot"`
		Card card.Card   `json:"card"`
	}
	receivedDiscarded struct { // N18
		Seat engine.Seat `json:"seat"`
		Card card.Card   `json:"card"`
	}
	inspectionDrawn struct {
		Seat engine.Seat `json:"seat"`
		Card card.Card   `json:"card"`
	}
	inspectionAsked struct {
		Seat  engine.Seat   `json:"seat"` // who drew it
		Asked []engine.Seat `json:"asked"`
	}
	preferenceGiven struct {
		Seat   engine.Seat `json:"seat"`
		Prefer preference  `json:"prefer"`
	}
	preferenceDropped struct {
		Seat engine.Seat `json:"seat"`
	}
)

func (turnBegun) Kind() string         { return "turn-begun" }
func (extraAsked) Kind() string        { return "extra-asked" }
func (extraDeclined) Kind() string     { return "extra-declined" }
func (actionAsked) Kind() string       { return "action-asked" }
func (attachmentDropped) Kind() string { return "attachment-dropped" }
func (actionDeclined) Kind() string    { return "action-declined" }
func (effectMissed) Kind() string      { return "effect-missed" }
func (protectionGiven) Kind() string   { return "protection-given" }
func (cardsSecured) Kind() string      { return "cards-secured" }
func (cardsRevealed) Kind() string     { return "cards-revealed" }
func (cardsConcealed) Kind() string    { return "cards-concealed" }
func (cardsSwapped) Kind() string      { return "cards-swapped" }
func (cardStolen) Kind() string        { return "card-stolen" }
func (answersAsked) Kind() string      { return "answers-asked" }
func (answerSealed) Kind() string      { return "answer-sealed" }
func (passengerSpent) Kind() string    { return "passenger-spent" }
func (drawAsked) Kind() string         { return "draw-asked" }
func (drawSkipped) Kind() string       { return "draw-skipped" }
func (cardDrawn) Kind() string         { return "card-drawn" }
func (cardLaid) Kind() string          { return "card-laid" }
func (overflowAsked) Kind() string     { return "overflow-asked" }
func (baggageDiscarded) Kind() string  { return "baggage-discarded" }
func (receivedDiscarded) Kind() string { return "received-discarded" }
func (inspectionDrawn) Kind() string   { return "inspection-drawn" }
func (inspectionAsked) Kind() string   { return "inspection-asked" }
func (preferenceGiven) Kind() string   { return "preference-given" }
func (preferenceDropped) Kind() string { return "preference-dropped" }

func (e turnBegun) change(s *state) {
	s.at++
	s.board.area(e.Seat).calm()
}

func (e extraAsked) change(s *state)      { s.phase = phaseExtra }
func (e extraDeclined) change(*state)     {}
func (e actionAsked) change(s *state)     { s.phase = phaseAction }
func (e actionDeclined) change(*state)    {}
func (e effectMissed) change(*state)      {}
func (e drawAsked) change(s *state)       { s.phase = phaseDraw }
func (e drawSkipped) change(*state)       {}
func (e overflowAsked) change(s *state)   { s.phase = phaseOverflow }
func (e protectionGiven) change(s *state) { s.board.area(e.Seat).protected = true }

func (e attachmentDropped) change(s *state) { s.seat(e.Seat).with = nil }

func (e cardsSecured) change(s *state) { s.board.secure(e.Seat, e.Slots) }

func (e cardsRevealed) change(s *state) {
	s.clearWindow()
	for _, c := range e.Cards {
		s.board.at(target{c.Seat, c.Slot}).up = true
	}
}

func (e cardsConcealed) change(s *state) {
	s.clearWindow()
	s.board.conceal(e.Cards)
}

func (e cardsSwapped) change(s *state) {
	a, b := e.places()
	s.board.swap(a, b, e.KeepSide)
}

func (e cardStolen) change(s *state) {
	*s.board.at(target{e.From, e.Slot}) = spot{}
	s.held, s.from = e.Card, e.From
}

func (e answersAsked) change(s *state) { s.phase, s.asked = phaseAction, e.Asked }

func (e answerSealed) change(s *state) {
	s.seat(e.Seat).answer = e.Slots
	if e.Early {
		s.seat(e.Seat).with = nil
	}
}

func (e passengerSpent) change(s *state) {
	p := s.seat(e.Seat)
	p.hand = card.Without(p.hand, []card.Card{e.Card})
	p.with = nil
	s.spent = join(s.spent, e.Card)
}

func (e cardDrawn) change(s *state) {
	s.pile = s.pile[1:]
	s.held, s.from = e.Card, 0
}

func (e cardLaid) change(s *state) {
	*s.board.at(target{e.Seat, e.Slot}) = spot{full: true, card: s.held}
	s.held = card.Card{}
}

func (e baggageDiscarded) change(s *state) {
	*s.board.at(target{e.Seat, e.Slot}) = spot{}
	s.gone = join(s.gone, e.Card)
}

func (e receivedDiscarded) change(s *state) {
	s.held = card.Card{}
	s.gone = join(s.gone, e.Card)
}

func (e inspectionDrawn) change(s *state) {
	s.pile = s.pile[1:]
	s.gone = join(s.gone, e.Card)
}

func (e inspectionAsked) change(s *state)   { s.phase, s.asked = phaseInspection, e.Asked }
func (e preferenceGiven) change(s *state)   { s.seat(e.Seat).prefer = &e.Prefer }
func (e preferenceDropped) change(s *state) { s.seat(e.Seat).prefer = nil }

// clearWindow forgets sealed answers once what they led to has happened.
func (s *state) clearWindow() {
	s.asked = nil
	for i := range s.players {
		s.players[i].answer = nil
	}
}

func (e cardsSwapped) places() (a, b target) {
	return target{e.A.Seat, e.A.Slot}, target{e.B.Seat, e.B.Slot}
}

// The same bookkeeping serves the truth and what a seat knows of it.

func (b board) secure(s engine.Seat, slots []int) {
	for _, slot := range slots {
		b.at(target{s, slot}).safe = true
	}
}

func (b board) conceal(cards []target) {
	for _, t := range cards {
		b.at(t).up = false
	}
}

// swap exchanges two cards, which take each other's slots (N3). The cards keep
// their sides, or the places theirs (N16).
func (b board) swap(at, with target, keepSide bool) {
	p, q := b.at(at), b.at(with)
	*p, *q = *q, *p
	if keepSide {
		p.up, q.up = q.up, p.up
	}
}

// slotsOf lists the slots of a seat's own cards among some.
func slotsOf(cards []target) []int {
	all := make([]int, len(cards))
	for i, t := range cards {
		all[i] = t.Slot
	}
	return slices.Clip(all)
}
