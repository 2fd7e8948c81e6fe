package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"contrapost/events"
	"contrapost/events/projector"
)

type rebuild struct{ whichDatabase }

// Run drops the read tables and folds the whole log into new ones. The service
// keeps the same tables and has to be stopped meanwhile.
func (c *rebuild) Run(ctx context.Context, t *terminal) (err error) {
	path, err := c.path()
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return missing(fmt.Errorf("rebuild: %w", err))
	}
	lock, err := hold(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	store, err := events.OpenExisting(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	n, err := refold(ctx, store)
	if err != nil {
		return fmt.Errorf("rebuild: %w", err)
	}
	fmt.Fprintf(t.out, "rebuilt the read tables of %d tables\n", n)
	return nil
}

// refold makes the read tables anew and counts the tables in them.
func refold(ctx context.Context, store *events.Store) (int, error) {
	p, err := projector.New(ctx, store, view(newHouse(store, nil, false)))
	if err != nil {
		return 0, err
	}
	if err := p.Rebuild(ctx); err != nil {
		return 0, err
	}
	all, err := p.Tables(ctx)
	return len(all), err
}
