package konvooi

import (
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// The gaps of a form, each a message.
const (
	gapSlot     = "gap.slot"
	gapCard     = "gap.card"
	gapRank     = "gap.rank"
	gapPosition = "gap.position"
)

// forms are how the orders are written that are not listed, with gaps to fill.
func (p *sheet) forms() []engine.Choice {
	k := p.k
	switch k.phase {
	case phaseTurn:
		return p.turnForms()
	case phaseSecond:
		return []engine.Choice{p.form("form.second", verbDraw, gapSlot)}
	case phaseBids:
		if slices.ContainsFunc(k.hand, func(c card.Card) bool { return rank(c.Face) > 0 }) {
			return []engine.Choice{p.form("form.inspect", verbInspect, gapRank, verbCheck, gapPosition, gapPosition)}
		}
	case phaseBribe:
		return []engine.Choice{p.form("form.bribe", verbBribe, gapCard, gapCard)}
	case phaseCheck:
		if len(k.lowestUnturned()) < 2 { // which the list has all there is of
			return nil
		}
		return []engine.Choice{p.form("form.check", verbCheck, gapPosition, gapPosition)}
	}
	return nil
}

func (p *sheet) turnForms() []engine.Choice {
	var forms []engine.Choice
	if slices.ContainsFunc(p.k.draws(), func(c command) bool { return p.k.mayDraw(c) == nil }) {
		forms = append(forms, p.form("form.draw", verbDraw, gapSlot, gapSlot))
	}
	if len(p.k.hand) >= convoyMin {
		forms = append(forms, p.form("form.convoy", verbConvoy, gapCard, gapCard, verbBribe, gapCard))
	}
	return forms
}

// form is an order with gaps in it, and what may fill them.
func (p *sheet) form(gloss string, words ...string) engine.Choice {
	for i, word := range words {
		if strings.HasPrefix(word, "gap.") {
			words[i] = p.say(word)
		}
	}
	return engine.Choice{Order: strings.Join(words, " "), Gloss: p.say(gloss), Example: true}
}
