package lobby

import "time"

// Outage is a time in which the service could not hear anybody. It counts for
// nobody's silence.
type Outage struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Extension is more time for every wait that is under way at a moment.
type Extension struct {
	At time.Time     `json:"at"`
	By time.Duration `json:"by"`
}

// Until is when a wait that began at a moment, and lasts so long, is over: whatever
// of it fell into outages or the absences given comes on top, and what moderators have
// given since. Outages that had been noted before it began, so many, have nothing to do
// with it, whatever a wrong clock said of them. While the table is paused, nothing is
// ever over, and Until tells what was due before.
func (s State) Until(began time.Time, lasts time.Duration, noted int, away ...Stop) time.Time {
	due := began.Add(lasts)
	for _, e := range s.Extensions {
		if !e.At.Before(began) {
			due = due.Add(e.By)
		}
	}
	for _, o := range s.Stops(noted, away...) {
		if o.From.Before(due) && o.To.After(began) {
			due = due.Add(o.To.Sub(latest(o.From, began)))
		}
	}
	return due
}

// Unexcused leaves out of an outage what the table has been excused already, or
// will be at the end of a pause.
func (s State) Unexcused(o Outage) Outage {
	if n := len(s.Outages); n > 0 && s.Outages[n-1].To.After(o.From) {
		o.From = s.Outages[n-1].To
	}
	if !s.Paused.IsZero() && s.Paused.Before(o.To) {
		o.To = s.Paused
	}
	return o
}

// Patience is how long a table waits for players before it is closed.
const Patience = 14 * 24 * time.Hour

// quarter is what the times of openings are rounded to (Konvooi's K13).
const quarter = 15 * time.Minute

// NextQuarter is the first quarter of an hour after a moment.
func NextQuarter(t time.Time) time.Time { return t.UTC().Truncate(quarter).Add(quarter) }

// QuarterFrom is the first quarter of an hour that is not before a moment.
func QuarterFrom(t time.Time) time.Time { return NextQuarter(t.Add(-time.Nanosecond)) }

// Quarters counts the quarters of an hour within a time after a moment.
func Quarters(t time.Time, within time.Duration) int {
	first := NextQuarter(t)
	if first.After(t.Add(within)) {
		return 0
	}
	return 1 + int(t.Add(within).Sub(first)/quarter)
}

// QuarterAfter is the k-th quarter of an hour after a moment, from 1.
func QuarterAfter(t time.Time, k int) time.Time {
	return NextQuarter(t).Add(time.Duration(k-1) * quarter)
}
