package konvooi

import (
	"slices"
	"strconv"

	"contrapost/engine"
	"contrapost/engine/card"
)

// bot plays from knowledge alone, for a seat without a player from the start and
// for one whose player has resigned (K33). It weighs each choice by what it would
// bring on average, given what it has seen of the others' ways; luck only spreads
// what could be foreseen. An empty order: the seat has nothing to do.
func bot(s engine.Seat, facts []fact, luck engine.Chance) string {
	k := know(s, facts)
	if !k.asks() {
		return ""
	}
	b := brain{k, luck}
	switch k.phase {
	case phaseTurn:
		return b.act().String()
	case phaseSecond:
		return verbDone
	case phaseBids:
		return b.answer().String()
	case phaseBribe:
		return b.bribe().String()
	case phaseAnswer:
		return b.judge()
	}
	return command{verb: verbCheck, check: b.spread()}.String()
}

// What the bot goes by, in dollars unless said otherwise; found by letting bots
// play against chance and against each other.
const (
	botPatience = 9000 // what a convoy of an empty hand would have to bring
	botRestless = 800  // less for each card in hand
	botPrize    = 3000 // an inspector's officer, won
	botTurns    = 2    // cards an inspector is taken to turn
	botLegal    = 700  // legal goods in hand, while there is time
	botIllegal  = 1500 // contraband likewise
	botOfficer  = 2000 // an officer likewise, above what it counts in hand
	botGlut     = 600  // less for drawing contraband, for each in hand
	botEnvy     = 25   // percent of another's gain that is one's own loss
	botCaution  = 200  // percent of an officer's worth to fear for in an inspection
	botPrior    = 20   // cards seen turned that the deck's composition stands for
)

type brain struct {
	*knowledge
	luck engine.Chance
}

// act: a convoy when one is worth more than going on collecting, or when there is
// no more collecting; else the best draw.
func (b brain) act() command {
	load, gain := b.bestConvoy()
	convoy := b.shuffled(command{verb: verbConvoy, cards: load})
	able := len(load) >= convoyMin
	if able && gain > b.patience() {
		return convoy
	}
	c, drawing := b.bestDraw()
	if drawing && b.drawGain(c) > 0 {
		return c
	}
	if b.mayPass() == nil && (!able || gain <= 0) {
		return command{verb: verbPass}
	}
	if able {
		return convoy
	}
	return c
}

// patience is what a convoy must bring to be sent now: less with a fuller hand,
// and anything at the end.
func (b brain) patience() int {
	if b.last > 0 || b.turnsLeft() < 1 {
		return 0
	}
	return botPatience - botRestless*len(b.hand)
}

// turnsLeft guesses how many own turns the pile still feeds.
func (b brain) turnsLeft() int { return b.pile / (2 * len(b.players)) }

// shuffled puts a convoy's cards in an order nobody can foresee.
func (b brain) shuffled(c command) command {
	c.cards = slices.Clone(c.cards)
	engine.Shuffle(b.luck, "bot/convoy", c.cards)
	return c
}

// bestConvoy weighs every choice of 2 to 4 cards.
func (b brain) bestConvoy() ([]string, int) {
	danger := b.danger()
	var best tally
	bestGain := -1 << 30
	have := count(b.hand)
	var choose func(kind int, load tally)
	choose = func(kind int, load tally) {
		if n := load.sum(); n > convoyMax {
			return
		} else if kind == len(kinds) {
			if gain := b.convoyGain(load, danger); n >= convoyMin && gain > bestGain {
				best, bestGain = load, gain
			}
			return
		}
		for n := 0; n <= have[kind]; n++ {
			load[kind] = n
			choose(kind+1, load)
		}
	}
	choose(0, tally{})
	return best.faces(), bestGain
}

// danger is the chance, in percent, that the next convoy is inspected.
func (b brain) danger() int {
	convoys, inspected := 4, 2
	anybody := false
	for i, h := range b.habits {
		convoys, inspected = convoys+h.convoys, inspected+h.inspected
		other := engine.Seat(i+1) != b.self && b.players[i].hand > 0
		anybody = anybody || other
	}
	if !anybody {
		return 0
	}
	return 100 * inspected / convoys
}

// convoyGain is what a convoy brings on average, in dollars: what the cards gain
// by reaching the warehouse, an inspector's officer won, or all lost to somebody.
func (b brain) convoyGain(load tally, danger int) int {
	through, lost := 0, 0
	for i, n := range load {
		v, keep := b.worth[kinds[i]], b.keep(kinds[i])
		through += n * (v.Warehouse - keep)
		lost -= n * (keep + v.Warehouse*botEnvy/100)
	}
	caught := caughtChance(load, botTurns)
	inspected := (caught*lost + (1000-caught)*(through+botPrize)) / 1000
	return (danger*inspected + (100-danger)*through) / 100
}

// keep is what a card in hand promises: what it may still fetch, or at the end
// what it counts.
func (b brain) keep(face string) int {
	v := b.worth[face]
	switch {
	case b.last > 0 || b.turnsLeft() < 1:
		return v.Hand
	case face == illegal:
		return botIllegal
	case face == legal:
		return botLegal
	}
	return v.Hand + botOfficer
}

