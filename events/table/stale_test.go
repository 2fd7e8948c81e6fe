package table

import (
	"slices"
	"testing"
)

// TestStaleWhateverStandsBefore: an answer to an old letter is refused, whatever the mail
// says or does before it that is no order of the game.
func TestStaleWhateverStandsBefore(t *testing.T) {
	for _, before := range [][]string{nil, {"say Hi."}, {"seek replacement"}, {"name Anna"}} {
		n := newInn(t)
		id := n.table("Ann", "Bob")
		who, other := n.turn(id)
		old := n.version(id)
		n.hear(who, id, "draw deck")
		n.hear(other, id, "draw deck")
		m := n.write(who, id, append(slices.Clone(before), "draw deck")...)
		m.Told = old
		reply, err := n.Hear(t.Context(), m)
		n.must(err)
		if got := refusal(reply); got != "stale" {
			t.Errorf("behind %q: refused as %q", before, got)
		}
	}
}

// TestFreshBehindTalk: an answer to the letter that asks is heard behind whatever stands
// before it.
func TestFreshBehindTalk(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	m := n.write(who, id, "say Hi.", "when convoy let go", "draw deck")
	m.Told = n.version(id)
	reply, err := n.Hear(t.Context(), m)
	n.must(err)
	if got := refusal(reply); got != "" {
		t.Errorf("refused as %q", got)
	}
}
