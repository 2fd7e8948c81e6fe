package post

import (
	"context"

	"contrapost/events"
	"contrapost/events/table"
)

// asOf folds a table up to a version. What one order sets off are letters as of the
// same version, and they share the fold.
func (r *Room) asOf(ctx context.Context, id string, version int64) (*table.Table, error) {
	if t := r.recent; t != nil && t.ID == id && t.Version == version {
		return t, nil
	}
	t, err := r.House.Load(ctx, id, version)
	if err != nil {
		return nil, err
	}
	r.recent = t
	return t, nil
}

// now is the table that a letter speaks of as it stands by now: an outage, a pause or
// more time that came after the letter fell due has moved the deadline that it gives,
// and a moderator may have taken back what it tells.
func (r *Room) now(ctx context.Context, l events.Letter) (*table.Table, error) {
	version, err := r.Log.Version(ctx, l.Stream)
	if err != nil {
		return nil, err
	}
	if version == l.Version {
		return r.asOf(ctx, l.Stream, version)
	}
	return r.House.Load(ctx, l.Stream, 0)
}
