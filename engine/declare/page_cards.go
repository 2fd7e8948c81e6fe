package declare

import (
	"strconv"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// baggage shows everybody's six slots, and what is to be known beside them.
func (p *sheet) baggage() {
	k := p.k
	p.heading("baggage")
	if k.unplaced != nil {
		p.unplaced()
		return
	}
	p.add(p.slotTable())
	p.add(engine.Paragraph{Text: p.say("baggage.legend")})
	if k.held.Face != "" && k.holder == k.self {
		p.add(engine.Paragraph{Text: p.say("baggage.held", "Card", p.face(k.held))})
	}
	if names := p.protectedNames(); len(names) > 0 {
		p.add(engine.Paragraph{Text: p.say("baggage.protected", "Names", names)})
	}
	if lines := p.seenBefore(); len(lines) > 0 {
		p.add(engine.Paragraph{Text: p.say("seen", "List", strings.Join(lines, "; "))})
	}
	if k.self != engine.Onlooker && int(k.self) <= len(k.board) {
		p.add(engine.Paragraph{Text: p.say("baggage.worth", "Points", k.board.points(k.self))})
	}
	p.add(engine.Paragraph{Text: p.say("pile", "Count", k.pile)})
}

// unplaced shows the three cards that have no slots yet, or that lie face down
// until everybody has placed theirs.
func (p *sheet) unplaced() {
	cards, label := p.k.unplaced, p.say("baggage.unplaced")
	if p.k.placed != nil {
		cards, label = p.k.placed, p.say("baggage.placed")
	}
	t := engine.Table{Columns: []engine.Column{{Label: p.say("column.player")}}}
	row := []engine.Cell{{Text: label}}
	for i, c := range cards {
		column := ""
		if p.k.placed != nil {
			column = strconv.Itoa(i + 1)
		}
		t.Columns = append(t.Columns, engine.Column{Label: column})
		row = append(row, engine.Cell{Faces: []engine.Face{p.open(c, "["+c.Face+"]")}})
	}
	t.Rows = [][]engine.Cell{row}
	p.add(t)
}

func (p *sheet) slotTable() engine.Table {
	t := engine.Table{Columns: []engine.Column{{Label: p.say("column.player")}}}
	for slot := range slots {
		t.Columns = append(t.Columns, engine.Column{Label: strconv.Itoa(slot + 1)})
	}
	for i, a := range p.k.board {
		seat := engine.Seat(i + 1)
		row := []engine.Cell{{Text: p.name(seat)}}
		for _, sp := range a.spots {
			row = append(row, p.slot(seat, sp))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// slot prints a slot: [2] concealed, (2) revealed, [ ] concealed with a value that
// is not shown; an asterisk where the card is safe.
func (p *sheet) slot(whose engine.Seat, sp spot) engine.Cell {
	if !sp.full {
		return engine.Cell{Text: "."}
	}
	mark := " "
	shown := p.k.onPage(whose, sp)
	if shown {
		mark = sp.card.Face
	}
	text := "[" + mark + "]"
	if sp.up {
		text = "(" + mark + ")"
	}
	if sp.safe {
		text += "*"
	}
	if !shown {
		return engine.Cell{Text: text}
	}
	face := p.open(sp.card, text)
	if sp.up { // counts for nothing (N22)
		face.Tone = "bad"
	}
	return engine.Cell{Faces: []engine.Face{face}}
}

// open prints a card whose value is shown.
func (p *sheet) open(c card.Card, label string) engine.Face {
	return engine.Face{Label: label, Mark: c.Face, Tone: "good", Bars: worth(c)}.WithID(c.ID)
}
