package table

import (
	"testing"
	"time"
	_ "time/tzdata"

	"contrapost/events"
)

func in(t *testing.T, zone string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestDigestsAndQuietHoursOverClockChanges: a digest comes once a day at its hour,
// whatever clocks do that day: at the first of two such hours, when clocks leap over
// it, and the next day where a whole day is missing; quiet hours end as they are said.
func TestDigestsAndQuietHoursOverClockChanges(t *testing.T) {
	for _, c := range []struct {
		what, zone, digest, quiet, now, want string
	}{
		{"winter", "Europe/Brussels", "18:00", "", "2026-01-05T10:00:00Z", "2026-01-05T17:00:00Z"},
		{"at the hour itself", "Europe/Brussels", "18:00", "", "2026-01-05T17:00:00Z", "2026-01-05T17:00:00Z"},
		{"just after", "Europe/Brussels", "18:00", "", "2026-01-05T17:00:01Z", "2026-01-06T17:00:00Z"},
		{"the day clocks go forward", "Europe/Brussels", "18:00", "", "2026-03-28T17:30:00Z", "2026-03-29T16:00:00Z"},
		{"an hour leapt over", "Europe/Brussels", "02:30", "", "2026-03-28T20:00:00Z", "2026-03-29T01:00:00Z"},
		{"the day after it", "Europe/Brussels", "02:30", "", "2026-03-29T01:00:01Z", "2026-03-30T00:30:00Z"},
		{"an hour shown twice: the first", "Europe/Brussels", "02:30", "", "2026-10-24T20:00:00Z", "2026-10-25T00:30:00Z"},
		{"and not again", "Europe/Brussels", "02:30", "", "2026-10-25T00:31:00Z", "2026-10-26T01:30:00Z"},
		{"the day clocks go back", "Europe/Brussels", "18:00", "", "2026-10-24T16:30:00Z", "2026-10-25T17:00:00Z"},
		{"three quarters off", "Asia/Kathmandu", "18:30", "", "2026-06-01T00:00:00Z", "2026-06-01T12:45:00Z"},
		{"a day too late there", "Asia/Kathmandu", "18:30", "", "2026-06-01T12:46:00Z", "2026-06-02T12:45:00Z"},
		{"the day before a day is missing", "Pacific/Apia", "18:00", "", "2011-12-29T20:00:00Z", "2011-12-30T04:00:00Z"},
		{"the missing day", "Pacific/Apia", "18:00", "", "2011-12-30T05:00:00Z", "2011-12-31T04:00:00Z"},
		{"just before clocks leap over it", "Pacific/Apia", "09:00", "", "2011-12-30T09:59:00Z", "2011-12-30T19:00:00Z"},
		{"a midnight that is missing", "America/Sao_Paulo", "00:30", "", "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z"},
		{"the next one is not", "America/Sao_Paulo", "00:30", "", "2018-11-04T03:00:01Z", "2018-11-05T02:30:00Z"},
		{"an hour before midnight, shown twice", "America/Sao_Paulo", "23:30", "", "2018-02-17T12:00:00Z", "2018-02-18T01:30:00Z"},
		{"and not again there", "America/Sao_Paulo", "23:30", "", "2018-02-18T01:31:00Z", "2018-02-19T02:30:00Z"},

		{"a quiet night", "Europe/Brussels", "", "22:00-07:00", "2026-01-05T22:15:00Z", "2026-01-06T06:00:00Z"},
		{"its first moment", "Europe/Brussels", "", "22:00-07:00", "2026-01-05T21:00:00Z", "2026-01-06T06:00:00Z"},
		{"its end", "Europe/Brussels", "", "22:00-07:00", "2026-01-06T06:00:00Z", "2026-01-06T06:00:00Z"},
		{"by day", "Europe/Brussels", "", "22:00-07:00", "2026-01-05T12:00:00Z", "2026-01-05T12:00:00Z"},
		{"a quiet noon", "Europe/Brussels", "", "12:00-14:00", "2026-01-05T12:00:00Z", "2026-01-05T13:00:00Z"},
		{"a night an hour short", "Europe/Brussels", "", "22:00-07:00", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"},
		{"a night an hour long", "Europe/Brussels", "", "22:00-07:00", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"},
		{"over at an hour shown twice", "Europe/Brussels", "", "22:00-02:30", "2026-10-24T21:00:00Z", "2026-10-25T00:30:00Z"},
		{"and it stays over", "Europe/Brussels", "", "22:00-02:30", "2026-10-25T01:10:00Z", "2026-10-25T01:10:00Z"},
		{"over at an hour leapt over", "Europe/Brussels", "", "22:00-02:30", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00Z"},
		{"a morning in Kathmandu", "Asia/Kathmandu", "", "22:00-07:00", "2026-06-01T00:00:00Z", "2026-06-01T01:15:00Z"},
		{"a night before no day", "Pacific/Apia", "", "22:00-07:00", "2011-12-30T09:00:00Z", "2011-12-30T17:00:00Z"},
		{"a digest within quiet hours", "Europe/Brussels", "23:00", "22:00-07:00", "2026-01-05T12:00:00Z", "2026-01-06T06:00:00Z"},
		{"a quiet night without a zone", "", "", "22:00-07:00", "2026-01-05T23:00:00Z", "2026-01-06T07:00:00Z"},
	} {
		w := wishes(events.Player{Digest: c.digest, Quiet: c.quiet, Zone: c.zone})
		at, latest := Leaves(KindAsked, moment(t, c.now), time.Time{}, w)
		if got := at.UTC().Format(time.RFC3339); got != c.want || !latest.Equal(at) {
			t.Errorf("%s: a letter due at %s leaves at %s, at the latest %s, want %s", c.what, c.now, got, latest.UTC(), c.want)
		}
	}
}

// TestNoLetterWaitsForATurn: what asks something waits until half of the time is over,
// and no longer; answers wait for nothing, the first and the last letter of a game for
// quiet hours alone; talk for a pause, and no longer than an hour.
func TestNoLetterWaitsForATurn(t *testing.T) {
	now := moment(t, "2026-01-05T21:30:00Z") // 22:30 in Brussels
	zone := in(t, "Europe/Brussels")
	both := Wishes{Digest: "18:00", Quiet: "22:00-07:00", Zone: zone}
	quiet, digest, none := Wishes{Quiet: "22:00-07:00", Zone: zone}, Wishes{Digest: "18:00", Zone: zone}, Wishes{}
	morning, evening := 8*time.Hour+30*time.Minute, 19*time.Hour+30*time.Minute
	for _, c := range []struct {
		what       string
		kind       string
		left       time.Duration // to answer; 0: nothing is asked
		w          Wishes
		at, latest time.Duration // from now
	}{
		{"time enough", KindAsked, 72 * time.Hour, both, evening, evening},
		{"half is over before the digest", KindAsked, 24 * time.Hour, both, 12 * time.Hour, 12 * time.Hour},
		{"half is over in the night", KindAsked, 12 * time.Hour, both, 6 * time.Hour, 6 * time.Hour},
		{"half is over in the night, no digest", KindAsked, 12 * time.Hour, quiet, 6 * time.Hour, 6 * time.Hour},
		{"a minute to answer", KindAsked, time.Minute, both, 30 * time.Second, 30 * time.Second},
		{"over already", KindAsked, -time.Hour, both, 0, 0},
		{"no wish", KindAsked, 72 * time.Hour, none, 0, 0},
		{"a reminder", KindReminder, 36 * time.Hour, both, 18 * time.Hour, 18 * time.Hour},
		{"a reminder in time", KindReminder, 40 * time.Hour, both, evening, evening},
		{"an answer", KindAnswer, 72 * time.Hour, both, 0, 0},
		{"what was asked for again", KindResent, 72 * time.Hour, both, 0, 0},
		{"a seat taken", KindSeated, 0, both, 0, 0},
		{"a game begins", KindBegun, 72 * time.Hour, both, morning, morning},
		{"a game begins that is short", KindBegun, time.Hour, both, 30 * time.Minute, 30 * time.Minute},
		{"a game begins, no quiet hours", KindBegun, 72 * time.Hour, digest, 0, 0},
		{"a game ends", KindOver, 0, both, morning, morning},
		{"a game ends, no quiet hours", KindOver, 0, digest, 0, 0},
		{"a ruling", KindRuling, 0, digest, 0, 0},
		{"a ruling at night", KindRuling, 0, quiet, morning, morning},
		{"an outage", KindDelayed, 0, digest, evening, evening},
		{"a new host", KindHost, 0, digest, evening, evening},
		{"talk", KindSaid, 0, none, TalkRests, TalkLasts},
		{"talk while asked", KindSaid, time.Minute, none, TalkRests, TalkLasts},
		{"talk at night", KindSaid, 0, quiet, morning, morning},
		{"talk with a digest", KindSaid, 0, digest, evening, evening},
		{"an invitation", KindInvited, 0, digest, 0, 0},
		{"a kind that nobody has thought of", "unheard-of", 0, both, morning, morning},
	} {
		deadline := time.Time{}
		if c.left != 0 {
			deadline = now.Add(c.left)
		}
		at, latest := Leaves(c.kind, now, deadline, c.w)
		if got, most := at.Sub(now), latest.Sub(now); got != c.at || most != c.latest {
			t.Errorf("%s: leaves after %v, at the latest %v; want %v and %v", c.what, got, most, c.at, c.latest)
		}
	}
}

// TestWhatAsksIsNeverLate: whatever is wished, whenever it falls due, a letter that asks
// leaves with half of the time left at least, and not before it is due.
func TestWhatAsksIsNeverLate(t *testing.T) {
	for _, zone := range []string{"", "Europe/Brussels", "Asia/Kathmandu", "Pacific/Apia", "America/Sao_Paulo"} {
		for hour := range 24 {
			w := wishes(events.Player{Digest: time.Time{}.Add(time.Duration(hour) * time.Hour).Format("15:04"), Quiet: "20:00-11:00", Zone: zone})
			for step := range 400 {
				now := moment(t, "2011-12-28T00:00:00Z").Add(time.Duration(step*37) * time.Minute)
				for _, lasts := range []time.Duration{time.Minute, time.Hour, 24 * time.Hour, 30 * 24 * time.Hour} {
					at, latest := Leaves(KindAsked, now, now.Add(lasts), w)
					if at.Before(now) || at.After(now.Add(lasts/2)) || latest.Before(at) || at.Sub(now) > 49*time.Hour {
						t.Fatalf("%s, digest %s: due %v, %v to answer: leaves %v, at the latest %v", zone, w.Digest, now, lasts, at, latest)
					}
				}
			}
		}
	}
}
