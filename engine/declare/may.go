package declare

import (
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// This file and may_action.go alone say what is permitted. Every refusal cites its
// ruling and is judged by what the seat knows.

// hear understands an order and judges it. What a refusal names in its place is
// judged as well, and left out if it would be refused too.
func hear(s engine.Seat, facts []fact, words []string) (command, error) {
	k := know(s, facts)
	c, no := k.hear(words)
	if no == nil {
		return c, nil
	}
	if no.Try != "" {
		if _, again := k.hear(lexicon.Read(no.Try, nil)); again != nil {
			no.Try = ""
		}
	}
	return command{}, no
}

func (k *knowledge) hear(words []string) (command, *engine.Refusal) {
	c, no := parse(words)
	if late := k.timely(c.verb); late != nil { // however it is written
		no = late
	}
	if no == nil {
		c, no = k.understand(c)
	}
	if no == nil {
		no = k.may(c)
	}
	return c, no
}

// seated: only players give orders, while the game lasts (N21).
func (k *knowledge) seated() *engine.Refusal {
	switch {
	case k.self == engine.Onlooker || int(k.self) > len(k.board):
		return engine.Refuse("N6", "declare.no-seat")
	case k.phase == phaseOver:
		return engine.Refuse("N21", "declare.game-over")
	}
	return nil
}

// timely judges whether the time for a verb is now, whatever follows it.
func (k *knowledge) timely(verb string) *engine.Refusal {
	if no := k.seated(); no != nil {
		return no
	}
	switch verb {
	case verbPlace:
		return k.mayPlace()
	case verbPlay:
		return k.mayPlayNow()
	case verbConceal, verbReveal, verbSafe, verbSwap, verbSteal, verbDiscard:
		return k.mayActNow()
	}
	return nil
}

// mayActNow: those who are asked for a card, or whose turn it is.
func (k *knowledge) mayActNow() *engine.Refusal {
	asked := k.phase == phaseInspection || k.phase == phaseAction && k.asked != nil
	if !asked && k.turn() != k.self {
		return k.notNow()
	}
	return nil
}

// understand completes a command by what the seat knows: which effect is meant,
// and whose cards are its own.
func (k *knowledge) understand(c command) (command, *engine.Refusal) {
	c.deed = c.deed.spoken(k.self)
	switch {
	case c.verb == verbPlay && c.advance != nil:
		return k.attach(c)
	case c.verb == verbNothing && k.phase == phaseExtra && k.turn() == k.self: // N23
		return command{verb: verbExtra, deed: deed{Verb: verbNothing}}, nil
	case c.verb == verbExtra || k.turn() == 0 || k.phase == phaseOverflow:
		return c, nil
	}
	c.deed = k.effect().arrange(c.deed)
	return c, nil
}

// attach understands an action given in advance as the order that its passenger
// wants (N7). Its form is judged here, and no more: nobody knows yet what will lie
// where.
func (k *knowledge) attach(c command) (command, *engine.Refusal) {
	p := k.book.number(c.number)
	e, known := effects[p.Effect]
	if no := k.mayPlay(c); no != nil || !known {
		return c, no
	}
	if !e.asking() {
		return c, engine.Refuse("N7", "declare.never-asks", "Number", c.number).Instead(command{verb: verbPlay, number: c.number}.String())
	}
	d, no := e.inAdvance(c.advance)
	if no != nil {
		return c, no
	}
	d = e.arrange(d.spoken(k.self))
	if no := k.board.form(e, d); no != nil {
		return c, inAdvance(no)
	}
	if no := repeats(e, d); no != nil {
		return c, inAdvance(no)
	}
	c.with, c.advance = &d, nil
	return c, nil
}

// inAdvance cites the ruling on orders given in advance.
func inAdvance(no *engine.Refusal) *engine.Refusal {
	no.Rule = "N7"
	return no
}

// inAdvance reads an action without its verb, which may be written all the same.
func (e effect) inAdvance(words []string) (deed, *engine.Refusal) {
	verb := e.verb
	switch {
	case slices.Equal(words, []string{verbNothing}):
		return deed{Verb: verbNothing}, nil
	case words[0] == verb:
		words = words[1:]
	case e.trades() && words[0] == verbSteal:
		verb, words = verbSteal, words[1:]
	case e.trades() && !number(words[0]) && words[0] != wordMe: // half a trade
		verb = verbSteal
	}
	if len(words) == 0 {
		return deed{}, engine.Refuse("N7", "declare.play-words")
	}
	return parseDeed(verb, words)
}

// may judges a command: nil permits it.
func (k *knowledge) may(c command) *engine.Refusal {
	switch c.verb {
	case verbPlace:
		return k.mayPlace()
	case verbPlay:
		return k.mayPlay(c)
	case verbExtra:
		return k.mayTurn(c.deed)
	case verbDraw:
		return k.mayDraw()
	case verbWhen:
		return nil // N11: at any time, whatever lies where by then
	case verbCancel:
		return k.mayCancel(c.number)
	}
	return k.mayAct(c.deed)
}

// mayPlace: the three cards one is dealt, once (N1): baggage is never reordered
// (N3).
func (k *knowledge) mayPlace() *engine.Refusal {
	if k.phase != phasePlace || k.answered {
		return engine.Refuse("N1", "declare.placed-already")
	}
	return nil
}

// mayPlayNow: until all have chosen (N5).
func (k *knowledge) mayPlayNow() *engine.Refusal {
	switch {
	case k.phase == phasePlace:
		return k.placeFirst("N5")
	case k.phase != phaseChoose:
		return engine.Refuse("N5", "declare.chosen-already")
	}
	return nil
}

// mayPlay: a passenger of the hand (N5).
func (k *knowledge) mayPlay(c command) *engine.Refusal {
	no := k.mayPlayNow()
	switch {
	case no != nil:
		return no
	case !card.Holds(k.hand, []string{faceOf(c.number)}):
		return k.suggestPlay(engine.Refuse("N5", "declare.not-in-hand", "Number", c.number, "Held", k.heldNumbers()))
	}
	return nil
}

func (k *knowledge) heldNumbers() string {
	var words []string
	for _, n := range k.numbers() {
		words = append(words, command{verb: verbPlay, number: n}.String()[len(verbPlay)+1:])
	}
	return strings.Join(words, ", ")
}

// numbers lists the passengers in hand, lowest first.
func (k *knowledge) numbers() []int {
	var all []int
	for _, c := range k.hand {
		all = append(all, numberOf(c))
	}
	slices.Sort(all)
	return all
}

// suggestPlay names the last passenger left.
func (k *knowledge) suggestPlay(no *engine.Refusal) *engine.Refusal {
	if left := k.numbers(); len(left) == 1 {
		return no.Instead(command{verb: verbPlay, number: left[0]}.String())
	}
	return no
}

// mayAct judges a deed by what the table waits for: a seventh card, a discard
// instead of drawing, an answer to an inspection or to an effect on several, or
// the action of the turn.
func (k *knowledge) mayAct(d deed) *engine.Refusal {
	switch {
	case k.phase == phaseInspection:
		return k.mayAnswer(d, verbReveal, toReveal, 1)
	case k.phase == phaseAction && k.asked != nil:
		most := 1
		if e := k.effect(); e.asks == everybody && k.turn() == k.self {
			most = 2 // N26: 23's player may conceal a second
		}
		return k.mayAnswer(d, k.effect().verb, k.effect().wants, most)
	case k.turn() != k.self:
		return k.notNow()
	case k.phase == phaseOverflow:
		return k.mayMakeRoom(d)
	case k.phase == phaseDraw:
		return k.mayThrow(d)
	case k.phase == phaseExtra:
		return engine.Refuse("N23", "declare.extra-first").Instead(command{verb: verbExtra, deed: deed{Verb: verbNothing}}.String())
	}
	e := k.effect()
	return k.insteadOf(d, k.board.mayDo(k.self, e, d))
}

func (k *knowledge) placeFirst(rule string) *engine.Refusal {
	return engine.Refuse(rule, "declare.place-first").Instead(command{verb: verbPlace, places: faces[:values]}.String())
}

// notNow: actions go in turn (N6).
func (k *knowledge) notNow() *engine.Refusal {
	switch {
	case k.phase == phasePlace:
		return k.placeFirst("N6")
	case k.phase == phaseChoose:
		return engine.Refuse("N6", "declare.choosing")
	}
	return engine.Refuse("N6", "declare.not-your-turn", "Seat", k.turn())
}

// insteadOf adds the only order there is to a refusal, if there is only one.
func (k *knowledge) insteadOf(d deed, no *engine.Refusal) *engine.Refusal {
	if no == nil {
		return nil
	}
	if all := k.board.deeds(k.self, k.effect()); len(all) == 1 && !all[0].equal(d) {
		return no.Instead(all[0].String())
	}
	return no
}

// mayAnswer: of one's own cards one that fits, or up to so many; by those who are
// asked (N10, N13, N26), once. Only the choice of a passenger can be replaced (N5).
func (k *knowledge) mayAnswer(d deed, verb string, w want, most int) *engine.Refusal {
	rule := "N26"
	if k.phase == phaseInspection {
		rule = "N10"
	}
	switch {
	case !k.isAsked():
		return engine.Refuse(rule, "declare.not-asked")
	case k.answered:
		return engine.Refuse(rule, "declare.answered-already")
	case d.Verb != verb:
		return engine.Refuse(rule, "declare.answer-with", "Verb", engine.Order(verb))
	case len(d.Cards) > most:
		return engine.Refuse(rule, "declare.too-many", "Count", most)
	}
	for _, t := range d.Cards {
		if no := k.ownCard(t, w); no != nil {
			return no
		}
	}
	return repeats(effect{}, d)
}

// ownCard wants a card of one's own that fits.
func (k *knowledge) ownCard(t target, w want) *engine.Refusal {
	if t.Seat != 0 {
		return engine.Refuse("N8", "declare.own-card")
	}
	return k.board.suits(t.of(k.self), w)
}

// mayMakeRoom: for a seventh card one concealed card goes that is not safe; never
// the one received (N17).
func (k *knowledge) mayMakeRoom(d deed) *engine.Refusal {
	if d.Verb != verbDiscard || len(d.Cards) != 1 {
		return engine.Refuse("N17", "declare.make-room")
	}
	if d.Cards[0].Seat != 0 {
		return engine.Refuse("N17", "declare.own-card")
	}
	return k.ownCard(d.Cards[0], toDiscard)
}

// mayThrow: instead of drawing, one revealed card of one's own (N24).
func (k *knowledge) mayThrow(d deed) *engine.Refusal {
	if d.Verb != verbDiscard || len(d.Cards) != 1 {
		return engine.Refuse("N24", "declare.draw-or-discard").Instead(verbDraw)
	}
	if d.Cards[0].Seat != 0 {
		return engine.Refuse("N24", "declare.own-card").Instead(verbDraw)
	}
	return k.ownCard(d.Cards[0], toThrow)
}

// mayDraw: said aloud only where there is a choice (N24).
func (k *knowledge) mayDraw() *engine.Refusal {
	switch {
	case k.options[optDiscard] != on:
		return engine.Refuse("N6", "declare.draw-by-itself")
	case k.turn() != k.self:
		return k.notNow()
	case k.phase != phaseDraw:
		return engine.Refuse("N24", "declare.draw-later")
	}
	return nil
}

// mayTurn: at the start of one's turn any card on the table, but no safe card can
// be revealed (N23, N15).
func (k *knowledge) mayTurn(d deed) *engine.Refusal {
	switch {
	case k.options[optExtra] != on:
		return engine.Refuse("N23", "declare.no-extra")
	case k.turn() != k.self:
		return k.notNow()
	case k.phase != phaseExtra:
		return engine.Refuse("N23", "declare.extra-over")
	case d.Verb == verbNothing:
		return nil
	case int(d.Cards[0].Seat) > len(k.board):
		return engine.Refuse("N23", "declare.nobody", "Word", engine.Order(d.Cards[0].Seat.String()))
	case d.Verb == verbReveal:
		return k.board.suits(d.Cards[0].of(k.self), toReveal)
	}
	return k.board.suits(d.Cards[0].of(k.self), toConceal)
}

// mayCancel: the one standing order there is (N11).
func (k *knowledge) mayCancel(n int) *engine.Refusal {
	if n > 0 && k.prefer == nil {
		return engine.Refuse("N11", "declare.cancel-none").Alone()
	}
	if n > 1 {
		return engine.Refuse("N11", "declare.cancel-unknown", "Number", n)
	}
	return nil
}
