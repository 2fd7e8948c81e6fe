package konvooi

import (
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// openPage shows everything as it lies, for games that are over: every hand and
// warehouse, the convoy under way, what was sealed, and the pile in its order.
func openPage(w engine.Words, s state) engine.Page {
	p := &sheet{k: &knowledge{display: s.display}, w: w}
	if len(s.players) == 0 {
		return p.Page
	}
	p.openConvoy(s)
	p.openScores(s)
	for i, pl := range s.players {
		p.openPlayer(engine.Seat(i+1), pl)
	}
	p.heading("open.centre")
	p.add(p.displayTable(), engine.Paragraph{Text: p.openPile(s.pile)})
	return p.Page
}

// openConvoy shows the convoy's cards by position, and what is sealed for it.
func (p *sheet) openConvoy(s state) {
	c := s.convoy
	if len(c.cards) == 0 {
		return
	}
	p.heading("border")
	t := engine.Table{Columns: []engine.Column{{Label: p.say("convoy.position")}}}
	row := []engine.Cell{{Text: p.say("convoy.other", "Seat", s.turn)}}
	for i, one := range c.cards {
		t.Columns = append(t.Columns, engine.Column{Label: strconv.Itoa(i + 1)})
		cell := engine.Cell{Faces: []engine.Face{p.face(one)}}
		if slices.Contains(c.turned, i+1) {
			cell.Text = p.say("open.turned")
		}
		row = append(row, cell)
	}
	t.Rows = [][]engine.Cell{row}
	p.add(t)
	if lines := p.openAnswers(c); len(lines) > 0 {
		p.add(engine.Listing{Lines: lines})
	}
	if len(c.offer) > 0 {
		p.add(engine.Cards{Label: p.say("offer"), Faces: p.faces(c.offer)})
	}
}

// openAnswers tells what is sealed, who inspects, and what is to be offered.
func (p *sheet) openAnswers(c convoy) []string {
	var lines []string
	for _, b := range c.bids {
		lines = append(lines, p.say("open.sealed", "Seat", b.seat, "Order", engine.Order(b.bid.String())))
	}
	if c.inspector != 0 {
		lines = append(lines, p.say("open.inspector", "Seat", c.inspector, "Officer", p.kind(c.officer.Face)))
	}
	if len(c.rider) > 0 {
		lines = append(lines, p.say("open.rider", "Cards", p.list(count(c.rider))))
	}
	return lines
}

func (p *sheet) openScores(s state) {
	p.heading("open.scores")
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("column.player")},
		{Label: p.say("column.warehouse"), Number: true},
		{Label: p.say("column.hand"), Number: true},
		{Label: p.say("column.total"), Number: true},
	}}
	for i, sc := range scoresNow(s) {
		t.Rows = append(t.Rows, []engine.Cell{
			{Text: p.w.Name(engine.Seat(i + 1))}, {Text: p.money(sc.Warehouse)}, {Text: p.money(sc.Hand)}, {Text: p.money(sc.total())},
		})
	}
	p.add(t)
}

func (p *sheet) openPlayer(seat engine.Seat, pl player) {
	p.heading("open.player", "Seat", seat)
	p.add(
		engine.Cards{Label: p.say("open.hand", "Count", len(pl.hand)), Faces: p.faces(pl.hand)},
		engine.Cards{Label: p.say("open.warehouse", "Count", len(pl.warehouse)), Faces: p.faces(pl.warehouse)},
	)
	var lines []string
	for i, b := range pl.standing {
		lines = append(lines, p.say("open.standing", "Number", i+1, "Order", engine.Order(b.String())))
	}
	if len(lines) > 0 {
		p.add(engine.Listing{Lines: lines})
	}
}

// openPile lists the pile from the top, by the marks of its cards.
func (p *sheet) openPile(pile []card.Card) string {
	if len(pile) == 0 {
		return p.say("pile", "Count", 0)
	}
	return p.say("open.pile", "Count", len(pile), "Cards", strings.Join(card.Faces(pile), " "))
}

// scoresNow is what everybody would score now (K30).
func scoresNow(s state) []score {
	scores := make([]score, len(s.players))
	for i, pl := range s.players {
		pl.hand = join(pl.hand, s.under(engine.Seat(i+1))...)
		scores[i] = sum(pl, s.worth)
	}
	return scores
}

// under lists a seat's cards that are part of the convoy under way: they are in no
// warehouse yet, and so count as in the hand that laid them.
func (s state) under(seat engine.Seat) []card.Card {
	switch c := s.convoy; {
	case len(c.cards) == 0:
		return nil
	case seat == s.turn:
		return join(c.cards, c.offer...)
	case seat == c.inspector:
		return []card.Card{c.officer}
	}
	return nil
}

// countNow is what each seat would score if the game ended here.
func countNow(s state) []int {
	var totals []int
	for _, sc := range scoresNow(s) {
		totals = append(totals, sc.total())
	}
	return totals
}
