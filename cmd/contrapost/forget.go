package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"contrapost/events"
)

type forget struct {
	whichDatabase
	Address string `arg:"" name:"ADDRESS" help:"The person's address."`
}

// Run forgets a person, also while the service runs: their tables, their words,
// whatever names them.
func (c *forget) Run(ctx context.Context, t *terminal) (err error) {
	at, err := c.places()
	if err != nil {
		return err
	}
	store, err := events.OpenExisting(ctx, at.db)
	if err != nil {
		return missing(err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	p, err := store.PlayerByAddress(ctx, c.Address)
	if errors.Is(err, events.ErrNotFound) {
		return misuse("nobody has the address %s here; contrapost players lists those who are known", c.Address)
	}
	if err != nil {
		return err
	}
	f := forgetter{store: store, house: newHouse(store, rand.Reader, false), notes: at.notes, backups: at.backups, entropy: rand.Reader}
	gone, err := f.forget(ctx, p, time.Now())
	if err != nil {
		return fmt.Errorf("forget player %s: %w", p.ID, err)
	}
	fmt.Fprintf(t.out, "forgot player %s: erased %d texts, and what stood in %d mails and %d letters\n", p.ID, gone.Texts, gone.Mails, gone.Letters)
	return at.listOlder(t)
}

// places are where a service keeps what a forgetting has to reach.
type places struct {
	db, notes string
	backups   backupSettings
}

func (w whichDatabase) places() (places, error) {
	if w.DB != "" {
		return places{db: w.DB, notes: notesBeside(w.DB)}, nil
	}
	f, err := openConfig(w.Config)
	if err != nil {
		return places{}, err
	}
	at := places{db: f.database(), notes: notesBeside(f.file("key_file", keyFileKind, true)), backups: f.backups()}
	if len(f.mistakes) > 0 {
		return places{}, usage{mistakes(f.mistakes)}
	}
	return at, nil
}

// listOlder names the databases that a restore has put aside: they still know
// everybody, and are the operator's to delete.
func (p places) listOlder(t *terminal) error {
	db, err := realPath(p.db)
	if err != nil {
		return err
	}
	files, err := os.ReadDir(filepath.Dir(db))
	if err != nil {
		return fmt.Errorf("look for older databases: %w", err)
	}
	for _, f := range files {
		name := f.Name()
		if strings.HasPrefix(name, filepath.Base(db)+".before-restore-") && !strings.HasSuffix(name, "-wal") {
			fmt.Fprintf(t.out, "still there, from before a restore: %s; delete it, or forget in it with --db\n", filepath.Join(filepath.Dir(db), name))
		}
	}
	return nil
}
