package main

import (
	"context"
	"errors"
	"io/fs"

	"contrapost/events"
)

// whichDatabase is how a command is told which database it is about.
type whichDatabase struct {
	DB     string `name:"db" help:"The database." placeholder:"FILE" xor:"database" required:""`
	Config string `help:"The config of the service whose database it is." placeholder:"FILE" xor:"database" required:""`
}

func (w whichDatabase) path() (string, error) {
	if w.DB != "" {
		return w.DB, nil
	}
	return configuredDatabase(w.Config)
}

// read opens the database to be read, whether or not it is served.
func (w whichDatabase) read(ctx context.Context) (*events.Store, error) {
	path, err := w.path()
	if err != nil {
		return nil, err
	}
	store, err := events.OpenToRead(ctx, path)
	return store, missing(err)
}

// missing makes it wrong use to name a database that is not there.
func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return misuse("%w; name the database of a service with --db or --config", err)
	}
	return err
}
