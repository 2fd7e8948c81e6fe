package konvooi

import (
	"strconv"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// reckon looks back at a game that is over: who won, how everybody came to their sum
// (K30), and, as all cards are open now (K25), how honest the convoys were.
func reckon(w engine.Words, self engine.Seat, events []event) engine.Reckoning {
	var s state
	var log manifest
	for _, e := range events {
		s = evolve(s, e)
		log.note(e)
	}
	k := &knowledge{self: self, players: make([]seen, len(s.players)), display: s.display, ended: &s.ended}
	p := &sheet{k: k, w: w}
	p.finalStandings()
	parts := p.accounts(s)
	p.honesty(log.convoys)
	p.leniency(log.convoys)
	p.bribery(log.convoys)
	p.remains()
	return engine.Reckoning{Won: p.winners(s.ended.Winners), Blocks: p.Blocks, Parts: parts}
}

// finalStandings ranks the players; those whom K30 does not part share a rank.
func (p *sheet) finalStandings() {
	scores := p.k.ended.Scores
	p.heading("reckon.standings")
	t := engine.Table{Columns: []engine.Column{
		{Label: p.say("reckon.rank"), Number: true}, {Label: p.say("column.player")}, {Label: p.say("column.total"), Number: true},
	}}
	rank, tied := 0, false
	ranking := p.ranking()
	for i, s := range ranking {
		if i == 0 || scores[ranking[i-1]-1].beats(scores[s-1]) {
			rank = i + 1
		}
		tied = tied || i > 0 && scores[ranking[i-1]-1].total() == scores[s-1].total()
		t.Rows = append(t.Rows, []engine.Cell{{Text: strconv.Itoa(rank)}, {Text: p.name(s)}, {Text: p.money(scores[s-1].total())}})
	}
	p.add(t)
	if tied {
		p.add(engine.Paragraph{Text: p.say("reckon.tie")})
	}
}

// accounts tables for every player what lies where and what it counts, the best first,
// and gives the sums by seat.
func (p *sheet) accounts(s state) [][]int {
	p.heading("reckon.accounts")
	p.add(engine.Paragraph{Text: p.say("reckon.rule")})
	parts := make([][]int, len(s.players))
	for _, seat := range p.ranking() {
		parts[seat-1] = p.account(seat, *s.seat(seat), s.worth)
	}
	return parts
}

// account tables what a player has, a line a place and kind.
func (p *sheet) account(seat engine.Seat, pl player, values map[string]worth) []int {
	p.add(engine.Heading{Text: p.name(seat)})
	t := engine.Table{Columns: []engine.Column{
		{}, {Label: p.say("reckon.cards"), Number: true}, {Label: p.say("reckon.each"), Number: true}, {Label: p.say("reckon.sum"), Number: true},
	}}
	parts, total := []int{}, 0
	for _, place := range []struct {
		key   string
		cards tally
		value func(worth) int
	}{
		{"reckon.stored", count(pl.warehouse), func(w worth) int { return w.Warehouse }},
		{"reckon.held", count(pl.hand), func(w worth) int { return w.Hand }},
	} {
		for i, n := range place.cards {
			each := place.value(values[kinds[i]])
			if n == 0 {
				continue
			}
			parts, total = append(parts, n*each), total+n*each
			t.Rows = append(t.Rows, []engine.Cell{
				{Text: p.say(place.key, "Kind", p.kind(kinds[i]))}, {Text: strconv.Itoa(n)}, {Text: p.money(each)}, {Text: p.money(n * each)},
			})
		}
	}
	t.Rows = append(t.Rows, []engine.Cell{{Text: p.say("column.total")}, {}, {}, {Text: p.money(total)}})
	p.add(t)
	return parts
}

// remains shows what was nobody's in the end.
func (p *sheet) remains() {
	p.heading("end.left")
	p.add(p.displayTable())
	if pile := p.k.ended.Pile; len(pile) > 0 {
		p.add(engine.Cards{Label: p.say("pile", "Count", len(pile)), Faces: p.faces(pile)})
	}
}

// marks spells cards in the order in which they lie: "L X L".
func marks(cards []card.Card) string { return strings.Join(card.Faces(cards), " ") }

// share spells a part of a whole in percent, rounded to the nearest.
func (p *sheet) share(part, whole int) string {
	if whole == 0 {
		return p.say("reckon.none")
	}
	return strconv.Itoa((200*part+whole)/(2*whole)) + "%"
}
