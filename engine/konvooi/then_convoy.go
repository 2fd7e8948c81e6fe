package konvooi

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// setOut lays a convoy (K10), packs its rider (K18), and has the standing
// bids speak at once, in order of play after the smuggler (K32, K14).
func (u *unfolding) setOut(seat engine.Seat, c command) {
	cards, rest, ok := card.Take(u.seat(seat).hand, c.cards)
	rider, _, ok2 := card.Take(rest, c.rider)
	if !ok || !ok2 {
		u.fault("convoy of cards that are not in hand")
		return
	}
	u.tell(convoyLaid{seat, cards})
	if len(rider) > 0 {
		u.tell(riderPacked{seat, rider})
	}
	for _, o := range u.others(seat) {
		p := u.seat(o)
		for i, s := range p.standing {
			if s.fits(seat, len(cards), p.hand) { // the oldest that fits
				u.tell(bidSealed{Seat: o, Bid: s.Bid, Standing: i + 1})
				break
			}
		}
	}
}

// openAnswers closes the window: every committed officer becomes public, the
// others' return to hand (K14), and the smuggler may offer a bribe (K16). If
// nobody inspects, the convoy goes unseen (K15).
func (u *unfolding) openAnswers() {
	officers := u.committed()
	if len(officers) == 0 {
		u.pass()
		u.endAction(u.turn)
		return
	}
	u.tell(answersOpened{u.turn, officers})
	u.tell(inspectorChosen{Seat: officers[0].Seat, Smuggler: u.turn, Officer: officers[0].Card})
	rider := u.convoy.rider
	u.invite()
	if u.phase == phaseBribe && len(rider) > 0 { // offered once, as the step opens (K18)
		u.offer(u.turn, card.Faces(rider))
	}
}

// committed lists the officers bid, the one with the right to inspect first: the
// highest rank (K14), among equals the first in order of play after the smuggler,
// or by option the one whose answer was received first.
func (u *unfolding) committed() []committed {
	var all []committed
	received := map[engine.Seat]int{}
	for i, b := range u.convoy.bids {
		if b.bid.Officer == "" {
			continue
		}
		taken, _, ok := card.Take(u.seat(b.seat).hand, []string{b.bid.Officer})
		if !ok {
			u.fault("bid of an officer that is not in hand")
			return nil
		}
		received[b.seat] = i
		all = append(all, committed{b.seat, taken[0]})
	}
	order := u.others(u.turn)
	slices.SortFunc(all, func(a, b committed) int {
		if d := rank(b.Card.Face) - rank(a.Card.Face); d != 0 {
			return d
		}
		return slices.Index(order, a.Seat) - slices.Index(order, b.Seat)
	})
	if u.options[optTie] == tieFirst {
		return earliestFirst(all, received)
	}
	return all
}

// earliestFirst puts the earliest received of the highest rank in front (K14).
// The others stay in order of play: when they answered is nobody's business (K13).
func earliestFirst(all []committed, received map[engine.Seat]int) []committed {
	first := 0
	for i, c := range all {
		if rank(c.Card.Face) == rank(all[0].Card.Face) && received[c.Seat] < received[all[first].Seat] {
			first = i
		}
	}
	if len(all) == 0 {
		return nil
	}
	chosen := all[first]
	return append([]committed{chosen}, slices.Delete(slices.Clone(all), first, first+1)...)
}

// invite opens the bribe step; without cards in hand it is skipped (K16).
func (u *unfolding) invite() {
	if len(u.seat(u.turn).hand) == 0 {
		u.beginCheck()
		return
	}
	u.tell(bribeInvited{Seat: u.turn, Inspector: u.convoy.inspector})
}

// offer lays down a bribe; who sees it, K17 and its option say.
func (u *unfolding) offer(seat engine.Seat, faces []string) {
	cards, _, ok := card.Take(u.seat(seat).hand, faces)
	if !ok {
		u.fault("offer of cards that are not in hand")
		return
	}
	u.tell(bribeOffered{Seat: seat, Inspector: u.convoy.inspector, Cards: cards, Witnesses: u.bribeWitnesses()})
}

