package konvooi

import (
	"slices"
	"strconv"

	"contrapost/engine"
	"contrapost/engine/card"
)

// standings tells the end: who won, by how much, and all cards opened (K25, K30).
func (p *sheet) standings() {
	e := p.k.ended
	p.heading("end")
	p.add(engine.Paragraph{Text: p.winners(e.Winners)})
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("column.player")},
		{Label: p.say("column.warehouse"), Number: true},
		{Label: p.say("column.hand"), Number: true},
		{Label: p.say("column.total"), Number: true},
	}}
	for _, s := range p.ranking() {
		sc := e.Scores[s-1]
		t.Rows = append(t.Rows, []engine.Cell{
			{Text: p.name(s)}, {Text: p.money(sc.Warehouse)}, {Text: p.money(sc.Hand)}, {Text: p.money(sc.total())},
		})
	}
	p.add(t)
	p.opened("end.warehouses", e.Warehouses)
	p.opened("end.hands", e.Hands)
	p.heading("end.left")
	p.add(p.displayTable())
	if len(e.Pile) > 0 {
		p.add(engine.Cards{Label: p.say("pile", "Count", len(e.Pile)), Faces: p.faces(e.Pile)})
	}
}

func (p *sheet) winners(seats []engine.Seat) string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = p.w.Name(s)
	}
	if len(seats) == 1 && seats[0] == p.k.self {
		return p.say("end.winner.you")
	}
	if len(seats) == 1 {
		return p.say("end.winner.other", "Seat", seats[0])
	}
	return p.say("end.shared", "Names", names)
}

// ranking lists the seats, the best first.
func (p *sheet) ranking() []engine.Seat {
	seats := engine.Seats(len(p.k.players))
	scores := p.k.ended.Scores
	slices.SortStableFunc(seats, func(a, b engine.Seat) int {
		switch {
		case scores[a-1].beats(scores[b-1]):
			return -1
		case scores[b-1].beats(scores[a-1]):
			return 1
		}
		return 0
	})
	return seats
}

// opened tables everybody's cards of one place, kind by kind.
func (p *sheet) opened(heading string, cards [][]card.Card) {
	p.heading(heading)
	t := engine.Table{Columns: []engine.Column{{Label: p.say("column.player")}}}
	for _, kind := range kinds {
		t.Columns = append(t.Columns, engine.Column{Label: kind, Number: true})
	}
	for i, c := range cards {
		row := []engine.Cell{{Text: p.name(engine.Seat(i + 1))}}
		for _, n := range count(c) {
			row = append(row, engine.Cell{Text: strconv.Itoa(n)})
		}
		t.Rows = append(t.Rows, row)
	}
	p.add(t)
}
