package main

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/konvooi"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
)

// stage puts up a table whose cards are dealt as the lines say, with everybody
// seated and written to.
func (h *hamlet) stage(id, lines string, names ...string) {
	h.Helper()
	h.stageOf(konvooi.Game, defaults(konvooi.Game), id, lines, names...)
}

// stageOf is the same of any game, with options.
func (h *hamlet) stageOf(g engine.Game, options map[string]string, id, lines string, names ...string) {
	h.Helper()
	b := events.Batch{Now: time.Now(), Secrets: []events.Secret{{Stream: id, Secret: [32]byte{4, 2}}}}
	text, err := data.Deck(g.DefaultDeck())
	h.must(err)
	deck := engine.Deck{Name: g.DefaultDeck(), Text: text}
	opened := lobby.Open(lobby.Opening{Seats: len(names), Times: lobby.Times{Turn: lobby.DefaultTimes.Turn, Answer: cmp.Or(h.answer, lobby.DefaultTimes.Answer), Grace: h.grace}}, g, options, deck, lobby.Commit([32]byte{4, 2}))
	order := []lobby.Event{&opened}
	for i, name := range names {
		b.Players = append(b.Players, events.Player{ID: name, Name: name, Address: h.people[name].address, Reminders: "off"})
		b.Names = append(b.Names, events.SeatName{Stream: id, Player: name, Name: name})
		b.Letters = append(b.Letters, events.Letter{Stream: id, Seat: uint8(i + 1), Player: name, Kind: table.KindBegun})
		order = append(order, &lobby.Joined{Seat: engine.Seat(i + 1), Player: name, Join: name})
	}
	order = append(order, &lobby.Begun{Seats: len(names)})
	records, err := g.Stage(engine.Setup{Seats: len(names), Options: options, Deck: deck}, staged(lines), engine.NewChance([32]byte{}, 0))
	h.must(err)
	a := events.Append{Stream: id}
	for _, e := range order {
		r, err := lobby.Encode(e)
		h.must(err)
		a.Drafts = append(a.Drafts, events.Draft{Kind: r.Kind, Data: r.Data, Cause: events.Cause{Kind: events.CauseRuling}})
	}
	for _, r := range records {
		a.Drafts = append(a.Drafts, events.Draft{Kind: r.Kind, Data: r.Data, Cause: events.Cause{Kind: events.CauseRuling}})
	}
	b.Appends = []events.Append{a}
	_, err = h.service.store.Commit(h.ctx, b)
	h.must(err)
}

func defaults(g engine.Game) map[string]string {
	all, _ := engine.Choose(g.Options(), nil)
	return all
}

func staged(lines string) (all []engine.Line) {
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		all = append(all, engine.Line{Words: strings.Fields(line), Number: i + 1})
	}
	return all
}

// reads waits for somebody's next letter.
func (h *hamlet) reads(name string) readLetter {
	h.Helper()
	mail, err := h.people[name].mailbox.Next(h.ctx)
	h.must(err)
	l, err := openLetter(mail.Raw)
	h.must(err)
	return l
}

func (h *hamlet) writes(name string, to readLetter, text string) {
	h.Helper()
	h.must(h.people[name].write(h.ctx, to.replyTo, "Re: "+to.subject, text, to))
}

// sealedRun is what somebody who is not asked can see of a convoy: every letter,
// and when it came.
type sealedRun struct {
	opened time.Duration       // after the convoy was laid
	mails  map[string][]string // by reader, in order
	order  []string            // of all letters but Bob's, as they left
}

