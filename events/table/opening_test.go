package table

import (
	"testing"
	"time"

	"contrapost/engine/lobby"
)

// TestAnsweredWhileAway: a window that everybody asked has answered while somebody is
// away opens like one in which nobody was asked: at any quarter of an hour of the time
// that was left when they went, not as soon as they are back.
func TestAnsweredWhileAway(t *testing.T) {
	back := time.Date(2026, 12, 11, 0, 0, 0, 0, time.UTC)
	last := back.Add(13 * hour) // eleven hours are over before
	early := 0
	for i := range 12 {
		dues := map[bool]time.Time{}
		for _, asked := range []bool{true, false} {
			n := newInn(t)
			n.Prompt = false
			id := n.table("Ann", "Bob")
			for range i { // another secret
				id = n.table("Ann", "Bob")
			}
			n.settled(id)
			who, other := n.turn(id)
			if !asked {
				n.at(noon, other, id, "when convoy let go")
			}
			n.at(noon, who, "", "vacation 2026-12-01..2026-12-10")
			n.at(noon.Add(time.Hour), who, id, n.convoy(id, who))
			if asked {
				n.at(noon.Add(40*hour), other, id, "let go")
			}
			due, ok := n.load(id).Own()
			if !ok || due.After(last) || !due.Equal(lobby.QuarterFrom(due)) {
				t.Fatalf("asked %v: it opens on %v, %v", asked, due, ok)
			}
			if asked && !due.After(back) {
				t.Errorf("it opens on %v, and they are back on %v", due, back)
			}
			dues[asked] = due
		}
		if dues[true].Before(back.Add(16 * time.Minute)) {
			early++
		}
	}
	if early > 4 {
		t.Errorf("%d of 12 open as soon as they are back", early)
	}
}
