package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
	"contrapost/events/projector"
	"contrapost/events/table"
)

// TestFaultStaysAtItsTable: whatever breaks, however it comes to light, one table
// rests: its players and the operator are told once, over restarts too, and no more
// than each may know; the other table plays on; and once the mistake is mended the
// first goes on.
func TestFaultStaysAtItsTable(t *testing.T) {
	broken := func(part string) func(*ward) (string, func()) {
		return func(w *ward) (string, func()) {
			turn, _ := w.whoseTurn(w.weak)
			w.breaks(part)
			w.write(turn, testMail{to: w.keys[turn], text: "draw deck"})
			return turn, func() { w.breaks("") }
		}
	}
	for _, c := range []struct {
		name    string
		trigger func(*ward) (writer string, mend func())
		says    string // to the operator
		unheard bool   // the mail that brought it to light was not heard
		left    bool   // and its writer has given up the seat
	}{
		{"a fold", broken("fold"), "fold entry", true, false},
		{"a decision", broken("decide"), "panic: a spring broke in decide", true, false},
		{"a page", broken("page"), "panic: a spring broke in page", false, false},
		{"a bot", func(w *ward) (string, func()) {
			turn, _ := w.whoseTurn(w.weak)
			w.breaks("bot")
			w.write(turn, testMail{to: w.keys[turn], text: "resign"})
			return turn, func() { w.breaks("") }
		}, "panic: a spring broke in bot", false, true},
		{"a corrupt entry", func(w *ward) (string, func()) {
			turn, _ := w.whoseTurn(w.weak)
			undo := w.corrupt()
			w.write(turn, testMail{to: w.keys[turn], text: "draw deck"})
			return turn, undo
		}, "turn-begun", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWard(t)
			writer, mend := c.trigger(w)
			wants(t, w.until("Operator", w.weak), putToRest, c.says)
			w.until("Ann", restsNow)
			w.until("Bob", restsNow)
			if c.unheard {
				wants(t, w.until(writer, notCarried), "> draw deck", "Nothing has changed.")
			}
			w.play()
			w.write(writer, testMail{to: w.keys[writer], text: "draw deck\nlook"})
			w.until(writer, notCarried)
			wants(t, w.ask(writer, "status"), w.sound+": waits")
			if !c.left {
				wants(t, w.people[writer].last, w.weak+": rests after a fault")
			}
			w.rests()

			w.restart() // with the same mistake
			w.play()
			w.rests()

			version := w.version(w.weak)
			mend()
			w.restart()
			w.until("Ann", goesOn)
			w.until("Bob", goesOn)
			w.play()
			w.states(projector.Playing, projector.Playing)
			if w.version(w.weak) <= version {
				t.Errorf("version %d became %d", version, w.version(w.weak))
			}
			before := w.version(w.weak)
			w.until(w.draw(), "Done: > draw deck")
			if w.version(w.weak) <= before {
				t.Errorf("the weak table does not play on from version %d", before)
			}
			w.restart()
			w.play()
			if faults, mended := w.due(table.KindFault), w.due(table.KindMended); faults != 3 || mended != 2 {
				t.Errorf("%d letters that it rests, %d that it goes on; want 3 and 2", faults, mended)
			}
			w.keepsQuiet()
		})
	}
}

// TestUnknownEventStaysAtItsTable: an entry of a newer binary stops its table as
// soon as it is followed, without a mail.
func TestUnknownEventStaysAtItsTable(t *testing.T) {
	w := newWard(t)
	_, err := w.service.store.Commit(w.ctx, events.Batch{Now: w.service.now(), Appends: []events.Append{{
		Stream: w.weak, Expected: w.version(w.weak),
		Drafts: []events.Draft{{Kind: "unheard-of", Data: []byte("{}"), Cause: events.Cause{Kind: events.CauseRuling}}},
	}}})
	w.must(err)
	wants(t, w.until("Operator", w.weak), putToRest, "unheard-of")
	w.until("Ann", restsNow)
	w.until("Bob", restsNow)
	w.play()
	w.restart()
	w.play()
	w.rests()
	w.keepsQuiet()
	live, rebuilt := w.read()
	if diff := cmp.Diff(live, rebuilt); diff != "" {
		t.Errorf("rebuilt read tables differ:\n%s", diff)
	}
	at := slices.IndexFunc(live, func(t projector.Table) bool { return t.Stream == w.weak })
	if asked := slices.ContainsFunc(live[at].Seats, func(s projector.Seat) bool { return !s.Deadline.IsZero() }); !asked {
		t.Errorf("nothing is known of who was asked: %+v", live[at])
	}
}

