package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"contrapost/events"
	"contrapost/events/export"
)

// leastSpace is below how many free bytes a disk is too full for a database that
// grows.
const leastSpace = 100 << 20

// files looks at what lies on this machine.
func (e *examination) files(ctx context.Context) []export.Check {
	c := e.settings
	store, err := events.OpenToRead(ctx, c.db)
	if store != nil {
		defer store.Close()
	}
	dir := filepath.Dir(c.db)
	return []export.Check{
		keyCheck(ctx, store, c.keyFile), writable("database-directory", dir), spaceCheck(dir),
		soundness(ctx, store, err, c.db), backupCheck(c.backup.directory),
	}
}

// keyCheck holds the key against the database, if both are there.
func keyCheck(ctx context.Context, store *events.Store, file string) export.Check {
	const name = "key-file"
	key, err := readKey(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && store == nil:
		return export.Skipped(name, "%s is not there yet; the first start makes it", file)
	case errors.Is(err, fs.ErrNotExist):
		size, err := store.Size(ctx)
		if err == nil && size.Letters == 0 {
			return export.Skipped(name, "%s is not there yet; the next start makes it", file)
		}
		return export.Breaks(name, 0, "%s is missing, and letters were signed with it; put your copy back", file)
	case err == nil && store != nil:
		err = fits(ctx, store, key, file)
	}
	if err != nil {
		return export.Breaks(name, 0, "%v", err)
	}
	return fine(name)
}

// writable tries to make a file, and takes it away again.
func writable(name, dir string) export.Check {
	f, err := os.CreateTemp(dir, ".doctor.*")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		return export.Breaks(name, 0, "no file can be made in %s (%v); make it, or let the service write there", dir, err)
	}
	return fine(name)
}

func spaceCheck(dir string) export.Check {
	const name = "disk-space"
	free, err := freeSpace(dir)
	switch {
	case err != nil:
		return export.Skipped(name, "%v", err)
	case free < leastSpace:
		return export.Breaks(name, 0, "%d MB are free in %s; make room, at least %d MB", free>>20, dir, leastSpace>>20)
	}
	return fine(name)
}

// soundness has SQLite look over its file, quickly.
func soundness(ctx context.Context, store *events.Store, err error, path string) export.Check {
	const name = "database"
	if errors.Is(err, fs.ErrNotExist) {
		return export.Skipped(name, "%s is not there yet; the first start makes it", path)
	}
	if err == nil {
		var verdict string
		err = store.Reader().QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict)
		if err == nil && verdict != "ok" {
			err = fmt.Errorf("sqlite says: %s", verdict)
		}
	}
	if err != nil {
		return export.Breaks(name, 0, "%v; name the right file, or restore a backup", err)
	}
	return fine(name)
}

func backupCheck(dir string) export.Check {
	const name = "backup-directory"
	if dir == "" {
		return export.Skipped(name, "none is configured: no copy is made at night")
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return writableAbove(name, dir)
	}
	return writable(name, dir)
}

// writableAbove looks at the directory that one will be made in.
func writableAbove(name, dir string) export.Check {
	above := filepath.Dir(dir)
	for above != filepath.Dir(above) {
		if _, err := os.Stat(above); err == nil {
			break
		}
		above = filepath.Dir(above)
	}
	return writable(name, above)
}
