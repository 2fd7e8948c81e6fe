package main

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/events/projector"
)

// TestReadTablesRebuilt: what was projected step by step equals what is folded
// from zero, for a table that waits, one that plays, and one that is over.
func TestReadTablesRebuilt(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	v.table("Ann", "Bob")
	v.ask("Ann", "new konvooi for 6 private")
	v.ask("Bob", "new konvooi for 2")
	v.reply("Bob", "bots 1")
	v.reply("Bob", "resign")
	for playing := true; playing; {
		v.must(v.service.projector.CatchUp(v.ctx))
		tables, err := v.service.projector.Tables(v.ctx)
		v.must(err)
		playing = !slices.ContainsFunc(tables, func(t projector.Table) bool { return t.State == projector.Over })
	}
	live, err := v.service.projector.Tables(v.ctx)
	v.must(err)
	v.must(v.service.projector.Rebuild(v.ctx))
	rebuilt, err := v.service.projector.Tables(v.ctx)
	v.must(err)
	if diff := cmp.Diff(live, rebuilt); diff != "" {
		t.Errorf("rebuilt read tables differ:\n%s", diff)
	}
	asked := 0
	for _, table := range live {
		for _, seat := range table.Seats {
			if seat.Asked != "" && !seat.Deadline.IsZero() {
				asked++
			}
		}
	}
	if asked != 1 {
		t.Errorf("%d seats are asked something, want 1: %+v", asked, live)
	}
}
