package table

import (
	"context"
	"fmt"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Places gives who sits at a table now, by seat, without folding its game: whoever
// writes to a table is looked for before anything else is known of their mail. A table
// whose entries of the lobby cannot be read is an error, as is one that is not there:
// events.ErrNotFound.
func (h *House) Places(ctx context.Context, id string) ([]lobby.Place, error) {
	entries, err := h.Log.Stream(ctx, id, 1, 0)
	if err != nil {
		return nil, fmt.Errorf("who sits at table %s: %w", id, err)
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("who sits at table %s: %w", id, events.ErrNotFound)
	}
	var s lobby.State
	for _, e := range entries {
		if !lobby.Owns(e.Kind) {
			continue
		}
		err := safely(func() error {
			event, err := lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data})
			if err == nil {
				s = lobby.Evolve(s, event)
			}
			return err
		})
		if err != nil {
			err = fmt.Errorf("fold entry %d, %s: %w", e.Version, e.Kind, err)
			return nil, fmt.Errorf("who sits at table %s: %w", id, &Fault{Table: id, Version: e.Version - 1, Err: err})
		}
	}
	return s.Places, nil
}
