package export_test

import (
	"slices"
	"strings"
	"testing"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/export"
)

// deserted is a game in which seats were left, offered, kept, taken over and come back
// to, until it is over.
func deserted(t *testing.T, game string) (*inn, string) {
	n := newInn(t)
	id := n.write("Ann", "", "new "+game+" for 3 with silences=2 absent=replacement").Tables[0]
	n.write("Bob", "", "join "+id)
	n.write("Cem", "", "join "+id)
	left := func() bool { return n.load(id).Lobby.Places[1].Bot }
	for !left() {
		n.must(n.Settle(t.Context(), id, n.now))
		n.orderBut(id, 2)
	}
	n.write("Bob", "", "take "+id)
	n.write("Bob", id, "seek replacement", "seek replacement off")
	n.moves(id, 2)
	for !left() && !n.load(id).Over() {
		n.must(n.Settle(t.Context(), id, n.now))
		n.orderBut(id, 2)
	}
	n.write("Cem", id, "seek replacement")
	n.write("Dov", "", "take "+id)
	n.moves(id, 1000)
	return n, id
}

// orderBut lets somebody who is awaited order, and a seat be silent.
func (n *inn) orderBut(id string, silent engine.Seat) {
	n.Helper()
	t := n.load(id)
	awaited := slices.DeleteFunc(t.Play.Awaited(), func(s engine.Seat) bool { return t.Lobby.Places[s-1].Bot })
	if i := slices.IndexFunc(awaited, func(s engine.Seat) bool { return s != silent }); i >= 0 {
		luck := engine.NewChance([32]byte{1}, t.Version)
		n.write(t.Names.Name(awaited[i]), id, t.Play.Bot(awaited[i], luck))
		return
	}
	due, _ := t.Deadline(silent)
	n.now = due
	n.must(n.Lapse(n.Context(), id, n.now))
}

// TestSeatsOfTheAbsent: such a game is verified, told in words and read back with the
// hashes it has.
func TestSeatsOfTheAbsent(t *testing.T) {
	for _, game := range []string{"konvooi", "declare"} {
		n, id := deserted(t, game)
		h := n.gather(id)
		for _, c := range verify(h) {
			if c.State != export.Held && c.Name != "talk" {
				t.Errorf("%s: %v", game, c)
			}
		}
		text := roundTrip(t, h)
		roundTrip(t, h.Anonymized())
		for _, p := range []string{
			"Absent: silences 2 replaced\n", "] Bob has been silent too often and leaves the seat to a bot\n", "] Bob takes the seat of Bob\n",
			"] Bob offers the seat\n", "] Bob keeps the seat\n", "] Cem offers the seat\n", "] Dov takes the seat of Bob\n",
		} {
			if !strings.Contains(text, p) {
				t.Errorf("%s: the text lacks %q", game, p)
			}
		}
		if strings.Contains(text, "] event ") {
			t.Errorf("%s: an event has no words of its own", game)
		}
		i, err := h.Import(n.now)
		if err != nil || len(i.Entries) != len(h.Entries) {
			t.Errorf("%s: imported %d entries: %v", game, len(i.Entries), err)
		}
	}
}

// TestASeatLeftOtherwise: a log in which a seat went to a bot too early, or should have
// and did not, is found out.
func TestASeatLeftOtherwise(t *testing.T) {
	n, id := deserted(t, "konvooi")
	honest := n.gather(id)
	left := slices.IndexFunc(honest.Entries, func(e events.Entry) bool { return e.Kind == "seat-left-to-bot" })
	h := clone(honest)
	h.Entries = slices.Delete(h.Entries, left, left+1)
	rechain(h)
	if c := find(t, verify(h), "orders"); c.State != export.Broken || c.Version != int64(left+1) {
		t.Errorf("passed over: %v", c)
	}
	h = clone(honest)
	version := slipped(h, afterDeal(h), events.Entry{Draft: honest.Entries[left].Draft})
	if c := find(t, verify(h), "orders"); c.State != export.Broken || c.Version != version {
		t.Errorf("too early: %v", c)
	}
}

// TestAbsentByHand: what a header may say of the absent.
func TestAbsentByHand(t *testing.T) {
	for field, want := range map[string]string{
		"Absent: silences 10": "line 3: ", "Absent: silences x": "line 3: ", "Absent:": "line 3: ", "Absent: bot": "line 3: ",
		"Absent: silences 1": "", "Absent: replaced": "", "Absent: silences 2 replaced": "",
	} {
		got := refusedByHand("Game: konvooi\nSeats: Ann, Bob\n" + field + "\nSeed: s\n\nthe moderator closes the table\n")
		if !strings.HasPrefix(got, want) || want == "" && got != "<nil>" {
			t.Errorf("%s: %s", field, got)
		}
	}
	const head = "Game: konvooi\nSeats: Ann, Bob\nAbsent: silences 1\nSeed: s\n\n"
	text := head + "the moderator closes the table\n"
	first := "Ann"
	if strings.Contains(refusedByHand(head+"Ann is silent\nthe moderator closes the table\n"), "means nothing") {
		first = "Bob"
	}
	text = head + first + " is silent\n" + first + " has been silent too often and leaves the seat to a bot\nthe moderator closes the table\n"
	if got := refusedByHand(text); got != "<nil>" {
		t.Error(got)
	}
	other := map[string]string{"Ann": "Bob", "Bob": "Ann"}[first]
	if got := refusedByHand(head + first + " is silent\n" + other + ": draw deck\n" + first + " is silent\nthe moderator closes the table\n"); !strings.HasPrefix(got, "line 8: ") {
		t.Errorf("the silence of a seat that a bot should have: %s", got)
	}
}