func (u *unfolding) bribeWitnesses() []engine.Seat {
	switch u.options[optBribeView] {
	case viewPublic:
		return []engine.Seat{engine.Onlooker}
	case viewBlind:
		return []engine.Seat{u.turn}
	}
	return []engine.Seat{u.turn, u.convoy.inspector}
}

// accept: the offer to the inspector's warehouse, the officer back to hand, the
// convoy on its way unseen; the next bidder gets no chance (K19). Whatever the
// option, the inspector now sees the cards, for they are the inspector's own (K4).
func (u *unfolding) accept() {
	c := u.convoy
	seers := u.bribeWitnesses()
	if !witnesses(seers, c.inspector) {
		seers = append(seers, c.inspector)
	}
	u.tell(bribeAccepted{Seat: c.inspector, Smuggler: u.turn, Cards: c.offer, Witnesses: seers})
	u.tell(officerReturned{c.inspector, c.officer})
	u.pass()
	u.endAction(u.turn)
}

// refuse: the offer back to hand, and the inspection (K20), unless another offer
// may be made (K18).
func (u *unfolding) refuse() {
	u.tell(bribeRefused{Seat: u.convoy.inspector, Smuggler: u.turn, Cards: u.convoy.offer})
	if u.convoy.offers < u.rounds() {
		u.invite()
		return
	}
	u.beginCheck()
}

// beginCheck starts the inspection, at once with the positions that the bid named;
// those a standing bid names beyond the convoy are dropped (K21, K32).
func (u *unfolding) beginCheck() {
	u.tell(checkBegun{Seat: u.convoy.inspector, Smuggler: u.turn, Turns: u.toTurn()})
	var there []int
	for _, p := range u.convoy.check {
		if p <= len(u.convoy.cards) && len(there) < u.toTurn() {
			there = append(there, p)
		}
	}
	u.turnAll(there)
}

// turnAll turns cards one by one. The first that is no legal goods stops the
// inspection and decides it (K25): contraband seizes the convoy (K23), an officer
// saves it (K24). When all that may be turned were legal, it passes (K22).
func (u *unfolding) turnAll(positions []int) {
	for _, p := range positions {
		if p < 1 || p > len(u.convoy.cards) || slices.Contains(u.convoy.turned, p) || u.toTurn() == 0 {
			u.fault("check of position %d", p)
			return
		}
		c := u.convoy.cards[p-1]
		u.tell(cardTurned{Seat: u.convoy.inspector, Smuggler: u.turn, Position: p, Card: c})
		switch {
		case c.Face == illegal:
			u.seize()
			return
		case rank(c.Face) > 0:
			u.clear()
			return
		}
	}
	if u.toTurn() == 0 {
		u.clear()
	}
}

// clear: the convoy to the smuggler's warehouse, what was not turned unseen. The
// smuggler wins the officer (K22, K24), past 8 cards in hand if need be (K7).
func (u *unfolding) clear() {
	c := u.convoy
	u.pass()
	u.tell(officerWon{Seat: u.turn, From: c.inspector, Card: c.officer})
	u.endAction(u.turn)
}

// seize: the whole convoy to the inspector's warehouse, the officer home to
// hand, or by option to the warehouse too (K23).
func (u *unfolding) seize() {
	c := u.convoy
	u.tell(convoySeized{Seat: c.inspector, Smuggler: u.turn, Cards: c.cards})
	if u.options[optCaught] == caughtWarehouse {
		u.tell(officerRetired{c.inspector, c.officer})
	} else {
		u.tell(officerReturned{c.inspector, c.officer})
	}
	u.endAction(u.turn)
}

// pass brings the convoy to the smuggler's warehouse.
func (u *unfolding) pass() { u.tell(convoyPassed{u.turn, u.convoy.cards}) }
