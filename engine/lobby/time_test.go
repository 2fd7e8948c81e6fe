package lobby

import (
	"testing"
	"time"
)

func at(clock string) time.Time {
	t, err := time.Parse("2006-01-02 15:04:05", "2031-05-"+clock)
	if err != nil {
		panic(err)
	}
	return t
}

// TestUntil: an outage adds what it took of a wait, and nothing else.
func TestUntil(t *testing.T) {
	s := State{Outages: []Outage{
		{From: at("02 00:00:00"), To: at("02 06:00:00")},
		{From: at("03 00:00:00"), To: at("05 00:00:00")},
	}}
	for _, c := range []struct {
		began string
		lasts time.Duration
		due   string
	}{
		{"01 00:00:00", 12 * time.Hour, "01 12:00:00"}, // over before the first
		{"01 12:00:00", 24 * time.Hour, "02 18:00:00"}, // the first within
		{"02 03:00:00", time.Hour, "02 07:00:00"},      // began in the first
		{"01 12:00:00", 36 * time.Hour, "05 06:00:00"}, // the first pushes it into the second
		{"06 00:00:00", time.Hour, "06 01:00:00"},      // began after both
	} {
		if got := s.Until(at(c.began), c.lasts, 0); !got.Equal(at(c.due)) {
			t.Errorf("from %s for %v: until %v, want %s", c.began, c.lasts, got, c.due)
		}
	}
}

// TestUntilAfterAWrongClock: an outage that was noted before a wait began does not
// count for it, even if it lies in its time.
func TestUntilAfterAWrongClock(t *testing.T) {
	s := State{Outages: []Outage{{From: at("02 00:00:00"), To: at("20 00:00:00")}, {From: at("03 00:00:00"), To: at("03 06:00:00")}}}
	if got := s.Until(at("02 12:00:00"), 24*time.Hour, 1); !got.Equal(at("03 18:00:00")) {
		t.Errorf("until %v", got)
	}
	if got := s.Until(at("02 12:00:00"), 24*time.Hour, 5); !got.Equal(at("03 12:00:00")) {
		t.Errorf("until %v", got)
	}
}

func TestQuarters(t *testing.T) {
	for _, c := range []struct {
		from string
		next string
		in24 int
	}{
		{"01 10:00:00", "01 10:15:00", 96},
		{"01 10:14:59", "01 10:15:00", 96},
		{"01 10:00:01", "01 10:15:00", 96},
	} {
		if got := NextQuarter(at(c.from)); !got.Equal(at(c.next)) {
			t.Errorf("after %s: %v, want %s", c.from, got, c.next)
		}
		n := Quarters(at(c.from), 24*time.Hour)
		if n != c.in24 {
			t.Errorf("after %s: %d quarters in a day, want %d", c.from, n, c.in24)
		}
		last := QuarterAfter(at(c.from), n)
		if last.After(at(c.from).Add(24*time.Hour)) || QuarterAfter(at(c.from), n+1).Before(at(c.from).Add(24*time.Hour)) {
			t.Errorf("after %s: the last quarter of a day is %v", c.from, last)
		}
	}
	if n := Quarters(at("01 10:01:00"), 10*time.Minute); n != 0 {
		t.Errorf("%d quarters in ten minutes that hold none", n)
	}
}
