package declare

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// forms are how the orders are written that are not listed, with gaps to fill: the
// longest of each verb.
func (p *sheet) forms(listed []engine.Choice) []engine.Choice {
	var forms []engine.Choice
	for _, c := range p.longest(listed) {
		words := strings.Fields(c.String())
		form := engine.Choice{Order: p.gaps(words), Gloss: p.say("form"), Example: true}
		switch {
		case c.verb == verbPlay:
			form.Gloss = p.say("form.play")
		case slices.Contains(words, wordMe) || c.deed.mixed():
			form.Gloss = p.say("form.me", "Word", engine.Order(wordMe))
		}
		forms = append(forms, form)
	}
	if p.k.phase == phaseChoose {
		forms = append(forms, p.ahead()...)
	}
	return forms
}

// longest gives, of each verb that is not listed in full, the order with the most
// words in it.
func (p *sheet) longest(listed []engine.Choice) []command {
	var longest []command
	for _, c := range p.k.moves() {
		if slices.ContainsFunc(listed, func(l engine.Choice) bool { return l.Order == c.String() }) {
			continue
		}
		same := func(o command) bool { return o.verb == c.verb && o.deed.Verb == c.deed.Verb }
		i := slices.IndexFunc(longest, same)
		switch {
		case i < 0:
			longest = append(longest, c)
		case len(strings.Fields(c.String())) > len(strings.Fields(longest[i].String())):
			longest[i] = c
		}
	}
	return longest
}

// mixed tells whether a deed takes cards of any two players: what is said of one's own
// may be said of theirs.
func (d deed) mixed() bool { return d.Verb == verbSwap && d.Cards[0].Seat != 0 }

// ahead is how an action is given in advance.
func (p *sheet) ahead() []engine.Choice {
	acts := func(n int) bool { return effects[p.k.book.number(n).Effect].asking() }
	if !slices.ContainsFunc(p.k.numbers(), acts) {
		return nil
	}
	order := []string{verbPlay, p.say("gap.number"), wordWith, p.say("gap.cards")}
	return []engine.Choice{{Order: strings.Join(order, " "), Gloss: p.say("form.ahead"), Example: true}}
}

// gaps puts gaps for what an order is about.
func (p *sheet) gaps(words []string) string {
	for i, word := range words {
		_, seat := engine.ParseSeat(word)
		switch {
		case seat || word == wordMe:
			words[i] = p.say("gap.name")
		case number(word) && words[0] == verbPlay:
			words[i] = p.say("gap.number")
		case number(word):
			words[i] = p.say("gap.slot")
		}
	}
	return strings.Join(words, " ")
}
