package lobby

import (
	"errors"
	"fmt"

	"contrapost/engine"
)

// playedAgain is about what players do besides the game: they talk, and give up.
func (l Lobby) playedAgain(s State, first Event, by engine.Seat) ([]Event, error) {
	switch e := first.(type) {
	case *Said:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{s.Say(e.Seat, e.Text)}, l.MaySay(s, e.Seat)
	case *Told:
		if err := errors.Join(s.ordered(by, e.Seat), s.has(e.To)); err != nil {
			return nil, err
		}
		return []Event{s.Tell(e.Seat, e.To, e.Text)}, l.MayTell(s, e.Seat, e.To)
	case *Resigned:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{first}, l.MayResign(s, e.Seat)
	case *Offered:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{s.Offer(e.Seat)}, l.MayOffer(s, e.Seat)
	case *Kept:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{s.Keep(e.Seat)}, l.MayKeep(s, e.Seat)
	case *Waiting:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{first}, l.MayWait(s, e.Seat, len(e.Lines))
	case *Cancelled:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return []Event{first}, l.MayCancel(s, e.Seat)
	case *Taken:
		return l.takenAgain(s, e, by)
	}
	return l.timedAgain(s, first, by)
}

// ruledAgain is about what moderators rule.
func (l Lobby) ruledAgain(s State, first Event, by engine.Seat) ([]Event, error) {
	r, decided := s.ruling(first)
	if r.Verb == "" {
		return houseAgain(s, first)
	}
	if by != engine.Onlooker {
		return nil, fmt.Errorf("it is a moderator's to rule, and seat %d has", by)
	}
	if r.Verb == RuleReplace || r.Verb == RuleBot {
		if err := s.has(r.Seat); err != nil {
			return nil, err
		}
	}
	if err := l.MayRule(s, r); err != nil {
		return nil, err
	}
	switch e := first.(type) {
	case *Extended:
		return []Event{e}, MayExtend(e.By, Span(e.By))
	case *SeatReplaced:
		if e.Player == "" {
			return nil, errNobody
		}
		return []Event{s.Replace(e.Seat, e.Player)}, l.MayReplace(s, e.Seat, e.Player)
	}
	return []Event{decided}, nil
}

// ruling is what a moderator must have ruled for an event, and the event that it would
// have made; no verb for what is no ruling, or one that nothing forbids.
func (s State) ruling(e Event) (Ruling, Event) {
	switch e := e.(type) {
	case *Paused:
		return Ruling{Verb: RulePause}, e
	case *Resumed:
		return Ruling{Verb: RuleResume}, s.Resume(e.To)
	case *Extended:
		return Ruling{Verb: RuleExtend}, e
	case *SeatReplaced:
		return Ruling{Verb: RuleReplace, Seat: e.Seat}, e
	case *GivenToBot:
		return Ruling{Verb: RuleBot, Seat: e.Seat}, e
	case *Noted:
		return Ruling{Verb: RuleNote}, e
	case *Rewound:
		return Ruling{Verb: RuleRewind}, e
	case *Closed:
		if e.Why == ClosedRuling {
			return Ruling{Verb: RuleClose}, e
		}
	}
	return Ruling{}, e
}

// houseAgain is about what nobody orders.
func houseAgain(s State, first Event) ([]Event, error) {
	switch e := first.(type) {
	case *Closed:
		if e.Why != ClosedSilent {
			return nil, fmt.Errorf("nothing has closed the table for being %.20q", e.Why)
		}
		if !s.Forming() {
			return nil, errors.New("only a table that waits for players is closed because they are silent")
		}
	case *Excused:
		if left := s.Unexcused(e.Outage); !left.From.Equal(e.From) || !left.To.Equal(e.To) || !left.To.After(left.From) {
			return nil, errors.New("no time is excused that was excused before, or in which the clocks stood still")
		}
	case *Due:
		if _, waits := s.WaitOf(e.Seat); !waits {
			return nil, fmt.Errorf("no orders of seat %d wait", e.Seat)
		}
	case *LeftToBot:
		if err := s.has(e.Seat); err != nil {
			return nil, err
		}
		if !s.MayBeLeft(e.Seat) {
			return nil, fmt.Errorf("seat %d is not one that silence leaves to a bot", e.Seat)
		}
	case *Published:
		if !s.Begun || !s.Closed || s.Published {
			return nil, errors.New("the secret is published where the game ends, and once")
		}
	}
	return []Event{first}, nil
}
