package table

import (
	"testing"
	"time"
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
