package declare

import (
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
)

// inspections tells of each one that was drawn what it found.
func (p *sheet) inspections(events []event) {
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("reckon.round"), Number: true}, {Label: p.say("reckon.drawn-by")}, {Label: p.say("reckon.found")},
	}}
	round, lost := 0, make([]loss, len(p.k.board))
	for _, e := range events {
		switch e := e.(type) {
		case roundBegun:
			round = e.Round
		case cardsRevealed:
			if e.Why != whyInspection {
				continue
			}
			t.Rows = append(t.Rows, []engine.Cell{{Text: strconv.Itoa(round)}, {Text: p.name(e.By)}, {Text: p.inspected(e.Cards)}})
			for _, c := range e.Cards {
				lost[c.Seat-1].pieces++
				lost[c.Seat-1].points += worth(c.Card)
			}
		}
	}
	p.heading("reckon.inspections")
	if len(t.Rows) == 0 {
		p.add(engine.Paragraph{Text: p.say("reckon.no-inspections")})
		return
	}
	p.add(t)
	p.losses(lost)
}

// inspected lists whose piece was turned, and what it was.
func (p *sheet) inspected(cards []opened) string {
	if len(cards) == 0 {
		return p.say("reckon.found-nobody")
	}
	parts := make([]string, len(cards))
	for i, c := range cards {
		parts[i] = p.say("reckon.found-one", "Name", p.name(c.Seat), "Value", worth(c.Card))
	}
	return strings.Join(parts, ", ")
}

// loss is what inspections turned of one player's.
type loss struct{ pieces, points int }

func (p *sheet) losses(lost []loss) {
	p.heading("reckon.losses")
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("column.player")}, {Label: p.say("reckon.pieces"), Number: true}, {Label: p.say("column.points"), Number: true},
	}}
	for i, l := range lost {
		t.Rows = append(t.Rows, []engine.Cell{{Text: p.name(engine.Seat(i + 1))}, {Text: strconv.Itoa(l.pieces)}, {Text: strconv.Itoa(l.points)}})
	}
	p.add(t)
}

// meddled are what seats do to each other's baggage of their own choice.
var meddled = []string{dealtRevealed, dealtStole, dealtSwapped, dealtDiscarded}

// pair is who did something to whom.
type pair struct{ from, to engine.Seat }

// meddling tells how often everybody's turns hit whom, in seat order.
func (p *sheet) meddling(events []event) {
	hits := map[pair][]int{}
	for _, d := range dealings(events) {
		of := pair{d.From, d.To}
		if kind := slices.Index(meddled, d.Kind); kind >= 0 {
			if hits[of] == nil {
				hits[of] = make([]int, len(meddled))
			}
			hits[of][kind]++
		}
	}
	p.heading("reckon.meddling")
	if len(hits) == 0 {
		p.add(engine.Paragraph{Text: p.say("reckon.no-meddling")})
		return
	}
	var lines []string // a table of them would be too wide for a phone
	for _, from := range engine.Seats(len(p.k.board)) {
		for _, to := range engine.Seats(len(p.k.board)) {
			if n := hits[pair{from, to}]; n != nil {
				lines = append(lines, p.hit(from, to, n))
			}
		}
	}
	p.add(engine.Listing{Lines: lines})
}

func (p *sheet) hit(from, to engine.Seat, times []int) string {
	var did []string
	for i, n := range times {
		if n > 0 {
			did = append(did, p.say("reckon.did."+meddled[i], "Count", n))
		}
	}
	return p.say("reckon.pair", "From", p.name(from), "To", p.name(to), "Did", strings.Join(did, ", "))
}
