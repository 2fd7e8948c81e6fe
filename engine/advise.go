package engine

import "strings"

// mostAdvised is how many orders that Moves does not list are tried before one is
// named in a refusal.
const mostAdvised = 4

// advise puts into a refusal an order of the sort that was refused, and the one nearest to what was written that the same seat
// could give now, unless the rules have named one already. It goes by what the seat
// knows and by nothing else, so that it tells nothing; where nothing can be ordered
// it names none.
func (p *play[S, C, E, F]) advise(no *Refusal, s Seat, words []string) {
	if len(words) == 0 {
		return
	}
	form, _ := Formed(p.game.rules.Forms, words[0])
	if such := form.Example(s); such != strings.Join(words, " ") { // what was written itself is no example
		no.Such = such
	}
	if no.Try != "" {
		return
	}
	if order := p.apart(s, words); order != nil {
		no.Try = strings.Join(order, " ")
		return
	}
	near := ranked(words, p.game.spelled(p.game.rules.Moves(s, p.known(s))))
	if len(near) > 0 {
		no.Try, no.Other = strings.Join(near[0], " "), near[0][0] != words[0]
	}
}

// apart is the nearest of those orders of the same verb that Moves does not list; nil
// if there is none, or none that could be given.
func (p *play[S, C, E, F]) apart(s Seat, words []string) []string {
	var same [][]string
	for _, o := range p.game.spelled(p.game.rules.Apart) {
		if o[0] == words[0] {
			same = append(same, o)
		}
	}
	same = ranked(words, same)
	for _, o := range same[:min(len(same), mostAdvised)] {
		if _, err := p.game.rules.Hear(s, p.known(s), o); err == nil {
			return o
		}
	}
	return nil
}

// spelled splits canonical orders into their words.
func (g *game[S, C, E, F]) spelled(orders []string) [][]string {
	all := make([][]string, len(orders))
	for i, o := range orders {
		all[i] = g.rules.Lexicon.Read(o, nil)
	}
	return all
}
