package declare

import (
	"cmp"
	"slices"
	"strconv"

	"contrapost/engine"
	"contrapost/engine/card"
)

// standings tells the end: who won, by how much, and all cards opened (N22).
func (p *sheet) standings() {
	e := p.k.ended
	p.heading("end")
	p.add(engine.Paragraph{Text: p.winners(e.Winners)})
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("column.player")},
		{Label: p.say("column.points"), Number: true},
		{Label: p.say("column.cards"), Number: true},
	}}
	for _, s := range p.ranking() {
		sc := e.Scores[s-1]
		t.Rows = append(t.Rows, []engine.Cell{{Text: p.name(s)}, {Text: strconv.Itoa(sc.Points)}, {Text: strconv.Itoa(sc.Cards)}})
	}
	p.add(t)
	p.heading("end.baggage")
	p.add(p.slotTable(), engine.Paragraph{Text: p.say("baggage.legend")})
	p.left()
}

// left lists what nobody came to see.
func (p *sheet) left() {
	e := p.k.ended
	if len(e.Pile) > 0 {
		p.heading("end.pile")
		row := engine.Cards{Label: p.say("pile", "Count", len(e.Pile))}
		for _, c := range byFace(e.Pile) {
			row.Faces = append(row.Faces, p.open(c, p.say("kind."+c.Face)))
		}
		p.add(row)
	}
	if len(e.Aside) > 0 {
		p.heading("end.aside")
		var lines []string
		for _, c := range byFace(e.Aside) {
			lines = append(lines, p.title(p.k.book.find(c)))
		}
		p.add(engine.Listing{Lines: lines})
	}
}

// byFace sorts cards of one deck: passengers by number, baggage by value, then
// inspections.
func byFace(cards []card.Card) []card.Card {
	return slices.SortedStableFunc(slices.Values(cards), func(a, b card.Card) int {
		return cmp.Or(cmp.Compare(numberOf(a), numberOf(b)), cmp.Compare(a.Face, b.Face))
	})
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
	seats := engine.Seats(len(p.k.board))
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
