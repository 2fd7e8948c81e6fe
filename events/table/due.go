package table

import (
	"sort"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// readiness is how a table came to wait for the clock alone: everybody who was
// asked has answered, and the answers lie sealed.
type readiness struct {
	version int64
	at      time.Time
	opening engine.Opening
}

// attend notes when an entry leaves the game waiting for the clock alone, and
// forgets it once the clock has acted.
func (t *Table) attend(e events.Entry) {
	if t.Play == nil || !engine.Unsettled(t.Play) {
		t.ready = nil
		return
	}
	if t.ready == nil {
		t.ready = &readiness{version: e.Version, at: e.At, opening: hurried(t.Play.Opening(), e.Cause.Kind)}
	}
}

// hurried adapts an opening to who gave the last answer. The clock, taking silence
// for an answer, has waited its full time. Bots answer at once, so that a next
// quarter of an hour would tell that one was asked.
func hurried(o engine.Opening, cause string) engine.Opening {
	switch {
	case cause == events.CauseClock:
		return engine.AtOnce
	case cause == events.CauseBot && o == engine.NextQuarter:
		return engine.DrawnQuarter
	}
	return o
}

// Question is what a seat is asked, and for how long.
type Question struct {
	Version  int64     // at which it was put
	Opened   time.Time // when that was
	Deadline time.Time // when silence will be taken for an answer
}

// Question gives what a seat is asked; ok is false when it is asked nothing, or need
// not answer as long as the table is paused.
func (t *Table) Question(seat engine.Seat) (q Question, ok bool) {
	if t.Play == nil || t.Lobby.Closed || !t.Lobby.Paused.IsZero() {
		return q, false
	}
	ask := t.Play.Asked(seat)
	if ask.Kind == "" {
		return q, false
	}
	i := sort.Search(len(t.marks), func(i int) bool { return t.Known(seat, int64(i+1)) >= ask.Opened })
	i = max(i, int(t.rewound)-1) // what was asked then is asked anew
	if i >= len(t.marks) {
		return q, false
	}
	lasts := t.Lobby.Times.Answer
	if ask.Turn {
		lasts = t.Lobby.Times.Turn
	}
	at := t.marks[i].at
	return Question{Version: int64(i + 1), Opened: at, Deadline: t.Lobby.Until(at, lasts)}, true
}

// Deadline is when a seat's silence will be taken for an answer; ok is false when
// the seat is asked nothing.
func (t *Table) Deadline(seat engine.Seat) (due time.Time, ok bool) {
	q, ok := t.Question(seat)
	return q.Deadline, ok
}

// Own is when the table does something that no seat's silence brings about: opens
// what lies sealed, or is closed because it never began. ok is false for neither.
func (t *Table) Own() (due time.Time, ok bool) {
	switch {
	case !t.Lobby.Paused.IsZero() || t.Over():
		return due, false
	case t.Forming():
		return t.Lobby.Until(t.marks[len(t.marks)-1].at, lobby.Patience), true
	case t.ready != nil:
		return t.opening(), true
	}
	return due, false
}

// Forming tells whether the table still seats players.
func (t *Table) Forming() bool {
	return t.Lobby.Opened && !t.Lobby.Begun && !t.Lobby.Closed
}

// opening is when the clock opens the sealed answers. The drawn quarter of an hour
// hangs on the table's secret, so that nobody can tell it from an answered one
// before the end, and everybody after it.
func (t *Table) opening() time.Time {
	at, within := t.ready.at, t.Lobby.Times.Answer
	due := at
	switch t.ready.opening {
	case engine.NextQuarter:
		due = lobby.NextQuarter(at)
	case engine.DrawnQuarter:
		n := lobby.Quarters(at, within)
		if n == 0 {
			return t.Lobby.Until(at, within)
		}
		luck := engine.NewChance(t.Lobby.Seed(t.secret), t.ready.version)
		due = lobby.QuarterAfter(at, 1+luck.Intn("opening", n))
	}
	if due.After(at.Add(within)) {
		due = at.Add(within)
	}
	moved := t.Lobby.Until(at, due.Sub(at))
	if moved.After(due) { // past an outage: on a quarter of an hour again
		return lobby.NextQuarter(moved)
	}
	return due
}
