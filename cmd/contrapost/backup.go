package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

type backup struct {
	whichDatabase
	File string `arg:"" name:"FILE" help:"The new file."`
}

// Run copies the database as of one moment; the service may go on meanwhile.
func (c *backup) Run(ctx context.Context, t *terminal) error {
	store, err := c.read(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	err = store.Backup(ctx, c.File)
	if errors.Is(err, fs.ErrExist) {
		return misuse("%w; nothing is written over: name a new file", err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return misuse("%w; make the directory first", err)
	}
	if err != nil {
		return err
	}
	about, err := os.Stat(c.File)
	if err != nil {
		return fmt.Errorf("look at the backup: %w", err)
	}
	fmt.Fprintf(t.out, "backed up to %s, %d bytes\n", c.File, about.Size())
	return nil
}
