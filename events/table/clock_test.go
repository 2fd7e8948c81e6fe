package table

import (
	"slices"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
)

// TestSilenceIsWaitedForInTheMailbox: a deadline passes only once the mailbox is known
// to have been read past it, whatever the time; a mailbox read in the future says
// nothing.
func TestSilenceIsWaitedForInTheMailbox(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	due, _ := n.load(id).Deadline(engine.Seat(slices.Index(n.load(id).Names, who) + 1))
	for _, c := range []struct {
		heard, now time.Time
		lapses     bool
	}{
		{due.Add(-time.Second), due.Add(time.Hour), false},
		{due.Add(365 * 24 * time.Hour), due.Add(-time.Second), false},
		{due, due.Add(time.Hour), true},
	} {
		n.Heard = func() time.Time { return c.heard }
		before := n.version(id)
		if err := n.Lapse(t.Context(), id, c.now); err != nil {
			t.Fatal(err)
		}
		if lapsed := n.version(id) != before; lapsed != c.lapses {
			t.Errorf("mailbox read until %v, now %v: lapsed %v", c.heard, c.now, lapsed)
		}
	}
}

// TestOutageOfAWrongClock: an outage that a clock a year ahead has made moves what was
// asked then, and nothing that is asked later.
func TestOutageOfAWrongClock(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, other := n.turn(id)
	year := lobby.Outage{From: noon, To: noon.Add(365 * 24 * time.Hour)}
	for range 2 { // a second time it is excused already
		if err := n.Excuse(t.Context(), id, year, noon); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) time.Time {
		due, _ := n.load(id).Deadline(engine.Seat(slices.Index(n.load(id).Names, name) + 1))
		return due
	}
	if got, want := at(who), year.To.Add(72*time.Hour); !got.Equal(want) {
		t.Errorf("asked before: until %v, want %v", got, want)
	}
	n.hear(who, id, "pass")
	if got, want := at(other), noon.Add(72*time.Hour); !got.Equal(want) {
		t.Errorf("asked after: until %v, want %v", got, want)
	}
}
