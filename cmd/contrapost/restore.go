package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"contrapost/events"
)

type restore struct {
	whichDatabase
	File string `arg:"" name:"FILE" help:"The backup."`
}

// Run puts a backup in the place of the database, once it has been checked, and
// keeps what was there.
func (c *restore) Run(ctx context.Context, t *terminal) (err error) {
	at, err := c.places()
	if err != nil {
		return err
	}
	path, err := realPath(at.db)
	if err != nil {
		return err
	}
	r := restoration{backup: c.File, db: path, notes: at.notes, stamp: time.Now().UTC().Format("20060102T150405.000Z")}
	if err := r.plausible(); err != nil {
		return err
	}
	lock, err := hold(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.clear(), lock.Close()) }()
	if err := r.clear(); err != nil {
		return err
	}
	return r.run(ctx, t)
}

// restoration is one backup on its way into a database's place.
type restoration struct {
	backup, db string
	notes      string // path of the file that says who was forgotten
	stamp      string // of this restoration, in the names of its files
}

// draft is the copy that is checked and becomes the database: what was checked is
// what is put in place, whatever happens to the backup meanwhile.
func (r restoration) draft() string { return r.db + drafts + r.stamp }

const drafts = ".restoring-"

// aside is where the present database is kept.
func (r restoration) aside() string { return r.db + ".before-restore-" + r.stamp }

func (r restoration) run(ctx context.Context, t *terminal) error {
	if err := copyNew(r.draft(), r.backup); err != nil {
		return fmt.Errorf("copy backup: %w", err)
	}
	size, err := r.check(ctx)
	if ctx.Err() != nil {
		return fmt.Errorf("check backup: %w", ctx.Err())
	}
	if err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			fmt.Fprintf(t.out, "%s does not hold: %s\n", r.backup, line)
		}
		return errNotHeld
	}
	again, err := r.forget(ctx)
	if err != nil {
		return fmt.Errorf("forget again who was forgotten: %w", err)
	}
	kept, err := r.keep()
	if err != nil {
		return fmt.Errorf("keep the present database: %w", err)
	}
	for _, step := range r.place() {
		if err := step(ctx); err != nil {
			return fmt.Errorf("put backup in place: %w", err)
		}
	}
	fmt.Fprintf(t.out, "restored %d tables, %d entries, %d letters and %d players\n", size.Streams, size.Entries, size.Letters, size.Players)
	if again > 0 {
		fmt.Fprintf(t.out, "forgot %d players again, who had been forgotten since the backup was made\n", again)
	}
	if kept {
		fmt.Fprintf(t.out, "the database that was there is kept as %s\n", r.aside())
	}
	return nil
}

// plausible refuses what is no backup at a glance.
func (r restoration) plausible() error {
	about, err := os.Stat(r.backup)
	if err != nil {
		return misuse("find backup: %w", err)
	}
	if !about.Mode().IsRegular() {
		return misuse("find backup: %s is no file", r.backup)
	}
	if present, err := os.Stat(r.db); err == nil && os.SameFile(about, present) {
		return misuse("%s is the database itself; name a backup", r.backup)
	}
	if real, err := realPath(r.backup); err == nil && strings.HasPrefix(real, r.db+drafts) {
		return misuse("%s was left by a restore that was cut short; name a backup", r.backup)
	}
	if wal, err := os.Stat(r.backup + "-wal"); err == nil && wal.Size() > 0 {
		return misuse("%s is a database in use, with part of it in %s-wal; make a backup of it with contrapost backup", r.backup, r.backup)
	}
	return nil
}

// check opens the draft as a log, which brings an older one up to date, and looks
// at all of it: structure, chains, and whether this binary can fold every table.
func (r restoration) check(ctx context.Context) (size events.Size, err error) {
	store, err := events.OpenExisting(ctx, r.draft())
	if err != nil {
		return size, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := store.Check(ctx); err != nil {
		return size, err
	}
	if _, err := tableRows(ctx, store); err != nil {
		return size, err
	}
	return store.Size(ctx)
}

// forget has the draft forget whom it should no longer know: by the notes, and by the
// present database as far as it can be read.
func (r restoration) forget(ctx context.Context) (n int, err error) {
	notes, err := readNotes(r.notes)
	if err != nil {
		return 0, err
	}
	if present, err := events.OpenToRead(ctx, r.db); err == nil {
		more, err := present.Forgettings(ctx)
		if err := errors.Join(err, present.Close()); err != nil {
			return 0, err
		}
		notes = append(notes, slices.DeleteFunc(more, events.Forgetting.Imported)...)
	}
	store, err := events.OpenExisting(ctx, r.draft())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	f := forgetter{store: store, house: newHouse(store, nil, false)}
	return f.again(ctx, notes, time.Now())
}

// keep copies the present database, with what a crash may have left of it beside it.
func (r restoration) keep() (kept bool, err error) {
	err = copyNew(r.aside(), r.db)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if wal, err := os.Stat(r.db + "-wal"); err == nil && wal.Size() > 0 { // reading leaves an empty one
		if err := copyNew(r.aside()+"-wal", r.db+"-wal"); err != nil {
			return false, err
		}
	}
	return true, syncDir(filepath.Dir(r.db))
}

// place are the steps by which the draft becomes the database. Whatever ends them on
// the way, what serves next finds the old database whole, or the new one.
func (r restoration) place() []func(context.Context) error {
	return []func(context.Context) error{r.flush, r.strip, r.swap}
}

// flush takes what a crash has left beside the old database into it. Into one that is
// damaged nothing can be taken; both are kept as they were.
func (r restoration) flush(ctx context.Context) error {
	err := events.Flush(ctx, r.db)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, events.ErrSchema) {
		return nil
	}
	return err
}

// strip removes the old write-ahead log, which would be read into the new database.
func (r restoration) strip(context.Context) error {
	return errors.Join(removed(r.db+"-wal"), removed(r.db+"-shm"), syncDir(filepath.Dir(r.db)))
}

func (r restoration) swap(context.Context) error {
	if err := os.Rename(r.draft(), r.db); err != nil {
		return err
	}
	return syncDir(filepath.Dir(r.db))
}

// clear takes away what this restoration, or one that was killed, has left of a draft.
// No other is under way: the database is held.
func (r restoration) clear() error {
	dir, name := filepath.Split(r.db)
	files, err := os.ReadDir(filepath.Clean(dir))
	if err != nil {
		return err
	}
	var failed []error
	for _, f := range files {
		if strings.HasPrefix(f.Name(), name+drafts) {
			failed = append(failed, removed(filepath.Join(dir, f.Name())))
		}
	}
	return errors.Join(failed...)
}

// removed sees to it that there is no such file.
func removed(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// copyNew copies a file to a new one that only its owner can read, and waits until
// it is on disk.
func copyNew(to, from string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return errors.Join(err, os.Remove(to))
	}
	return nil
}
