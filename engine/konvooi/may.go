package konvooi

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// This file and may_convoy.go alone say what is permitted. Every refusal cites its ruling and is
// judged by what the seat knows.

// hear understands an order and judges it.
func hear(s engine.Seat, facts []fact, words []string) (command, error) {
	c, no := parse(words)
	k := know(s, facts)
	late := k.timely(c.verb)
	switch {
	case late != nil: // however it is written
		no = late
	case no == nil:
		no = k.may(c)
	case no.Key == "konvooi.stands-alone" && c.verb != verbWhen:
		no = k.instead(no, c)
	}
	if no != nil {
		return command{}, no
	}
	return c, nil
}

// timely judges whether the time for a verb is now, whatever follows it.
func (k *knowledge) timely(verb string) *engine.Refusal {
	switch {
	case k.self == engine.Onlooker || int(k.self) > len(k.players):
		return engine.Refuse("K3", "konvooi.no-seat")
	case k.phase == phaseOver:
		return engine.Refuse("K27", "konvooi.game-over")
	}
	switch verb {
	case verbDraw:
		if k.phase == phaseSecond && k.turn == k.self {
			return nil
		}
		return k.mayAct()
	case verbConvoy, verbPass:
		return k.mayAct()
	case verbInspect, verbLetGo:
		return k.mayBidNow()
	case verbBribe, verbNoBribe:
		return k.mayBribeNow()
	case verbCheck:
		return k.mayCheckNow()
	}
	return nil
}

// may judges a command: nil permits it.
func (k *knowledge) may(c command) *engine.Refusal {
	if no := k.timely(c.verb); no != nil {
		return no
	}
	switch c.verb {
	case verbDraw:
		return k.mayDraw(c)
	case verbDone:
		return k.mayStop()
	case verbConvoy:
		return k.mayConvoy(c)
	case verbPass:
		return k.mayPass()
	case verbInspect, verbLetGo:
		return k.mayBid(c.bid)
	case verbBribe, verbNoBribe:
		return k.mayBribe(c)
	case verbAccept, verbRefuse:
		return k.mayAnswer()
	case verbCheck:
		return k.mayCheck(c.check)
	case verbWhen:
		return k.mayStand(c)
	case verbCancel:
		return k.mayCancel(c.number)
	}
	return engine.Refuse("", "konvooi.unknown-order", "Word", engine.Order(c.verb))
}

// mayAct: an action is taken in turn, one at a time (K3); a first card with a
// look wants its second decision first (K8).
func (k *knowledge) mayAct() *engine.Refusal {
	switch {
	case k.turn != k.self:
		return engine.Refuse("K3", "konvooi.not-your-turn", "Seat", k.turn)
	case k.phase == phaseSecond:
		return engine.Refuse("K8", "konvooi.second-first").Instead(verbDone)
	case k.phase != phaseTurn:
		return engine.Refuse("K3", "konvooi.convoy-on-its-way")
	}
	return nil
}

// mayDraw: what may be taken together (K5), from which hand (K7), with a look
// (K8), and whether it is there (K5, K9).
func (k *knowledge) mayDraw(c command) *engine.Refusal {
	if k.phase == phaseSecond && k.turn == k.self {
		return k.mayDrawSecond(c)
	}
	if no := combines(c); no != nil {
		return k.instead(no, command{verb: verbDraw, takes: firstTwo(c.takes)})
	}
	if !underLimit(len(k.hand)) {
		return k.suggest(engine.Refuse("K7", "konvooi.hand-full", "Count", len(k.hand)))
	}
	if c.look && k.pile == 0 {
		return k.instead(engine.Refuse("K8", "konvooi.nothing-to-look-at"), command{verb: verbDraw, takes: c.takes})
	}
	return k.reach(c.takes)
}

// combines: one card, or two of which at most one closed (K5); a look goes with
// one open card (K8).
func combines(c command) *engine.Refusal {
	shut := 0
	for _, t := range c.takes {
		if t == closed {
			shut++
		}
	}
	switch {
	case len(c.takes) > takesAtMax:
		return engine.Refuse("K5", "konvooi.draw-too-many", "Count", len(c.takes))
	case shut > 1:
		return engine.Refuse("K5", "konvooi.draw-two-closed")
	case c.look && (len(c.takes) != 1 || shut > 0):
		return engine.Refuse("K8", "konvooi.look-with-one-open")
	}
	return nil
}

// firstTwo shortens a draw to what may go together: at most two, one closed.
func firstTwo(takes []int) []int {
	var kept []int
	for _, t := range takes {
		if len(kept) < takesAtMax && (t != closed || !slices.Contains(kept, closed)) {
			kept = append(kept, t)
		}
	}
	return kept
}

// reach follows a draw card by card: an open card is replaced at once while the
// pile lasts (K6), an empty pile gives no closed card (K9), an empty slot no open
// one (K5).
func (k *knowledge) reach(takes []int) *engine.Refusal {
	display, pile := k.display, k.pile
	for i, t := range takes {
		switch {
		case t == closed && pile == 0:
			return k.instead(engine.Refuse("K9", "konvooi.pile-empty"), command{verb: verbDraw, takes: k.fallback(takes[:i])})
		case t == closed:
			pile--
		case display[t-1].Face == "":
			return k.instead(engine.Refuse("K5", "konvooi.slot-empty", "Slot", t), command{verb: verbDraw, takes: k.fallback(takes[:i])})
		case pile > 0:
			pile--
		default:
			display[t-1] = card.Card{}
		}
	}
	return nil
}

