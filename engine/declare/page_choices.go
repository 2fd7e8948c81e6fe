package declare

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// mostListed is how many orders a letter lists: more are hard to find one's way in, on
// a small screen above all.
const mostListed = 8

// choices list what the reader may answer: some of it as it can be sent, and then how
// the rest is written.
func (p *sheet) choices() {
	if !p.k.asks() && !p.k.changes() {
		return
	}
	var items []engine.Choice
	switch p.k.phase {
	case phasePlace:
		items = p.placeChoices()
	case phaseChoose:
		items = p.playChoices()
	case phaseInspection:
		items = p.whenChoice("choice.when-now")
		items = append(p.deedChoices(mostListed-len(items)), items...)
	case phaseExtra:
		items = p.extraChoices()
	default:
		items = p.deedChoices(mostListed)
	}
	p.add(engine.Choices{Items: append(items, p.forms(items)...), Instead: p.k.changes()})
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

// playChoices: passengers, and, where there is room, an action given in advance for
// some of them, which saves a letter.
func (p *sheet) playChoices() []engine.Choice {
	k := p.k
	key := "choice.when"
	if k.options[optInspection] == inspectionAsk {
		key = "choice.when-ask"
	}
	when := p.whenChoice(key)
	numbers := p.likely(k.numbers(), mostListed-len(when))
	var items, ahead []engine.Choice
	for _, n := range numbers {
		who := k.book.number(n)
		order := command{verb: verbPlay, number: n}
		items = append(items, engine.Choice{Order: order.String(), Gloss: p.say("brief." + who.Effect)})
		e := effects[who.Effect]
		if deeds := k.board.deeds(k.self, e); len(deeds) > 0 && len(ahead) < min(2, mostListed-len(when)-len(numbers)) {
			d := k.board.silentAction(k.self, e)
			if e.free { // silence would do nothing
				d = deeds[len(deeds)-1]
			}
			order.with = &d
			ahead = append(ahead, engine.Choice{Order: order.String(), Gloss: p.say("choice.advance", "Cards", p.cardsOf(d))})
		}
	}
	return slices.Concat(items, ahead, when)
}

// likely leaves out passengers until so many are left: first of those that could do
// nothing as the cards lie, then one here and one there.
func (p *sheet) likely(numbers []int, most int) []int {
	if len(numbers) <= most {
		return numbers
	}
	able := slices.DeleteFunc(slices.Clone(numbers), func(n int) bool {
		e := effects[p.k.book.number(n).Effect]
		return len(e.parts) > 0 && len(p.k.board.deeds(p.k.self, e)) == 0
	})
	if len(able) < most {
		able = numbers
	}
	return spread(able, most)
}

// spread takes so many of a list, evenly.
func spread[T any](all []T, most int) []T {
	if len(all) <= most {
		return all
	}
	some := make([]T, 0, most)
	for i := range most {
		some = append(some, all[i*len(all)/most])
	}
	return some
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
	for _, d := range spread(p.k.board.turnable(p.k.self), mostListed-1) {
		c := command{verb: verbExtra, deed: d}
		items = append(items, engine.Choice{Order: c.String(), Gloss: p.cardsOf(d)})
	}
	return items
}

// deedChoices: what can be done now; of a long list, something with each player's
// cards, and besides one here and one there.
func (p *sheet) deedChoices(most int) []engine.Choice {
	var items []engine.Choice
	for _, c := range varied(p.k.moves(), most) {
		items = append(items, engine.Choice{Order: c.String(), Gloss: p.gloss(c)})
	}
	return items
}

func varied(all []command, most int) []command {
	var first, rest []int
	met := map[string]bool{}
	for i, c := range all {
		if owners := c.deed.owners(); met[owners] {
			rest = append(rest, i)
		} else {
			met[owners] = true
			first = append(first, i)
		}
	}
	first = spread(first, most)
	chosen := slices.Sorted(slices.Values(append(first, spread(rest, most-len(first))...)))
	some := make([]command, len(chosen))
	for i, n := range chosen {
		some[i] = all[n]
	}
	return some
}

// owners spells whose cards a deed is about, so that of each sort one is listed.
func (d deed) owners() string {
	var words []string
	for _, t := range d.Cards {
		words = append(words, t.Seat.String())
	}
	return strings.Join(words, " ")
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
