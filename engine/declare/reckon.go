package declare

import (
	"strconv"

	"contrapost/engine"
)

// reckon looks back at a game that is over: who won, which baggage counted for whom
// (N22), and what inspections and passengers did to it.
func reckon(w engine.Words, self engine.Seat, events []event) engine.Reckoning {
	var s state
	for _, e := range events {
		s = evolve(s, e)
	}
	p := &sheet{k: &knowledge{self: self, board: s.board, book: s.book, ended: &s.ended}, w: w}
	p.finalStandings()
	parts := p.accounts()
	p.inspections(events)
	p.meddling(events)
	p.left()
	return engine.Reckoning{Won: p.winners(s.ended.Winners), Blocks: p.Blocks, Parts: parts}
}

// finalStandings ranks the players; those whom N22 does not part share a rank.
func (p *sheet) finalStandings() {
	scores := p.k.ended.Scores
	p.heading("reckon.standings")
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("reckon.rank"), Number: true}, {Label: p.say("column.player")},
		{Label: p.say("column.points"), Number: true}, {Label: p.say("column.cards"), Number: true},
	}}
	rank, tied := 0, false
	ranking := p.ranking()
	for i, s := range ranking {
		sc := scores[s-1]
		if i == 0 || scores[ranking[i-1]-1].beats(sc) {
			rank = i + 1
		}
		tied = tied || i > 0 && scores[ranking[i-1]-1].Points == sc.Points
		t.Rows = append(t.Rows, []engine.Cell{
			{Text: strconv.Itoa(rank)}, {Text: p.name(s)}, {Text: strconv.Itoa(sc.Points)}, {Text: strconv.Itoa(sc.Cards)},
		})
	}
	p.add(t)
	if tied {
		p.add(engine.Paragraph{Text: p.say("reckon.tie")})
	}
}

// accounts tables everybody's baggage, the best player first, and gives by seat what
// each piece counted.
func (p *sheet) accounts() [][]int {
	p.heading("reckon.accounts")
	p.add(engine.Paragraph{Text: p.say("reckon.rule")})
	parts := make([][]int, len(p.k.board))
	for _, s := range p.ranking() {
		parts[s-1] = p.account(s, p.k.ended.Baggage[s-1])
	}
	return parts
}

// account tables the baggage of one player, a line a piece.
func (p *sheet) account(s engine.Seat, baggage []lying) []int {
	p.add(engine.Heading{Text: p.name(s)})
	t := engine.Table{Columns: []engine.Column{
		{}, {Label: p.say("reckon.value"), Number: true}, {Label: p.say("reckon.lay")}, {Label: p.say("reckon.counts"), Number: true},
	}}
	parts, total := []int{}, 0
	for _, c := range baggage {
		lay, counts := "reckon.concealed", worth(c.Card)
		if c.Up {
			lay, counts = "reckon.revealed", 0
		}
		parts, total = append(parts, counts), total+counts
		t.Rows = append(t.Rows, []engine.Cell{
			{Text: p.say("reckon.slot", "Slot", c.Slot)}, {Text: strconv.Itoa(worth(c.Card))}, {Text: p.say(lay)}, {Text: strconv.Itoa(counts)},
		})
	}
	t.Rows = append(t.Rows, []engine.Cell{{Text: p.say("reckon.total")}, {}, {}, {Text: strconv.Itoa(total)}})
	p.add(t)
	return parts
}