var opaque = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^(Message-Id|Message-ID|References|In-Reply-To): .*(\n[ \t].*)*\n`), // keyed by what nobody knows
	regexp.MustCompile(`log( [0-9a-f]{4}){4}`),                                                  // salted likewise
	regexp.MustCompile(`part-[0-9a-f]{32}`),                                                     // follows from the Message-ID
	regexp.MustCompile(`(?m)^(Received|Delivered-To|Return-Path|Authentication-Results): .*(\n[ \t].*)*\n`),
}

// pace is how a convoy is answered by Bob, if he can inspect: he lets it go after some
// time, or has ordered something ahead of it. With grace, he thinks better of it a minute
// before. With a digest, that is when his letters come. The convoy is laid some time past
// a quarter of an hour.
type pace struct {
	past        time.Duration
	ahead       string
	wait, grace time.Duration
	digest      string
}

// convoy plays one convoy in a fresh hamlet.
func convoy(t *testing.T, hands string, p pace) (run sealedRun) {
	wait, grace := p.wait, p.grace
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		h.grace, run.mails = grace, map[string][]string{}
		names := []string{"Ann", "Bob", "Cem", "Dov"}
		for _, name := range names {
			h.settle(name, "konvooi", never)
		}
		h.serve()
		h.stage("AAAAA", hands, names...)
		first := map[string]readLetter{}
		for _, name := range names {
			first[name] = h.reads(name)
		}
		h.must(h.digest("Bob", p.digest, ""))
		time.Sleep(p.past)
		if p.ahead != "" {
			h.writes("Bob", first["Bob"], p.ahead)
			h.reads("Bob")
		}
		h.writes("Ann", first["Ann"], "convoy L L")
		h.reads("Ann") // done
		if grace > 0 {
			h.reads("Ann") // done now, and waited before
		}
		laid := time.Now()
		if wait > 0 {
			asked := h.reads("Bob")
			if came := time.Since(laid).Round(time.Minute); p.digest != "" && came != time.Hour {
				t.Errorf("Bob was asked after %v", came)
			}
			wait -= time.Since(laid)
			if grace > 0 {
				time.Sleep(wait - grace - time.Minute)
				h.writes("Bob", asked, "inspect CPT")
				h.reads("Bob")
				wait = grace + time.Minute
			}
			time.Sleep(wait - grace)
			h.writes("Bob", asked, "let go")
			h.reads("Bob")
			if grace > 0 {
				h.reads("Bob")
			}
		}
		h.reads("Bob") // it is Bob's turn: the answers have been opened
		run.opened = time.Since(laid)
		if p.digest != "" {
			time.Sleep(25 * time.Hour) // until how letters arrive may be told
		}
		h.writes("Cem", first["Cem"], "look")
		h.writes("Dov", first["Dov"], "look")
		h.reads("Cem")
		h.reads("Dov")
		h.writes("Ann", first["Ann"], "look")
		h.reads("Ann")
		for _, name := range []string{"Ann", "Cem", "Dov"} {
			for _, raw := range h.server.Mails(h.people[name].address) {
				for _, o := range opaque {
					raw = o.ReplaceAll(raw, nil)
				}
				run.mails[name] = append(run.mails[name], string(bytes.TrimSpace(raw)))
			}
		}
		time.Sleep(time.Minute) // fake: until everybody has nothing more to do
		letters, err := h.service.store.Letters(h.ctx, "AAAAA")
		h.must(err)
		for _, l := range letters {
			if l.Seat != 2 {
				run.order = append(run.order, fmt.Sprintf("%s to %d after %v", l.Kind, l.Seat, l.Sent.Sub(laid).Round(time.Second)))
			}
		}
		h.stop()
	})
	return run
}

// TestSealedWindowsTellNothing: two games in which Bob alone could inspect a convoy
// in one, and nobody in the other, look the same to everybody else: which letters
// they get, what these say, how long they are, in what order and when they leave.
// Bob's answer is timed so that it ends at the quarter of an hour that the other
// game draws; when it ends is what nobody can read anything from (K13).
func TestSealedWindowsTellNothing(t *testing.T) {
	const table = `
