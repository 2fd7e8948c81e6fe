package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

const twoHands = `
hand #1 L L L
hand #2 L X
display L X LT L
pile L L X L X X L L X L X L X
first #1`

// pair puts up a table of Ann and Bob, Ann to answer within 72 hours.
func pair(h *hamlet, wishes string) {
	h.Helper()
	for _, name := range []string{"Ann", "Bob"} {
		h.settle(name, "konvooi", never)
	}
	h.serve()
	h.stage("AAAAA", twoHands, "Ann", "Bob")
	for _, name := range []string{"Ann", "Bob"} {
		h.must(h.wish(name, wishes))
		h.reads(name)
	}
}

func (h *hamlet) wish(name, wishes string) error {
	p, err := h.service.store.Player(h.ctx, name)
	if err != nil {
		return err
	}
	p.Reminders = wishes
	_, err = h.service.store.Commit(h.ctx, events.Batch{Now: time.Now(), Players: []events.Player{p}})
	return err
}

// nothing checks that no letter comes to somebody within a time.
func (h *hamlet) nothing(name string, within time.Duration) {
	h.Helper()
	before := len(h.server.Mails(h.people[name].address))
	time.Sleep(within)
	if mails := h.server.Mails(h.people[name].address); len(mails) != before {
		l, err := openLetter(mails[len(mails)-1])
		h.Fatalf("%s got a letter: %v\n%s", name, err, l.text)
	}
}

func (h *hamlet) says(name string, phrases ...string) readLetter {
	h.Helper()
	l := h.reads(name)
	for _, phrase := range phrases {
		if !strings.Contains(strings.Join(strings.Fields(l.text), " "), phrase) {
			h.Errorf("%s's letter does not say %q:\n%s", name, phrase, l.text)
		}
	}
	return l
}

// TestMonthAsleep: a service that was down for a month takes nobody's silence for
// an answer: the time counts for nobody, everybody is told once, and a reminder
// that was sent before is not sent again, not even after the read tables were made
// anew and the service was stopped and started twice more.
func TestMonthAsleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		pair(h, "")
		began := time.Now()
		h.says("Ann", "This is a reminder.", "Answer by")
		if got := time.Since(began).Round(time.Minute); got != 36*time.Hour {
			t.Errorf("reminded after %v, want half of 72 hours", got)
		}
		time.Sleep(time.Hour)
		h.stop()
		const down = 30 * 24 * time.Hour
		time.Sleep(down)
		for range 3 {
			h.serve()
			time.Sleep(5 * time.Minute)
			h.must(h.service.projector.Rebuild(h.ctx))
			time.Sleep(5 * time.Minute)
			h.stop()
		}
		h.serve()
		for _, name := range []string{"Ann", "Bob"} {
			h.says(name, "The service could hear nobody from", "every time to answer at this table has moved by it (30 days)")
		}
		table, err := h.service.house.Load(h.ctx, "AAAAA", 0)
		h.must(err)
		due, _ := table.Deadline(1)
		if moved := due.Sub(began.Add(72 * time.Hour)); moved < down || moved > down+2*time.Hour {
			t.Errorf("the deadline moved by %v", moved)
		}
		h.nothing("Bob", time.Until(due)-8*time.Hour) // and Ann's next is the second reminder, with a tenth left
		h.says("Ann", "This is a reminder.")
		h.nothing("Ann", time.Until(due)-time.Minute)
		h.says("Bob", "it is your turn", "Ann drew a closed card", "Ann did not answer in time; silence was taken for an answer on")
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "look")
		h.says("Ann", "Your time was over on", "so your silence was taken for: draw deck")
		h.stop()
	})
}

// TestDeafIsNotSilent: while the mailbox cannot be read, no deadline passes; an
// answer that arrived in time counts, however late it is heard.
func TestDeafIsNotSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		pair(h, "off")
		time.Sleep(72*time.Hour - 5*time.Minute)
		h.stop() // the line is dead, five minutes before the end
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "draw 2")
		time.Sleep(10 * time.Minute) // shorter than what is excused
		h.serve()
		h.says("Ann", "Done:", "draw 2")
		h.says("Bob", "Ann took the open card in slot 2: illegal goods")
		h.stop()
	})
}

// key gives the reply address of somebody's last letter.
func (h *hamlet) key(name string) string {
	h.Helper()
	mails := h.server.Mails(h.people[name].address)
	l, err := openLetter(mails[len(mails)-1])
	h.must(err)
	return l.replyTo
}

