package main

import (
	"context"
	"reflect"

	"contrapost/events"
	"contrapost/events/export"
	"contrapost/events/projector"
)

// readRows are the read tables of a database, to be held against what the log says.
type readRows struct {
	rows map[string]projector.Table
	fold projector.View
}

func newReadRows(ctx context.Context, store *events.Store) (*readRows, error) {
	r := &readRows{rows: map[string]projector.Table{}, fold: view(newHouse(store, nil, false))}
	p, err := projector.Look(ctx, store)
	if err != nil || p == nil {
		return r, err
	}
	all, err := p.Tables(ctx)
	for _, row := range all {
		r.rows[row.Stream] = row
	}
	return r, err
}

// check folds a table as far as its read row goes and compares.
func (r *readRows) check(ctx context.Context, id string) (export.Check, error) {
	const name = "read-tables"
	row, ok := r.rows[id]
	if !ok {
		return export.Skipped(name, "nothing has been read from the log yet"), nil
	}
	if row.State == projector.Resting {
		return export.Skipped(name, "the table rests"), nil
	}
	again, err := r.fold(ctx, id, row.Version)
	if ctx.Err() != nil {
		return export.Check{}, ctx.Err()
	}
	again.Invitations = nil // written only
	switch {
	case err != nil:
		return export.Breaks(name, row.Version, "the log cannot be folded so far: %v", err), nil
	case !reflect.DeepEqual(again, row):
		return export.Breaks(name, row.Version, "they say something else than the log; contrapost rebuild makes them anew"), nil
	}
	return export.Check{Name: name, State: export.Held}, nil
}
