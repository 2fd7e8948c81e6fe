package declare

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// knowledge is what one seat knows: the sum of its facts and nothing else.
type knowledge struct {
	self    engine.Seat // the Onlooker's is 0
	options map[string]string
	book    book
	cards   map[string]int // of the pile and before the players, by face
	rounds  int

	phase  string
	opened int // how many facts there were when the question of the moment was put
	round  int
	played []played
	spent  bool // the passenger of the turn has acted
	at     int

	board    board // cards of others only as far as they are known
	hands    []int // passengers, by seat
	pile     int
	gone     []card.Card
	hand     []card.Card // own
	unplaced []card.Card // own
	holder   engine.Seat // who has received a card that lies in no slot yet
	held     card.Card   // that card, if this seat knows it
	ended    *gameEnded

	asked    []engine.Seat // by the window under way
	answered bool          // this seat's own word in the window
	placed   []card.Card   // own, sealed
	chosen   card.Card     // own, sealed
	with     *deed         // own
	answer   []int         // own, sealed
	prefer   *preference   // own
}

// know adds up the facts of a seat.
func know(self engine.Seat, facts []fact) *knowledge {
	k := &knowledge{self: self}
	for i, f := range facts {
		k.learn(f, i+1)
	}
	return k
}

// turn is whose turn it is; 0 between turns.
func (k *knowledge) turn() engine.Seat {
	if k.at < 0 || k.at >= len(k.played) {
		return 0
	}
	return k.played[k.at].Seat
}

// passenger is the one of the turn.
func (k *knowledge) passenger() passenger {
	if k.turn() == 0 {
		return passenger{}
	}
	return k.book.find(k.played[k.at].Card)
}

func (k *knowledge) effect() effect { return effects[k.passenger().Effect] }

// ask notes that the table waits for something new.
func (k *knowledge) ask(phase string, facts int, asked ...engine.Seat) {
	k.phase, k.opened, k.asked, k.answered = phase, facts, asked, false
	k.answer = nil
}

// learn takes in one fact; facts is how many the seat has with it.
func (k *knowledge) learn(f fact, facts int) {
	switch f := f.(type) {
	case gameDealt:
		k.options, k.book, k.cards = f.Options, f.Passengers, f.Cards
		k.pile, k.rounds = f.Pile, f.Rounds
		k.board, k.hands = make(board, f.Seats), make([]int, f.Seats)
	case baggageDealt:
		k.unplaced = f.Cards
	case baggageStaged:
		k.lay(f.Seat, f.Cards)
	case stagedSeen:
		k.lay(f.Seat, f.Cards)
	case handDealt:
		k.hand, k.hands[f.Seat-1] = f.Cards, len(f.Cards)
	case handSeen:
		k.hands[f.Seat-1] = f.Count
	case placingBegun:
		k.ask(phasePlace, facts)
	case placementSealed:
		k.answered, k.placed = true, f.Cards
	case placedSeen:
		k.place(f.Own)
	case roundBegun:
		k.round, k.played, k.at = f.Round, nil, 0
		k.ask(phaseChoose, facts)
	case choiceSealed:
		k.answered, k.chosen, k.with = true, f.Card, f.With
	case passengersOpened:
		k.played, k.at = f.Played, -1
		k.chosen = card.Card{}
	case handPassed:
		k.hand, k.hands[f.Seat-1] = f.Cards, len(f.Cards)
	case passedSeen:
		k.hands[f.Seat-1] = f.Count
	case answersDropped:
		k.drop(f, facts)
	case preferenceGiven:
		k.prefer = &f.Prefer
	case preferenceDropped:
		k.prefer = nil
	case gameEnded:
		k.end(f, facts)
	default:
		k.learnTurn(f, facts)
	}
}

// learnTurn takes in what a turn asks.
func (k *knowledge) learnTurn(f fact, facts int) {
	switch f := f.(type) {
	case turnBegun:
		k.at++
		k.spent = false
		k.board.area(f.Seat).calm()
	case extraAsked:
		k.ask(phaseExtra, facts)
	case actionAsked:
		k.ask(phaseAction, facts)
	case answersAsked:
		k.ask(phaseAction, facts, f.Asked...)
	case drawAsked:
		k.ask(phaseDraw, facts)
	case overflowAsked:
		k.ask(phaseOverflow, facts)
	case inspectionAsked:
		k.ask(phaseInspection, facts, f.Asked...)
	case answerSealed:
		k.answered, k.answer = true, f.Slots
		if f.Early {
			k.with = nil
		}
	case attachmentDropped:
		k.with = nil
	case passengerSpent:
		k.spent = true
		k.hands[f.Seat-1]--
		if f.Seat == k.self {
			k.hand, k.with = card.Without(k.hand, []card.Card{f.Card}), nil
		}
	default:
		k.learnCards(f)
	}
}