hand #1 L L L
hand #2 %s
hand #3 L X
hand #4 X X
display L X LT L
pile %s L L X L X X L L X L X L X
first #1`
	tellsNothing(t, table, 15*time.Minute)
	wait := tellsNothing(t, table, 0) - 10*time.Minute
	asleep := convoy(t, fmt.Sprintf(table, "L X X", "CPT"), pace{digest: "01:00"})
	asleep.alike(t, convoy(t, fmt.Sprintf(table, "CPT X X", "L"), pace{wait: wait, digest: "01:00"}))
	if looked := asleep.mails["Cem"]; !strings.Contains(looked[len(looked)-1], "Letters arrive: Ann, Bob, Dov.") {
		t.Errorf("Cem is not told how letters arrive:\n%s", looked[len(looked)-1])
	}
}

// tellsNothing gives after how long the convoy was let go.
func tellsNothing(t *testing.T, table string, grace time.Duration) time.Duration {
	t.Helper()
	nobody := convoy(t, fmt.Sprintf(table, "L X X", "CPT"), pace{grace: grace})
	if rest := nobody.opened % (15 * time.Minute); nobody.opened < time.Minute || rest > 0 && rest < 14*time.Minute+30*time.Second && rest > 30*time.Second {
		t.Errorf("with nobody to ask, the convoy was let go after %v", nobody.opened)
	}
	bob := convoy(t, fmt.Sprintf(table, "CPT X X", "L"), pace{wait: nobody.opened - 10*time.Minute, grace: grace})
	if d := (nobody.opened - bob.opened).Abs(); d > time.Second {
		t.Errorf("opened after %v with nobody to ask, after %v with Bob", nobody.opened, bob.opened)
	}
	nobody.alike(t, bob)
	return nobody.opened
}

// alike holds what others than Bob can see of two runs against each other.
func (r sealedRun) alike(t *testing.T, other sealedRun) {
	t.Helper()
	for name, letters := range r.mails {
		if diff := gocmp.Diff(letters, other.mails[name]); diff != "" {
			t.Errorf("%s can tell the two games apart:\n%s", name, diff)
		}
	}
	if diff := gocmp.Diff(r.order, other.order); diff != "" {
		t.Errorf("letters left otherwise:\n%s", diff)
	}
}

// TestAStandingBidTellsNothing: nor can anybody tell a game in which Bob's standing bid
// has answered from one in which nobody had anything to answer (K32).
func TestAStandingBidTellsNothing(t *testing.T) {
	const table = `
hand #1 L L L
hand #2 %s X X
hand #3 L X
hand #4 X X
display L X LT L
pile %s L L X L X X L L X L X L X
first #1`
	// As many entries in both: the drawn quarter hangs on when the window was opened.
	nobody := convoy(t, fmt.Sprintf(table, "L", "CPT"), pace{past: 4 * time.Minute, ahead: "when convoy of 3 inspect CPT\nwhen convoy of 4 let go"})
	bob := convoy(t, fmt.Sprintf(table, "CPT", "L"), pace{past: 4 * time.Minute, ahead: "when convoy of 3 inspect CPT\nwhen convoy let go"})
	if d := (nobody.opened - bob.opened).Abs(); d > time.Second {
		t.Errorf("opened after %v with nobody to ask, after %v by a standing bid", nobody.opened, bob.opened)
	}
	nobody.alike(t, bob)
}

