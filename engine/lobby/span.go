package lobby

import (
	"cmp"
	"slices"
	"time"
)

// Stop is a time in which a clock stands still: from the one moment on, up to the other.
type Stop struct{ From, To time.Time }

// Stops are the times in which a wait that began then does not run, in order and apart
// from each other: outages, but for those that had been noted before, so many, and the
// absences that are given.
func (s State) Stops(noted int, away ...Stop) []Stop {
	var all []Stop
	for _, o := range s.Outages[min(noted, len(s.Outages)):] {
		all = append(all, Stop(o))
	}
	if len(away) == 0 {
		return all // in order of time, never overlapping
	}
	return united(append(all, away...))
}

// united puts stops in order, and makes one of those that overlap or touch.
func united(stops []Stop) []Stop {
	slices.SortFunc(stops, func(a, b Stop) int { return cmp.Or(a.From.Compare(b.From), a.To.Compare(b.To)) })
	var all []Stop
	for _, o := range stops {
		switch n := len(all); {
		case !o.To.After(o.From):
		case n > 0 && !all[n-1].To.Before(o.From):
			all[n-1].To = latest(all[n-1].To, o.To)
		default:
			all = append(all, o)
		}
	}
	return all
}

// stopped is how much of the time between two moments falls into stops.
func stopped(stops []Stop, from, to time.Time) (sum time.Duration) {
	for _, o := range stops {
		if d := earliest(o.To, to).Sub(latest(o.From, from)); d > 0 {
			sum += d
		}
	}
	return sum
}

// Spent is how much of a wait is over at a moment, by the measure of Until: neither
// outages nor absences count, and what moderators have given since is used up first.
func (s State) Spent(began, now time.Time, noted int, away ...Stop) time.Duration {
	spent := now.Sub(began) - stopped(s.Stops(noted, away...), began, now)
	for _, e := range s.Extensions {
		if !e.At.Before(began) && !e.At.After(now) {
			spent -= e.By
		}
	}
	return max(0, spent)
}

// Before is the moment at which so much of a wait is left that ends at a moment and
// does not run during stops; with nothing to wait for between two stops, the later one.
func Before(end time.Time, left time.Duration, stops []Stop) time.Time {
	at := end
	for _, o := range slices.Backward(stops) {
		switch {
		case !o.From.Before(at):
		case !at.Add(-left).Before(o.To):
			return at.Add(-left)
		case o.To.Before(at):
			left -= at.Sub(o.To)
			at = o.From
		default: // it ends within the stop
			at = o.From
		}
	}
	return at.Add(-left)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earliest(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
