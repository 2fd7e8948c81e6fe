package konvooi

import (
	"strconv"

	"contrapost/engine"
	"contrapost/engine/card"
)

// manifest is every convoy of a game, in order.
type manifest struct{ convoys []shipment }

// shipment is a convoy from its laying to its arrival, with what hindsight knows of it.
type shipment struct {
	number    int // from 1
	smuggler  engine.Seat
	cards     []card.Card
	inspector engine.Seat // 0: nobody inspected
	officer   card.Card
	offers    []proposal
	bought    bool // a bribe was taken
	turned    []card.Card
	seized    bool
}

// proposal is a bribe that was offered.
type proposal struct {
	cards []card.Card
	taken bool
}

func (m *manifest) note(e event) {
	if laid, ok := e.(convoyLaid); ok {
		m.convoys = append(m.convoys, shipment{number: len(m.convoys) + 1, smuggler: laid.Seat, cards: laid.Cards})
	}
	if len(m.convoys) > 0 {
		m.convoys[len(m.convoys)-1].note(e)
	}
}

func (c *shipment) note(e event) {
	switch e := e.(type) {
	case inspectorChosen:
		c.inspector, c.officer = e.Seat, e.Officer
	case bribeOffered:
		c.offers = append(c.offers, proposal{cards: e.Cards})
	case bribeAccepted:
		c.offers[len(c.offers)-1].taken = true
		c.bought = true
	case cardTurned:
		c.turned = append(c.turned, e.Card)
	case convoySeized:
		c.seized = true
	}
}

// legal counts the legal goods of a convoy.
func (c shipment) legal() int { return card.Count(c.cards, legal) }

// clean tells whether there was nothing in it to be caught with (K23).
func (c shipment) clean() bool { return card.Count(c.cards, illegal) == 0 }

// could is how many cards the inspector might have turned (K21).
func (c shipment) could() int { return min(rank(c.officer.Face), len(c.cards)) }

// fate says what became of a convoy, as the words have it.
func (c shipment) fate() string {
	switch {
	case c.inspector == 0:
		return "let-go"
	case c.bought:
		return "bought"
	case c.seized:
		return "seized"
	}
	return "passed"
}

// honesty tells of every convoy what was in it, and of every player how often there was
// what kind of it.
func (p *sheet) honesty(convoys []shipment) {
	p.heading("reckon.honesty")
	if len(convoys) == 0 {
		p.add(engine.Paragraph{Text: p.say("reckon.no-convoys")})
		return
	}
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("reckon.convoy")}, {Label: p.say("reckon.cards")}, {Label: p.say("reckon.legal"), Number: true}, {Label: p.say("reckon.fate")},
	}}
	for _, c := range convoys {
		t.Rows = append(t.Rows, []engine.Cell{
			p.convoyName(c), {Text: marks(c.cards)}, {Text: p.share(c.legal(), len(c.cards))}, {Text: p.say("reckon.fate." + c.fate())},
		})
	}
	p.add(t)
	p.smugglers(convoys)
}

// convoyName is a convoy's number and whose it was.
func (p *sheet) convoyName(c shipment) engine.Cell {
	return engine.Cell{Text: p.say("reckon.convoy-of", "Number", c.number, "Name", p.name(c.smuggler))}
}

// smugglers sums the convoys up by player, in seat order.
func (p *sheet) smugglers(convoys []shipment) {
	p.heading("reckon.smugglers")
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("column.player")}, {Label: p.say("reckon.sent"), Number: true},
		{Label: p.say("reckon.legal"), Number: true}, {Label: p.say("reckon.smuggling"), Number: true},
	}}
	for _, s := range engine.Seats(len(p.k.players)) {
		sent, cards, honest, dirty := 0, 0, 0, 0
		for _, c := range convoys {
			if c.smuggler != s {
				continue
			}
			sent, cards, honest = sent+1, cards+len(c.cards), honest+c.legal()
			if !c.clean() {
				dirty++
			}
		}
		t.Rows = append(t.Rows, []engine.Cell{
			{Text: p.name(s)}, {Text: strconv.Itoa(sent)}, {Text: p.share(honest, cards)}, {Text: p.share(dirty, sent)},
		})
	}
	p.add(t)
}

// leniency tells of every inspection how far it went, and whether it should have.
func (p *sheet) leniency(convoys []shipment) {
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("reckon.convoy")}, {Label: p.say("reckon.inspector")}, {Label: p.say("reckon.turned")}, {Label: p.say("reckon.found")},
	}}
	for _, c := range convoys {
		if c.inspector == 0 {
			continue
		}
		t.Rows = append(t.Rows, []engine.Cell{
			p.convoyName(c), {Text: p.say("reckon.officer", "Name", p.name(c.inspector), "Officer", p.kind(c.officer.Face))},
			{Text: p.say("reckon.turned-of", "Turned", len(c.turned), "Could", c.could())}, {Text: p.found(c)},
		})
	}
	p.tabled("reckon.leniency", "reckon.no-inspections", t)
}

// found words what an inspection came to, and what it missed.
func (p *sheet) found(c shipment) string {
	key := "legal"
	switch {
	case c.seized:
		return p.say("reckon.found.contraband")
	case c.bought:
		key = "bribe"
	case len(c.turned) > 0 && rank(c.turned[len(c.turned)-1].Face) > 0:
		key = "officer"
	}
	if c.clean() {
		return p.say("reckon.found." + key + ".clean")
	}
	return p.say("reckon.found." + key + ".missed")
}

// bribery tells of every bribe what it was to buy, and whether it did.
func (p *sheet) bribery(convoys []shipment) {
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("reckon.convoy")}, {Label: p.say("reckon.offered-to")}, {Label: p.say("reckon.offer")}, {Label: p.say("reckon.answer")}, {Label: p.say("reckon.convoy-held")},
	}}
	for _, c := range convoys {
		for _, o := range c.offers {
			answer := "reckon.refused"
			if o.taken {
				answer = "reckon.taken"
			}
			t.Rows = append(t.Rows, []engine.Cell{
				p.convoyName(c), {Text: p.name(c.inspector)}, {Text: marks(o.cards)}, {Text: p.say(answer)}, {Text: marks(c.cards)},
			})
		}
	}
	p.tabled("reckon.bribery", "reckon.no-bribes", t)
}

// tabled sets a table below its heading, or says that there is nothing to table.
func (p *sheet) tabled(heading, none string, t engine.Table) {
	p.heading(heading)
	if len(t.Rows) == 0 {
		p.add(engine.Paragraph{Text: p.say(none)})
		return
	}
	p.add(t)
}
