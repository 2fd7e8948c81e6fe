package konvooi

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// This file is the part of may.go that is about convoys under way.

// mayBidNow: every other player answers a convoy (K12).
func (k *knowledge) mayBidNow() *engine.Refusal {
	switch {
	case k.phase != phaseBids:
		return engine.Refuse("K12", "konvooi.no-convoy")
	case k.convoy.smuggler == k.self:
		return engine.Refuse("K12", "konvooi.own-convoy")
	}
	return nil
}

// mayBid: with one officer that is in hand or none (K12, K13), and with positions the
// convoy has (K21).
func (k *knowledge) mayBid(b bid) *engine.Refusal {
	switch {
	case b.Officer == "":
		return nil
	case card.Count(k.hand, b.Officer) == 0:
		return k.insteadBid(engine.Refuse("K12", "konvooi.rank-not-held."+b.Officer))
	}
	most := min(rank(b.Officer), k.convoy.size)
	no := positions(b.Check, k.convoy.size, most, nil)
	if no == nil {
		return nil
	}
	return no.Instead(bid{b.Officer, fitting(b.Check, k.convoy.size, most, nil)}.String())
}

// insteadBid suggests the only answer there is, if there is only one.
func (k *knowledge) insteadBid(no *engine.Refusal) *engine.Refusal {
	var have []string
	for _, o := range officers {
		if card.Count(k.hand, o) > 0 {
			have = append(have, o)
		}
	}
	switch len(have) {
	case 0:
		return no.Instead(verbLetGo)
	case 1:
		return no.Instead(bid{Officer: have[0]}.String())
	}
	return no
}

// positions: each on the convoy, none twice, none turned before, no more than may
// be turned; otherwise the whole list is refused (K21).
func positions(list []int, size, most int, turned []int) *engine.Refusal {
	for i, p := range list {
		switch {
		case p < 1 || p > size:
			return engine.Refuse("K21", "konvooi.position-unknown", "Position", p, "Size", size)
		case slices.Contains(turned, p):
			return engine.Refuse("K21", "konvooi.position-turned", "Position", p)
		case slices.Contains(list[:i], p):
			return engine.Refuse("K21", "konvooi.position-twice", "Position", p)
		}
	}
	if len(list) > most {
		return engine.Refuse("K21", "konvooi.check-too-many", "Count", most)
	}
	return nil
}

// fitting keeps of a list what could be turned: the first positions that can, each once.
func fitting(list []int, size, most int, turned []int) []int {
	var kept []int
	for _, p := range list {
		if len(kept) < most && positions([]int{p}, size, 1, slices.Concat(turned, kept)) == nil {
			kept = append(kept, p)
		}
	}
	return kept
}

// holdsOfficer: who holds none is not awaited (K13).
func holdsOfficer(hand []card.Card) bool {
	return slices.ContainsFunc(hand, func(c card.Card) bool { return rank(c.Face) > 0 })
}

// mayBribeNow: the smuggler, once the right of inspection is settled (K16).
func (k *knowledge) mayBribeNow() *engine.Refusal {
	switch {
	case k.phase != phaseBribe:
		return engine.Refuse("K16", "konvooi.no-bribe-now")
	case k.convoy.smuggler != k.self:
		return engine.Refuse("K16", "konvooi.not-your-bribe", "Seat", k.convoy.smuggler)
	}
	return nil
}

// mayBribe: with cards from hand (K16).
func (k *knowledge) mayBribe(c command) *engine.Refusal {
	if card.Holds(k.hand, c.cards) {
		return nil
	}
	no := k.missing("K16", k.hand, c.cards)
	return k.instead(no, command{verb: verbBribe, cards: k.held(c.cards)})
}

// mayAnswer: the inspector answers the offer that lies there, once (K18).
func (k *knowledge) mayAnswer() *engine.Refusal {
	switch {
	case k.phase != phaseAnswer:
		return engine.Refuse("K18", "konvooi.no-offer")
	case k.convoy.inspector != k.self:
		return engine.Refuse("K18", "konvooi.not-your-offer", "Seat", k.convoy.inspector)
	}
	return nil
}

// mayCheckNow: the inspector turns cards, while the inspection lasts (K21).
func (k *knowledge) mayCheckNow() *engine.Refusal {
	switch {
	case k.phase != phaseCheck:
		return engine.Refuse("K21", "konvooi.no-check-now")
	case k.convoy.inspector != k.self:
		return engine.Refuse("K21", "konvooi.not-your-check", "Seat", k.convoy.inspector)
	}
	return nil
}

// mayCheck: cards of the convoy that have not been turned, and no more than may be (K21).
func (k *knowledge) mayCheck(list []int) *engine.Refusal {
	turned := k.turnedPositions()
	most := k.convoy.turns - len(turned)
	no := positions(list, k.convoy.size, most, turned)
	if no == nil {
		return nil
	}
	kept := fitting(list, k.convoy.size, most, turned)
	if len(kept) == 0 {
		kept = k.lowestUnturned()[:1]
	}
	return k.instead(no, command{verb: verbCheck, check: kept})
}

func (k *knowledge) turnedPositions() []int {
	turned := make([]int, len(k.convoy.turned))
	for i, t := range k.convoy.turned {
		turned[i] = t.Position
	}
	return turned
}

func (k *knowledge) lowestUnturned() []int {
	turned := k.turnedPositions()
	return unturned(k.convoy.size, turned, k.convoy.turns-len(turned))
}

// unturned lists the lowest positions not turned yet, so many of them.
func unturned(size int, turned []int, most int) []int {
	var left []int
	for p := 1; p <= size && len(left) < most; p++ {
		if !slices.Contains(turned, p) {
			left = append(left, p)
		}
	}
	return left
}

// mostStanding bounds a seat's standing bids.
const mostStanding = 50

// mayStand: a standing bid may be given at any time (K32), against others at the
// table; its positions are judged as it is given (K21), those beyond a smaller
// convoy being dropped later.
func (k *knowledge) mayStand(c command) *engine.Refusal {
	from := c.when.From
	switch {
	case from == k.self:
		return engine.Refuse("K32", "konvooi.when-self")
	case int(from) > len(k.players):
		return engine.Refuse("K32", "konvooi.when-term", "Word", engine.Order(from.String()))
	case len(k.standing) >= mostStanding:
		return engine.Refuse("K32", "konvooi.when-too-many", "Count", mostStanding).Instead(verbCancel + " " + wordAll)
	case c.bid.Officer == "":
		return nil
	}
	return positions(c.bid.Check, convoyMax, rank(c.bid.Officer), nil)
}

// mayCancel: one of one's own standing bids, by its number, or all (K32).
func (k *knowledge) mayCancel(n int) *engine.Refusal {
	if n > 0 && len(k.standing) == 0 {
		return engine.Refuse("K32", "konvooi.cancel-none").Alone()
	}
	if n > len(k.standing) {
		return engine.Refuse("K32", "konvooi.cancel-unknown", "Number", n, "Count", len(k.standing))
	}
	return nil
}

// fits: a standing bid answers a convoy of its terms, if its officer is in hand
// (K32).
func (s standing) fits(smuggler engine.Seat, size int, hand []card.Card) bool {
	return s.meant(smuggler, size) && (s.Bid.Officer == "" || card.Count(hand, s.Bid.Officer) > 0)
}

// meant: a standing bid is for convoys of its terms.
func (s standing) meant(smuggler engine.Seat, size int) bool {
	t := s.When
	return (t.From == 0 || t.From == smuggler) && (t.Size == 0 || t.Size == size || t.OrMore && size > t.Size)
}