// opens plays a convoy that is laid some minutes past midnight, at a table with its own
// time for an answer, and says when the answers were opened, from midnight.
func opens(t *testing.T, past, answer time.Duration, bob string, act func(h *hamlet, asked readLetter)) (opened time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		h.answer = answer
		midnight := time.Now()
		names := []string{"Ann", "Bob", "Cem"}
		for _, name := range names {
			h.settle(name, "konvooi", never)
		}
		h.serve()
		h.stage("AAAAA", fmt.Sprintf("hand #1 L L L\nhand #2 %s\nhand #3 L X\ndisplay L X LT L\npile L L X L X X L L X L\nfirst #1", bob), names...)
		first := map[string]readLetter{}
		for _, name := range names {
			first[name] = h.reads(name)
		}
		time.Sleep(past)
		h.writes("Ann", first["Ann"], "convoy L L")
		h.reads("Ann")
		if act != nil {
			act(h, h.reads("Bob"))
		}
		for {
			table, err := h.service.house.Load(h.ctx, "AAAAA", 0)
			h.must(err)
			if table.Play.Opening() == engine.AtOnce {
				break
			}
			time.Sleep(10 * time.Second)
		}
		opened = time.Since(midnight)
		h.private()
		h.stop()
	})
	return opened
}

// private checks that nobody is told of another's silence in the window.
func (h *hamlet) private() {
	h.Helper()
	table, err := h.service.house.Load(h.ctx, "AAAAA", 0)
	h.must(err)
	for _, seat := range []engine.Seat{1, 3} {
		if told := table.Silences(seat, 0); len(told) > 0 {
			h.Errorf("seat %d is told %+v", seat, told)
		}
	}
}

// TestABotAnswersAtTheDrawnTime: a window in which a bot has answered at once is opened
// when it would have been with nobody to ask.
func TestABotAnswersAtTheDrawnTime(t *testing.T) {
	nobody := opens(t, 7*time.Minute, 24*time.Hour, "L X X", nil)
	bot := opens(t, 7*time.Minute, 24*time.Hour, "CPT X X", func(h *hamlet, asked readLetter) { h.writes("Bob", asked, "resign") })
	if d := (nobody - bot).Abs(); d > 15*time.Second {
		t.Errorf("opened %v past midnight with nobody to ask, %v with a bot", nobody, bot)
	}
}

// TestEveryOpeningIsOnAQuarter: by silence, by an answer at the last moment, by a bot
// that took over, with nobody to ask; at short times as at long ones. And none comes
// after the end of the time that silence would have had.
func TestEveryOpeningIsOnAQuarter(t *testing.T) {
	const officer, none = "CPT X X", "L X X"
	after := func(wait time.Duration, order string) func(*hamlet, readLetter) {
		return func(h *hamlet, asked readLetter) {
			time.Sleep(wait)
			h.writes("Bob", asked, order)
		}
	}
	for name, c := range map[string]struct {
		past, answer time.Duration
		bob          string
		act          func(*hamlet, readLetter)
	}{
		"silence":                {7 * time.Minute, 24 * time.Hour, officer, func(*hamlet, readLetter) {}},
		"nobody to ask":          {7 * time.Minute, 24 * time.Hour, none, nil},
		"the last minutes":       {7 * time.Minute, 24 * time.Hour, officer, after(24*time.Hour-3*time.Minute, "let go")},
		"resigned":               {7 * time.Minute, 24 * time.Hour, officer, after(20*time.Hour, "resign")},
		"resigned at once":       {7 * time.Minute, 24 * time.Hour, officer, after(time.Minute, "resign")},
		"short, nobody":          {time.Minute, 10 * time.Minute, none, nil},
		"short, answered":        {time.Minute, 10 * time.Minute, officer, after(3*time.Minute, "let go")},
		"short, silence":         {14 * time.Minute, 10 * time.Minute, officer, func(*hamlet, readLetter) {}},
		"laid on a quarter hour": {0, 15 * time.Minute, none, nil},
	} {
		opened := opens(t, c.past, c.answer, c.bob, c.act)
		end := lobby.QuarterFrom(time.Unix(0, 0).Add(c.past + c.answer)).Sub(time.Unix(0, 0))
		if off := opened % (15 * time.Minute); off > 15*time.Second || opened > end+15*time.Second || opened <= c.past {
			t.Errorf("%s: laid %v past midnight, opened at %v, the end being %v", name, c.past, opened, end)
		}
	}
}
