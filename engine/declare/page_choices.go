package declare

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// mostListed is how many actions a letter lists; of more, one for each card.
const mostListed = 12

// choices list what the reader may answer, as it can be sent.
func (p *sheet) choices() {
	if !p.k.asks() {
		return
	}
	var items []engine.Choice
	switch p.k.phase {
	case phasePlace:
		items = p.placeChoices()
	case phaseChoose:
		items = p.playChoices()
	case phaseInspection:
		items = append(p.deedChoices(), p.whenChoice("choice.when-now")...)
	case phaseExtra:
		items = p.extraChoices()
	default:
		items = p.deedChoices()
	}
	p.add(engine.Choices{Items: items})
	if p.shortened {
		p.add(engine.Paragraph{Text: p.say("choice.more")})
	}
}

func (p *sheet) placeChoices() []engine.Choice {
	var items []engine.Choice
	for i, c := range placements() {
		gloss := ""
		if i == 0 {
			gloss = p.say("choice.place")
		}
		items = append(items, engine.Choice{Order: c.String(), Gloss: gloss})
	}
	return items
}

// playChoices: every passenger, and for some of them an action given in advance,
// which saves a letter.
func (p *sheet) playChoices() []engine.Choice {
	k := p.k
	var items, ahead []engine.Choice
	for _, n := range k.numbers() {
		who := k.book.number(n)
		order := command{verb: verbPlay, number: n}
		items = append(items, engine.Choice{Order: order.String(), Gloss: p.title(who)})
		e := effects[who.Effect]
		if deeds := k.board.deeds(k.self, e); len(deeds) > 0 && len(ahead) < 2 {
			d := k.board.silentAction(k.self, e)
			if e.free { // silence would do nothing
				d = deeds[len(deeds)-1]
			}
			order.with = &d
			ahead = append(ahead, engine.Choice{Order: order.String(), Gloss: p.say("choice.advance", "Cards", p.cardsOf(d))})
		}
	}
	return append(append(items, ahead...), p.whenChoice("choice.when")...)
}

// whenChoice offers a standing order for inspections to those who have none.
func (p *sheet) whenChoice(key string) []engine.Choice {
	ranked := p.k.board.ranked(p.k.self, toReveal)
	if p.k.prefer != nil || len(ranked) == 0 {
		return nil
	}
	order := preference{Word: wordHighest}
	return []engine.Choice{{Order: order.String(), Gloss: p.say(key)}}
}

// extraChoices: nothing, and cards that can be turned.
func (p *sheet) extraChoices() []engine.Choice {
	items := []engine.Choice{{Order: verbExtra + " " + verbNothing, Gloss: p.say("choice.extra-nothing")}}
	for _, d := range p.k.board.turnable(p.k.self) {
		c := command{verb: verbExtra, deed: d}
		items = append(items, engine.Choice{Order: c.String(), Gloss: p.cardsOf(d)})
	}
	return items
}

// deedChoices: what can be done now, each card at least once.
func (p *sheet) deedChoices() []engine.Choice {
	all := p.k.moves()
	var items []engine.Choice
	var met []string
	for _, c := range all {
		owners := c.deed.owners()
		fresh := !slices.Contains(met, owners)
		if len(all) > mostListed && !fresh && !together(c.deed, all[0].deed) {
			p.shortened = true
			continue
		}
		met = append(met, owners)
		items = append(items, engine.Choice{Order: c.String(), Gloss: p.gloss(c)})
	}
	return items
}

// owners spells whose cards a deed is about, so that of each sort one is listed.
func (d deed) owners() string {
	var words []string
	for _, t := range d.Cards {
		words = append(words, t.Seat.String())
	}
	return strings.Join(words, " ")
}

// together tells whether a deed is one card only, or shares a card with the first.
func together(d, first deed) bool {
	return len(d.Cards) < 2 || len(first.Cards) < 2 || d.Cards[0] == first.Cards[0] || d.Cards[1] == first.Cards[1]
}

func (p *sheet) gloss(c command) string {
	switch {
	case c.verb == verbDraw && p.k.pile == 0:
		return p.say("choice.draw-nothing")
	case c.verb == verbDraw:
		return p.say("choice.draw")
	case c.verb == verbNothing:
		return p.say("choice.nothing")
	}
	return p.cardsOf(c.deed)
}

// cardsOf says which cards a deed is about: "your 3, a card of Bob".
func (p *sheet) cardsOf(d deed) string {
	var parts []string
	for _, t := range d.Cards {
		sp := p.k.board.at(t.of(p.k.self))
		switch {
		case t.Seat == 0:
			parts = append(parts, p.say("choice.own", "Card", p.face(sp.card)))
		case sp.card.Face != "":
			parts = append(parts, p.say("choice.known", "Card", p.face(sp.card), "Seat", t.Seat))
		default:
			parts = append(parts, p.say("choice.theirs", "Seat", t.Seat))
		}
	}
	return strings.Join(parts, ", ")
}
