package lobby

import (
	"slices"
	"time"

	"contrapost/engine"
)

// Recall is a time away that was cut short: its player is back, takes it back before it
// begins, or has the seat no more. What it made longer ends sooner since.
type Recall struct {
	Seat engine.Seat
	At   time.Time
	Own  bool    // its player is back, and still has the seat
	Was  []Leave // who was away, or would have been, before
}

// Present ends all absences from a seat at a moment: its player is back, or has it no
// more.
func (s State) Present(seat engine.Seat, at time.Time, own bool) State {
	all, cut := make([]Leave, 0, len(s.Away)), false
	for _, a := range s.Away {
		if a.Seat == seat {
			cut = cut || a.To.After(at)
			a.To = earliest(a.To, at)
		}
		if a.To.After(a.From) {
			all = append(all, a)
		}
	}
	if cut && s.Begun {
		s.Recalls = append(slices.Clip(s.Recalls), Recall{Seat: seat, At: at, Own: own, Was: s.Away})
	}
	s.Away = all
	return s
}

// Due is when a wait for a seat is over, or, for the onlooker, one that is everybody's
// alike. It is Until, and keeps what letters have promised for a while: where somebody's
// absence made the wait longer and was cut short since, it ends as if it had not been, or
// a Notice after that, whatever comes first. That does not go for their own wait: they
// need no notice of what they do themselves, and it would be time for nothing.
func (s State) Due(seat engine.Seat, began time.Time, lasts time.Duration, noted int) time.Time {
	due := s.Until(began, lasts, noted, s.standing(seat)...)
	for _, r := range s.Recalls {
		if r.At.Before(began) || r.Own && r.Seat == seat {
			continue
		}
		was := s
		was.Away = append(slices.Clip(r.Was), s.Away...)
		promised := was.Until(began, lasts, noted, was.standing(seat)...)
		notice := s.Until(r.At, Notice, noted, s.standing(seat)...)
		due = latest(due, earliest(promised, notice))
	}
	return due
}

// standing lists when a wait of Due does not run for absences.
func (s State) standing(seat engine.Seat) []Stop {
	if seat == engine.Onlooker {
		return s.Anybody()
	}
	return s.AwayFrom(seat)
}
