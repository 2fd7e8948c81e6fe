package declare

import (
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// history lists what happened, a sentence a fact; some facts need none, because
// the rest of the page shows what they brought.
func (p *sheet) history(facts []fact, since int) {
	var lines []string
	for _, f := range facts[since:] {
		if line := p.told(f); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		if since == 0 {
			p.heading("since-deal")
		} else {
			p.heading("since")
		}
		p.add(engine.Listing{Lines: lines})
	}
}

// by words a deed under one key for the reader's own and another for others'.
func (p *sheet) by(s engine.Seat, key string, args ...any) string {
	if s == p.k.self {
		return p.say("told."+key+".you", args...)
	}
	return p.say("told."+key+".other", append(args, "Seat", s)...)
}

func (p *sheet) told(f fact) string {
	switch f := f.(type) {
	case gameDealt:
		return p.say("told.dealt", "Count", f.Seats, "Rounds", f.Rounds)
	case placementSealed:
		return p.say("told.placement", "Cards", strings.Join(card.Faces(f.Cards), " "))
	case placedSeen:
		return p.say("told.placed")
	case roundBegun:
		return p.say("told.round", "Round", f.Round, "Rounds", p.k.rounds)
	case choiceSealed:
		return p.toldChoice(f)
	case passengersOpened:
		return p.toldOpened(f)
	case handPassed:
		return p.say("told.hand", "Seat", f.From, "Numbers", strings.Join(passengerNumbers(f.Cards), ", "))
	case preferenceGiven:
		return p.say("told.prefer", "Order", engine.Order(f.Prefer.String()))
	case preferenceDropped:
		return p.say("told.prefer-dropped")
	case gameEnded:
		return p.say("told.ended")
	}
	return p.toldTurn(f)
}

func (p *sheet) toldChoice(f choiceSealed) string {
	who := p.title(p.k.book.find(f.Card))
	if f.With == nil {
		return p.say("told.choice", "Passenger", who)
	}
	return p.say("told.choice-with", "Passenger", who, "Order", engine.Order(f.With.String()))
}

func (p *sheet) toldOpened(f passengersOpened) string {
	parts := make([]string, len(f.Played))
	for i, pl := range f.Played {
		parts[i] = p.say("told.opened.one", "Name", p.name(pl.Seat), "Passenger", p.title(p.k.book.find(pl.Card)))
	}
	return p.say("told.opened", "List", strings.Join(parts, "; "))
}

func (p *sheet) toldTurn(f fact) string {
	switch f := f.(type) {
	case extraDeclined:
		return p.by(f.Seat, "extra-declined")
	case attachmentDropped:
		return p.say("told.dropped", "Order", engine.Order(f.With.String()))
	case actionDeclined:
		return p.by(f.Seat, "declined")
	case effectMissed:
		return p.by(f.Seat, "missed")
	case protectionGiven:
		return p.by(f.Seat, "protected")
	case cardsSecured:
		return p.by(f.Seat, "secured", "Slots", spellSlots(f.Slots))
	case answersAsked:
		return p.by(f.Seat, "answers", "Names", p.names(f.Asked), "Count", len(f.Asked))
	case answerSealed:
		return p.say("told.answer", "Slots", spellSlots(f.Slots))
	case cardsRevealed:
		return p.toldRevealed(f)
	case cardsConcealed:
		return p.by(f.By, "concealed", "List", p.places(f.Cards))
	case cardsSwapped:
		return p.toldSwapped(f)
	case swapSeen:
		return p.toldSwapSeen(f)
	case cardStolen:
		if f.From == p.k.self {
			return p.say("told.stolen.from-you", "Seat", f.Seat, "Slot", f.Slot, "Card", p.once(f.Card, f.WasUp))
		}
		return p.say("told.stolen.you", "From", f.From, "Slot", f.Slot, "Card", p.face(f.Card))
	case stolenSeen:
		return p.say("told.stolen.other", "Seat", f.Seat, "From", f.From, "Slot", f.Slot)
	}
	return p.toldDraw(f)
}

func (p *sheet) toldDraw(f fact) string {
	switch f := f.(type) {
	case drawSkipped:
		return p.by(f.Seat, "no-draw")
	case cardDrawn:
		return p.by(f.Seat, "drew", "Card", p.face(f.Card))
	case drawnSeen:
		return p.by(f.Seat, "drew")
	case overflowAsked:
		return p.by(f.Seat, "overflow")
	case baggageDiscarded:
		if f.Seat == f.By {
			return p.by(f.By, "discarded", "Slot", f.Slot, "Card", p.face(f.Card))
		}
		return p.by(f.By, "discarded-theirs", "List", p.place(target{f.Seat, f.Slot}), "Card", p.face(f.Card))
	case receivedDiscarded:
		return p.by(f.Seat, "no-room", "Card", p.face(f.Card))
	case inspectionDrawn:
		return p.by(f.Seat, "inspection")
	}
	return ""
}

// toldRevealed tells which cards were turned. What is concealed again is told
// without its value where the table does not remember (N4).
func (p *sheet) toldRevealed(f cardsRevealed) string {
	var parts []string
	for _, c := range f.Cards {
		at := p.place(target{c.Seat, c.Slot})
		if p.remembers(c.Card) {
			at = p.say("told.card", "Place", at, "Card", p.face(c.Card))
		}
		parts = append(parts, at)
	}
	list := strings.Join(parts, "; ")
	switch {
	case f.Why == whyInspection && len(parts) == 0:
		return p.say("told.inspected-nobody")
	case f.Why == whyInspection:
		return p.say("told.inspected", "List", list)
	}
	return p.by(f.By, "revealed", "List", list)
}

// remembers tells whether a card's value may stand in what happened: it always may
// where the table remembers, else while it is on the page or out of the game.
func (p *sheet) remembers(c card.Card) bool {
	if !p.k.forgets() || p.k.ended != nil {
		return true
	}
	for i, a := range p.k.board {
		for _, sp := range a.spots {
			if sp.card.ID == c.ID && p.k.onPage(engine.Seat(i+1), sp) {
				return true
			}
		}
	}
	for _, g := range p.k.gone {
		if g.ID == c.ID {
			return true
		}
	}
	return false
}

// once names a card that changed hands; one that lay revealed before, and may be
// concealed now, only if its value may be told.
func (p *sheet) once(c card.Card, wasUp bool) string {
	if wasUp && !p.remembers(c) {
		return p.say("face.forgotten")
	}
	return p.face(c)
}

func (p *sheet) toldSwapped(f cardsSwapped) string {
	mine, other := f.A, f.B
	if mine.Seat != p.k.self {
		mine, other = other, mine
	}
	args := []any{"Slot", mine.Slot, "Card", p.once(mine.Card, f.KeepSide), "Owner", other.Seat, "Theirs", other.Slot, "Got", p.face(other.Card)}
	return p.by(f.By, "swapped", args...)
}

func (p *sheet) toldSwapSeen(f swapSeen) string {
	args := []any{"A", p.place(f.A), "B", p.place(f.B)}
	line := p.by(f.By, "swap-seen", args...)
	if f.KeepSide && p.remembers(f.Shown) {
		return line + " " + p.say("told.swap-shown", "List", p.place(f.A), "Card", p.face(f.Shown))
	}
	return line
}

func (p *sheet) place(t target) string {
	if t.Seat == p.k.self {
		return p.say("place.you", "Slot", t.Slot)
	}
	return p.say("place.other", "Seat", t.Seat, "Slot", t.Slot)
}

func (p *sheet) places(cards []target) string {
	parts := make([]string, len(cards))
	for i, t := range cards {
		parts[i] = p.place(t)
	}
	return strings.Join(parts, "; ")
}

func spellSlots(slots []int) string {
	return strings.TrimPrefix(preference{Slots: slots}.String(), preference{}.String()+" ")
}