// TestMailToTwoTables: what a mail says to a sound table is done, even if it touches
// another that breaks.
func TestMailToTwoTables(t *testing.T) {
	w := newWard(t)
	w.settle("Cem")
	forming := strings.TrimPrefix(joinOrder.FindString(w.ask("Cem", "new konvooi for 2 with pass=stuck").text), "join ")
	turn, other := w.whoseTurn(w.sound)
	before := w.version(forming)
	w.breaks("fold") // of the deal
	w.write(turn, testMail{to: w.key(w.sound, turn), text: "draw deck\njoin " + forming + "\nlook"})
	wants(t, w.until(turn, forming), "Done: > draw deck", "Not done: > join "+forming, notCarried, "> look")
	w.until(other, "it is your turn")
	wants(t, w.until("Operator", forming), putToRest)
	w.until("Cem", restsNow)
	if w.version(forming) != before {
		t.Errorf("version %d became %d", before, w.version(forming))
	}
	if n := w.saying(turn, restsNow); n != 0 {
		t.Errorf("%s, who has no seat there, was told %d times that the table rests", turn, n)
	}
}

// TestForgedMailToATableAtRest: whoever is not the seat's player is told nothing of
// a table that cannot be folded either.
func TestForgedMailToATableAtRest(t *testing.T) {
	w := newWard(t)
	w.settle("Eve")
	w.breaks("fold")
	w.write("Eve", testMail{to: w.keys["Ann"], text: "draw deck"})
	w.until("Ann", "is being held")
	w.write("Bob", testMail{to: w.keys["Ann"], text: "draw deck"})
	w.write("Ann", testMail{to: mangled(w.keys["Ann"]), text: "draw deck"})
	wants(t, w.ask("Eve", "games"), "konvooi")
	for _, name := range []string{"Ann", "Bob", "Eve"} {
		if n := w.saying(name, notCarried); n != 0 {
			t.Errorf("%s was answered %d times as the seat's player", name, n)
		}
	}
}

// TestStoppedAtTheStart: a service that is told to stop while it looks after the
// tables at rest stops as at any other time, and leaves them at rest.
func TestStoppedAtTheStart(t *testing.T) {
	w := newWard(t)
	w.close()
	w.breaks("fold")
	w.start()
	w.until("Operator", w.weak)
	w.close()
	w.breaks("")
	ended, end := context.WithCancel(w.ctx)
	end()
	var err error
	w.service, err = wire(w.ctx, w.settings())
	w.must(err)
	defer w.service.store.Close()
	if err := w.service.run(ended); err != nil {
		t.Errorf("stopped with %v", err)
	}
	if _, err := w.service.store.Fault(w.ctx, w.weak); err != nil {
		t.Errorf("the table does not rest: %v", err)
	}
}

// TestStatusOverABrokenTable: a letter that speaks of a table whose page breaks
// leaves all the same, and says so.
func TestStatusOverABrokenTable(t *testing.T) {
	w := newWard(t)
	_, other := w.whoseTurn(w.weak)
	w.breaks("page")
	w.write(other, testMail{to: demoAddress, text: "status"})
	wants(t, w.until(other, "Done: > status"), w.weak+": rests after a fault", w.sound+": waits")
	w.until("Operator", w.weak)
	w.write(other, testMail{to: demoAddress, text: "resend"})
	w.until(other, "Done: > resend")
	w.play()
	w.rests()
	w.keepsQuiet()
}
