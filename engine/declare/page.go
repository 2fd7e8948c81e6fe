package declare

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// page tells a seat what it knows. It adds what the knowledge holds and has
// nothing to leave out. A letter of it is enough to play by.
func page(w engine.Words, s engine.Seat, facts []fact, since int) engine.Page {
	k := know(s, facts)
	p := &sheet{k: k, w: w}
	p.history(facts, min(since, len(facts)))
	if k.ended != nil {
		p.standings()
		return p.Page
	}
	if len(k.board) == 0 {
		return p.Page
	}
	if k.asks() {
		p.Asks, p.Silence = p.question(), p.silence()
	} else {
		p.Sealed, p.Waits = p.sealed(), p.waiting()
		p.add(engine.Paragraph{Text: p.Waits})
	}
	p.onTable()
	p.baggage()
	p.passengers()
	p.houseRules()
	p.standing()
	p.choices()
	p.foresight()
	return p.Page
}

// foresight tells a reader whose slots are full, and whose turn is about to bring a
// card, to say in the same mail which card makes room for it. Before an action that
// moves cards, or that others answer, it says nothing: the slot would hold another
// card by then, or the line would come too early.
func (p *sheet) foresight() {
	k := p.k
	own := k.turn() == k.self && k.asked == nil && (k.phase == phaseDraw || k.phase == phaseAction && k.effect().staysPut())
	if !own || !k.asks() || k.pile == 0 || k.board.free(k.self) > 0 {
		return
	}
	room := k.board.ranked(k.self, toDiscard)
	if len(room) == 0 {
		return
	}
	d := deed{verbDiscard, room[:1]}
	p.add(engine.Paragraph{Text: p.say("foresight", "Order", engine.Order(d.String()))})
}

// sheet is a page being written.
type sheet struct {
	engine.Page
	k *knowledge
	w engine.Words
}

func (p *sheet) add(b ...engine.Block) { p.Blocks = append(p.Blocks, b...) }

// say words a message of this game; args alternate name and value.
func (p *sheet) say(key string, args ...any) string {
	a := engine.Args{}
	for i := 0; i+1 < len(args); i += 2 {
		a[args[i].(string)] = args[i+1]
	}
	return p.w.Say("declare."+key, a)
}

func (p *sheet) heading(key string, args ...any) {
	p.add(engine.Heading{Text: p.say(key, args...)})
}

// question is what the reader is asked, in one sentence.
func (p *sheet) question() string {
	k := p.k
	switch k.phase {
	case phaseChoose:
		return p.say("asks.choose", "Seat", k.self, "Round", k.round, "Rounds", k.rounds)
	case phaseAction:
		if k.asked == nil {
			return p.say("asks.action", "Seat", k.self, "Passenger", p.title(k.passenger()), "Effect", p.effectText(k.passenger()))
		}
		if k.turn() == k.self {
			return p.say("asks.answer-own", "Passenger", p.title(k.passenger()))
		}
		return p.say("asks.answer-"+k.effect().verb, "Seat", k.turn(), "Passenger", p.title(k.passenger()))
	case phaseOverflow:
		return p.say("asks.overflow", "Card", p.face(k.held))
	case phaseInspection:
		if k.turn() == k.self {
			return p.say("asks.inspection-own")
		}
		return p.say("asks.inspection", "Seat", k.turn())
	}
	return p.say("asks."+k.phase, "Seat", k.self)
}

// silence is what the reader's silence does, in one sentence: where the rules
// leave nothing to luck, the order itself.
func (p *sheet) silence() string {
	k := p.k
	switch k.phase {
	case phasePlace, phaseChoose, phaseExtra:
		return p.say("silence." + k.phase)
	case phaseDraw:
		if k.pile == 0 {
			return p.say("silence.draw-nothing")
		}
		return p.say("silence.draw")
	}
	d := k.board.silent(k.self, k.phase, k.asked != nil, k.effect())
	if d.Verb == verbNothing {
		return p.say("silence.nothing")
	}
	return p.say("silence.order", "Order", engine.Order(d.String()))
}

// waiting says whom the table waits for, as far as everybody knows.
func (p *sheet) waiting() string {
	k := p.k
	switch k.phase {
	case phasePlace, phaseChoose:
		return p.say("waits." + k.phase)
	case phaseInspection:
		return p.say("waits.inspection", "Seat", k.turn(), "Names", p.names(k.asked))
	case phaseAction:
		if k.asked != nil {
			return p.say("waits.answers", "Seat", k.turn(), "Passenger", p.title(k.passenger()), "Names", p.names(k.asked))
		}
	}
	return p.say("waits."+k.phase, "Seat", k.turn())
}

func (p *sheet) names(seats []engine.Seat) []string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = p.name(s)
	}
	return names
}

// onTable lists the passengers of the round in turn order, with what they do.
func (p *sheet) onTable() {
	k := p.k
	if len(k.played) == 0 {
		return
	}
	p.heading("round", "Round", k.round, "Rounds", k.rounds)
	p.add(engine.Listing{Lines: p.turns()})
}

