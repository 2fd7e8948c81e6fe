package post

import (
	"context"

	"contrapost/engine/lobby"
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

// outages are those a table has been excused up to now: one that came after a
// letter fell due has moved the deadline that the letter gives.
func (r *Room) outages(ctx context.Context, t *table.Table) ([]lobby.Outage, error) {
	version, err := r.Log.Version(ctx, t.ID)
	if err != nil || version == t.Version {
		return t.Lobby.Outages, err
	}
	now, err := r.House.Load(ctx, t.ID, 0)
	if err != nil {
		return nil, err
	}
	return now.Lobby.Outages, nil
}
