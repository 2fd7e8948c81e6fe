package konvooi

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// does says what an order would do, for whoever previews it.
func does(w engine.Words, s engine.Seat, facts []fact, c command) string {
	p := &sheet{k: know(s, facts), w: w}
	convoy := p.k.convoy
	switch c.verb {
	case verbDraw:
		key := "does.draw"
		if c.look {
			key = "does.look"
		}
		return p.say(key, "What", strings.Join(p.takings(c), p.say("does.and")))
	case verbConvoy:
		text := p.say("does.convoy", "Count", len(c.cards), "Cards", p.list(count(faceUp(c.cards))))
		if len(c.rider) > 0 {
			text += " " + p.say("does.rider", "Cards", p.list(count(faceUp(c.rider))))
		}
		return text
	case verbInspect, verbLetGo:
		return p.bidding(c.bid)
	case verbWhen:
		return p.say("does.when") + " " + p.bidding(c.bid)
	case verbBribe:
		return p.say("does.bribe", "Cards", p.list(count(faceUp(c.cards))), "Seat", convoy.inspector)
	case verbNoBribe:
		return p.say("does.no-bribe", "Seat", convoy.inspector)
	case verbRefuse:
		return p.say("does.refuse", "Seat", convoy.smuggler)
	case verbCheck:
		return p.say("does.check", "Positions", spellNumbers(c.check))
	case verbCancel:
		if c.number == 0 {
			return p.say("does.cancel-all")
		}
		return p.say("does.cancel", "Number", c.number)
	}
	return p.say("does." + c.verb)
}

// takings are the cards of a draw, each with where it lies.
func (p *sheet) takings(c command) []string {
	var all []string
	for i, t := range c.takes {
		switch {
		case t == closed:
			all = append(all, p.say("does.closed"))
		case slices.Contains(c.takes[:i], t):
			all = append(all, p.say("does.fresh", "Slot", t))
		default:
			all = append(all, p.say("does.open", "Card", p.kind(p.k.display[t-1].Face), "Slot", t))
		}
	}
	return all
}

func (p *sheet) bidding(b bid) string {
	switch {
	case b.Officer == "":
		return p.say("does.let-go")
	case len(b.Check) == 0:
		return p.say("does.inspect", "Officer", p.kind(b.Officer))
	}
	return p.say("does.inspect-check", "Officer", p.kind(b.Officer), "Positions", spellNumbers(b.Check))
}
