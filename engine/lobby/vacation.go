package lobby

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
)

// VacationDays is how many days a player can be away within any VacationYear.
const VacationDays = 28

// VacationYear is the time within which vacation days are counted.
const VacationYear = 365 * day

// Leave is a vacation of whoever has a seat: from the one moment on, up to the other.
type Leave struct {
	Seat engine.Seat
	Stop
}

// Dates are the days of a vacation as they are written: the first and the last.
type Dates struct{ First, Last string }

var dates = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})(?:(?:\.\.|…)(\d{4}-\d{2}-\d{2}))?$`)

func isDates(word string) bool { return dates.MatchString(word) }

// ParseVacation reads what stands behind `vacation`: nothing, `off`, or the first and
// the last day ("2026-12-24..2027-01-02"), or the only one.
func ParseVacation(words []string) (d Dates, off bool, err error) {
	switch {
	case len(words) == 1:
		return d, false, nil
	case len(words) == 2 && words[1] == "off":
		return d, true, nil
	case len(words) == 2:
		if m := dates.FindStringSubmatch(words[1]); m != nil {
			return Dates{m[1], cmp.Or(m[2], m[1])}, false, nil
		}
	}
	return d, false, vacationForm()
}

func vacationForm() error {
	return engine.Refuse("", "vacation-form").Instead("vacation 2026-12-24..2027-01-02")
}

// In is the time that the days take in a zone: from the beginning of the first up to the
// end of the last.
func (d Dates) In(zone *time.Location) (v Stop, err error) {
	first, err1 := time.Parse(time.DateOnly, d.First)
	last, err2 := time.Parse(time.DateOnly, d.Last)
	if err1 != nil || err2 != nil || last.Before(first) {
		return v, vacationForm()
	}
	return Stop{dayBegins(first, zone), dayBegins(last.AddDate(0, 0, 1), zone)}, nil
}

// dayBegins is the first moment of a day in a zone. Where clocks are put on at midnight,
// so that there is none, that is the moment at which they are; of a day that a zone has
// left out, it is the beginning of the next. Where they are put back to midnight, it is
// the first of the two.
func dayBegins(date time.Time, zone *time.Location) time.Time {
	at := time.Date(date.Year(), date.Month(), date.Day(), 0, 0, 0, 0, zone)
	changed, changes := at.ZoneBounds()
	if civil(at).Before(date) { // of a midnight in a gap, Date gives the time on either side
		return changes.UTC()
	}
	if h, m, s := at.Clock(); h+m+s > 0 || civil(at).After(date) {
		return changed.UTC()
	}
	if !changed.IsZero() {
		_, is := at.Zone()
		_, was := changed.Add(-time.Second).Zone()
		if twice := at.Add(-time.Duration(was-is) * time.Second); was > is && twice.Before(changed) {
			return twice.UTC()
		}
	}
	return at.UTC()
}

// civil is the date that a clock shows, as midnight UTC.
func civil(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// clockChanges is by how much days may be longer than 24 hours each, as clocks are put
// back in one of them, and still be as many.
const clockChanges = 3 * time.Hour

// daysOf counts the days of a time away: one that has begun is one.
func daysOf(d time.Duration) int {
	if d <= 0 {
		return 0
	}
	return max(1, int((d-clockChanges+day-1)/day))
}

// Vacations are the times in which a player is away, was, or will be, in order and apart
// from each other.
type Vacations []Stop

// ParseVacations reads what String spells; what it does not spell is none.
func ParseVacations(text string) (v Vacations) {
	for _, word := range strings.Fields(text) {
		from, to, _ := strings.Cut(word, "/")
		a, err1 := time.Parse(time.RFC3339, from)
		b, err2 := time.Parse(time.RFC3339, to)
		if err1 == nil && err2 == nil {
			v = append(v, Stop{a.UTC(), b.UTC()})
		}
	}
	return united(v)
}

// String spells vacations, to be kept.
func (v Vacations) String() string {
	words := make([]string, len(v))
	for i, o := range v {
		words[i] = o.From.UTC().Format(time.RFC3339) + "/" + o.To.UTC().Format(time.RFC3339)
	}
	return strings.Join(words, " ")
}

// With adds a vacation, and leaves out what no budget counts any more.
func (v Vacations) With(o Stop, now time.Time) Vacations {
	v = slices.DeleteFunc(slices.Clone(v), func(o Stop) bool { return o.To.Before(now.Add(-VacationYear)) })
	return united(append(v, o))
}

// Ended leaves of vacations what lies before a moment.
func (v Vacations) Ended(at time.Time) Vacations {
	var all Vacations
	for _, o := range v {
		if o.To = earliest(o.To, at); o.To.After(o.From) {
			all = append(all, o)
		}
	}
	return all
}

// After lists the vacations that are not over at a moment.
func (v Vacations) After(now time.Time) []Stop {
	return slices.DeleteFunc(slices.Clone(v), func(o Stop) bool { return !o.To.After(now) })
}

// From leaves of vacations what lies behind a moment, from a whole second on.
func (v Vacations) From(now time.Time) []Stop {
	begins := now.UTC().Add(time.Second - 1).Truncate(time.Second)
	var all []Stop
	for _, o := range v {
		if o.From = latest(o.From, begins); o.To.After(o.From) {
			all = append(all, o)
		}
	}
	return all
}

// within counts the vacation days from a moment up to another. Clocks are put back once
// a year, so that of all the time together no more than that is given on top of the days.
func (v Vacations) within(from, to time.Time) (days int) {
	var all time.Duration
	for _, o := range v {
		d := max(0, earliest(o.To, to).Sub(latest(o.From, from)))
		days, all = days+daysOf(d), all+d
	}
	return max(days, daysOf(all))
}

// Most counts the vacation days of the year that has the most of them: one ends as a
// vacation does.
func (v Vacations) Most() (days int) {
	for _, o := range v {
		days = max(days, v.within(o.To.Add(-VacationYear), o.To))
	}
	return days
}

// Left is how many days a player can be away still, if it begins now.
func (v Vacations) Left(now time.Time) int {
	used := max(v.within(now.Add(-VacationYear), now), v.within(now, now.Add(VacationYear)))
	for _, o := range v.After(now) {
		used = max(used, v.within(o.To.Add(-VacationYear), o.To))
	}
	return max(0, VacationDays-used)
}

// farthest is how long before it begins a vacation can be announced.
const farthest = VacationYear

// MayGoAway judges a vacation of somebody who has had those: it is not over, does not
// begin too far ahead, and is within the budget. It counts from now on alone, so that
// nobody's time stands still in hindsight; what remains of it is given back.
func (l Lobby) MayGoAway(had Vacations, o Stop, now time.Time) (Stop, error) {
	if o.From.Before(now) {
		o.From = now.UTC().Truncate(time.Second)
	}
	switch {
	case !o.To.After(o.From): // over, or a day that the zone has left out
		return o, engine.Refuse("", "vacation-past")
	case o.From.Sub(now) > farthest:
		return o, engine.Refuse("", "vacation-far")
	case had.With(o, now).Most() > VacationDays:
		return o, engine.Refuse("", "vacation-days", "Most", VacationDays, "Count", had.Left(now), "Asked", daysOf(o.To.Sub(o.From)))
	}
	return o, nil
}

// MayTakeDays is MayGoAway for days in a zone. Of too many, it names as many from the first
// on as there can be.
func (l Lobby) MayTakeDays(had Vacations, d Dates, zone *time.Location, now time.Time) (Stop, error) {
	asked, err := d.In(zone)
	if err != nil {
		return asked, err
	}
	v, err := l.MayGoAway(had, asked, now)
	if no := (*engine.Refusal)(nil); errors.As(err, &no) && no.Key == "vacation-days" {
		if fewer := l.shortened(had, d, zone, now); fewer != (Dates{}) {
			no.Try = "vacation " + fewer.First + ".." + fewer.Last
		}
	}
	return v, err
}

// shortened are the most days from the same first one on that somebody can be away; none
// if there are none.
func (l Lobby) shortened(had Vacations, d Dates, zone *time.Location, now time.Time) Dates {
	best := Dates{}
	first, err := time.Parse(time.DateOnly, d.First)
	if today := civil(now.In(zone)); first.Before(today) { // the days that are over count for nothing
		first = today
	}
	for n := 0; err == nil && n < VacationDays; n++ {
		fewer := Dates{first.Format(time.DateOnly), first.AddDate(0, 0, n).Format(time.DateOnly)}
		stop, err := fewer.In(zone)
		if err != nil {
			break
		}
		if _, err := l.MayGoAway(had, stop, now); err != nil {
			break
		}
		best = fewer
	}
	return best
}

// MayComeBack judges the end of a vacation: there is one that is not over.
func (l Lobby) MayComeBack(had Vacations, now time.Time) error {
	if len(had.After(now)) == 0 {
		return engine.Refuse("", "vacation-none")
	}
	return nil
}
