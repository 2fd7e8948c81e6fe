package main

import (
	"bytes"
	"context"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/events"
)

// got is a letter as its reader finds it in the mailbox.
type got struct {
	readLetter
	header mail.Header
	at     time.Time
}

func (g got) answers() bool { return g.header.Get("Auto-Submitted") == "auto-replied" }

// mailbox reads all that somebody has got.
func (h *hamlet) mailbox(name string) (all []got) {
	h.Helper()
	for _, raw := range h.server.Mails(h.people[name].address) {
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		h.must(err)
		l, err := openLetter(raw)
		h.must(err)
		at, err := m.Header.Date()
		h.must(err)
		all = append(all, got{l, m.Header, at})
	}
	return all
}

// unwritten are the letters of a running game that answer nothing.
func unwritten(all []got) []got {
	return slices.DeleteFunc(all, func(g got) bool {
		return g.answers() || strings.Contains(g.text, "The game has begun") || strings.Contains(g.text, gameOver)
	})
}

// TestOneLetterADay: two of four players have one letter a day, and are away till late
// in the evening. Through a whole game, over a change of clocks, nothing comes to them
// at another hour, or twice a day, and they never lose a turn.
func TestOneLetterADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(60 * 24 * time.Hour) // to March
		h := newHamlet(t)
		h.run(func(ctx context.Context) error { return serve(ctx, h.settings()) })
		names := []string{"Ann", "Bob", "Cem", "Dov"}
		for i, name := range names {
			h.settle(name, "konvooi", someHours(byte(i)))
			if i%2 == 1 {
				h.writes(name, readLetter{replyTo: demoAddress}, "timezone Europe/Brussels\ndigest 18\nquiet 22-07")
				h.says(name, "once a day at 18:00 (Europe/Brussels)", "never waits beyond half of the time")
			}
		}
		id := h.seat("new konvooi for 4 with turn=72h answer=72h", names...)
		for _, name := range names {
			go h.live(h.people[name])
		}
		for _, name := range names {
			<-h.people[name].over
		}
		h.stop()
		h.onceADay(names)
		store, err := events.Open(h.ctx, h.db)
		h.must(err)
		defer store.Close()
		entries, err := store.Stream(h.ctx, id, 1, 0)
		h.must(err)
		for _, e := range entries {
			if e.Cause.Kind == events.CauseClock && e.Seat > 0 && e.Order != "" {
				t.Errorf("%s lost a turn at version %d", names[e.Seat-1], e.Version)
			}
		}
	})
}

// onceADay checks that of what nobody asked for, every second player gets one letter a
// day at most, at six.
func (h *hamlet) onceADay(names []string) {
	h.Helper()
	zone, err := time.LoadLocation("Europe/Brussels")
	h.must(err)
	for i, name := range names {
		days, letters := map[string]int{}, unwritten(h.mailbox(name))
		for _, l := range letters {
			at := l.at.In(zone)
			days[at.Format(time.DateOnly)]++
			if clock := at.Format("15:04"); i%2 == 1 && clock != "18:00" {
				h.Errorf("%s got a letter at %s:\n%s", name, at, l.text)
			}
		}
		most := 0
		for _, n := range days {
			most = max(most, n)
		}
		h.Logf("%s: %d letters that answer nothing on %d days, %d in one day at most, %d in all", name, len(letters), len(days), most, len(h.mailbox(name)))
		if i%2 == 1 && (most != 1 || len(days) < 10) {
			h.Errorf("%s got up to %d letters a day on %d days", name, most, len(days))
		}
	}
}

