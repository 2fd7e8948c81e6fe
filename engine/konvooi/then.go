package konvooi

import (
	"fmt"
	"slices"
	"strconv"

	"contrapost/engine"
	"contrapost/engine/card"
)

// This file and then_convoy.go alone say what follows from a permitted command.

// unfolding gathers what follows, with the state as it has become.
type unfolding struct {
	state
	told []event
	err  error // a fault: the command does not fit the truth
}

func (u *unfolding) tell(e event) {
	u.state = evolve(u.state, e)
	u.told = append(u.told, e)
}

func (u *unfolding) fault(format string, args ...any) {
	if u.err == nil {
		u.err = fmt.Errorf(format, args...)
	}
}

// decide says what follows from a command. Nothing in it is left to chance: all
// luck of the game is in its deal.
func decide(s state, seat engine.Seat, c command, _ engine.Chance) ([]event, error) {
	u := &unfolding{state: s}
	if want := phasesOf[c.verb]; want != nil && !slices.Contains(want, s.phase) {
		return nil, fmt.Errorf("%s has no place in the phase %s", c.verb, s.phase)
	}
	switch c.verb {
	case verbDraw:
		u.draw(seat, c)
	case verbDone: // K8
		u.endAction(seat)
	case verbConvoy:
		u.setOut(seat, c)
	case verbPass: // K11
		u.tell(passed{seat})
		u.endAction(seat)
	case verbInspect, verbLetGo: // K12: a later answer takes the place of an earlier one
		u.tell(bidSealed{Seat: seat, Bid: c.bid})
	case verbOpen:
		u.openAnswers()
	case verbBribe:
		u.offer(seat, c.cards)
	case verbNoBribe:
		u.tell(bribeWithheld{seat})
		u.beginCheck()
	case verbAccept:
		u.accept()
	case verbRefuse:
		u.refuse()
	case verbCheck:
		u.turnAll(c.check)
	case verbWhen: // K32
		u.tell(standingGiven{seat, standing{c.when, c.bid}})
	case verbCancel:
		u.tell(standingDropped{seat, c.number})
	default:
		u.fault("no such command: %q", c.verb)
	}
	return u.told, u.err
}

// phasesOf says in which phases a command can happen; those missing can always.
var phasesOf = map[string][]string{
	verbDraw:    {phaseTurn, phaseSecond},
	verbDone:    {phaseSecond},
	verbConvoy:  {phaseTurn},
	verbPass:    {phaseTurn},
	verbInspect: {phaseBids},
	verbLetGo:   {phaseBids},
	verbOpen:    {phaseBids},
	verbBribe:   {phaseBribe},
	verbNoBribe: {phaseBribe},
	verbAccept:  {phaseAnswer},
	verbRefuse:  {phaseAnswer},
	verbCheck:   {phaseCheck},
}

// draw takes cards one after the other, each open one being replaced before the
// next is taken (K6). With a look the turn goes on (K8).
func (u *unfolding) draw(seat engine.Seat, c command) {
	for _, t := range c.takes {
		switch {
		case t == closed && len(u.pile) == 0:
			u.fault("draw from an empty pile")
		case t == closed:
			u.tell(closedTaken{seat, u.pile[0]})
			u.noteEmptied(seat)
		case u.display[t-1].Face == "":
			u.fault("draw from the empty slot %d", t)
		default:
			u.tell(openTaken{seat, t, u.display[t-1]})
			u.refill(seat, t)
		}
		if u.err != nil {
			return
		}
	}
	if c.look {
		u.tell(lookTaken{seat})
		return
	}
	u.endAction(seat)
}

// refill replaces an open card at once; from an empty pile the slot stays empty
// (K6).
func (u *unfolding) refill(seat engine.Seat, slot int) {
	if len(u.pile) == 0 {
		return
	}
	u.tell(slotRefilled{slot, u.pile[0]})
	u.noteEmptied(seat)
}

// noteEmptied notes whose action took the last card of the pile, by drawing it or
// by a replacement going out (K27).
func (u *unfolding) noteEmptied(seat engine.Seat) {
	if len(u.pile) == 0 {
		u.tell(pileEmptied{seat})
	}
}

// endAction closes a complete action: the game may end by it (K27, K28), the last
// round may open by it (K27), in which all goes on as before (K29), and the next
// seat is to act (K3).
func (u *unfolding) endAction(seat engine.Seat) {
	switch {
	case u.last == seat:
		u.end(false)
		return
	case u.passes >= len(u.players): // K28: the clock's passes count (K31)
		u.end(true)
		return
	case u.last == 0 && len(u.pile) == 0 && shown(u.display) < slots:
		u.tell(lastRoundOpened{Seat: seat, Last: u.lastSeat(seat)})
	}
	u.tell(turnBegun{u.after(seat)})
}

