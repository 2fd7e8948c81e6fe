package table

import (
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
)

// Timing is what players have done to the clocks of their table, as they are told:
// somebody is back early, a pause was agreed on, its end asked for, or it is over.
type Timing struct {
	Version int64
	At      time.Time
	Seat    engine.Seat // whose doing it was; 0: nobody's alone
	Event   lobby.Event // nil: a window ends sooner, as an absence to come counts no more
}

// Timings lists what a seat is told after a version; what it did itself it was told in
// the answer.
func (t *Table) Timings(seat engine.Seat, after int64) []Timing {
	return slices.DeleteFunc(slices.Clone(t.timings), func(m Timing) bool {
		_, wish := m.Event.(*lobby.Wished)
		return wish || m.Version <= after || m.Seat == seat
	})
}

// time keeps of an event that it has to do with the clocks. The event becomes the next
// version.
func (t *Table) time(e lobby.Event) {
	m := Timing{Version: t.Version + 1, Event: e}
	switch e := e.(type) {
	case *lobby.CameBack:
		if !t.wasAway(e) { // they had not gone yet
			if !t.shortened() {
				return
			}
			m.Event = nil
		}
		m.Seat = e.Seat
	case *lobby.Wished:
		m.Seat = e.Seat
	case *lobby.ResumeAsked:
		m.Seat = e.Seat
	case *lobby.Agreed:
		if n := len(t.timings); n > 0 {
			m.Seat = t.timings[n-1].Seat // by the last wish
		}
	case *lobby.AgreedEnded:
	default:
		return
	}
	t.timings = append(t.timings, m)
}

// depart notes when the last entry was made, where that has a meaning for the clocks:
// whoever gives up a seat, or loses it, is away from it no longer. A bot has no
// vacation, and whoever comes after brings their own.
func (t *Table) depart(at time.Time) {
	if n := len(t.timings); n > 0 && t.timings[n-1].At.IsZero() {
		t.timings[n-1].At = at
	}
	if t.departed != engine.Onlooker {
		recalls := len(t.Lobby.Recalls)
		t.Lobby = t.Lobby.Present(t.departed, at, false)
		if len(t.Lobby.Recalls) > recalls && t.shortened() {
			t.timings = append(t.timings, Timing{Version: t.Version, At: at})
		}
		t.departed = engine.Onlooker
	}
}

// wasAway tells whether somebody was away who is back now.
func (t *Table) wasAway(e *lobby.CameBack) bool {
	return slices.ContainsFunc(t.Lobby.AwayFrom(e.Seat), func(o lobby.Stop) bool { return o.To.Equal(e.At) })
}

// shortened tells whether the last absence that was cut short made the window longer
// that is open.
func (t *Table) shortened() bool {
	n := len(t.Lobby.Recalls) - 1
	if t.window == nil || n < 0 {
		return false
	}
	before := *t
	before.Lobby.Away, before.Lobby.Recalls = t.Lobby.Recalls[n].Was, t.Lobby.Recalls[:n]
	return t.windowEnd().Before(before.windowEnd())
}

// shortens tells whether others have less time once a seat's player is away no more:
// they are, or will be, and it made a window longer that is everybody's.
func (t *Table) shortens(seat engine.Seat, now time.Time) bool {
	after := *t
	after.Lobby = t.Lobby.Present(seat, now, false)
	return t.isAway(seat, now) || len(after.Lobby.Recalls) > len(t.Lobby.Recalls) && after.shortened()
}

// wishedLately tells whether a seat has wished for a pause within a day of a moment: the
// others have been written to about it.
func (t *Table) wishedLately(seat engine.Seat, now time.Time) bool {
	return slices.ContainsFunc(t.timings, func(m Timing) bool {
		_, wish := m.Event.(*lobby.Wished)
		return wish && m.Seat == seat && now.Sub(m.At) < 24*time.Hour
	})
}

// isAway tells whether a seat's player is away at a moment.
func (t *Table) isAway(seat engine.Seat, now time.Time) bool {
	return slices.ContainsFunc(t.Lobby.AwayFrom(seat), func(o lobby.Stop) bool {
		return !o.From.After(now) && o.To.After(now)
	})
}

// AwayAfter lists, by seat, until when players are away, or will be, at a moment.
func (t *Table) AwayAfter(now time.Time) []lobby.Leave {
	var all []lobby.Leave
	for i, p := range t.Lobby.Places {
		for _, o := range t.Lobby.AwayFrom(engine.Seat(i + 1)) {
			if !p.Bot && o.To.After(now) {
				all = append(all, lobby.Leave{Seat: engine.Seat(i + 1), Stop: o})
			}
		}
	}
	return all
}

// wakes is when the table goes on by itself.
func (t *Table) wakes() (due time.Time, ok bool) {
	if t.Ended() {
		return due, false
	}
	return t.Lobby.Wakes()
}
