package table

import (
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
)

// opening is when the clock opens the sealed answers. The drawn quarter of an hour
// hangs on the table's secret and on when the window began, so that nobody can tell
// it from an answered one before the end of the game, and everybody after it.
func (t *Table) opening() time.Time {
	w := t.window
	if w.ready.opening == engine.AtOnce {
		return w.ready.at
	}
	due := lobby.NextQuarter(w.ready.at)
	switch {
	case t.held(due):
		due = t.drawnAfter(t.spent(w.ready.at))
	case w.ready.opening == engine.DrawnQuarter && t.drawn().After(w.ready.at):
		due = t.moved(w.ready.at, t.drawn())
	default:
		due = t.moved(w.ready.at, due)
	}
	if end := t.windowEnd(); due.After(end) {
		return end
	}
	return due
}

// moved is a moment behind one in the window as the clocks of the table have it. What an
// outage took comes on top, and then the next quarter of an hour. So does the time in
// which somebody is away: they are not expected to answer then, and a window that opened
// meanwhile would tell that they were not asked.
func (t *Table) moved(from, due time.Time) time.Time {
	return lobby.QuarterFrom(t.Lobby.Until(from, due.Sub(from), t.window.outages, t.Lobby.Anybody()...))
}

// spent is how much of the window is over at a moment.
func (t *Table) spent(at time.Time) time.Duration {
	return t.Lobby.Spent(t.window.at, at, t.window.outages, t.Lobby.Anybody()...)
}

// held tells whether somebody is away between the last answer and a moment. All that is
// answered meanwhile would open as soon as they are back, and a window in which nobody
// was asked at any time after that.
func (t *Table) held(due time.Time) bool {
	return slices.ContainsFunc(t.Lobby.Anybody(), func(o lobby.Stop) bool {
		return o.From.Before(due) && o.To.After(t.window.ready.at)
	})
}

// quarters is how many quarters of an hour a window can open at.
func (t *Table) quarters() int {
	w := t.window
	return lobby.Quarters(w.at, lobby.QuarterFrom(w.at.Add(t.Lobby.Times.Answer)).Sub(w.at))
}

// pick draws a number below n for the opening of the window.
func (t *Table) pick(draw string, n int) int {
	return engine.NewChance(t.Lobby.Seed(t.secret), t.window.version).Intn(draw, n)
}

// drawn is the quarter of an hour at which a window opens in which nobody was asked, as
// if nothing had stopped the clocks.
func (t *Table) drawn() time.Time {
	return lobby.QuarterAfter(t.window.at, 1+t.pick("opening", t.quarters()))
}

// drawnAfter is when a window opens that could not while somebody was away, once so much
// of it was over: at the quarter of an hour that is drawn where nobody was asked, or, as
// one that is past would have opened before, at another of those that are left.
func (t *Table) drawnAfter(spent time.Duration) time.Time {
	w := t.window
	due, all := t.drawn(), t.quarters()
	if due.Sub(w.at) <= spent {
		past := lobby.Quarters(w.at, spent)
		if past == all {
			return t.windowEnd()
		}
		due = lobby.QuarterAfter(w.at, past+1+t.pick("opening later", all-past))
	}
	return t.moved(w.at, due)
}
