package declare

import (
	"fmt"
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// This file, then_turn.go and then_silence.go alone say what follows from a
// permitted command.

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

// decide says what follows from a command. What has nothing to decide runs at
// once, turn after turn, until somebody is to be asked (N6). Nothing in it is left
// to chance: luck is in the deal, and in what silence means.
func decide(s state, seat engine.Seat, c command, _ engine.Chance) ([]event, error) {
	u := &unfolding{state: s}
	if want := phasesOf[c.verb]; want != nil && !slices.Contains(want, s.phase) {
		return nil, fmt.Errorf("%s has no place in the phase %s", c.verb, s.phase)
	}
	switch c.verb {
	case verbOpen:
		u.open()
	case verbPlace:
		u.sealPlacement(seat, c.places)
	case verbPlay:
		u.sealChoice(seat, c)
	case verbWhen: // N11: a new one replaces the old
		u.tell(preferenceGiven{seat, c.prefer})
	case verbCancel:
		u.tell(preferenceDropped{seat})
	case verbExtra:
		u.turnExtra(seat, c.deed)
		u.act()
	case verbDraw:
		u.draw()
	case verbConceal, verbReveal, verbSafe, verbSwap, verbSteal, verbDiscard, verbNothing:
		u.do(seat, c.deed)
	default:
		u.fault("no such command: %q", c.verb)
	}
	return u.told, u.err
}

// phasesOf says in which phases a command can happen; those missing can always.
var phasesOf = map[string][]string{
	verbOpen:    {phasePlace, phaseChoose, phaseAction, phaseInspection},
	verbPlace:   {phasePlace},
	verbPlay:    {phaseChoose},
	verbExtra:   {phaseExtra},
	verbDraw:    {phaseDraw},
	verbConceal: {phaseAction},
	verbReveal:  {phaseAction, phaseInspection},
	verbSafe:    {phaseAction},
	verbSwap:    {phaseAction},
	verbSteal:   {phaseAction},
	verbDiscard: {phaseAction, phaseDraw, phaseOverflow},
	verbNothing: {phaseAction},
}

// do is what a deed means by what the table waits for.
func (u *unfolding) do(seat engine.Seat, d deed) {
	switch {
	case u.asked != nil: // N10, N26: sealed until all are opened
		u.tell(answerSealed{Seat: seat, Slots: slotsOf(d.Cards)})
	case u.phase == phaseOverflow: // N17
		u.discard(seat, target{seat, d.Cards[0].Slot})
		u.lay()
	case u.phase == phaseDraw: // N24
		u.discard(seat, target{seat, d.Cards[0].Slot})
		u.endTurn()
	default:
		u.carryOut(seat, d)
	}
}

// sealPlacement: N1.
func (u *unfolding) sealPlacement(seat engine.Seat, places []string) {
	cards, _, ok := card.Take(u.seat(seat).unplaced, places)
	if !ok {
		u.fault("placing %v of %v", places, u.seat(seat).unplaced)
		return
	}
	u.tell(placementSealed{seat, cards})
}

// sealChoice: a later choice takes the place of an earlier one (N5).
func (u *unfolding) sealChoice(seat engine.Seat, c command) {
	cards, _, ok := card.Take(u.seat(seat).hand, []string{faceOf(c.number)})
	if !ok {
		u.fault("choice of the passenger %d, who is not in hand", c.number)
		return
	}
	u.tell(choiceSealed{seat, cards[0], c.with})
}

// open is the clock's: what was sealed is opened, all at once.
func (u *unfolding) open() {
	switch u.phase {
	case phasePlace:
		u.openPlaces()
	case phaseChoose:
		u.openChoices()
	case phaseInspection:
		u.inspect()
	default:
		u.openAnswers()
	}
}

func (u *unfolding) openPlaces() {
	var all []placing
	for i, p := range u.players {
		all = append(all, placing{engine.Seat(i + 1), p.placed})
	}
	u.tell(baggagePlaced{all})
	u.tell(roundBegun{u.round + 1})
}

// openChoices shows all passengers; the lowest number is the first to act (N5).
func (u *unfolding) openChoices() {
	var all []played
	for i, p := range u.players {
		all = append(all, played{engine.Seat(i + 1), p.chosen})
	}
	slices.SortFunc(all, func(a, b played) int { return numberOf(a.Card) - numberOf(b.Card) })
	u.tell(passengersOpened{all})
	u.beginTurn()
}

// beginTurn is the turn of the next passenger: marks end before everything else
// (N6), then comes the extra action, if there is a card to turn (N23).
func (u *unfolding) beginTurn() {
	seat := u.played[u.at+1].Seat
	u.tell(turnBegun{seat})
	if u.options[optExtra] == on && len(u.board.turnable(seat)) > 0 {
		u.tell(extraAsked{seat})
		return
	}
	u.act()
}

// endTurn leads to the next turn, or to the end of the round.
func (u *unfolding) endTurn() {
	if u.at+1 < len(u.played) {
		u.beginTurn()
		return
	}
	u.endRound()
}

// endRound passes the hands to the left (N9), or ends the game with the last
// passengers (N21).
func (u *unfolding) endRound() {
	hands := make([][]card.Card, len(u.players))
	for i, p := range u.players {
		hands[i] = p.hand
	}
	if len(hands[0]) == 0 {
		u.end()
		return
	}
	for i, hand := range hands {
		from := engine.Seat(i + 1)
		u.tell(handPassed{From: from, Seat: u.board.next(from), Cards: hand})
	}
	u.tell(roundBegun{u.round + 1})
}

// score is a player's result, and what decides a tie (N22).
type score struct {
	Points int `json:"points"`
	Cards  int `json:"cards"` // revealed and concealed
}

func (b board) score(s engine.Seat) score {
	return score{b.points(s), b.count(s, any1)}
}

func (s score) beats(o score) bool {
	if s.Points != o.Points {
		return s.Points > o.Points
	}
	return s.Cards < o.Cards
}

// end opens everything and counts (N22).
func (u *unfolding) end() {
	e := gameEnded{Pile: join([]card.Card{}, u.pile...), Aside: join([]card.Card{}, u.aside...)}
	for i := range u.board {
		e.Baggage = append(e.Baggage, u.board[i].cards())
		e.Scores = append(e.Scores, u.board.score(engine.Seat(i+1)))
	}
	for i, s := range e.Scores {
		if !slices.ContainsFunc(e.Scores, func(o score) bool { return o.beats(s) }) {
			e.Winners = append(e.Winners, engine.Seat(i+1))
		}
	}
	u.tell(e)
}

// cards lists what lies in an area.
func (a area) cards() []lying {
	all := []lying{}
	for i, p := range a.spots {
		if p.full {
			all = append(all, lying{Slot: i + 1, Card: p.card, Up: p.up})
		}
	}
	return all
}

// result gives the scores and winners of a game that is over.
func result(s state) (engine.Result, bool) {
	if s.phase != phaseOver {
		return engine.Result{}, false
	}
	r := engine.Result{Winners: s.ended.Winners}
	for _, sc := range s.ended.Scores {
		r.Scores = append(r.Scores, sc.Points)
	}
	return r, true
}

// awaited lists whose order the game waits for. Where all have spoken in a sealed
// window, that is nobody: the clock opens it.
func awaited(s state) []engine.Seat {
	var open []engine.Seat
	for i, p := range s.players {
		if s.awaits(engine.Seat(i+1), p) {
			open = append(open, engine.Seat(i+1))
		}
	}
	return open
}

func (s state) awaits(seat engine.Seat, p player) bool {
	switch s.phase {
	case phasePlace:
		return p.placed == nil
	case phaseChoose:
		return p.chosen.Face == ""
	case phaseInspection: // N11: a standing order answers for its owner
		return slices.Contains(s.asked, seat) && p.answer == nil && p.prefer == nil
	case phaseAction:
		if s.asked != nil {
			return slices.Contains(s.asked, seat) && p.answer == nil
		}
		return s.turn() == seat
	case phaseExtra, phaseDraw, phaseOverflow:
		return s.turn() == seat
	}
	return false
}
