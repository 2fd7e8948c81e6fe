package templates

import (
	"strings"
	"time"

	"contrapost/engine"
)

// by says when an answer is due and how long that is from now.
func by(l Letter, v voice) string {
	args := engine.Args{"When": moment(l.Deadline, l.Zone, v)}
	if l.Now.IsZero() {
		return v.Say("deadline.by", args)
	}
	rest := l.Deadline.Sub(l.Now)
	if rest <= 0 {
		return v.Say("deadline.past", args)
	}
	args["Left"] = left(rest, v)
	return v.Say("deadline.by-left", args)
}

// left says how long something is, in days from two on, in hours from two on, or
// in minutes, to the nearest; never nothing.
func left(d time.Duration, v voice) string {
	say := func(key string, n time.Duration) string {
		return v.Say("left."+key, engine.Args{"Count": int(max(1, n))})
	}
	const day = 24 * time.Hour
	switch {
	case d > 2*day-time.Hour/2:
		return say("days", (d+day/2)/day)
	case d > 2*time.Hour-time.Minute/2:
		return say("hours", (d+time.Hour/2)/time.Hour)
	}
	return say("minutes", (d+time.Minute/2)/time.Minute)
}

// exactly says how long something was agreed to be, as it was written: in whole days
// above three, otherwise in hours, and in minutes where there are any. Nothing is "".
func exactly(d time.Duration, v voice) string {
	const day = 24 * time.Hour
	said := func(key string, n time.Duration) string { return v.Say("left."+key, engine.Args{"Count": int(n)}) }
	switch {
	case d <= 0:
		return ""
	case d%time.Minute != 0:
		return d.String()
	case d > 3*day && d%day == 0:
		return said("days", d/day)
	case d%time.Hour == 0:
		return said("hours", d/time.Hour)
	case d < time.Hour:
		return said("minutes", d/time.Minute)
	}
	return said("hours", d/time.Hour) + " " + said("minutes", d%time.Hour/time.Minute)
}

// moment says a time in a zone, with UTC beside it, with its date where that
// differs.
func moment(t time.Time, zone *time.Location, v voice) string {
	if zone == nil {
		zone = time.UTC
	}
	here, utc := t.In(zone), t.UTC()
	text := day(here, v) + ", " + here.Format("15:04") + " " + abbreviation(here)
	if abbreviation(here) == "UTC" {
		return text
	}
	beside := utc.Format("15:04") + " UTC"
	if here.YearDay() != utc.YearDay() {
		beside = day(utc, v) + ", " + beside
	}
	return text + " (" + beside + ")"
}

// abbreviation names the zone a time is in; one without letters is told by what
// it is off UTC.
func abbreviation(t time.Time) string {
	name, _ := t.Zone()
	if name == "" || strings.ContainsAny(name, "+-") {
		return "UTC" + t.Format("-07:00")
	}
	return name
}

// day says a date with the day of the week.
func day(t time.Time, v voice) string {
	return v.Say("date.full", engine.Args{
		"Weekday": v.Say("weekday."+strings.ToLower(t.Weekday().String()), nil),
		"Day":     t.Day(),
		"Month":   v.Say("month."+strings.ToLower(t.Month().String()), nil),
		"Year":    t.Year(),
	})
}
