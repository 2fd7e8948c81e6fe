package table

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/events"
)

// refusedAgain wants a replay of the whole log to refuse one more entry.
func (n *inn) refusedAgain(id string, d events.Draft, key string) *engine.Refusal {
	n.Helper()
	r, entries := n.replay(id)
	for len(entries) > 0 {
		drafts, err := r.Again(entries[0])
		if err != nil {
			n.Fatal(err)
		}
		entries = entries[len(drafts):]
	}
	_, err := r.Again(events.Entry{Draft: d})
	var no *engine.Refusal
	if !errors.As(err, &no) || no.Key != key {
		n.Fatalf("%s %s: %v, want %s", d.Kind, d.Order, err, key)
	}
	return no
}

// TestReplayReturns: whether a game could be taken back to a version is what it was
// when the moderator asked, and is refused in the same words.
func TestReplayReturns(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	first := n.load(id).Version
	for range 3 {
		who, _ := n.turn(id)
		n.hear(who, id, "draw deck")
	}
	n.ruled(id, fmt.Sprintf("rewind %d", first), noon)
	who, other := n.turn(id)
	n.hear(who, id, "draw deck", "say Again.")
	n.hear(other, id, "resign")
	n.replayed(id)

	tbl := n.load(id)
	r, entries := n.replay(id)
	for len(entries) > 0 {
		drafts, err := r.Again(entries[0])
		if err != nil {
			t.Fatal(err)
		}
		entries = entries[len(drafts):]
	}
	for v := int64(0); v <= tbl.Version+1; v++ {
		if diff := cmp.Diff(tbl.mayRewind(v), r.w.mayRewind(v)); diff != "" {
			t.Errorf("a return to version %d: %s", v, diff)
		}
	}
	live := n.unruled(id, fmt.Sprintf("rewind %d", first+2), "rewind-version")
	again := n.refusedAgain(id, events.Draft{
		Kind: "game-rewound", Order: "rewind", Data: fmt.Appendf(nil, `{"to":%d}`, first+2), Cause: events.Cause{Kind: events.CauseRuling},
	}, "rewind-version")
	if diff := cmp.Diff(live, again); diff != "" {
		t.Error(diff)
	}
}

// TestReplayOfWhatWaits: while a table is paused, after it was closed, and for who has
// given up, no order of the game is heard again.
func TestReplayOfWhatWaits(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	seat, _ := n.load(id).Names.Find(who)
	order := events.Draft{Kind: "x", Order: "draw deck", Seat: uint8(seat), Cause: events.Cause{Kind: events.CauseMail}}
	silence := order
	silence.Cause.Kind = events.CauseClock
	n.ruled(id, "pause", noon)
	n.refusedAgain(id, order, "table-paused")
	n.refusedAgain(id, silence, "table-paused")
	n.ruled(id, "resume", noon.Add(time.Hour))
	n.hear(who, id, "resign")
	n.refusedAgain(id, order, "resigned-already")
	n.ruled(id, "close", noon.Add(2*time.Hour))
	n.refusedAgain(id, order, "table-ended")
}