// turns words the passengers of the round, each with what has become of it.
func (p *sheet) turns() []string {
	k := p.k
	var lines []string
	for i, pl := range k.played {
		key := "round.later"
		switch {
		case i < k.at || i == k.at && k.spent:
			key = "round.done"
		case i == k.at:
			key = "round.now"
		}
		who := k.book.find(pl.Card)
		lines = append(lines, p.say(key, "Name", p.name(pl.Seat), "Passenger", p.title(who), "Effect", p.effectText(who)))
	}
	return lines
}

// passengers lists the reader's hand, with what each of them does.
func (p *sheet) passengers() {
	k := p.k
	left := k.unplayed()
	if len(left) == 0 {
		return
	}
	p.heading("hand", "Count", len(left))
	var lines []string
	for _, n := range left {
		who := k.book.number(n)
		lines = append(lines, p.say("hand.line", "Passenger", p.title(who), "Effect", p.effectText(who)))
	}
	p.add(engine.Listing{Lines: lines})
}

// unplayed lists the passengers in hand that are not on the table.
func (k *knowledge) unplayed() []int {
	return slices.DeleteFunc(k.numbers(), func(n int) bool {
		return slices.ContainsFunc(k.played, func(p played) bool { return numberOf(p.Card) == n })
	})
}

// sealed is what the reader has answered, until all answers are opened: a choice can be
// changed till then, the rest cannot.
func (p *sheet) sealed() string {
	k := p.k
	switch {
	case !k.answered:
		return ""
	case k.phase == phasePlace:
		return p.say("sealed.place")
	case k.changes():
		return p.chosen()
	case k.asked == nil || k.answer == nil || k.phase != phaseAction && k.phase != phaseInspection:
		return ""
	}
	d := deed{Verb: verbReveal}
	if k.phase == phaseAction {
		d.Verb = k.effect().verb
	}
	for _, slot := range k.answer {
		d.Cards = append(d.Cards, target{Slot: slot})
	}
	return p.say("sealed.answer", "Order", engine.Order(d.String()))
}

// changes tells whether this seat has chosen a passenger and can still choose another
// (N5).
func (k *knowledge) changes() bool {
	return k.phase == phaseChoose && k.answered && k.chosen.Face != ""
}

// chosen tells the reader's own sealed choice.
func (p *sheet) chosen() string {
	who := p.k.book.find(p.k.chosen)
	if p.k.with == nil {
		return p.say("chosen", "Passenger", p.title(who))
	}
	return p.say("chosen-with", "Passenger", p.title(who), "Order", engine.Order(p.k.with.String()))
}

// title is a passenger's number and name.
func (p *sheet) title(who passenger) string {
	name := who.Name[p.w.Lang()]
	if name == "" {
		name = who.Name["en"]
	}
	return p.say("passenger", "Number", who.Number, "Title", name)
}

func (p *sheet) effectText(who passenger) string { return p.say("effect." + who.Effect) }

// houseRules lists the options that are not the usual ones.
func (p *sheet) houseRules() {
	var lines []string
	for _, o := range options {
		if v := p.k.options[o.Name]; v != "" && v != o.Values[0] {
			lines = append(lines, p.say("option."+o.Name+"."+v))
		}
	}
	if len(lines) > 0 {
		p.heading("options")
		p.add(engine.Listing{Lines: lines})
	}
}

// standing lists what the reader has ordered in advance: for inspections, by the number
// that takes it back (N11), and, once the passengers are open, for the one on the table
// (N7); until then it stands beside the choice.
func (p *sheet) standing() {
	var lines []string
	if p.k.prefer != nil {
		lines = append(lines, p.say("standing.line", "Number", 1, "Order", engine.Order(p.k.prefer.String())))
	}
	if p.k.with != nil && p.k.chosen.Face == "" {
		lines = append(lines, p.say("standing.with", "Order", engine.Order(p.k.with.String())))
	}
	if len(lines) > 0 {
		p.heading("standing")
		p.add(engine.Listing{Lines: lines})
	}
}

// name is a player's name, with a mark at the reader's own.
func (p *sheet) name(s engine.Seat) string {
	if s == p.k.self {
		return p.say("you", "Seat", s)
	}
	return p.w.Name(s)
}

// face names a card of the pile.
func (p *sheet) face(c card.Card) string { return p.say("face." + c.Face) }

// onPage tells whether the value of a card is shown: one's own, revealed ones, and
// all at the end (N4).
func (k *knowledge) onPage(whose engine.Seat, p spot) bool {
	return p.full && p.card.Face != "" && (p.up || whose == k.self || k.ended != nil)
}

// seenBefore lists others' concealed cards that the reader has seen, as the table
// remembers them (N4).
func (p *sheet) seenBefore() []string {
	var lines []string
	for i, a := range p.k.board {
		seat := engine.Seat(i + 1)
		for j, sp := range a.spots {
			if sp.full && sp.card.Face != "" && !p.k.onPage(seat, sp) {
				lines = append(lines, p.say("seen.line", "Seat", seat, "Slot", j+1, "Card", p.face(sp.card)))
			}
		}
	}
	return lines
}

// protectedNames lists whom inspections pass by.
func (p *sheet) protectedNames() []string {
	var all []engine.Seat
	for i, a := range p.k.board {
		if a.protected {
			all = append(all, engine.Seat(i+1))
		}
	}
	return p.names(slices.Clip(all))
}
