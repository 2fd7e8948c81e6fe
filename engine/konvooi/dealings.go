package konvooi

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// What seats do to each other that can be counted. All of it is done to a smuggler:
// by those who put up an officer or none, by the one who inspects, and by the one
// who was bribed. The cards of a bribe and of a seized convoy count what they count
// in a warehouse (K30).
const (
	dealtChallenged = "challenged"
	dealtLetGo      = "let-go"
	dealtInspected  = "inspected"
	dealtAccepted   = "bribe-accepted"
	dealtRefused    = "bribe-refused"
	dealtSeized     = "seized"
)

// dealings lists what the seats did to each other in a game that is over.
func dealings(events []event) []engine.Dealing {
	var all []engine.Dealing
	var l ledger
	for i, e := range events {
		for _, d := range l.count(e) {
			d.Event = i
			all = append(all, d)
		}
	}
	return all
}

// ledger is what has to be known of a game to count its dealings.
type ledger struct {
	seats int
	worth map[string]worth
	open  bool // a convoy is under way and its answers have not been told
}

func (l *ledger) count(e event) []engine.Dealing {
	switch e := e.(type) {
	case gameDealt:
		l.seats, l.worth = e.Seats, e.Worth
	case convoyLaid:
		l.open = true
	case answersOpened:
		l.open = false
		return l.answers(e.Smuggler, e.Officers)
	case convoyPassed: // nobody's answer is opened where nobody put up an officer
		if l.open {
			l.open = false
			return l.answers(e.Seat, nil)
		}
	case inspectorChosen:
		return []engine.Dealing{{Kind: dealtInspected, From: e.Seat, To: e.Smuggler}}
	case bribeAccepted:
		return []engine.Dealing{{Kind: dealtAccepted, From: e.Seat, To: e.Smuggler, Value: l.value(e.Cards)}}
	case bribeRefused:
		return []engine.Dealing{{Kind: dealtRefused, From: e.Seat, To: e.Smuggler, Value: l.value(e.Cards)}}
	case convoySeized:
		return []engine.Dealing{{Kind: dealtSeized, From: e.Seat, To: e.Smuggler, Value: l.value(e.Cards)}}
	}
	return nil
}

// answers tells who stood up to a convoy and who did not, in seat order. Who had no
// officer to put up has let it go as well.
func (l *ledger) answers(smuggler engine.Seat, officers []committed) []engine.Dealing {
	var all []engine.Dealing
	for _, s := range engine.Seats(l.seats) {
		d := engine.Dealing{Kind: dealtLetGo, From: s, To: smuggler}
		if slices.ContainsFunc(officers, func(o committed) bool { return o.Seat == s }) {
			d.Kind = dealtChallenged
		}
		if s != smuggler {
			all = append(all, d)
		}
	}
	return all
}

func (l *ledger) value(cards []card.Card) int {
	sum := 0
	for _, c := range cards {
		sum += l.worth[c.Face].Warehouse
	}
	return sum
}
