package export_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
)

// patient is a game whose orders wait, some of them replaced, cancelled or dropped, to
// its end.
func patient(t *testing.T, game string) (*inn, string) {
	n := newInn(t)
	id := n.write("Ann", "", "new "+game+" for 2 with grace=15m").Tables[0]
	n.write("Bob", "", "join "+id)
	for turn := 0; ; turn++ {
		n.must(n.Settle(t.Context(), id, n.now))
		now := n.load(id)
		if now.Over() {
			return n, id
		}
		seat := now.Play.Awaited()[0]
		order := now.Play.Bot(seat, engine.NewChance([32]byte{3}, now.Version))
		name := now.Names.Name(seat)
		n.write(name, id, order)
		switch turn {
		case 1:
			n.write(name, id, order, "when nothing at all") // the second line is no order
		case 2:
			n.write(name, id, "cancel waiting")
			n.write(name, id, order)
		case 3:
			n.rule(id, "pause")
			n.rule(id, "resume")
			n.write(name, id, order)
		}
		n.now = n.now.Add(16 * time.Minute)
		n.must(n.Carry(t.Context(), id, n.now))
	}
}

// TestOrdersThatWaited: such a game is verified, told in words and read back with the
// hashes it has.
func TestOrdersThatWaited(t *testing.T) {
	for _, game := range []string{"konvooi", "declare"} {
		n, id := patient(t, game)
		h := n.gather(id)
		for _, c := range verify(h) {
			if c.State != export.Held {
				t.Errorf("%s: %v", game, c)
			}
		}
		text := roundTrip(t, h)
		roundTrip(t, h.Anonymized())
		for _, p := range []string{"Grace: 15m0s\n", " lets orders wait until 20", " lets nothing wait\n", " has waited long enough\n"} {
			if !strings.Contains(text, p) {
				t.Errorf("%s: the text lacks %q", game, p)
			}
		}
		if strings.Contains(text, "] event ") {
			t.Errorf("%s: an event has no words of its own", game)
		}
	}
}

// TestOrdersThatWaitedNot: an order under the name of a mail that had no such order
// wait, or one that runs twice, is found out.
func TestOrdersThatWaitedNot(t *testing.T) {
	n, id := patient(t, "konvooi")
	honest := n.gather(id)
	wait := slices.IndexFunc(honest.Entries, func(e events.Entry) bool { return e.Kind == "order-waiting" })
	h := clone(honest)
	var lines lobby.Waiting
	e, err := lobby.Decode(engine.Record{Kind: h.Entries[wait].Kind, Data: h.Entries[wait].Data})
	n.must(err)
	lines = *e.(*lobby.Waiting)
	h.Entries[wait].Data = bytes.Replace(h.Entries[wait].Data, []byte(strings.Fields(lines.Lines[0])[0]), []byte("accept"), 1)
	rechain(h)
	if c := find(t, verify(h), "mails"); c.State != export.Broken || !strings.Contains(c.Why, "had no such order wait") {
		t.Errorf("another order: %v", c)
	}
	due := slices.IndexFunc(honest.Entries, func(e events.Entry) bool { return e.Kind == "waiting-due" })
	h = clone(honest)
	version := slipped(h, due+1, events.Entry{Draft: honest.Entries[due].Draft})
	if c := find(t, verify(h), "orders"); c.State != export.Broken || c.Version != version {
		t.Errorf("due twice: %v", c)
	}
}

// TestGraceByHand: what a header may say of it.
func TestGraceByHand(t *testing.T) {
	for field, want := range map[string]string{
		"Grace: 15m0s": "<nil>", "Grace: 25h0m0s": "line ", "Grace: soon": "line 3: ", "Grace: 15m": "line 3: ", "Grace: -1m0s": "line 3: ",
	} {
		got := refusedByHand("Game: konvooi\nSeats: Ann, Bob\n" + field + "\nSeed: s\n\nthe moderator closes the table\n")
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", field, got)
		}
	}
}
