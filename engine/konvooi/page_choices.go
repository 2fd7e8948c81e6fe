package konvooi

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// mostListed is how many orders a letter lists: more are hard to find one's way in, on
// a small screen above all.
const mostListed = 8

// choices list what the reader may answer: not every order there is, but some of
// each sort that can be sent as they stand, and then how others are written.
func (p *sheet) choices() {
	if !p.k.asks() && !p.k.changes() {
		return
	}
	var items []engine.Choice
	switch p.k.phase {
	case phaseTurn, phaseSecond:
		items = p.turnChoices()
	case phaseBids:
		items = p.bidChoices()
	case phaseBribe:
		items = p.bribeChoices()
	case phaseAnswer:
		items = []engine.Choice{
			{Order: verbAccept, Gloss: p.say("choice.accept")},
			{Order: verbRefuse, Gloss: p.say("choice.refuse")},
		}
	case phaseCheck:
		items = p.checkChoices()
	}
	p.add(engine.Choices{Items: append(items, p.forms()...), Instead: p.k.changes()})
}

// turnChoices: draws, some convoys, and a pass.
func (p *sheet) turnChoices() []engine.Choice {
	if p.k.phase == phaseSecond {
		return append(p.drawChoices(p.k.differentDraws()), engine.Choice{Order: verbDone, Gloss: p.say("choice.done")})
	}
	draws, actions := p.k.differentDraws(), p.actionChoices()
	var look []engine.Choice
	if slot := lowestSlot(p.k.display); slot > 0 {
		c := command{verb: verbDraw, takes: []int{slot}, look: true}
		if p.k.mayDraw(c) == nil {
			look = []engine.Choice{{Order: c.String(), Gloss: p.say("choice.look")}}
		}
	}
	if len(draws)+len(look)+len(actions) > mostListed {
		draws = p.k.bestDraws(draws)
	}
	return slices.Concat(p.drawChoices(draws), look, actions)
}

func (p *sheet) drawChoices(draws []command) []engine.Choice {
	var items []engine.Choice
	for _, c := range draws {
		items = append(items, engine.Choice{Order: c.String(), Gloss: p.drawGloss(c)})
	}
	return items
}

// differentDraws are the draws that are allowed, one of those that bring the same kinds.
func (k *knowledge) differentDraws() []command {
	var all []command
	var brought [][]string
	for _, c := range k.draws() {
		what := k.brings(c)
		slices.Sort(what)
		seen := slices.ContainsFunc(brought, func(b []string) bool { return slices.Equal(b, what) })
		if seen || c.look || k.mayDraw(c) != nil {
			continue
		}
		brought = append(brought, what)
		all = append(all, c)
	}
	return all
}

// bestDraws keeps one draw of each sort: two open cards, an open and a closed one, a
// closed one alone; that whose open cards are worth the most.
func (k *knowledge) bestDraws(draws []command) []command {
	var best []command
	for _, sort := range []struct{ open, shut int }{{2, 0}, {1, 1}, {0, 1}} {
		most := -1
		var chosen command
		for _, c := range draws {
			if what := k.brings(c); len(c.takes) == sort.open+sort.shut && closedIn(c.takes) == sort.shut && k.value(what) > most {
				most, chosen = k.value(what), c
			}
		}
		if most >= 0 {
			best = append(best, chosen)
		}
	}
	if len(best) == 0 {
		return draws[:min(len(draws), 3)]
	}
	return best
}

func closedIn(takes []int) int {
	n := 0
	for _, t := range takes {
		if t == closed {
			n++
		}
	}
	return n
}

// value is what cards, as brings spells them, are worth in a warehouse.
func (k *knowledge) value(brought []string) int {
	sum := 0
	for _, face := range brought {
		sum += k.worth[face].Warehouse
	}
	return sum
}

// actionChoices are the convoys and the pass of a turn.
func (p *sheet) actionChoices() []engine.Choice {
	var items []engine.Choice
	for i, load := range p.k.likelyConvoys() {
		c := command{verb: verbConvoy, cards: load}
		gloss := p.say("choice.convoy-too")
		if i == 0 {
			gloss = p.say("choice.convoy")
		}
		items = append(items, engine.Choice{Order: c.String(), Gloss: gloss})
	}
	if p.k.mayPass() == nil {
		items = append(items, engine.Choice{Order: verbPass, Gloss: p.say("choice.pass")})
	}
	return items
}

