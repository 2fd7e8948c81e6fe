package konvooi

import (
	"strconv"

	"contrapost/engine"
	"contrapost/engine/card"
)

// page tells a seat what it knows. It adds what the knowledge holds and has
// nothing to leave out. A letter of it is enough to play by.
func page(w engine.Words, s engine.Seat, facts []fact, since int) engine.Page {
	k := know(s, facts)
	p := &sheet{k: k, w: w}
	p.history(facts, min(since, len(facts)))
	if k.ended != nil {
		p.standings()
		return p.Page
	}
	if k.asks() {
		p.Asks, p.Silence = p.question(), p.silence()
	} else if len(k.players) > 0 {
		p.Sealed, p.Waits = p.sealed(), p.waiting()
		p.add(engine.Paragraph{Text: p.Waits})
	}
	p.underWay()
	p.ownCards()
	p.table()
	p.houseRules()
	p.standingBids()
	p.choices()
	return p.Page
}

// sheet is a page being written.
type sheet struct {
	engine.Page
	k *knowledge
	w engine.Words
}

func (p *sheet) add(b ...engine.Block) { p.Blocks = append(p.Blocks, b...) }

// say words a message of this game; args alternate name and value.
func (p *sheet) say(key string, args ...any) string {
	return say(p.w, key, args...)
}

func say(w engine.Words, key string, args ...any) string {
	a := engine.Args{}
	for i := 0; i+1 < len(args); i += 2 {
		a[args[i].(string)] = args[i+1]
	}
	return w.Say("konvooi."+key, a)
}

// heading opens a part of the page.
func (p *sheet) heading(key string, args ...any) {
	p.add(engine.Heading{Text: p.say(key, args...)})
}

// openTo lists the cards of a thing that lie open before this seat: its own, and
// everybody's once the game is over (K4, K25). Nil: they do not.
func (k *knowledge) openTo(thing string, whose engine.Seat) []card.Card {
	switch {
	case thing == "convoy" && whose == k.self && k.convoy.smuggler == k.self:
		return k.convoy.cards
	case thing == "convoy":
		return nil
	case k.ended != nil && thing == "hand":
		return k.ended.Hands[whose-1]
	case k.ended != nil:
		return k.ended.Warehouses[whose-1]
	case whose != k.self:
		return nil
	case thing == "hand":
		return join([]card.Card{}, k.hand...)
	}
	return join([]card.Card{}, k.warehouse...)
}

// question is what the reader is asked, in one sentence.
func (p *sheet) question() string {
	c := p.k.convoy
	switch p.k.phase {
	case phaseBids:
		return p.say("asks.bids", "Seat", c.smuggler, "Count", c.size)
	case phaseBribe:
		return p.say("asks.bribe", "Seat", c.inspector, "Officer", p.kind(c.officer.Face), "Count", c.size)
	case phaseAnswer:
		if len(c.offer) > 0 {
			return p.say("asks.answer-seen", "Seat", c.smuggler, "Cards", p.list(count(c.offer)))
		}
		return p.say("asks.answer", "Seat", c.smuggler, "Count", c.offered)
	case phaseCheck:
		return p.say("asks.check", "Seat", c.smuggler, "Count", len(p.k.lowestUnturned()), "Size", c.size)
	}
	return p.say("asks."+p.k.phase, "Seat", p.k.self)
}

// silence is what the reader's silence does, in one sentence.
func (p *sheet) silence() string {
	if p.k.phase != phaseTurn {
		return p.say("silence." + p.k.phase)
	}
	c := silentTurn(len(p.k.hand), p.k.pile, p.k.display)
	switch {
	case c.verb == verbPass:
		return p.say("silence.turn-pass")
	case c.takes[0] == closed:
		return p.say("silence.turn-closed")
	}
	return p.say("silence.turn-open", "Slot", c.takes[0])
}

// sealed is the reader's own answer to the convoy, until all are opened.
func (p *sheet) sealed() string {
	if !p.k.changes() {
		return ""
	}
	return p.say("sealed", "Order", engine.Order(p.k.convoy.answer.String()))
}

// waiting says whom the table waits for, as far as everybody knows.
func (p *sheet) waiting() string {
	c := p.k.convoy
	switch p.k.phase {
	case phaseBids:
		if c.smuggler == p.k.self {
			return p.say("waits.own-bids", "Count", c.size)
		}
		return p.say("waits.bids", "Seat", c.smuggler, "Count", c.size)
	case phaseBribe:
		return p.say("waits.bribe", "Seat", c.smuggler)
	case phaseAnswer:
		return p.say("waits.answer", "Seat", c.inspector, "Count", c.offered)
	case phaseCheck:
		return p.say("waits.check", "Seat", c.inspector)
	}
	return p.say("waits.turn", "Seat", p.k.turn)
}

