package declare

import (
	"contrapost/engine"
	"contrapost/engine/card"
)

// fact is what one seat may know of one event: the event itself where the seat
// may know all of it, or one of the types below.
type fact any

// What those see of an event who may not see its cards.
type (
	handSeen struct {
		Seat  engine.Seat
		Count int
	}
	stagedSeen struct {
		Seat  engine.Seat
		Cards []lying // only revealed ones have a card
	}
	placedSeen struct {
		Own []card.Card // by slot; none for the Onlooker
	}
	swapSeen struct {
		By       engine.Seat
		A, B     target
		KeepSide bool
		Shown    card.Card // what lies revealed afterwards that did not before
	}
	stolenSeen struct {
		Seat, From engine.Seat
		Slot       int
		WasUp      bool
	}
	drawnSeen  struct{ Seat engine.Seat }
	passedSeen struct {
		From, Seat engine.Seat
		Count      int
	}
)

// show tells what a seat learns of an event. An event that is not named here is
// shown to nobody: the pile's order and the passengers set aside are of that kind
// (N2).
func show(e event, s engine.Seat) (fact, bool) {
	switch e := e.(type) {
	case gameDealt, placingBegun, roundBegun, passengersOpened, turnBegun, extraAsked, extraDeclined, actionAsked,
		actionDeclined, effectMissed, protectionGiven, cardsSecured, cardsRevealed, cardsConcealed, answersAsked,
		passengerSpent, drawAsked, drawSkipped, cardLaid, overflowAsked, baggageDiscarded, receivedDiscarded,
		inspectionDrawn, inspectionAsked, gameEnded, answersDropped:
		return e, true
	case baggageDealt:
		return e, s == e.Seat
	case placementSealed: // N1: nothing tells who has placed
		return e, s == e.Seat
	case choiceSealed: // N5, N7
		return e, s == e.Seat
	case attachmentDropped:
		return e, s == e.Seat
	case answerSealed: // N10, N26
		return e, s == e.Seat
	case preferenceGiven: // N11
		return e, s == e.Seat
	case preferenceDropped:
		return e, s == e.Seat
	}
	return showCards(e, s)
}

// showCards shows a card to those who may see it, and to the others what moved
// where (N4).
func showCards(e event, s engine.Seat) (fact, bool) {
	switch e := e.(type) {
	case handDealt:
		return either(s == e.Seat, e, handSeen{e.Seat, len(e.Cards)}), true
	case baggageStaged:
		return either(s == e.Seat, e, stagedSeen{e.Seat, faceDown(e.Cards)}), true
	case baggagePlaced:
		return placedSeen{e.of(s)}, true
	case cardsSwapped:
		a, b := e.places()
		seen := swapSeen{By: e.By, A: a, B: b, KeepSide: e.KeepSide}
		if e.KeepSide { // the place of A lies face up
			seen.Shown = e.B.Card
		}
		return either(s == e.A.Seat || s == e.B.Seat, e, seen), true
	case cardStolen:
		return either(s == e.Seat || s == e.From, e, stolenSeen{e.Seat, e.From, e.Slot, e.WasUp}), true
	case cardDrawn:
		return either(s == e.Seat, e, drawnSeen{e.Seat}), true
	case handPassed: // N9
		return either(s == e.Seat, e, passedSeen{e.From, e.Seat, len(e.Cards)}), true
	}
	return nil, false
}

func either(all bool, whole, part fact) fact {
	if all {
		return whole
	}
	return part
}

// faceDown hides the cards that are not revealed.
func faceDown(cards []lying) []lying {
	all := make([]lying, len(cards))
	for i, c := range cards {
		all[i] = lying{Slot: c.Slot, Up: c.Up}
		if c.Up {
			all[i].Card = c.Card
		}
	}
	return all
}

// of gives what one seat placed.
func (e baggagePlaced) of(s engine.Seat) []card.Card {
	for _, p := range e.Placed {
		if p.Seat == s {
			return p.Cards
		}
	}
	return nil
}
