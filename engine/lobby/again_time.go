package lobby

import (
	"errors"
	"fmt"
	"time"

	"contrapost/engine"
)

// timedAgain is about what players do to the clocks. How many days somebody has been
// away at all tables together is not in a table's log, and believed.
func (l Lobby) timedAgain(s State, first Event, by engine.Seat) ([]Event, error) {
	switch e := first.(type) {
	case *WentAway:
		if err := s.absent(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{s.GoAway(e.Seat, Stop{e.From, e.To})}, mayHaveGone(e)
	case *CameBack:
		if err := s.absent(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{s.ComeBack(e.Seat, e.At)}, s.mayHaveBeenAway(e.Seat)
	case *Wished:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return s.Wish(e.Seat, e.At), l.MayWish(s, e.Seat, e.At)
	case *Withdrew:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{s.Withdraw(e.Seat)}, l.mayHaveWithdrawn(s, e.Seat)
	case *ResumeAsked:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{s.AskResume(e.Seat, e.At.Add(-Notice))}, l.mayHaveAsked(s, e)
	case *Agreed:
		return nil, errors.New("a pause is agreed on by the last wish")
	case *AgreedEnded:
		return []Event{s.EndAgreed(e.To)}, s.mayHaveEnded(by, e)
	}
	return l.ruledAgain(s, first, by)
}

// absent is ordered for what a player's settings do, who may order it at another table,
// or bring it along.
func (s State) absent(by, seat engine.Seat) error {
	if err := s.ordered(by, seat); err != nil {
		return err
	}
	switch {
	case s.Closed || s.Published:
		return engine.Refuse("", "over")
	case s.Places[seat-1].Bot:
		return engine.Refuse("", "resigned-already")
	}
	return nil
}

func mayHaveGone(e *WentAway) error {
	if d := e.To.Sub(e.From); d <= 0 || daysOf(d) > VacationDays {
		return fmt.Errorf("nobody can be away for %v", d)
	}
	return nil
}

func (s State) mayHaveBeenAway(seat engine.Seat) error {
	if len(s.AwayFrom(seat)) == 0 {
		return errors.New("nobody comes back who is not away and will not be")
	}
	return nil
}

// mayHaveWithdrawn: whether a wish had run out by then, the event does not say.
func (l Lobby) mayHaveWithdrawn(s State, seat engine.Seat) error {
	if !s.Paused.IsZero() {
		return engine.Refuse("", "paused-already")
	}
	return l.MayResume(s, seat, time.Time{})
}

func (l Lobby) mayHaveAsked(s State, e *ResumeAsked) error {
	if err := l.MayResume(s, e.Seat, e.At); err != nil {
		return err
	}
	if s.Paused.IsZero() {
		return engine.Refuse("", "not-paused")
	}
	return nil
}

func (s State) mayHaveEnded(by engine.Seat, e *AgreedEnded) error {
	due, ok := s.Wakes()
	switch {
	case by != engine.Onlooker:
		return fmt.Errorf("a pause that was agreed on is the clock's to end, and seat %d has", by)
	case !ok:
		return errors.New("no pause ends that the players have not agreed on")
	case e.To.Before(due):
		return errors.New("a pause that was agreed on ends when its time has come")
	}
	return nil
}
