package konvooi

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// ahead is what somebody writes who writes few letters: the bot's order with a rider
// where it can have one (K16, K21), and the standing bids by which the bot would
// answer the convoys to come (K32), as far as they do not stand already.
func ahead(s engine.Seat, facts []fact, luck engine.Chance) []string {
	k := know(s, facts)
	if !k.asks() {
		return nil
	}
	b := brain{k, luck}
	lines := []string{b.riding(bot(s, facts, luck))}
	wanted := b.wantsToStand()
	if slices.EqualFunc(wanted, k.standing, standing.alike) {
		return lines
	}
	if len(k.standing) > 0 {
		lines = append(lines, verbCancel+" "+wordAll)
	}
	for _, s := range wanted {
		lines = append(lines, s.String())
	}
	return lines
}

// alike tells whether two standing bids differ by no more than the cards to turn.
func (s standing) alike(other standing) bool {
	return s.When == other.When && s.Bid.Officer == other.Bid.Officer
}

// riding puts a rider on an order of the bot's: what to offer if the convoy is
// stopped, and which cards to turn.
func (b brain) riding(order string) string {
	c, no := parse(lexicon.Read(order, nil))
	switch {
	case no != nil:
		return order
	case c.verb == verbConvoy:
		c.rider = b.price(c.cards)
	case c.verb == verbInspect && c.bid.Officer != "":
		c.bid.Check = b.turning(b.convoy.size, c.bid.Officer)
	}
	return c.String()
}

// price is what the bot would offer an inspector of middling rank for a convoy.
func (b brain) price(load []string) []string {
	left := slices.Clone(b.hand)
	for _, face := range load {
		i := slices.IndexFunc(left, func(c card.Card) bool { return c.Face == face })
		left = slices.Delete(left, i, i+1)
	}
	if caughtChance(count(cardsOf(load)), botTurns) <= 200 || card.Count(left, legal) == 0 {
		return nil
	}
	return []string{legal}
}

func cardsOf(faces []string) []card.Card {
	all := make([]card.Card, len(faces))
	for i, face := range faces {
		all[i] = card.Card{Face: face}
	}
	return all
}

// turning draws the positions that an officer turns.
func (b brain) turning(size int, officer string) []int {
	all := unturned(size, nil, size)
	engine.Shuffle(b.luck, "bot/ahead/"+officer, all)
	return all[:min(size, rank(officer))]
}

// wantsToStand gives a standing bid against each opponent whose convoys of some size
// are worth an officer, and one that lets all others go; none without an officer to
// be asked for (K12).
func (b brain) wantsToStand() []standing {
	if !slices.ContainsFunc(officers, func(o string) bool { return card.Count(b.hand, o) > 0 }) {
		return nil
	}
	var all []standing
	for i := range b.players {
		if from := engine.Seat(i + 1); from != b.self {
			all = append(all, b.against(from)...)
		}
	}
	return append(all, standing{})
}

// against is the standing bid for the smallest convoy of an opponent that promises a
// gain. A bigger one promises more: one turns as many cards, and there is more to seize.
func (b brain) against(from engine.Seat) []standing {
	for size := convoyMin; size <= convoyMax; size++ {
		hypothesis := *b.knowledge
		hypothesis.convoy.smuggler, hypothesis.convoy.size = from, size
		answer := brain{&hypothesis, b.luck}.answer()
		if officer := answer.bid.Officer; officer != "" {
			bid := bid{Officer: officer, Check: b.turning(size, officer)}
			return []standing{{terms{Size: size, OrMore: true, From: from}, bid}}
		}
	}
	return nil
}
