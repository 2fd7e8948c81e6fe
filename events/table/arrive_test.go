package table

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
)

// TestArrivalsTellNoSecrets: while a game goes on, how a letter fares that not everybody
// was due shows to nobody, and of the others only once they are a day old; before the
// game, and after it, all do.
func TestArrivalsTellNoSecrets(t *testing.T) {
	n := patient(t)
	id := n.table("Ann", "Bob")
	who, other := n.turn(id)
	n.leave(time.Minute)
	told := func(after time.Duration, now bool) map[string]string {
		t.Helper()
		got := map[string]string{}
		asOf := noon.Add(after)
		if now {
			asOf = time.Time{}
		}
		at := n.load(id)
		for _, a := range at.Arrivals(n.letters(id), asOf) {
			got[at.Names.Name(a.Seat)] = a.State + a.At.Format(" 2 15:04")
		}
		return got
	}
	want := func(what string, got map[string]string, first, second string) {
		t.Helper()
		if diff := cmp.Diff(map[string]string{who: first, other: second}, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", what, diff)
		}
	}
	const none = " 1 00:00"
	want("before a day is over", told(23*time.Hour, false), none, none)
	want("after a day", told(25*time.Hour, false), "delivered 30 12:01", "delivered 30 12:01")
	want("to a moderator", told(0, true), "delivered 30 12:01", "delivered 30 12:01")
	n.late(2*time.Hour, who, id, "pass") // the other is asked: not everybody knows, for all we know
	n.refuse(2 * time.Hour)
	want("of a letter that asks", told(100*time.Hour, false), "delivered 30 12:01", "delivered 30 12:01")
	want("of a letter that asks, to a moderator", told(0, true), "delivered 30 12:01", "delivered 30 12:01")
	n.ruled(id, "note Hm.", noon.Add(3*time.Hour))
	n.refuse(3 * time.Hour)
	want("of a ruling, at once", told(4*time.Hour+20*time.Hour, false), "delivered 30 12:01", "delivered 30 12:01")
	want("of a ruling, after a day", told(28*time.Hour, false), "bounced 30 15:00", "bounced 30 15:00")
	n.late(30*time.Hour, other, id, "pass")
	n.leave(30 * time.Hour)
	want("after the end", told(30*time.Hour, false), "delivered 1 18:00", "delivered 1 18:00")
}

// refuse has servers refuse all letters that are due.
func (n *inn) refuse(after time.Duration) {
	n.Helper()
	letters, err := n.store.Claim(n.Context(), noon.Add(after), 100)
	if err != nil {
		n.Fatal(err)
	}
	for _, l := range letters {
		if err := n.store.Settle(n.Context(), l.ID, events.Fate{State: events.Refused, At: noon.Add(after)}); err != nil {
			n.Fatal(err)
		}
	}
}

// TestFared: what is on its way for the first time tells nothing yet.
func TestFared(t *testing.T) {
	for _, c := range []struct {
		l    events.Letter
		want string
	}{
		{events.Letter{State: events.Waiting}, ""},
		{events.Letter{State: events.Trying, Attempts: 1}, ""},
		{events.Letter{State: events.Trying, Attempts: 2}, Deferred},
		{events.Letter{State: events.Waiting, Attempts: 1}, Deferred},
		{events.Letter{State: events.Uncertain, Attempts: 1}, Deferred},
		{events.Letter{State: events.Sent, Attempts: 3}, Delivered},
		{events.Letter{State: events.Refused, Attempts: 1}, Returned},
		{events.Letter{State: events.Superseded, Attempts: 2}, ""},
	} {
		if got := fared(c.l); got != c.want {
			t.Errorf("%s after %d tries: %q, want %q", c.l.State, c.l.Attempts, got, c.want)
		}
	}
}
