package declare

import (
	"strconv"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// openPage shows everything as it lies, for games that are over: all baggage, the
// hands, what was sealed, the pile in its order, and what nobody was dealt.
func openPage(w engine.Words, s state) engine.Page {
	k := &knowledge{board: s.board, book: s.book, played: s.played, at: s.at, ended: &s.ended}
	p := &sheet{k: k, w: w}
	if len(s.players) == 0 {
		return p.Page
	}
	if len(s.played) > 0 {
		p.heading("open.round", "Round", s.round)
		p.add(engine.Listing{Lines: p.turns()})
	}
	p.openBaggage(s)
	p.openHands(s)
	p.openRest(s)
	return p.Page
}

// openBaggage shows every slot with its value, and baggage that has no slot yet.
func (p *sheet) openBaggage(s state) {
	p.heading("open.baggage")
	if s.phase != phasePlace && s.phase != "" {
		p.add(p.slotTable(), engine.Paragraph{Text: p.say("baggage.legend")})
	} else {
		p.add(p.openUnplaced(s))
	}
	if s.held.Face != "" {
		p.add(engine.Paragraph{Text: p.say("open.held", "Seat", s.turn(), "Card", p.face(s.held))})
	}
	t := engine.Table{Columns: []engine.Column{{Label: p.say("column.player")}, {Label: p.say("column.points"), Number: true}}}
	for i, n := range countNow(s) {
		t.Rows = append(t.Rows, []engine.Cell{{Text: p.name(engine.Seat(i + 1))}, {Text: strconv.Itoa(n)}})
	}
	p.add(t)
}

func (p *sheet) openUnplaced(s state) engine.Table {
	t := engine.Table{Columns: []engine.Column{{Label: p.say("open.unplaced")}}}
	for i, pl := range s.players {
		row := []engine.Cell{{Text: p.name(engine.Seat(i + 1))}}
		for _, c := range pl.waiting() {
			row = append(row, engine.Cell{Faces: []engine.Face{p.open(c, "["+c.Face+"]")}})
		}
		t.Rows = append(t.Rows, row)
	}
	for i := len(t.Columns); i < len(t.Rows[0]); i++ {
		t.Columns = append(t.Columns, engine.Column{})
	}
	return t
}

// waiting is the baggage that lies in no slot: as it was sealed, or as it was dealt.
func (p player) waiting() []card.Card {
	if p.placed != nil {
		return p.placed
	}
	return p.unplaced
}

// openHands lists the passengers left to each, and what lies sealed.
func (p *sheet) openHands(s state) {
	var lines []string
	for i, pl := range s.players {
		lines = append(lines, p.openHand(engine.Seat(i+1), pl)...)
	}
	if len(lines) > 0 {
		p.heading("open.hands")
		p.add(engine.Listing{Lines: lines})
	}
}

func (p *sheet) openHand(seat engine.Seat, pl player) []string {
	var lines []string
	if titles := p.titles(pl.hand); len(titles) > 0 {
		lines = append(lines, p.say("open.hand", "Seat", seat, "Passengers", titles))
	}
	who := p.title(p.k.book.find(pl.chosen))
	switch {
	case pl.chosen.Face != "" && pl.with != nil:
		lines = append(lines, p.say("open.chosen-with", "Seat", seat, "Passenger", who, "Order", engine.Order(pl.with.String())))
	case pl.chosen.Face != "":
		lines = append(lines, p.say("open.chosen", "Seat", seat, "Passenger", who))
	}
	if pl.answer != nil {
		lines = append(lines, p.say("open.answer", "Seat", seat, "Slots", spellSlots(pl.answer)))
	}
	if pl.prefer != nil {
		lines = append(lines, p.say("open.standing", "Seat", seat, "Order", engine.Order(pl.prefer.String())))
	}
	return lines
}

func (p *sheet) titles(passengers []card.Card) []string {
	titles := make([]string, len(passengers))
	for i, c := range byFace(passengers) {
		titles[i] = p.title(p.k.book.find(c))
	}
	return titles
}

// openRest tells of the pile and of the cards that are out of the game.
func (p *sheet) openRest(s state) {
	p.heading("open.rest")
	pile := p.say("pile", "Count", 0)
	if len(s.pile) > 0 {
		pile = p.say("open.pile", "Count", len(s.pile), "Cards", strings.Join(card.Faces(s.pile), " "))
	}
	p.add(engine.Paragraph{Text: pile})
	for _, rest := range []struct {
		key, gap string
		words    []string
	}{
		{"open.gone", "Cards", card.Faces(byFace(s.gone))},
		{"open.spent", "Numbers", numbersOf(s.spent)},
		{"open.aside", "Numbers", numbersOf(s.aside)},
	} {
		if len(rest.words) > 0 {
			p.add(engine.Paragraph{Text: p.say(rest.key, rest.gap, rest.words)})
		}
	}
}

func numbersOf(passengers []card.Card) []string {
	var numbers []string
	for _, c := range byFace(passengers) {
		numbers = append(numbers, strconv.Itoa(numberOf(c)))
	}
	return numbers
}

// countNow is what each seat would score if the game ended here (N22). Baggage that
// has no slot yet lies concealed.
func countNow(s state) []int {
	var points []int
	for i, pl := range s.players {
		sum := s.board.points(engine.Seat(i + 1))
		for _, c := range pl.waiting() {
			sum += worth(c)
		}
		points = append(points, sum)
	}
	return points
}
