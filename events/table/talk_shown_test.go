package table

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

// late hears a mail some time after noon.
func (n *inn) late(after time.Duration, who, id string, lines ...string) Reply {
	n.Helper()
	m := n.write(who, id, lines...)
	m.Now = noon.Add(after)
	reply, err := n.Hear(n.Context(), m)
	if err != nil {
		n.Fatalf("%s wrote %q: %v", who, lines, err)
	}
	return reply
}

// TestWhoHears: what is said to everybody is heard by those who sit there then, and by
// nobody who comes later, or again.
func TestWhoHears(t *testing.T) {
	n := newInn(t)
	id := n.hear("Ann", "", "new konvooi for 4").Tables[0]
	n.hear("Bob", "", "join "+id)
	n.hear("Ann", id, "say before Eve")
	n.hear("Eve", "", "join "+id)
	n.hear("Ann", id, "say with Eve", "tell Bob of Eve")
	n.hear("Eve", id, "leave")
	n.hear("Bob", id, "say without Eve")
	n.hear("Eve", "", "join "+id)
	n.hear("Eve", id, "say again")
	said, now := n.said(id), n.load(id)
	for seat, want := range map[engine.Seat][]string{
		1: {"before Eve", "with Eve", "of Eve", "without Eve", "again"},
		2: {"before Eve", "with Eve", "of Eve", "without Eve", "again"},
		3: {"with Eve", "again"},
	} {
		var heard []string
		for _, k := range now.Talk(now.Lobby.Player(seat), 0) {
			heard = append(heard, said[slices.IndexFunc(now.talk, func(o Talk) bool { return o.Sum == k.Sum })])
		}
		if diff := cmp.Diff(want, heard); diff != "" {
			t.Errorf("seat %d: -want +got\n%s", seat, diff)
		}
	}
}

// TestTellingKeepsNoTableOpen: when a table is closed is for all to see, and so tells
// nobody that one player has told another something.
func TestTellingKeepsNoTableOpen(t *testing.T) {
	n := newInn(t)
	id := n.hear("Ann", "", "new konvooi for 4").Tables[0]
	n.hear("Bob", "", "join "+id)
	before, _ := n.load(id).Own()
	n.late(time.Hour, "Ann", id, "tell Bob psst")
	if due, _ := n.load(id).Own(); !due.Equal(before) {
		t.Errorf("to be closed %v later for what was told", due.Sub(before))
	}
	n.late(2*time.Hour, "Ann", id, "say Anybody?")
	if due, ok := n.load(id).Own(); !ok || due.Sub(before) != 2*time.Hour {
		t.Errorf("to be closed %v later for what was said two hours later", due.Sub(before))
	}
}
