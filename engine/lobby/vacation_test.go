package lobby

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/google/go-cmp/cmp"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func stop(t *testing.T, from, to string) Stop {
	t.Helper()
	v := ParseVacations(from + "/" + to)
	if len(v) != 1 {
		t.Fatalf("%s to %s is no stop", from, to)
	}
	return v[0]
}

// TestVacationInItsZone: from the beginning of the first day up to the end of the last,
// by the player's clocks, also where these are changed, where there is no midnight, and
// where there is no such day.
func TestVacationInItsZone(t *testing.T) {
	for _, c := range []struct{ zone, days, from, to, lasts string }{
		{"UTC", "2026-12-24..2027-01-02", "2026-12-24T00:00:00Z", "2027-01-03T00:00:00Z", "240h0m0s"},
		{"Europe/Brussels", "2026-12-24..2027-01-02", "2026-12-23T23:00:00Z", "2027-01-02T23:00:00Z", "240h0m0s"},
		{"Europe/Brussels", "2026-03-28..2026-03-29", "2026-03-27T23:00:00Z", "2026-03-29T22:00:00Z", "47h0m0s"},
		{"Europe/Brussels", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "25h0m0s"},
		{"Asia/Kathmandu", "2026-12-24", "2026-12-23T18:15:00Z", "2026-12-24T18:15:00Z", "24h0m0s"},
		{"Pacific/Apia", "2011-12-29..2011-12-31", "2011-12-29T10:00:00Z", "2011-12-31T10:00:00Z", "48h0m0s"},
		{"Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z", "0s"},
		{"Pacific/Apia", "2012-04-01", "2012-03-31T10:00:00Z", "2012-04-01T11:00:00Z", "25h0m0s"},
		{"America/Sao_Paulo", "2018-11-03..2018-11-04", "2018-11-03T03:00:00Z", "2018-11-05T02:00:00Z", "47h0m0s"},
		{"America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z", "23h0m0s"},
		{"America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00Z", "2018-02-18T03:00:00Z", "25h0m0s"},
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", "25h0m0s"},
		{"Asia/Amman", "2021-10-29", "2021-10-28T21:00:00Z", "2021-10-29T22:00:00Z", "25h0m0s"},
		{"Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z", "23h0m0s"},
	} {
		days, off, err := ParseVacation([]string{"vacation", c.days})
		if err != nil || off {
			t.Fatalf("%s: %v", c.days, err)
		}
		v, err := days.In(zone(t, c.zone))
		got := []string{v.From.Format(time.RFC3339), v.To.Format(time.RFC3339), v.To.Sub(v.From).String()}
		if diff := cmp.Diff([]string{c.from, c.to, c.lasts}, got); err != nil || diff != "" {
			t.Errorf("%s in %s: %v %s", c.days, c.zone, err, diff)
		}
	}
}

func TestVacationRead(t *testing.T) {
	for line, want := range map[string]string{
		"vacation": "", "vakantie": "", "vacation off": "off", "vakantie uit": "off",
		"vacation 2026-12-24..2027-01-02": "2026-12-24 2027-01-02", "Vakantie 2026-12-24.": "2026-12-24 2026-12-24",
	} {
		words, ours := house.Read(line, nil)
		d, off, err := ParseVacation(words)
		got := strings.TrimSpace(d.First + " " + d.Last)
		if off {
			got = "off"
		}
		if !ours || err != nil || got != want {
			t.Errorf("%q: ours %v, %q, %v; want %q", line, ours, got, err, want)
		}
	}
	for _, words := range []string{"2026-12-24..", "tomorrow", "2026-12-24 2027-01-02", "off now", "24-12-2026"} {
		if _, _, err := ParseVacation(append([]string{"vacation"}, strings.Fields(words)...)); refusalKey(err) != "vacation-form" {
			t.Errorf("%s: %v", words, err)
		}
	}
	for _, d := range []Dates{{"2026-12-24", "2026-12-23"}, {"2026-02-30", "2026-03-01"}, {"2026-13-01", "2026-13-02"}} {
		if _, err := d.In(time.UTC); refusalKey(err) != "vacation-form" {
			t.Errorf("%v: %v", d, err)
		}
	}
	if _, ours := house.Read("Vacation is over, alas", nil); ours {
		t.Error("prose was taken for an order")
	}
}

// TestVacationBudget: 28 days in any 365, counted by the day.
func TestVacationBudget(t *testing.T) {
	now := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	days := func(from, n int) Stop {
		begins := now.AddDate(0, 0, from)
		return Stop{begins, begins.AddDate(0, 0, n)}
	}
	for name, c := range map[string]struct {
		had  Vacations
		asks Stop
		want string
	}{
		"all of it":                      {nil, days(0, 28), "<nil>"},
		"a day more":                     {nil, days(0, 29), "vacation-days"},
		"in two parts":                   {Vacations{days(10, 14)}, days(40, 14), "<nil>"},
		"in two parts, a day more":       {Vacations{days(10, 14)}, days(40, 15), "vacation-days"},
		"before one that is to come":     {Vacations{days(100, 14)}, days(40, 15), "vacation-days"},
		"a year apart":                   {Vacations{days(-365, 28)}, days(0, 28), "<nil>"},
		"a day less than a year apart":   {Vacations{days(-365, 28)}, days(-1, 28), "vacation-days"},
		"days that are counted once":     {Vacations{days(10, 20)}, days(15, 20), "<nil>"},
		"a year after some, before some": {Vacations{days(-350, 14), days(30, 7)}, days(5, 7), "<nil>"},
		"over":                           {nil, days(-3, 3), "vacation-past"},
		"no day at all":                  {nil, Stop{now.AddDate(0, 0, 3), now.AddDate(0, 0, 3)}, "vacation-past"},
		"far ahead":                      {nil, days(366, 3), "vacation-far"},
	} {
		at := now
		if name == "a day less than a year apart" {
			at = now.AddDate(0, 0, -1)
		}
		if _, err := house.MayGoAway(c.had, c.asks, at); refusalKey(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	had := Vacations{}.With(stop(t, "2031-03-01T00:00:00Z", "2031-03-02T01:00:00Z"), now) // clocks were put back
	if n := had.Left(now); n != 27 {
		t.Errorf("a day of 25 hours leaves %d days", n)
	}
	if n := had.Ended(time.Date(2031, 3, 1, 0, 10, 0, 0, time.UTC)).Left(now); n != 27 {
		t.Errorf("a day that was broken off leaves %d days", n)
	}
	if n := had.Ended(now).Left(now); n != 28 {
		t.Errorf("a day that never came leaves %d days", n)
	}
	var longer Vacations // than days, each by less than clocks are ever put back
	for i := range 28 {
		begins := now.AddDate(0, 0, 2*i)
		longer = append(longer, Stop{begins, begins.Add(27 * time.Hour)})
	}
	if days, most := longer.Most(), 28*27*time.Hour; time.Duration(days)*day < most-clockChanges || longer[:24].Most() != 27 {
		t.Errorf("%v away are %d days, of which %d are in 24 parts", most, days, longer[:24].Most())
	}
	if n := longer[:1].Most(); n != 1 {
		t.Errorf("one of them is %d days", n)
	}
	if got, err := house.MayGoAway(nil, days(-1, 3), now); err != nil || !got.From.Equal(now) {
		t.Errorf("a vacation that has begun begins at %v, %v", got.From, err)
	}
	if diff := cmp.Diff(had, ParseVacations(had.String())); diff != "" {
		t.Errorf("kept and read: %s", diff)
	}
}
