package declare

import (
	"strings"

	"contrapost/engine"
)

// does says what an order would do, for whoever previews it.
func does(w engine.Words, s engine.Seat, facts []fact, c command) string {
	p := &sheet{k: know(s, facts), w: w}
	switch c.verb {
	case verbPlace:
		return p.say("does.place", "Values", c.places)
	case verbPlay:
		return p.playing(c)
	case verbWhen:
		return p.say("does.when")
	case verbCancel:
		return p.say("does.cancel")
	case verbDraw:
		if p.k.pile == 0 {
			return p.say("does.draw-nothing")
		}
		return p.say("does.draw")
	}
	return p.doing(c.deed)
}

func (p *sheet) playing(c command) string {
	who := p.k.book.number(c.number)
	text := p.say("does.play", "Passenger", p.title(who), "Effect", p.say("effect."+who.Effect))
	if c.with == nil {
		return text
	}
	return text + " " + p.say("does.with", "Order", engine.Order(c.with.String()))
}

func (p *sheet) doing(d deed) string {
	var cards []string
	for _, t := range d.Cards {
		cards = append(cards, p.placed(t))
	}
	if d.Verb == verbDiscard && len(cards) == 2 {
		return p.say("does.trade", "Discarded", cards[0], "Stolen", cards[1])
	}
	if d.Verb == verbNothing {
		return p.say("does.nothing")
	}
	return p.say("does."+d.Verb, "Cards", strings.Join(cards, p.say("does.and")))
}

// placed says where a card lies and, if that is known, which one it is.
func (p *sheet) placed(t target) string {
	key := "place.you"
	if t.Seat != 0 {
		key = "place.other"
	}
	where := p.say(key, "Slot", t.Slot, "Seat", t.Seat)
	if sp := p.k.board.at(t.of(p.k.self)); sp.card.Face != "" {
		return p.say("does.card", "Place", where, "Card", p.face(sp.card))
	}
	return where
}
