package post

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Settle follows the log and has every table do what it owes by itself: the moves
// of its bots, the opening of complete windows. It starts with every table there
// is, so that nothing an earlier run left is forgotten, and a table that fails is
// tried again until the context ends.
func (r *Room) Settle(ctx context.Context) error {
	owing := map[string]bool{}
	position, failed := int64(0), 0
	for ctx.Err() == nil {
		changed := r.Log.Changed()
		var err error
		position, err = r.note(ctx, position, owing)
		if err = errors.Join(err, r.settle(ctx, owing)); err != nil && ctx.Err() == nil {
			failed++
			r.Slog.Error("settle tables", "err", err)
			r.pause(ctx, failed)
			continue
		}
		failed = 0
		r.rest(ctx, changed, longestRest)
	}
	return nil
}

// note adds the tables that have entries past a position, and gives the new one.
func (r *Room) note(ctx context.Context, position int64, owing map[string]bool) (int64, error) {
	for {
		entries, err := r.Log.All(ctx, position, 500)
		if err != nil {
			return position, fmt.Errorf("follow the log past %d: %w", position, err)
		}
		for _, e := range entries {
			owing[e.Stream] = true
			position = e.Position
		}
		if len(entries) == 0 {
			return position, nil
		}
	}
}

// settle settles the tables that owe something; those that fail go on owing it,
// unless it is their own fault.
func (r *Room) settle(ctx context.Context, owing map[string]bool) error {
	var failed []error
	for _, id := range slices.Sorted(maps.Keys(owing)) {
		if err := r.Contain(ctx, r.House.Settle(ctx, id, r.Now())); err != nil {
			failed = append(failed, err)
			continue
		}
		delete(owing, id)
	}
	return errors.Join(failed...)
}
