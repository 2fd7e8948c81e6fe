package table

import (
	"context"
	"errors"
	"testing"

	"contrapost/events"
)

// crowded is a log on which somebody else is quicker so many times.
type crowded struct {
	events.Log
	times  int
	before func()
}

func (c *crowded) Commit(ctx context.Context, b events.Batch) (events.Receipt, error) {
	if c.times > 0 {
		c.times--
		c.before()
	}
	return c.Log.Commit(ctx, b)
}

// TestBusyTable: a mail that is overtaken a few times is heard all the same; one that
// always is fails as that.
func TestBusyTable(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	late := *n.House
	for _, c := range []struct {
		overtaken int
		fails     bool
	}{{mostRaces - 1, false}, {mostRaces, true}} {
		late.Log = &crowded{Log: n.store, times: c.overtaken, before: func() { n.hear("Bob", id, "say me first") }}
		_, err := late.Hear(t.Context(), n.write("Ann", id, "say hello"))
		if (err != nil) != c.fails || err != nil && !errors.Is(err, events.ErrConflict) {
			t.Errorf("overtaken %d times: %v", c.overtaken, err)
		}
	}
}
