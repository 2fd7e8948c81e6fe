package export_test

import (
	"testing"

	"contrapost/events"
	"contrapost/events/export"
)

// renewed is a replay by rules that are newer than those of the games.
type renewed struct{ export.Replay }

func (renewed) Rules() int { return 9 }

// TestOlderRules: orders that older rules decided are left alone and said so; the deal
// is still drawn again.
func TestOlderRules(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	checks := func() []export.Check {
		checks, err := export.Verify(t.Context(), h, func(table string, secret [32]byte, deck []byte) export.Replay {
			return renewed{replay(table, secret, deck)}
		})
		n.must(err)
		return checks
	}
	edit("game-dealt", 0, `"rules":1`, `"rules":8`)(h)
	rechain(h)
	for _, c := range checks() {
		want := export.Held
		if c.Name == "orders" {
			want = export.NotChecked
		}
		if c.State != want {
			t.Errorf("%v", c)
		}
	}
	if _, any := h.Unproven(checks()); !any {
		t.Error("what older rules decided is taken for proven")
	}
	swapCards(h)
	rechain(h)
	if c := find(t, checks(), "deal"); c.State != export.Broken {
		t.Errorf("another card: %v", c)
	}
}

// TestNewerRules: what claims rules that nobody here knows does not hold.
func TestNewerRules(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	e := ordered(h, events.CauseMail)
	e.Rules = 2
	rechain(h)
	c := find(t, verify(h), "orders")
	if c.State != export.Broken || c.Version != e.Version || c.Why != "decided by rules 2, which this binary does not know" {
		t.Error(c)
	}
}

// TestUnproven: a finished game is proven, also one that was closed before its cards
// were dealt; one whose deck is not there is not.
func TestUnproven(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	n = newInn(t)
	id = n.write("Ann", "", "new konvooi for 3").Tables[0]
	n.rule(id, "close")
	for _, h := range []*export.History{h, h.Anonymized(), n.gather(id)} {
		if c, any := h.Unproven(verify(h)); any {
			t.Error(c)
		}
	}
	h.Deck.Text = ""
	if c, any := h.Unproven(verify(h)); !any || c.Name != "deck" {
		t.Errorf("%v, without its deck", c)
	}
}

// TestWithoutItsDeck: where the deck that a table agreed on is no longer at hand, the
// deal is believed and said to be, and what follows is decided again.
func TestWithoutItsDeck(t *testing.T) {
	n, id := played(t, "konvooi")
	source := n.source()
	source.Deck = func(string) ([]byte, error) { return []byte("{}"), nil }
	h, err := source.Gather(t.Context(), id)
	n.must(err)
	for _, c := range verify(h) {
		want := export.Held
		if c.Name == "deck" || c.Name == "deal" {
			want = export.NotChecked
		}
		if c.State != want {
			t.Errorf("%v", c)
		}
	}
	version := reorder(events.CauseMail)(h)
	rechain(h)
	if c := find(t, verify(h), "orders"); c.State != export.Broken || c.Version != version {
		t.Errorf("another order: %v", c)
	}
}
