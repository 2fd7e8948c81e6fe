package konvooi

import (
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// history lists what happened, a sentence a fact; some facts need none, because
// the rest of the page shows what they brought.
func (p *sheet) history(facts []fact, since int) {
	var lines []string
	then := know(p.k.self, facts[:since])
	for i, f := range facts[since:] {
		if line := p.told(f); line != "" {
			lines = append(lines, line)
		}
		then.learn(f, since+i+1)
		if laid, ok := f.(convoySeen); ok {
			lines = append(lines, p.unfit(then, laid)...)
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

// unfit tells of the reader's standing bids that were meant for a convoy and did not
// answer it, their officer not being in hand (K32): those before the one that did.
func (p *sheet) unfit(then *knowledge, laid convoySeen) []string {
	var lines []string
	for i, s := range then.standing {
		if s.fits(laid.Seat, laid.Count, then.hand) {
			break
		}
		if s.meant(laid.Seat, laid.Count) {
			lines = append(lines, p.say("told.standing-unfit", "Number", i+1, "Officer", p.kind(s.Bid.Officer)))
		}
	}
	return lines
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
		return p.say("told.dealt", "Count", f.Seats)
	case openTaken:
		return p.by(f.Seat, "open", "Slot", f.Slot, "Card", p.kind(f.Card.Face))
	case closedTaken:
		return p.by(f.Seat, "closed", "Card", p.kind(f.Card.Face))
	case closedSeen:
		return p.by(f.Seat, "closed")
	case pileEmptied:
		return p.say("told.pile-emptied")
	case passed:
		return p.by(f.Seat, "passed")
	case lastRoundOpened:
		return p.by(f.Last, "last-round")
	case gameEnded:
		if f.ByPasses {
			return p.say("told.ended-by-passes")
		}
		return p.say("told.ended")
	case riderPacked:
		return p.say("told.rider", "Cards", p.list(count(f.Cards)))
	case bidSealed:
		return p.toldBid(f)
	case standingGiven:
		return p.say("told.standing-given", "Order", engine.Order(f.Standing.String()))
	case standingDropped:
		if f.Number == 0 {
			return p.say("told.standing-dropped-all")
		}
		return p.say("told.standing-dropped", "Number", f.Number)
	}
	return p.toldConvoy(f)
}

func (p *sheet) toldBid(f bidSealed) string {
	line := p.say("told.let-go")
	if f.Bid.Officer != "" {
		line = p.say("told.bid", "Officer", p.kind(f.Bid.Officer))
	}
	if len(f.Bid.Check) > 0 {
		positions := strings.Join(spellNumbers(f.Bid.Check), " ")
		line = p.say("told.bid-check", "Officer", p.kind(f.Bid.Officer), "Positions", positions)
	}
	if f.Standing > 0 {
		return p.say("told.by-standing", "Number", f.Standing, "What", line)
	}
	return line
}

func (p *sheet) toldConvoy(f fact) string {
	switch f := f.(type) {
	case convoyLaid:
		return p.by(f.Seat, "convoy", "Count", len(f.Cards), "Cards", p.inOrder(f.Cards))
	case convoySeen:
		return p.by(f.Seat, "convoy", "Count", f.Count)
	case answersOpened:
		return p.toldOpened(f)
	case inspectorChosen:
		return p.by(f.Seat, "inspector", "Smuggler", f.Smuggler, "Officer", p.kind(f.Officer.Face))
	case bribeOffered:
		return p.toldOffer(f)
	case offerSeen:
		return p.by(f.Seat, "offer", "Inspector", f.Inspector, "Count", f.Count)
	case bribeWithheld:
		return p.by(f.Seat, "no-bribe")
	case bribeAccepted:
		return p.by(f.Seat, "accepted", "Cards", p.list(count(f.Cards)), "Smuggler", f.Smuggler)
	case acceptedSeen:
		return p.by(f.Seat, "accepted")
	case refusedSeen:
		return p.by(f.Seat, "refused")
	case cardTurned:
		return p.by(f.Seat, "turned", "Position", f.Position, "Card", p.kind(f.Card.Face))
	}
	return p.toldArrival(f)
}

func (p *sheet) toldOpened(f answersOpened) string {
	parts := make([]string, len(f.Officers))
	for i, o := range f.Officers {
		parts[i] = p.name(o.Seat) + ": " + p.kind(o.Card.Face)
	}
	return p.say("told.opened", "Officers", strings.Join(parts, ", "))
}

// toldOffer words an offer whose cards the reader sees.
func (p *sheet) toldOffer(f bribeOffered) string {
	cards := p.list(count(f.Cards))
	if f.Seat == p.k.self {
		return p.say("told.offer.you", "Inspector", f.Inspector, "Cards", cards)
	}
	if f.Inspector == p.k.self {
		return p.say("told.offer.to-you", "Seat", f.Seat, "Cards", cards)
	}
	return p.say("told.offer.seen", "Seat", f.Seat, "Inspector", f.Inspector, "Cards", cards)
}

func (p *sheet) toldArrival(f fact) string {
	switch f := f.(type) {
	case convoyPassed:
		return p.by(f.Seat, "arrived", "Count", len(f.Cards))
	case passedSeen:
		return p.by(f.Seat, "arrived", "Count", f.Count)
	case convoySeized:
		return p.toldSeized(f.Seat, f.Smuggler, f.Cards)
	case seizedSeen:
		return p.say("told.seized.other", "Seat", f.Seat, "Count", f.Count)
	case officerWon:
		if f.From == p.k.self {
			return p.say("told.officer-won.from-you", "Seat", f.Seat, "Officer", p.kind(f.Card.Face))
		}
		return p.by(f.Seat, "officer-won", "From", f.From, "Officer", p.kind(f.Card.Face))
	case officerRetired:
		return p.by(f.Seat, "officer-retired", "Officer", p.kind(f.Card.Face))
	}
	return ""
}

func (p *sheet) toldSeized(inspector, smuggler engine.Seat, cards []card.Card) string {
	if inspector == p.k.self {
		return p.say("told.seized.you", "Smuggler", smuggler, "Cards", p.list(count(cards)))
	}
	return p.say("told.seized.from-you", "Seat", inspector, "Cards", p.list(count(cards)))
}