// lastSeat tells whose action ends the last round: that of the one who emptied the
// pile, by option that of the one who broke the display; and of the latter too
// where the pile was empty from the start (K27).
func (u *unfolding) lastSeat(opener engine.Seat) engine.Seat {
	if u.options[optLastRound] == lastBroke || u.emptiedBy == 0 {
		return opener
	}
	return u.emptiedBy
}

// end opens everything (K25) and counts (K30).
func (u *unfolding) end(byPasses bool) {
	e := gameEnded{ByPasses: byPasses, Pile: join(nil, u.pile...)}
	for _, p := range u.players {
		e.Hands = append(e.Hands, join([]card.Card{}, p.hand...))
		e.Warehouses = append(e.Warehouses, join([]card.Card{}, p.warehouse...))
		e.Scores = append(e.Scores, sum(p, u.worth))
	}
	e.Winners = winners(e.Scores)
	u.tell(e)
}

// score is a player's sum, and what decides a tie.
type score struct {
	Warehouse int `json:"warehouse"`
	Hand      int `json:"hand"`
	Illegal   int `json:"illegal"` // goods in the warehouse
}

func (s score) total() int { return s.Warehouse + s.Hand }

// sum scores a player (K30); the total may be negative.
func sum(p player, values map[string]worth) score {
	s := score{Illegal: card.Count(p.warehouse, illegal)}
	for _, c := range p.warehouse {
		s.Warehouse += values[c.Face].Warehouse
	}
	for _, c := range p.hand {
		s.Hand += values[c.Face].Hand
	}
	return s
}

// winners are those whom nobody beats: the higher total, then the higher
// warehouse, then more illegal goods in it; or they share (K30).
func winners(scores []score) []engine.Seat {
	var best []engine.Seat
	for i, s := range scores {
		if !slices.ContainsFunc(scores, func(o score) bool { return o.beats(s) }) {
			best = append(best, engine.Seat(i+1))
		}
	}
	return best
}

func (s score) beats(o score) bool {
	switch {
	case s.total() != o.total():
		return s.total() > o.total()
	case s.Warehouse != o.Warehouse:
		return s.Warehouse > o.Warehouse
	}
	return s.Illegal > o.Illegal
}

// result gives the scores and winners of a game that is over.
func result(s state) (engine.Result, bool) {
	if s.phase != phaseOver {
		return engine.Result{}, false
	}
	r := engine.Result{Winners: s.ended.Winners}
	for _, sc := range s.ended.Scores {
		r.Scores = append(r.Scores, sc.total())
	}
	return r, true
}

// awaited lists whose order the game waits for. In a sealed window these are the
// seats with an officer that have not answered (K12, K13); when there are none,
// the clock opens the answers.
func awaited(s state) []engine.Seat {
	switch s.phase {
	case phaseTurn, phaseSecond, phaseBribe:
		return []engine.Seat{s.turn}
	case phaseAnswer, phaseCheck:
		return []engine.Seat{s.convoy.inspector}
	case phaseBids:
		var open []engine.Seat
		for i, p := range s.players {
			seat := engine.Seat(i + 1)
			if _, answered := s.convoy.answer(seat); seat != s.turn && !answered && holdsOfficer(p.hand) {
				open = append(open, seat)
			}
		}
		return open
	}
	return nil
}

// lapse says what silence means: K31 for a turn, no second card (K8), letting go
// (K12), no offer and a refusal (K20), the lowest positions (K21). The Onlooker's
// is the clock opening the answers (K13).
func lapse(s state, seat engine.Seat, _ engine.Chance) command {
	if seat == engine.Onlooker {
		return command{verb: verbOpen}
	}
	switch s.phase {
	case phaseTurn:
		return silentTurn(len(s.seat(seat).hand), len(s.pile), s.display)
	case phaseSecond:
		return command{verb: verbDone}
	case phaseBribe:
		return command{verb: verbNoBribe}
	case phaseAnswer:
		return command{verb: verbRefuse}
	case phaseCheck:
		return command{verb: verbCheck, check: unturned(len(s.convoy.cards), s.convoy.turned, s.toTurn())}
	}
	return command{verb: verbLetGo}
}

// opening says when a window that is complete is opened (K13): at the next quarter
// of an hour after its last answer, or, if nobody but standing bids had anything
// to answer, at a drawn one, so that the two cannot be told apart.
func opening(s state) engine.Opening {
	if s.phase != phaseBids {
		return engine.AtOnce
	}
	if slices.ContainsFunc(s.convoy.bids, func(b sealed) bool { return !b.standing }) {
		return engine.NextQuarter
	}
	return engine.DrawnQuarter
}

// toTurn is how many cards are still to be turned: the officer's rank in all, a
// shorter convoy whole (K21).
func (s state) toTurn() int {
	return min(rank(s.convoy.officer.Face), len(s.convoy.cards)) - len(s.convoy.turned)
}

// rounds is how many offers a smuggler may make (K18).
func (s state) rounds() int {
	n, err := strconv.Atoi(s.options[optBribeRounds])
	if err != nil {
		return 1
	}
	return n
}
