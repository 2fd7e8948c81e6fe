package engine

import (
	"slices"
	"strings"
)

// mostAdvised is how many orders that Moves does not list are tried before one is
// named in a refusal.
const mostAdvised = 4

// mostListed is how many orders of other verbs a refusal names at the most.
const mostListed = 3

// advise puts into a refusal what the same seat could write instead: the order of that
// verb nearest to what was written and one for an example, or how such orders are
// written and what else there is to write. It goes by what the seat knows and by nothing
// else, so that it tells nothing. Once the game is over it names nothing.
func (p *play[S, C, E, F]) advise(no *Refusal, s Seat, words []string) {
	if _, over := p.game.rules.Result(p.truth); over || no.Bare || len(words) == 0 {
		no.Try = ""
		return
	}
	moves := p.game.spelled(p.game.rules.Moves(s, p.known(s)))
	if no.Try == "" {
		no.Try = strings.Join(p.nearest(s, words, moves), " ")
	}
	form, _ := Formed(p.game.rules.Forms, words[0])
	if no.Try != "" && p.game.rules.Lexicon.Read(no.Try, nil)[0] == words[0] {
		no.Such = p.example(no, form, s, words)
		return
	}
	no.Form = form.For(s)[:min(len(form.Orders), 2)]
	p.otherwise(no, s, words, moves)
}

// nearest is the order of the same verb nearest to what was written; nil if the seat
// could give none.
func (p *play[S, C, E, F]) nearest(s Seat, words []string, moves [][]string) []string {
	if order := p.apart(s, words); order != nil {
		return order
	}
	if near := ranked(words, moves); len(near) > 0 && near[0][0] == words[0] {
		return near[0]
	}
	return nil
}

// example is an order of a form that the seat could give now, and that is neither what
// was written nor what the refusal names already; "" if there is none.
func (p *play[S, C, E, F]) example(no *Refusal, form Form, s Seat, words []string) string {
	for _, order := range form.For(s) {
		read := p.game.rules.Lexicon.Read(order, nil)
		if order == no.Try || slices.Equal(read, words) {
			continue
		}
		if _, err := p.game.rules.Hear(s, p.known(s), read); err == nil {
			return order
		}
	}
	return ""
}

// otherwise names orders of other verbs: one of each that the seat's page lists, or the
// nearest.
func (p *play[S, C, E, F]) otherwise(no *Refusal, s Seat, words []string, moves [][]string) {
	var other []string
	verbs := []string{words[0]}
	add := func(order string) {
		read := p.game.rules.Lexicon.Read(order, nil)
		if len(read) > 0 && len(other) < mostListed && !slices.Contains(verbs, read[0]) {
			other, verbs = append(other, order), append(verbs, read[0])
		}
	}
	add(no.Try)
	for _, order := range p.choices(s) {
		if slices.ContainsFunc(moves, func(m []string) bool { return strings.Join(m, " ") == order }) {
			add(order)
		}
	}
	if len(other) == 0 {
		for _, m := range ranked(words, moves) {
			add(strings.Join(m, " "))
		}
	}
	if len(other) > 0 {
		no.Try, no.Other, no.Also = other[0], true, other[1:]
	}
}

// choices are the orders that the seat's page lists.
func (p *play[S, C, E, F]) choices(s Seat) []string {
	known := p.known(s)
	var all []string
	for _, b := range p.game.rules.Page(Plain{}, s, known, len(known)).Blocks {
		choices, _ := b.(Choices)
		for _, c := range choices.Items {
			if !c.Example {
				all = append(all, c.Order)
			}
		}
	}
	return all
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
