package table

import (
	"slices"
	"sort"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// window is a time in which answers are given sealed: which of the seats are asked is
// not for everybody to know, and so it begins and ends alike for all. It ends at a
// quarter of an hour.
type window struct {
	version int64
	at      time.Time
	outages int // that had been noted before
	ready   *readiness
}

// readiness is how a table came to wait for the clock alone: everybody who was
// asked has answered.
type readiness struct {
	at      time.Time
	opening engine.Opening
}

// attend notes when an entry opens a window, and when one leaves the game waiting for
// the clock alone.
func (t *Table) attend(e events.Entry) {
	switch {
	case t.Play == nil || t.Play.Opening() == engine.AtOnce && !engine.Unsettled(t.Play):
		t.window = nil
		return
	case t.window == nil:
		t.window = &window{version: e.Version, at: e.At, outages: len(t.Lobby.Outages)}
	}
	if !engine.Unsettled(t.Play) {
		t.window.ready = nil
	} else if t.window.ready == nil {
		t.window.ready = &readiness{at: e.At, opening: hurried(t.Play.Opening(), e.Cause.Kind, e.At.After(t.window.at))}
	}
}

// hurried adapts an opening to who gave the last answer. The clock, taking silence
// for an answer, has waited its full time, unless the window is no older than that
// answer: then it was for an earlier question, and nobody had anything to answer here.
// Bots answer at once, so that a next quarter of an hour would tell that one was asked.
func hurried(o engine.Opening, cause string, waited bool) engine.Opening {
	switch {
	case cause == events.CauseClock && waited:
		return engine.AtOnce
	case cause == events.CauseBot && o == engine.NextQuarter:
		return engine.DrawnQuarter
	}
	return o
}

// Silence is a seat's silence that was taken for an answer.
type Silence struct {
	Version int64
	At      time.Time
	Seat    engine.Seat
	Order   string // what it was taken for, canonical
	Turn    bool   // everybody knew who was asked

	shown  int64                      // the version as of which others are told of it; 0: not yet
	others map[engine.Seat]engine.Ask // who were asked the same then, and choose without knowing who has chosen
}

// remark notes, before an entry is folded, whose silence it speaks for. Of a player who
// was silent before it gives what they are asked: they may be about to answer it.
func (t *Table) remark(e events.Entry) (asked engine.Ask) {
	if e.Seat == uint8(engine.Onlooker) || t.Play == nil || lobby.Owns(e.Kind) {
		return asked
	}
	seat := engine.Seat(e.Seat)
	switch {
	case e.Cause.Kind == events.CauseClock && e.Order != "":
		t.silences = append(t.silences, t.silenceOf(e))
	case e.Cause.Kind == events.CauseMail && t.InARow(seat) > 0:
		return t.Play.Asked(seat)
	}
	return asked
}

// silenceOf is the silence that an entry, not folded in yet, speaks for.
func (t *Table) silenceOf(e events.Entry) Silence {
	s := Silence{Version: e.Version, At: e.At, Seat: engine.Seat(e.Seat), Order: e.Order}
	own := t.Play.Asked(s.Seat)
	s.Turn, s.others = own.Turn, map[engine.Seat]engine.Ask{}
	for _, other := range engine.Seats(len(t.Lobby.Places)) {
		if ask := t.Play.Asked(other); own.Turn && other != s.Seat && ask.Turn && ask.Kind == own.Kind {
			s.others[other] = ask
		}
	}
	return s
}

// unveil notes, once an entry is folded in, of which silences others are told now: where
// several choose at once, when the last of them has chosen.
func (t *Table) unveil(e events.Entry) {
	for i := range t.silences {
		if s := &t.silences[i]; s.shown == 0 && !t.veiled(*s) {
			s.shown = e.Version
		}
	}
}

// veiled tells whether somebody is still to choose who was to at a silence.
func (t *Table) veiled(s Silence) bool {
	for other, ask := range s.others {
		if t.Play.Asked(other) == ask {
			return true
		}
	}
	return false
}

// Silences lists what a seat may know of silences after a version: its own, and
// those of others in their turn, once nobody chooses any more who was to choose at the
// same time. Of the rest nobody else knows even who was asked.
func (t *Table) Silences(seat engine.Seat, after int64) []Silence {
	var all []Silence
	for _, s := range t.silences {
		if s.Seat == seat && s.Version > after || s.Seat != seat && s.Turn && s.shown > after {
			all = append(all, s)
		}
	}
	return all
}

// Question is what a seat is asked, and for how long.
type Question struct {
	Version  int64        // at which it was put
	Opened   time.Time    // when that was
	Deadline time.Time    // when silence will be taken for an answer
	Stops    []lobby.Stop // between the two, when time does not run
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
		lasts = t.turnTime(seat)
	}
	m := t.marks[i]
	away := t.Lobby.AwayFrom(seat)
	q = Question{Version: int64(i + 1), Opened: m.at, Deadline: t.Lobby.Due(seat, m.at, lasts, m.outages)}
	if t.window != nil && q.Version >= t.window.version && t.Play.Opening() != engine.AtOnce {
		q.Deadline, away = t.windowEnd(), t.Lobby.Anybody()
	}
	q.Stops = t.Lobby.Stops(m.outages, away...)
	return q, true
}

// Deadline is when a seat's silence will be taken for an answer; ok is false when
// the seat is asked nothing.
func (t *Table) Deadline(seat engine.Seat) (due time.Time, ok bool) {
	q, ok := t.Question(seat)
	return q.Deadline, ok
}

// Own is when the table does something that no seat's silence brings about: opens
// what lies sealed, goes on after a pause that its players agreed on, or is closed
// because it never began. ok is false for none of these.
func (t *Table) Own() (due time.Time, ok bool) {
	if due, ok = t.wakes(); ok {
		return due, true
	}
	switch {
	case !t.Lobby.Paused.IsZero() || t.Over():
		return due, false
	case t.Forming():
		m := t.public()
		return t.Lobby.Until(m.at, lobby.Patience, m.outages), true
	case t.window != nil && t.window.ready != nil:
		return t.opening(), true
	}
	return due, false
}

// public is the last mark that everybody saw made: what one player told another must
// not move what all can see.
func (t *Table) public() mark {
	for _, m := range slices.Backward(t.marks) {
		if m.shown(engine.Onlooker) {
			return m
		}
	}
	return mark{}
}

// Forming tells whether the table still seats players.
func (t *Table) Forming() bool { return t.Lobby.Forming() }

// windowEnd is when a window ends at the latest: once the time for an answer is over,
// at a quarter of an hour, unless the house keeps none. While anybody at the table is
// away, asked or not, that time does not run: if it ran on for those who are not asked,
// its end would tell who is.
func (t *Table) windowEnd() time.Time {
	end := t.Lobby.Due(engine.Onlooker, t.window.at, t.Lobby.Times.Answer, t.window.outages)
	if t.prompt {
		return end
	}
	return lobby.QuarterFrom(end)
}

// Window is until when answers are given sealed at the latest, asked or not; open is false
// where none are. It hangs on what everybody knows.
func (t *Table) Window() (until time.Time, open bool) {
	if t.window == nil || t.Ended() || !t.Lobby.Paused.IsZero() {
		return until, false
	}
	return t.windowEnd(), true
}