// learnCards takes in what happened to baggage.
func (k *knowledge) learnCards(f fact) {
	switch f := f.(type) {
	case protectionGiven:
		k.board.area(f.Seat).protected = true
	case cardsSecured:
		k.board.secure(f.Seat, f.Slots)
	case cardsRevealed:
		k.asked = nil
		for _, c := range f.Cards {
			p := k.board.at(target{c.Seat, c.Slot})
			p.up, p.card = true, c.Card
		}
	case cardsConcealed:
		k.asked = nil
		k.board.conceal(f.Cards)
		for _, t := range f.Cards {
			k.forget(t)
		}
	case cardsSwapped:
		a, b := f.places()
		k.board.swap(a, b, f.KeepSide)
		k.board.at(b).card, k.board.at(a).card = f.A.Card, f.B.Card
		if f.KeepSide { // what lay revealed there lies concealed here
			k.forget(b)
		}
	case swapSeen:
		k.board.swap(f.A, f.B, f.KeepSide)
		if f.KeepSide {
			k.board.at(f.A).card = f.Shown
			k.forget(f.B)
		}
	case cardStolen:
		k.receive(f.Seat, f.Card)
		if f.WasUp && f.Seat != k.self && k.forgets() {
			k.held = card.Card{}
		}
		*k.board.at(target{f.From, f.Slot}) = spot{}
	case stolenSeen:
		k.receive(f.Seat, k.board.at(target{f.From, f.Slot}).card)
		if f.WasUp && k.forgets() {
			k.held = card.Card{}
		}
		*k.board.at(target{f.From, f.Slot}) = spot{}
	default:
		k.learnPile(f)
	}
}

// learnPile takes in what came from the pile, and what left the game.
func (k *knowledge) learnPile(f fact) {
	switch f := f.(type) {
	case cardDrawn:
		k.pile--
		k.receive(f.Seat, f.Card)
	case drawnSeen:
		k.pile--
		k.receive(f.Seat, card.Card{})
	case cardLaid:
		*k.board.at(target{f.Seat, f.Slot}) = spot{full: true, card: k.held}
		k.receive(0, card.Card{})
	case baggageDiscarded:
		*k.board.at(target{f.Seat, f.Slot}) = spot{}
		k.gone = append(k.gone, f.Card)
	case receivedDiscarded:
		k.receive(0, card.Card{})
		k.gone = append(k.gone, f.Card)
	case inspectionDrawn:
		k.pile--
		k.gone = append(k.gone, f.Card)
	}
}

func (k *knowledge) receive(holder engine.Seat, c card.Card) { k.holder, k.held = holder, c }

// forgets tells whether the table has chosen to let go of what is concealed again
// (N4).
func (k *knowledge) forgets() bool { return k.options[optMemory] == memoryNone }

func (k *knowledge) forget(t target) {
	if k.forgets() && t.Seat != k.self {
		k.board.at(t).card = card.Card{}
	}
}

func (k *knowledge) lay(s engine.Seat, cards []lying) {
	for _, c := range cards {
		k.board.area(s).spots[c.Slot-1] = spot{full: true, up: c.Up, card: c.Card}
	}
}

// place notes that everybody has three cards in the slots 1 to 3 (N1).
func (k *knowledge) place(own []card.Card) {
	for i := range k.board {
		for j := range values {
			p := spot{full: true}
			if engine.Seat(i+1) == k.self {
				p.card = own[j]
			}
			k.board[i].spots[j] = p
		}
	}
	k.unplaced, k.placed = nil, nil
}

// end opens everything.
func (k *knowledge) end(f gameEnded, facts int) {
	k.ended = &f
	k.played, k.at = nil, 0
	for i := range k.board {
		k.board[i].calm()
		k.lay(engine.Seat(i+1), f.Baggage[i])
	}
	k.ask(phaseOver, facts)
}

// asks tells whether the table waits for this seat, as far as it knows; that is
// as far as there is anything to know.
func (k *knowledge) asks() bool {
	if k.self == engine.Onlooker || int(k.self) > len(k.board) {
		return false
	}
	switch k.phase {
	case phasePlace, phaseChoose:
		return !k.answered
	case phaseInspection: // a standing order answers for its owner (N11)
		return k.isAsked() && !k.answered && k.prefer == nil
	case phaseAction:
		if k.asked != nil {
			return k.isAsked() && !k.answered
		}
		return k.turn() == k.self
	case phaseExtra, phaseOverflow, phaseDraw:
		return k.turn() == k.self
	}
	return false
}

func (k *knowledge) isAsked() bool { return slices.Contains(k.asked, k.self) }

// asked says what a seat is asked now. Placing and choosing have the time of a
// turn, what follows from them that of an answer.
func asked(s engine.Seat, facts []fact) engine.Ask {
	k := know(s, facts)
	if !k.asks() {
		return engine.Ask{}
	}
	return engine.Ask{Kind: k.phase, Opened: k.opened, Turn: k.phase == phasePlace || k.phase == phaseChoose}
}
