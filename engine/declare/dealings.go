package declare

import "contrapost/engine"

// What seats do to each other that can be counted. The cards count the number on
// their faces; of a swap, what the seat that did it has gained.
const (
	dealtRevealed  = "revealed"
	dealtInspected = "inspected" // by the inspection that a seat drew: chance, not choice
	dealtStole     = "stole"
	dealtSwapped   = "swapped"
	dealtDiscarded = "discarded"
)

// dealings lists what the seats did to each other in a game that is over.
func dealings(events []event) []engine.Dealing {
	var all []engine.Dealing
	for i, e := range events {
		for _, d := range dealt(e) {
			if d.From != d.To && d.From != engine.Onlooker && d.To != engine.Onlooker {
				d.Event = i
				all = append(all, d)
			}
		}
	}
	return all
}

// dealt is what one event says of two seats; some it says of one only.
func dealt(e event) []engine.Dealing {
	switch e := e.(type) {
	case cardsRevealed:
		return e.dealt()
	case cardStolen:
		return []engine.Dealing{{Kind: dealtStole, From: e.Seat, To: e.From, Value: worth(e.Card)}}
	case cardsSwapped:
		return e.dealt()
	case baggageDiscarded:
		return []engine.Dealing{{Kind: dealtDiscarded, From: e.By, To: e.Seat, Value: worth(e.Card)}}
	}
	return nil
}

func (e cardsRevealed) dealt() []engine.Dealing {
	kind := dealtRevealed
	if e.Why == whyInspection {
		kind = dealtInspected
	}
	var all []engine.Dealing
	for _, c := range e.Cards {
		all = append(all, engine.Dealing{Kind: kind, From: e.By, To: c.Seat, Value: worth(c.Card)})
	}
	return all
}

// dealt counts a swap of one's own card; one of two others' is nothing between two.
func (e cardsSwapped) dealt() []engine.Dealing {
	own, other := e.A, e.B
	if other.Seat == e.By {
		own, other = other, own
	}
	if own.Seat != e.By {
		return nil
	}
	return []engine.Dealing{{Kind: dealtSwapped, From: e.By, To: other.Seat, Value: worth(other.Card) - worth(own.Card)}}
}
