package declare

import (
	"contrapost/engine"
)

// turnExtra carries out the extra action (N23).
func (u *unfolding) turnExtra(seat engine.Seat, d deed) {
	switch d.Verb {
	case verbReveal:
		u.reveal(seat, whyExtra, d.Cards[0].of(seat))
	case verbConceal:
		u.tell(cardsConcealed{seat, whyExtra, []target{d.Cards[0].of(seat)}})
	default:
		u.tell(extraDeclined{seat})
	}
}

// act has the passenger act. What needs no word of its player's happens at once;
// an order given in advance is carried out if it is legal now, and dropped
// otherwise (N7); without anything to do there is no question (N8).
func (u *unfolding) act() {
	if u.err != nil {
		return
	}
	seat, e := u.turn(), u.effect()
	if e.protects { // before it conceals (N8)
		u.tell(protectionGiven{seat})
	}
	switch {
	case e.securesA:
		u.secureAll(seat)
	case e.asks != nobody:
		u.ask(seat, e)
		return
	case u.board.can(seat, e):
		if with, given := u.inAdvance(seat, e); given {
			u.carryOut(seat, with)
			return
		}
		u.tell(actionAsked{seat})
		return
	case !e.protects:
		u.tell(effectMissed{seat})
	}
	u.spend(seat)
}

// inAdvance gives the order that came with the passenger, if it is legal now.
func (u *unfolding) inAdvance(seat engine.Seat, e effect) (deed, bool) {
	with := u.seat(seat).with
	if with == nil {
		return deed{}, false
	}
	if u.board.mayDo(seat, e, *with) != nil {
		u.tell(attachmentDropped{seat, *with})
		return deed{}, false
	}
	return *with, true
}

// secureAll makes safe what is held when the effect is used, and nothing that
// comes later (N15).
func (u *unfolding) secureAll(seat engine.Seat) {
	cards := u.board.picks(seat, part{own, toSecure})
	if len(cards) == 0 {
		u.tell(effectMissed{seat})
		return
	}
	u.tell(cardsSecured{seat, slotsOf(cards)})
}

// ask opens a window for an effect on several players (N26). Without anybody who
// has a card for it, nothing happens.
func (u *unfolding) ask(seat engine.Seat, e effect) {
	asked := u.board.asked(seat, e)
	if len(asked) == 0 {
		u.tell(effectMissed{seat})
		u.spend(seat)
		return
	}
	u.tell(answersAsked{seat, asked})
	with := u.seat(seat).with
	if with == nil {
		return
	}
	for _, t := range with.Cards {
		if u.board.suits(t.of(seat), e.wants) != nil {
			u.tell(attachmentDropped{seat, *with})
			return
		}
	}
	u.tell(answerSealed{Seat: seat, Slots: slotsOf(with.Cards), Early: true})
}

// openAnswers carries out together what was answered (N26).
func (u *unfolding) openAnswers() {
	seat, e := u.turn(), u.effect()
	var cards []target
	for _, s := range u.asked {
		for _, slot := range u.seat(s).answer {
			cards = append(cards, target{s, slot})
		}
	}
	if e.verb == verbReveal {
		u.reveal(seat, whyPassenger, cards...)
	} else {
		u.tell(cardsConcealed{seat, whyPassenger, cards})
	}
	u.spend(seat)
}

// reveal turns cards over for all to see.
func (u *unfolding) reveal(by engine.Seat, why string, cards ...target) {
	all := []opened{}
	for _, t := range cards {
		all = append(all, opened{t.Seat, t.Slot, u.board.at(t).card})
	}
	u.tell(cardsRevealed{by, why, all})
}

// carryOut does what a passenger's player has ordered.
func (u *unfolding) carryOut(seat engine.Seat, d deed) {
	e := u.effect()
	if no := u.board.mayDo(seat, e, d); no != nil {
		u.fault("%s: %w", d, no)
		return
	}
	cards := make([]target, len(d.Cards))
	for i, t := range d.Cards {
		cards[i] = t.of(seat)
	}
	switch d.Verb {
	case verbNothing:
		u.tell(actionDeclined{seat})
	case verbSafe:
		u.tell(cardsSecured{seat, slotsOf(cards)})
	case verbConceal:
		u.tell(cardsConcealed{seat, whyPassenger, cards})
		if e.secures {
			u.tell(cardsSecured{seat, slotsOf(cards)})
		}
	case verbReveal:
		u.reveal(seat, whyPassenger, cards...)
	case verbSwap:
		u.swap(seat, cards[0], cards[1], e.keepSide)
	case verbSteal:
		u.steal(seat, cards[0])
		return
	case verbDiscard:
		u.trade(seat, cards)
		return
	}
	u.spend(seat)
}

