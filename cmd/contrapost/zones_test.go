package main

import (
	"testing"
	"testing/synctest"
	"time"

	"contrapost/events"
)

// TestTimesInZones: a letter says until when in its reader's zone with UTC beside it,
// also where clocks are changed before that, midnights or days are missing; reminders
// come in time that passes, whatever clocks show; and a vacation is of whole days there.
func TestTimesInZones(t *testing.T) {
	for _, c := range []struct {
		zone, deals, due string // the time for the turn is 72 hours
		vacation         string
		away             []string
	}{
		{
			"Europe/Brussels", "2026-03-28T12:00:30Z", "Tuesday 31 March 2026, 14:00 CEST (12:00 UTC)",
			"2026-10-25", []string{"from Sunday 25 October 2026, 00:00 CEST (Saturday 24 October 2026, 22:00 UTC)", "until Monday 26 October 2026, 00:00 CET (Sunday 25 October 2026, 23:00 UTC)"},
		}, {
			"Europe/Brussels", "2026-10-23T12:00:30Z", "Monday 26 October 2026, 13:00 CET (12:00 UTC)",
			"2027-03-28", []string{"from Sunday 28 March 2027, 00:00 CET", "until Monday 29 March 2027, 00:00 CEST"},
		}, {
			"Asia/Kathmandu", "2026-12-29T20:00:30Z", "Saturday 2 January 2027, 01:45 UTC+05:45 (Friday 1 January 2027, 20:00 UTC)",
			"2027-01-05..2027-01-06", []string{"from Tuesday 5 January 2027, 00:00 UTC+05:45", "until Thursday 7 January 2027, 00:00 UTC+05:45 (Wednesday 6 January 2027, 18:15 UTC)"},
		}, {
			"Pacific/Apia", "2011-12-28T12:00:30Z", "Sunday 1 January 2012, 02:00 UTC+14:00 (Saturday 31 December 2011, 12:00 UTC)",
			"2011-12-29..2011-12-31", []string{"from Thursday 29 December 2011, 00:00 UTC-10:00", "until Sunday 1 January 2012, 00:00 UTC+14:00", "still: 26, of 28"},
		}, {
			"Pacific/Apia", "2011-12-28T12:00:30Z", "Sunday 1 January 2012, 02:00 UTC+14:00",
			"2011-12-30", []string{"Not done:", "your time zone has left them out"},
		}, {
			"Pacific/Apia", "2012-03-29T12:00:30Z", "Monday 2 April 2012, 01:00 UTC+13:00 (Sunday 1 April 2012, 12:00 UTC)",
			"2012-04-01", []string{"from Sunday 1 April 2012, 00:00 UTC+14:00", "until Monday 2 April 2012, 00:00 UTC+13:00", "still: 27, of 28"},
		}, {
			"America/Sao_Paulo", "2018-11-01T03:00:30Z", "Sunday 4 November 2018, 01:00 UTC-02:00 (03:00 UTC)",
			"2018-11-04", []string{"from Sunday 4 November 2018, 01:00 UTC-02:00 (03:00 UTC)", "until Monday 5 November 2018, 00:00 UTC-02:00 (02:00 UTC)"},
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := newHamlet(t)
			begins, err := time.Parse(time.RFC3339, c.deals)
			h.must(err)
			time.Sleep(time.Until(begins))
			for _, name := range []string{"Ann", "Bob"} {
				h.settle(name, "konvooi", never)
			}
			h.serve()
			h.stage("AAAAA", twoHands, "Ann", "Bob")
			h.reads("Ann")
			h.must(h.lives("Ann", c.zone))
			h.replies("Ann", "look", "Answer by "+c.due)
			due := h.due("AAAAA", "Ann")
			h.says("Ann", "This is a reminder.", "Answer by "+c.due, "36 hours left")
			h.near(c.zone+": the first reminder", time.Now(), due.Add(-36*time.Hour))
			h.says("Ann", "This is a reminder.", "7 hours left")
			h.near(c.zone+": the second reminder", time.Now(), due.Add(-72*time.Hour/10))
			h.stop()
		})
		synctest.Test(t, func(t *testing.T) {
			h := newHamlet(t)
			begins, err := time.Parse(time.RFC3339, c.deals)
			h.must(err)
			time.Sleep(time.Until(begins))
			h.settle("Ann", "konvooi", never)
			h.serve()
			h.asks("Ann", "timezone "+c.zone, c.zone)
			h.asks("Ann", "vacation "+c.vacation, c.away...)
			h.stop()
		})
	}
}

// lives has somebody live in a zone, and be reminded as usual.
func (h *hamlet) lives(name, zone string) error {
	p, err := h.service.store.Player(h.ctx, name)
	if err != nil {
		return err
	}
	p.Zone, p.Reminders = zone, ""
	_, err = h.service.store.Commit(h.ctx, events.Batch{Now: time.Now(), Players: []events.Player{p}})
	return err
}

// TestNoReminderOnVacation: what would come while its reader is away comes once time runs
// again, with as much of it left.
func TestNoReminderOnVacation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		pair(h, "")
		h.replies("Ann", "vacation 2000-01-02..2000-01-08", "You are away from Sunday 2 January 2000", "You are away")
		due := h.due("AAAAA", "Ann")
		back := time.Date(2000, 1, 9, 0, 0, 0, 0, time.UTC)
		h.near("the deadline", due, back.Add(48*time.Hour))
		h.nothing("Ann", time.Until(back))
		h.says("Ann", "This is a reminder.", "36 hours left")
		h.near("the reminder", time.Now(), due.Add(-36*time.Hour))
		h.stop()
	})
}
