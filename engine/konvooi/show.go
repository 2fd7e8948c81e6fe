package konvooi

import (
	"slices"

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
		Sure  []string // faces that are in every hand by rule (K1)
	}
	warehouseSeen struct {
		Seat  engine.Seat
		Count int
	}
	closedSeen struct{ Seat engine.Seat }
	convoySeen struct {
		Seat  engine.Seat
		Count int
	}
	offerSeen struct {
		Seat, Inspector engine.Seat
		Count           int
	}
	acceptedSeen struct {
		Seat, Smuggler engine.Seat
		Count          int
	}
	refusedSeen struct{ Seat, Smuggler engine.Seat }
	passedSeen  struct {
		Seat  engine.Seat
		Count int
	}
	seizedSeen struct {
		Seat, Smuggler engine.Seat
		Count          int
	}
)

// show tells what a seat learns of an event. An event that is not named here is
// shown to nobody: the pile's order (K4) is of that kind, at the deal and later.
func show(e event, s engine.Seat) (fact, bool) {
	switch e := e.(type) {
	case gameDealt, displayLaid, turnBegun, openTaken, slotRefilled, pileEmptied, lookTaken,
		passed, lastRoundOpened, gameEnded, answersOpened, inspectorChosen, bribeInvited,
		answersDropped, bribeWithheld, checkBegun, cardTurned, officerWon, officerReturned, officerRetired:
		return e, true
	case riderPacked: // K16: nobody knows of an offer before it is made
		return e, s == e.Seat
	case bidSealed: // K13
		return e, s == e.Seat
	case standingGiven: // K32
		return e, s == e.Seat
	case standingDropped:
		return e, s == e.Seat
	case bribeRefused:
		return refusedSeen{e.Seat, e.Smuggler}, true
	}
	return showCards(e, s)
}

// showCards shows the cards to those who may see them, and to the others how many
// there are (K4).
func showCards(e event, s engine.Seat) (fact, bool) {
	switch e := e.(type) {
	case handDealt:
		return either(s == e.Seat, e, handSeen{e.Seat, len(e.Cards), e.Sure}), true
	case warehouseStocked:
		return either(s == e.Seat, e, warehouseSeen{e.Seat, len(e.Cards)}), true
	case closedTaken:
		return either(s == e.Seat, e, closedSeen{e.Seat}), true
	case convoyLaid: // K10
		return either(s == e.Seat, e, convoySeen{e.Seat, len(e.Cards)}), true
	case bribeOffered: // K17
		return either(witnesses(e.Witnesses, s), e, offerSeen{e.Seat, e.Inspector, len(e.Cards)}), true
	case bribeAccepted:
		return either(witnesses(e.Witnesses, s), e, acceptedSeen{e.Seat, e.Smuggler, len(e.Cards)}), true
	case convoyPassed: // K25: on success the smuggler alone
		return either(s == e.Seat, e, passedSeen{e.Seat, len(e.Cards)}), true
	case convoySeized: // K25: on seizure smuggler and inspector
		return either(s == e.Seat || s == e.Smuggler, e, seizedSeen{e.Seat, e.Smuggler, len(e.Cards)}), true
	}
	return nil, false
}

func either(all bool, whole, part fact) fact {
	if all {
		return whole
	}
	return part
}

func witnesses(seats []engine.Seat, s engine.Seat) bool {
	return slices.Contains(seats, s) || slices.Contains(seats, engine.Onlooker)
}

// tally counts cards by kind, in the order of kinds.
type tally [5]int

// place tells where a kind stands in the order of kinds; no kind stands nowhere,
// and is a fault to ask for.
func place(face string) int {
	switch face {
	case legal:
		return 0
	case illegal:
		return 1
	case lieutenant:
		return 2
	case captain:
		return 3
	case inspector:
		return 4
	}
	return -1
}

func (t *tally) add(cards ...card.Card) {
	for _, c := range cards {
		t[place(c.Face)]++
	}
}

func count(cards []card.Card) tally {
	var t tally
	t.add(cards...)
	return t
}

// faces spells the tally out.
func (t tally) faces() []string {
	var all []string
	for i, n := range t {
		all = append(all, slices.Repeat(kinds[i:i+1], n)...)
	}
	return all
}

func (t tally) sum() int {
	n := 0
	for _, c := range t {
		n += c
	}
	return n
}

// less takes counts away, and stops at none.
func (t tally) less(gone tally) tally {
	for i := range t {
		t[i] = max(0, t[i]-gone[i])
	}
	return t
}