// TestDigestTellsAll: what a letter would have come for that another has replaced is
// told by that one: an outage, talk, a reminder; and it tells of the table as it stands
// when it leaves.
func TestDigestTellsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it is midnight
		h := newHamlet(t)
		pair(h, "")
		h.must(h.digest("Ann", "18:00", ""))
		h.must(h.digest("Bob", "18:00", ""))
		began := time.Now()
		h.stop()
		time.Sleep(5 * time.Hour)
		h.serve()
		time.Sleep(time.Hour)
		h.writes("Bob", readLetter{replyTo: h.key("Bob")}, "say Good morning.")
		h.says("Bob", "Everybody at the table is sent it", "The service could hear nobody from")
		h.says("Ann", "The service could hear nobody from", `Bob: "Good morning."`, "it is your turn")
		if got := time.Since(began).Round(time.Minute); got != 18*time.Hour {
			t.Errorf("the digest came after %v", got)
		}
		time.Sleep(16 * time.Hour) // to ten in the morning
		h.writes("Bob", readLetter{replyTo: h.key("Bob")}, "say Yours, Ann.")
		h.reads("Bob")
		time.Sleep(7 * time.Hour) // the reminder at half of the time waits until then
		h.nothing("Ann", 55*time.Minute)
		h.says("Ann", "This is a reminder.", `Bob: "Yours, Ann."`, "it is your turn")
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "resend")
		h.says("Ann", "What the last letter told you comes again")
		h.says("Ann", `Bob: "Yours, Ann."`)
		time.Sleep(4 * time.Hour)
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "draw 2")
		h.says("Ann", "Done:", "draw 2")
		h.nothing("Bob", 19*time.Hour)
		h.says("Bob", "it is your turn", "Ann took the open card in slot 2: illegal goods")
		h.stop()
	})
}

// TestDigestAfterSilence: what asks for an answer within a day comes at noon, when half
// of it is over; what the game goes on with after silence waits for its hour as ever.
func TestDigestAfterSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it is midnight
		h := newHamlet(t)
		names := []string{"Ann", "Bob", "Cem"}
		for _, name := range names {
			h.settle(name, "konvooi", never)
		}
		h.serve()
		h.stage("AAAAA", "hand #1 L L L\nhand #2 CPT X\nhand #3 L X\ndisplay L X LT L\npile L L X L X X L L X L\nfirst #1", names...)
		for _, name := range names {
			h.reads(name)
		}
		h.must(h.digest("Bob", "18:00", ""))
		began := time.Now()
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "convoy L L")
		h.reads("Ann")
		for _, want := range []time.Duration{12 * time.Hour, 42 * time.Hour} {
			h.reads("Bob")
			if got := time.Since(began).Round(time.Hour / 2); got != want {
				t.Errorf("Bob's letter came after %v, want %v", got, want)
			}
		}
		h.stop()
	})
}

// TestFreshDigest: a letter that waited shows the table as it is when it leaves: what
// was discarded meanwhile has gone, and whoever has left.
func TestFreshDigest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it is midnight
		h := newHamlet(t)
		for _, name := range []string{"Ann", "Bob", "Cem", "Dov"} {
			h.settle(name, "konvooi", never)
		}
		h.serve()
		id := h.seat("new konvooi for 4", "Ann", "Bob", "Cem")
		h.writes("Cem", readLetter{replyTo: demoAddress}, "digest 18")
		h.reads("Cem")
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "say Who is missing?")
		h.reads("Ann")
		h.reads("Bob")
		h.writes("Bob", readLetter{replyTo: h.key("Bob")}, "leave")
		h.reads("Bob")
		h.must(h.people["Dov"].write(h.ctx, demoAddress, "game", "join "+id, readLetter{}))
		h.reads("Dov")
		l := h.says("Cem", "Seated: Ann, Cem, Dov.", `Ann: "Who is missing?"`)
		if at := time.Now().UTC().Hour(); at != 18 {
			t.Errorf("the digest came at %d", at)
		}
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "say Cem?")
		h.reads("Ann")
		h.reads("Dov")
		h.writes("Cem", l, "leave")
		h.reads("Cem")
		h.nothing("Cem", 48*time.Hour)
		h.stop()
	})
}

// TestNewHostIsTold: also by a letter that takes the place of the one that would have
// said it, as long as the table seats players.
func TestNewHostIsTold(t *testing.T) {
	for _, begins := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			h := newHamlet(t)
			for _, name := range []string{"Ann", "Bob", "Cem", "Dov"} {
				h.settle(name, "konvooi", never)
			}
			h.serve()
			id := h.seat("new konvooi for 4", "Ann", "Bob", "Cem")
			h.writes("Bob", readLetter{replyTo: demoAddress}, "digest 18")
			h.reads("Bob")
			h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "leave")
			h.reads("Ann")
			h.writes("Cem", readLetter{replyTo: h.key("Cem")}, "say A new host?")
			h.reads("Cem")
			if begins {
				h.seat("join "+id, "Dov")
				h.seat("join "+id, "Ann")
			}
			l := h.says("Bob", `Cem: "A new host?"`)
			if told := strings.Contains(l.text, "you are its host now"); told == begins {
				t.Errorf("begun: %v, and Bob is told that he is the host: %v", begins, told)
			}
			if at := time.Now().UTC().Hour(); begins != (at == 0) {
				t.Errorf("begun: %v, and the letter came at %d", begins, at)
			}
			h.stop()
		})
	}
}