// caughtChance is the chance, in a thousand, that so many cards turned at random
// meet contraband before an officer.
func caughtChance(load tally, turns int) int {
	total := load.sum()
	caught, still := 0, 1000 // still: only legal goods so far
	for i := 0; i < turns && i < total; i++ {
		caught += still * load[place(illegal)] / (total - i)
		still = still * max(0, load[place(legal)]-i) / (total - i)
	}
	return caught
}

// wants is what a card is worth drawing for.
func (b brain) wants(face string) int {
	if face == illegal {
		return b.keep(face) - botGlut*card.Count(b.hand, illegal)
	}
	return b.keep(face)
}

// unseen is what a closed card promises: the mean of what the pile may hold.
func (b brain) unseen() int {
	sum, n := 0, 0
	for _, kind := range []string{legal, illegal, lieutenant} {
		sum, n = sum+b.cards[kind]*b.wants(kind), n+b.cards[kind]
	}
	return sum / max(n, 1)
}

func (b brain) drawGain(c command) int {
	gain := 0
	for _, what := range b.brings(c) {
		switch what {
		case "", "?":
			gain += b.unseen()
		default:
			gain += b.wants(what)
		}
	}
	return gain
}

// bestDraw is the draw that promises most.
func (b brain) bestDraw() (command, bool) {
	var best command
	found := false
	for _, c := range b.draws() {
		if c.look || b.mayDraw(c) != nil {
			continue
		}
		if !found || b.drawGain(c) > b.drawGain(best) {
			best, found = c, true
		}
	}
	return best, found
}

// answer: the officer whose inspection promises most, if any promises a gain.
func (b brain) answer() command {
	best, bestGain := "", 0
	for _, o := range officers {
		if card.Count(b.hand, o) == 0 {
			continue
		}
		if gain := b.checkGain(o); gain > bestGain {
			best, bestGain = o, gain
		}
	}
	return command{verb: verbInspect, bid: bid{Officer: best}}
}

// checkGain is what an inspection brings on average, in dollars.
func (b brain) checkGain(officer string) int {
	hit := b.hitChance(rank(officer))
	v := b.worth[officer]
	seized := b.worth[illegal].Warehouse + (b.convoy.size-1)*b.meanGoods()
	seized += seized * botEnvy / 100 // the smuggler's loss is a gain too
	loss := b.keep(officer)*botCaution/100 + v.Warehouse*botEnvy/100
	return (hit*seized - (1000-hit)*loss) / 1000
}

func (b brain) meanGoods() int {
	l, x := b.cards[legal], b.cards[illegal]
	return (l*b.worth[legal].Warehouse + x*b.worth[illegal].Warehouse) / max(l+x, 1)
}

// hitChance is the chance, in a thousand, to turn contraband in time, going by the
// deck and by what this smuggler's convoys have shown so far.
func (b brain) hitChance(turns int) int {
	goods := tally{}
	for i, kind := range kinds {
		goods[i] = botPrior * b.cards[kind] / max(b.cards[legal]+b.cards[illegal], 1)
	}
	shown := b.habits[b.convoy.smuggler-1].turned
	for i, n := range shown {
		goods[i] += n
	}
	total := max(goods.sum(), 1)
	hit, still := 0, 1000
	for range min(turns, b.convoy.size) {
		hit += still * goods[place(illegal)] / total
		still = still * goods[place(legal)] / total
	}
	return hit
}

// bribe: when contraband is at stake, the least worth parting with; to legal
// convoys an inspection is welcome.
func (b brain) bribe() command {
	load := count(b.convoy.cards)
	risk := caughtChance(load, rank(b.convoy.officer.Face))
	price := []string{legal}
	if b.convoy.offers > 0 || risk > 700 {
		price = []string{legal, legal}
	}
	if held := b.held(price); risk > 200 && len(held) > 0 {
		return command{verb: verbBribe, cards: held}
	}
	if held := b.held([]string{illegal}); risk > 450 && len(held) > 0 && b.last > 0 {
		return command{verb: verbBribe, cards: held}
	}
	return command{verb: verbNoBribe}
}

// judge accepts an offer that beats the inspection; whoever offers one has
// something to hide.
func (b brain) judge() string {
	worth := b.convoy.offered * b.worth[legal].Warehouse
	if len(b.convoy.offer) > 0 {
		worth = 0
		for _, c := range b.convoy.offer {
			worth += b.worth[c.Face].Warehouse
		}
	}
	if worth > 3*b.checkGain(b.convoy.officer.Face)/2 {
		return verbAccept
	}
	return verbRefuse
}

// spread picks the positions to turn, by luck.
func (b brain) spread() []int {
	all := unturned(b.convoy.size, b.turnedPositions(), b.convoy.size)
	engine.Shuffle(b.luck, "bot/check/"+strconv.Itoa(len(b.convoy.turned)), all)
	return all[:b.convoy.turns-len(b.convoy.turned)]
}