// TestWishedReminders: none for who wants none, and one at the hours asked for.
func TestWishedReminders(t *testing.T) {
	for wish, after := range map[string]time.Duration{"off": 0, "12": 60 * time.Hour, "240": 0} {
		synctest.Test(t, func(t *testing.T) {
			h := newHamlet(t)
			pair(h, wish)
			began := time.Now()
			if after > 0 {
				h.says("Ann", "This is a reminder.")
				if got := time.Since(began).Round(time.Minute); got != after {
					t.Errorf("%s: reminded after %v, want %v", wish, got, after)
				}
			}
			h.nothing("Ann", 72*time.Hour-time.Since(began)-time.Minute)
			h.reads("Bob")
			h.stop()
		})
	}
}

// TestNobodyCame: a table that nobody sat down at for two weeks is closed, with a
// letter; one at which something happened meanwhile gets two weeks more; time in
// which the service was down does not count.
func TestNobodyCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		h.settle("Ann", "konvooi", never)
		h.settle("Bob", "konvooi", never)
		h.serve()
		began := time.Now()
		id := h.seat("new konvooi for 4", "Ann")
		time.Sleep(10 * 24 * time.Hour)
		h.must(h.people["Bob"].write(h.ctx, demoAddress, "game", "join "+id, readLetter{}))
		h.reads("Bob")
		h.stop()
		time.Sleep(7 * 24 * time.Hour)
		h.serve()
		for _, name := range []string{"Ann", "Bob"} {
			h.says(name, "Table "+id+" (Konvooi) is closed")
		}
		days := time.Since(began).Hours() / 24
		if days < 31 || days > 31.5 {
			t.Errorf("closed after %.1f days, want 10 + 7 + 14", days)
		}
		table, err := h.service.house.Load(h.ctx, id, 0)
		h.must(err)
		if !table.Lobby.Closed || lobby.Patience != 14*24*time.Hour {
			t.Errorf("the table is %+v", table.Lobby)
		}
		h.must(h.people["Bob"].write(h.ctx, demoAddress, "game", "join "+id, readLetter{}))
		h.says("Bob", "Not done:", "no such table")
		h.stop()
	})
}

// TestTickTwice: everything that is due is done once, however often and by however
// many at a time the clock is asked.
func TestTickTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		pair(h, "")
		ticks := func() {
			done := make(chan error)
			for range 8 {
				go func() { done <- h.service.clock.Tick(h.ctx) }()
			}
			for range 8 {
				h.must(<-done)
			}
		}
		time.Sleep(37 * time.Hour)
		ticks()
		h.says("Ann", "This is a reminder.")
		h.nothing("Ann", 25*time.Hour)
		time.Sleep(11 * time.Hour)
		ticks()
		h.says("Ann", "This is a reminder.")
		h.says("Bob", "it is your turn")
		table, err := h.service.house.Load(h.ctx, "AAAAA", 0)
		h.must(err)
		if q, asked := table.Question(engine.Seat(2)); !asked || q.Deadline.Sub(q.Opened) != 72*time.Hour {
			t.Errorf("Bob is asked %+v, %v", q, asked)
		}
		h.stop()
	})
}

// TestClockThatWasAhead: what a clock noted while it was ahead costs nobody anything
// once it is right: an answer in time counts, silence is waited for to its end, and a
// later outage is excused.
func TestClockThatWasAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		pair(h, "off")
		h.stop()
		store, err := events.Open(h.ctx, h.db)
		h.must(err)
		h.must(store.SetPulse(h.ctx, time.Now().Add(365*24*time.Hour)))
		h.must(store.Close())
		h.serve()
		time.Sleep(72*time.Hour - 5*time.Minute)
		h.stop()
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "draw 2")
		time.Sleep(10 * time.Minute)
		h.serve()
		h.says("Ann", "Done:", "draw 2")
		h.reads("Bob")
		h.stop()
		time.Sleep(30 * 24 * time.Hour)
		h.serve()
		h.says("Bob", "The service could hear nobody from")
		h.stop()
	})
}

// TestReminderAfterAnOutage: a reminder that fell due while nobody could be heard comes
// after the letter that says so, and gives the time as it has moved.
func TestReminderAfterAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		pair(h, "")
		began := time.Now()
		time.Sleep(30 * time.Hour)
		h.stop()
		time.Sleep(30 * time.Hour)
		h.serve()
		h.says("Ann", "The service could hear nobody from")
		due, ok := deadline(h.says("Ann", "This is a reminder.").text)
		if moved := due.Sub(began.Add(72 * time.Hour)); !ok || moved < 30*time.Hour || moved > 32*time.Hour {
			t.Errorf("the reminder's deadline has moved by %v", moved)
		}
		h.stop()
	})
}