// underWay shows the convoy by position, and an offer the reader may see.
func (p *sheet) underWay() {
	c := p.k.convoy
	if c.smuggler == 0 {
		return
	}
	p.heading("border")
	label := p.say("convoy.other", "Seat", c.smuggler)
	if c.smuggler == p.k.self {
		label = p.say("convoy.you")
	}
	t := engine.Table{Columns: []engine.Column{{Label: p.say("convoy.position")}}}
	row := []engine.Cell{{Text: label}}
	for i := range c.size {
		t.Columns = append(t.Columns, engine.Column{Label: strconv.Itoa(i + 1)})
		row = append(row, engine.Cell{Faces: []engine.Face{p.convoyFace(i + 1)}})
	}
	t.Rows = [][]engine.Cell{row}
	p.add(t)
	if len(c.offer) > 0 {
		p.add(engine.Cards{Label: p.say("offer"), Faces: p.faces(c.offer)})
	}
	if len(c.rider) > 0 {
		p.add(engine.Cards{Label: p.say("rider"), Faces: p.faces(c.rider)})
	}
}

// convoyFace is a card of the convoy: open if it was turned or is one's own.
func (p *sheet) convoyFace(position int) engine.Face {
	for _, t := range p.k.convoy.turned {
		if t.Position == position {
			return p.face(t.Card)
		}
	}
	if own := p.k.convoy.cards; own != nil {
		return p.face(own[position-1])
	}
	return engine.Face{Down: true}
}

// ownCards shows hand and warehouse.
func (p *sheet) ownCards() {
	k := p.k
	if k.self == engine.Onlooker || int(k.self) > len(k.players) {
		return
	}
	p.heading("cards")
	note := p.say("hand.limit", "Count", handLimit)
	if !underLimit(len(k.hand)) {
		note = p.say("hand.full")
	}
	p.add(
		engine.Cards{Label: p.say("hand", "Count", len(k.hand)), Faces: p.faces(k.hand), Note: note},
		engine.Cards{
			Label: p.say("warehouse", "Count", len(k.warehouse)),
			Faces: p.faces(k.warehouse),
			Note:  p.say("worth", "Money", p.money(k.ownWorth())),
		},
	)
}

func (k *knowledge) ownWorth() int { return sum(player{warehouse: k.warehouse}, k.worth).Warehouse }

// table shows what everybody sees (K4).
func (p *sheet) table() {
	k := p.k
	if len(k.players) == 0 {
		return
	}
	p.heading("table")
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("column.player")},
		{Label: p.say("column.hand"), Number: true},
		{Label: p.say("column.warehouse"), Number: true},
		{Label: p.say("column.worth"), Number: true},
	}}
	for i, pl := range k.players {
		own := ""
		if engine.Seat(i+1) == k.self {
			own = p.money(k.ownWorth())
		}
		t.Rows = append(t.Rows, []engine.Cell{
			{Text: p.name(engine.Seat(i + 1))}, {Text: strconv.Itoa(pl.hand)}, {Text: strconv.Itoa(pl.warehouse)}, {Text: own},
		})
	}
	p.add(t, p.displayTable(), engine.Paragraph{Text: p.say("pile", "Count", k.pile)})
	if k.last > 0 {
		p.add(engine.Paragraph{Text: p.say("last-round", "Seat", k.last)})
	}
}

func (p *sheet) displayTable() engine.Table {
	t := engine.Table{Columns: []engine.Column{{Label: p.say("column.slot")}}}
	row := []engine.Cell{{Text: p.say("display")}}
	for i, c := range p.k.display {
		t.Columns = append(t.Columns, engine.Column{Label: strconv.Itoa(i + 1)})
		cell := engine.Cell{Text: p.say("slot.empty")}
		if c.Face != "" {
			cell = engine.Cell{Faces: []engine.Face{p.face(c)}}
		}
		row = append(row, cell)
	}
	t.Rows = [][]engine.Cell{row}
	return t
}

// name is a player's name, with a mark at the reader's own.
func (p *sheet) name(s engine.Seat) string {
	if s == p.k.self {
		return p.say("you", "Seat", s)
	}
	return p.w.Name(s)
}

// houseRules lists the options that are not the usual ones.
func (p *sheet) houseRules() {
	var lines []string
	for _, o := range options {
		if v := p.k.options[o.Name]; v != "" && v != o.Values[0] {
			lines = append(lines, p.say("option."+o.Name+"."+v))
		}
	}
	if len(lines) > 0 {
		p.heading("options")
		p.add(engine.Listing{Lines: lines})
	}
}

// standingBids lists the reader's own, by their numbers.
func (p *sheet) standingBids() {
	if len(p.k.standing) == 0 {
		return
	}
	p.heading("standing")
	var lines []string
	for i, s := range p.k.standing {
		lines = append(lines, p.say("standing.line", "Number", i+1, "Order", engine.Order(s.String())))
	}
	p.add(engine.Listing{Lines: lines})
}