// fallback is a draw to suggest: what could be had of the order, or else the
// lowest open slot.
func (k *knowledge) fallback(had []int) []int {
	if len(had) > 0 {
		return had
	}
	if slot := lowestSlot(k.display); slot > 0 {
		return []int{slot}
	}
	return nil
}

// mayDrawSecond: after a look, one card more or none (K5, K8); the limit of the
// hand is not checked again (K7).
func (k *knowledge) mayDrawSecond(c command) *engine.Refusal {
	if len(c.takes) != 1 {
		return engine.Refuse("K5", "konvooi.one-more-only").Instead(verbDone)
	}
	if c.look {
		return engine.Refuse("K8", "konvooi.look-once")
	}
	return k.reach(c.takes)
}

// mayStop: "done" ends a draw that waits for its second card, nothing else (K8).
func (k *knowledge) mayStop() *engine.Refusal {
	if k.phase != phaseSecond || k.turn != k.self {
		return engine.Refuse("K8", "konvooi.nothing-to-stop")
	}
	return nil
}

// underLimit: from 8 cards in hand on there is no drawing (K7).
func underLimit(hand int) bool { return hand < handLimit }

// mayConvoy: 2 to 4 cards that are in hand (K10), with what else the hand holds
// as a rider (K16).
func (k *knowledge) mayConvoy(c command) *engine.Refusal {
	if n := len(c.cards); n < convoyMin || n > convoyMax {
		return k.insteadConvoy(engine.Refuse("K10", "konvooi.convoy-size", "Count", n), c)
	}
	_, rest, ok := card.Take(k.hand, c.cards)
	if !ok {
		return k.insteadConvoy(k.missing("K10", k.hand, c.cards), c)
	}
	if !card.Holds(rest, c.rider) {
		return k.missing("K16", rest, c.rider).Instead(command{verb: verbConvoy, cards: c.cards}.String())
	}
	return nil
}

// missing words the first kind that the cards do not cover.
func (k *knowledge) missing(rule string, cards []card.Card, faces []string) *engine.Refusal {
	have, want := count(cards), count(faceUp(faces))
	for i, kind := range kinds {
		if have[i] < want[i] {
			return engine.Refuse(rule, "konvooi.not-held."+kind, "Held", have[i], "Count", want[i])
		}
	}
	return nil
}

// insteadConvoy suggests what of a convoy is in hand.
func (k *knowledge) insteadConvoy(no *engine.Refusal, c command) *engine.Refusal {
	held := k.held(c.cards)
	return k.instead(no, command{verb: verbConvoy, cards: held[:min(len(held), convoyMax)]})
}

// held gives those of the faces that are in hand, in their order.
func (k *knowledge) held(faces []string) []string {
	left := k.hand
	var kept []string
	for _, face := range faces {
		if _, rest, ok := card.Take(left, []string{face}); ok {
			left, kept = rest, append(kept, face)
		}
	}
	return kept
}

// mayPass: always, unless the table has chosen to allow it only when stuck, or
// only once the pile is empty (K11).
func (k *knowledge) mayPass() *engine.Refusal {
	switch {
	case k.options[optPass] == passStuck && !k.stuck():
		return k.suggest(engine.Refuse("K11", "konvooi.pass-stuck"))
	case k.options[optPass] == passPileEmpty && k.pile > 0:
		return k.suggest(engine.Refuse("K11", "konvooi.pass-pile"))
	}
	return nil
}

// stuck: neither a draw nor a convoy is possible (K11).
func (k *knowledge) stuck() bool {
	source := k.pile > 0 || shown(k.display) > 0
	return len(k.hand) < convoyMin && !(source && underLimit(len(k.hand)))
}

// instead adds an order to a refusal, if that one would be permitted.
func (k *knowledge) instead(no *engine.Refusal, c command) *engine.Refusal {
	if k.proposing || c.blank() {
		return no
	}
	judge := *k
	judge.proposing = true
	if judge.may(c) != nil {
		return no
	}
	return no.Instead(c.String())
}

// suggest adds an action that is permitted to a refusal: a draw, or else a convoy.
func (k *knowledge) suggest(no *engine.Refusal) *engine.Refusal {
	if underLimit(len(k.hand)) {
		return k.instead(no, silentTurn(len(k.hand), k.pile, k.display))
	}
	return k.instead(no, command{verb: verbConvoy, cards: count(k.hand).faces()[:convoyMin]})
}

// silentTurn is the action of a player who lets the time pass: a closed card if
// that may be drawn, else the lowest open slot, else a pass, which is made
// whatever the option says (K31, K11).
func silentTurn(hand, pile int, display [slots]card.Card) command {
	slot := lowestSlot(display)
	switch {
	case underLimit(hand) && pile > 0:
		return command{verb: verbDraw, takes: []int{closed}}
	case underLimit(hand) && slot > 0:
		return command{verb: verbDraw, takes: []int{slot}}
	}
	return command{verb: verbPass}
}

// lowestSlot is the first slot with a card in it, or 0.
func lowestSlot(display [slots]card.Card) int {
	return 1 + slices.IndexFunc(display[:], func(c card.Card) bool { return c.Face != "" })
}