// brings spells what a draw brings: faces, "" for a closed card. An open card that
// is not the one shown now counts as none.
func (k *knowledge) brings(c command) []string {
	var what []string
	for i, t := range c.takes {
		switch {
		case t == closed:
			what = append(what, "")
		case slices.Contains(c.takes[:i], t):
			what = append(what, "?")
		default:
			what = append(what, k.display[t-1].Face)
		}
	}
	return what
}

func (p *sheet) drawGloss(c command) string {
	var open []card.Card
	shut, fresh := 0, 0
	for i, what := range p.k.brings(c) {
		switch what {
		case "":
			shut++
		case "?":
			fresh++
		default:
			open = append(open, p.k.display[c.takes[i]-1])
		}
	}
	switch {
	case fresh > 0:
		return p.say("choice.draw-fresh", "Cards", p.list(count(open)))
	case shut == 0:
		return p.say("choice.draw-open", "Cards", p.list(count(open)))
	case len(open) == 0:
		return p.say("choice.draw-closed")
	}
	return p.say("choice.draw-both", "Cards", p.list(count(open)))
}

// likelyConvoys names up to three convoys worth a thought: legal goods alone, goods
// with contraband among them, and an officer as escort; where the hand has none of
// these, whatever it has most of.
func (k *knowledge) likelyConvoys() [][]string {
	var all [][]string
	for _, kind := range [][]string{
		{legal, legal, legal, legal},
		{legal, illegal, legal, illegal},
		{legal, lieutenant, legal},
		{captain, legal, illegal},
		kinds,
		{legal, legal, illegal, illegal, illegal, illegal},
		{lieutenant, lieutenant, lieutenant, lieutenant},
		{captain, captain, captain, captain},
		{inspector, inspector, inspector, inspector},
	} {
		load := k.held(kind)
		load = load[:min(len(load), convoyMax)]
		again := slices.ContainsFunc(all, func(o []string) bool { return slices.Equal(o, load) })
		if len(load) >= convoyMin && !again && len(all) < 3 {
			all = append(all, load)
		}
	}
	return all
}

func (p *sheet) bidChoices() []engine.Choice {
	items := []engine.Choice{{Order: verbLetGo, Gloss: p.say("choice.let-go")}}
	var best string
	for _, o := range officers {
		if card.Count(p.k.hand, o) == 0 {
			continue
		}
		best = o
		turns := min(rank(o), p.k.convoy.size)
		items = append(items, engine.Choice{Order: bid{Officer: o}.String(), Gloss: p.say("choice.inspect", "Count", turns)})
	}
	order := bid{Officer: best, Check: unturned(p.k.convoy.size, nil, min(rank(best), p.k.convoy.size))}
	slices.Reverse(order.Check)
	ahead := standing{terms{Size: 3, OrMore: true}, bid{Officer: best}}
	return append(items,
		engine.Choice{Order: order.String(), Gloss: p.say("choice.inspect-check")},
		engine.Choice{Order: ahead.String(), Gloss: p.say("choice.when")},
	)
}

func (p *sheet) bribeChoices() []engine.Choice {
	items := []engine.Choice{{Order: verbNoBribe, Gloss: p.say("choice.no-bribe")}}
	have := count(p.k.hand)
	for i, kind := range kinds {
		if have[i] > 0 {
			c := command{verb: verbBribe, cards: []string{kind}}
			items = append(items, engine.Choice{Order: c.String(), Gloss: p.say("choice.bribe", "Count", 1)})
		}
	}
	if len(p.k.hand) > 1 {
		c := command{verb: verbBribe, cards: have.faces()[:2]}
		items = append(items, engine.Choice{Order: c.String(), Gloss: p.say("choice.bribe", "Count", 2)})
	}
	return items
}

func (p *sheet) checkChoices() []engine.Choice {
	left := p.k.lowestUnturned()
	var items []engine.Choice
	for _, n := range unturned(p.k.convoy.size, p.k.turnedPositions(), p.k.convoy.size) {
		c := command{verb: verbCheck, check: []int{n}}
		items = append(items, engine.Choice{Order: c.String(), Gloss: p.say("choice.check-one")})
	}
	if len(left) > 1 {
		c := command{verb: verbCheck, check: left}
		items = append(items, engine.Choice{Order: c.String(), Gloss: p.say("choice.check-all")})
	}
	return items
}