// TestRemindedOnce: a reminder that waits is told by what takes its place, unless that
// answers its reader, who has come by themselves.
func TestRemindedOnce(t *testing.T) {
	for _, comes := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) { // it is midnight
			h := newHamlet(t)
			pair(h, "")
			h.must(h.digest("Ann", "18:00", ""))
			time.Sleep(37 * time.Hour)
			h.writes("Bob", readLetter{replyTo: h.key("Bob")}, "say Ann?")
			h.reads("Bob")
			h.nothing("Ann", time.Hour)
			if comes {
				h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "look")
			}
			l := h.says("Ann", `Bob: "Ann?"`)
			if told := strings.Contains(l.text, "This is a reminder."); told == comes {
				t.Errorf("Ann came by herself: %v, and was reminded: %v", comes, told)
			}
			h.stop()
		})
	}
}

// digest sets when somebody wants to be written to.
func (h *hamlet) digest(name, hour, quiet string) error {
	p, err := h.service.store.Player(h.ctx, name)
	if err != nil {
		return err
	}
	p.Digest, p.Quiet = hour, quiet
	_, err = h.service.store.Commit(h.ctx, events.Batch{Now: time.Now(), Players: []events.Player{p}})
	return err
}

// TestQuietHours: nothing but answers comes in them, and what asks comes in time all
// the same.
func TestQuietHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it is midnight
		h := newHamlet(t)
		pair(h, "off")
		h.must(h.digest("Bob", "", "22:00-07:00"))
		began := time.Now()
		time.Sleep(time.Hour)
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "say Bob?\ndraw 2")
		h.says("Ann", "draw 2")
		h.writes("Bob", readLetter{replyTo: h.key("Bob")}, "help")
		h.says("Bob", "Write one order to a line", "it is your turn") // the answer tells it
		h.nothing("Bob", 8*time.Hour)
		time.Sleep(15 * time.Hour)
		h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "say Bob!")
		h.reads("Ann")
		h.says("Bob", `Ann: "Bob!"`)
		if got := time.Since(began).Round(time.Minute); got != 31*time.Hour {
			t.Errorf("came after %v, want seven in the morning", got)
		}
		h.stop()
	})
}

// TestTalkWaitsForMore: what people say comes in one letter once they are quiet.
func TestTalkWaitsForMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		pair(h, "off")
		began := time.Now()
		for _, text := range []string{"one", "two", "three"} {
			h.writes("Ann", readLetter{replyTo: h.key("Ann")}, "say "+text)
			h.reads("Ann")
			h.nothing("Bob", 10*time.Minute)
		}
		h.says("Bob", `Ann: "one"`, `Ann: "two"`, `Ann: "three"`)
		if got := time.Since(began).Round(time.Minute); got != 35*time.Minute {
			t.Errorf("came after %v, want a quarter of an hour after the last word", got)
		}
		h.nothing("Bob", time.Hour)
		h.stop()
	})
}

// TestOneClick: letters that nobody asked for offer to be stopped; the mail that a
// program sends then is done and answered, takes no seat away, and stops reminders and
// talk. Answers do not offer it.
func TestOneClick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		pair(h, "")
		first := h.mailbox("Ann")[0]
		link := first.header.Get("List-Unsubscribe")
		address, query, _ := strings.Cut(strings.Trim(link, "<>"), "?")
		if address != "mailto:"+first.replyTo || query != "subject=unsubscribe" {
			t.Fatalf("the letter offers %q", link)
		}
		h.must(h.people["Ann"].write(h.ctx, first.replyTo, "unsubscribe", "", readLetter{}))
		h.says("Ann", "no letters that you do not need in order to play", "You keep your seats", "write: subscribe")
		if last := h.mailbox("Ann")[1]; last.header.Get("List-Unsubscribe") != "" || !last.answers() {
			t.Errorf("the answer offers %q", last.header.Get("List-Unsubscribe"))
		}
		h.writes("Bob", readLetter{replyTo: h.key("Bob")}, "say Ann?")
		h.reads("Bob")
		h.nothing("Ann", 71*time.Hour)
		h.says("Bob", "it is your turn")
		h.stop()
	})
}