func (u *unfolding) swap(by engine.Seat, a, b target, keepSide bool) {
	u.tell(cardsSwapped{
		By: by, KeepSide: keepSide,
		A: opened{a.Seat, a.Slot, u.board.at(a).card},
		B: opened{b.Seat, b.Slot, u.board.at(b).card},
	})
}

// trade discards and then steals, as far as both are possible (N8).
func (u *unfolding) trade(seat engine.Seat, cards []target) {
	u.discard(seat, cards[0])
	if len(cards) > 1 {
		u.steal(seat, cards[1])
		return
	}
	u.spend(seat)
}

// discard puts a card away, face up (N19).
func (u *unfolding) discard(by engine.Seat, t target) {
	u.tell(baggageDiscarded{by, t.Seat, t.Slot, u.board.at(t).card})
}

// steal takes a card over, with the side that is up (N16). What can be stolen
// revealed is stolen to be concealed, so that a received card always lies face down.
func (u *unfolding) steal(seat engine.Seat, t target) {
	p := u.board.at(t)
	u.tell(cardStolen{Seat: seat, From: t.Seat, Slot: t.Slot, Card: p.card, WasUp: p.up})
	u.receive(seat)
}

// receive finds a slot for the card in hand: the lowest free one (N3); or one that
// is freed for it, which is asked for even where there is one candidate (N17); or
// none, and the card itself is discarded (N18).
func (u *unfolding) receive(seat engine.Seat) {
	switch {
	case u.board.free(seat) > 0:
		u.lay()
	case u.board.count(seat, toDiscard.fits) > 0:
		u.tell(overflowAsked{seat})
	default:
		u.tell(receivedDiscarded{seat, u.held})
		u.received(seat)
	}
}

// lay puts the received card into the lowest free slot. One that is stolen safely
// becomes safe when it lies there (N18).
func (u *unfolding) lay() {
	seat := u.turn()
	slot, stolen := u.board.free(seat), u.from != 0
	u.tell(cardLaid{seat, slot, stolen})
	if stolen && u.effect().secures {
		u.tell(cardsSecured{seat, []int{slot}})
	}
	u.received(seat)
}

// received goes on where a card was received: after a theft with the passenger's
// end, after a draw with the turn's.
func (u *unfolding) received(seat engine.Seat) {
	if u.from != 0 {
		u.spend(seat)
		return
	}
	u.endTurn()
}

// spend puts the passenger in the centre; then comes the draw (N6), or the choice
// to discard instead, if there is a card for that (N24).
func (u *unfolding) spend(seat engine.Seat) {
	u.tell(passengerSpent{seat, u.state.played[u.at].Card})
	if u.options[optDiscard] == on && u.board.count(seat, toThrow.fits) > 0 {
		u.tell(drawAsked{seat})
		return
	}
	u.draw()
}

// draw takes the top card. From an empty pile nothing is drawn (N20).
func (u *unfolding) draw() {
	seat := u.turn()
	switch {
	case len(u.pile) == 0:
		u.tell(drawSkipped{seat})
		u.endTurn()
	case u.pile[0].Face == inspection:
		u.tell(inspectionDrawn{seat, u.pile[0]})
		u.beginInspection(seat)
	default:
		u.tell(cardDrawn{seat, u.pile[0]})
		u.receive(seat)
	}
}

// beginInspection asks first, if the table plays so and there is anybody to ask
// (N11). Who has a standing order is not told: the window opens all the same.
func (u *unfolding) beginInspection(seat engine.Seat) {
	asked := u.board.inspected()
	if u.options[optInspection] == inspectionAsk && len(asked) > 0 {
		u.tell(inspectionAsked{seat, asked})
		return
	}
	u.inspect()
}

// inspect turns one card of everybody who has one to turn, all together (N10).
// There is no other draw for it (N12).
func (u *unfolding) inspect() {
	var cards []target
	for _, s := range u.board.inspected() {
		p := u.seat(s)
		slot := u.board.prefers(s, p.prefer)
		if len(p.answer) > 0 {
			slot = p.answer[0]
		}
		cards = append(cards, target{s, slot})
	}
	u.reveal(u.turn(), whyInspection, cards...)
	u.endTurn()
}
