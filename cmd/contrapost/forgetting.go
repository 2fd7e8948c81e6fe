package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"contrapost/events"
	"contrapost/events/table"
)

// forgetter forgets people: in a database, in the nightly copies of it, and for good,
// since a restored backup forgets them again by the notes.
type forgetter struct {
	store   *events.Store
	house   *table.House
	notes   string // path of the file that outlives the database
	backups backupSettings
	entropy io.Reader
}

// forget does all of it for one player. It can be done again if it fails on its way.
func (f forgetter) forget(ctx context.Context, p events.Player, now time.Time) (events.Erased, error) {
	g, err := f.note(p, now)
	if err != nil {
		return events.Erased{}, err
	}
	// A table that cannot go on keeps nobody from being forgotten.
	withdrawn := f.house.Withdraw(ctx, p.ID, now)
	gone, err := f.store.Forget(ctx, g)
	if err != nil {
		return gone, errors.Join(withdrawn, err)
	}
	return gone, errors.Join(withdrawn, f.finish(ctx, g))
}

// finish clears away what was erased: the copies first, since scouring is the mark
// that all has been done.
func (f forgetter) finish(ctx context.Context, begun ...events.Forgetting) error {
	var failed []error
	for _, g := range begun {
		failed = append(failed, f.backups.forget(ctx, g))
	}
	return errors.Join(append(failed, f.store.Scour(ctx))...)
}

// note makes the note before anything happens: should the rest fail, it is known
// what was meant to be forgotten.
func (f forgetter) note(p events.Player, now time.Time) (events.Forgetting, error) {
	var salt [16]byte
	if _, err := io.ReadFull(f.entropy, salt[:]); err != nil {
		return events.Forgetting{}, fmt.Errorf("draw a salt: %w", err)
	}
	g := events.NewForgetting(p.ID, p.Address, salt, now)
	all, err := readNotes(f.notes)
	if err != nil {
		return g, err
	}
	return g, writeNotes(f.notes, append(all, g))
}

// again forgets whom a database has not forgotten yet, by the notes.
func (f forgetter) again(ctx context.Context, notes []events.Forgetting, now time.Time) (int, error) {
	done, err := f.store.Forgettings(ctx)
	if err != nil {
		return 0, err
	}
	known := map[string]bool{}
	for _, g := range done {
		known[g.Player] = true
	}
	n := 0
	for _, g := range notes {
		if known[g.Player] {
			continue
		}
		known[g.Player] = true
		n++
		if err := errors.Join(f.house.Withdraw(ctx, g.Player, now), second(f.store.Forget(ctx, g))); err != nil {
			return n, err
		}
	}
	if n == 0 {
		return 0, nil
	}
	return n, f.store.Scour(ctx)
}

func second[T any](_ T, err error) error { return err }

// forget has the nightly copies forget somebody. One that cannot be read keeps the
// others from nothing.
func (b backupSettings) forget(ctx context.Context, g events.Forgetting) error {
	if b.directory == "" {
		return nil
	}
	made, err := b.made()
	var failed []error
	for _, name := range made {
		if err := forgetIn(ctx, name, g); err != nil {
			failed = append(failed, fmt.Errorf("forget in the copy %s: %w", name, err))
		}
	}
	return errors.Join(err, errors.Join(failed...))
}

// forgetIn puts a copy that has forgotten somebody in a copy's place.
func forgetIn(ctx context.Context, name string, g events.Forgetting) (err error) {
	draft := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".forgetting")
	defer func() {
		for _, end := range []string{"", "-wal", "-shm"} {
			if gone := os.Remove(draft + end); !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}()
	if err := os.Remove(draft); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // of an attempt that was cut off
	}
	if err := copyNew(draft, name); err != nil {
		return err
	}
	store, err := events.OpenExisting(ctx, draft)
	if err != nil {
		return err
	}
	if _, err = store.Forget(ctx, g); err == nil {
		err = store.Scour(ctx)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	if err := os.Rename(draft, name); err != nil {
		return err
	}
	return syncDir(filepath.Dir(name))
}

// noted is a line of the notes. It names nobody, as the database's does not.
type noted struct {
	Player string    `json:"player"`
	Salt   string    `json:"salt"`
	Sum    string    `json:"sum"`
	At     time.Time `json:"at"`
}

// notesBeside is the file of notes that goes with another, a key file or a database.
func notesBeside(file string) string { return file + ".forgotten" }

// readNotes reads who was forgotten; nobody, if there is no such file.
func readNotes(path string) ([]events.Forgetting, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read who was forgotten: %w", err)
	}
	var all []events.Forgetting
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		g, err := readNote(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("read who was forgotten: %s, line %d: %w", path, len(all)+1, err)
		}
		all = append(all, g)
	}
	return all, nil
}

func readNote(line []byte) (g events.Forgetting, err error) {
	var n noted
	if err := json.Unmarshal(line, &n); err != nil {
		return g, err
	}
	salt, err := hex.DecodeString(n.Salt)
	sum, err2 := hex.DecodeString(n.Sum)
	if err := errors.Join(err, err2); err != nil {
		return g, err
	}
	if n.Player == "" || len(salt) != len(g.Salt) || len(sum) != len(g.Sum) || n.At.IsZero() {
		return g, errors.New("it lacks something")
	}
	return events.Forgetting{Player: n.Player, Salt: [16]byte(salt), Sum: [32]byte(sum), At: n.At}, nil
}

// writeNotes puts the notes on disk, whole or not at all.
func writeNotes(path string, all []events.Forgetting) error {
	var lines strings.Builder
	for _, g := range all {
		line, err := json.Marshal(noted{g.Player, hex.EncodeToString(g.Salt[:]), hex.EncodeToString(g.Sum[:]), g.At})
		if err != nil {
			return fmt.Errorf("note who is forgotten: %w", err)
		}
		lines.Write(append(line, '\n'))
	}
	err := putFile(path, func(f *os.File) error {
		_, err := io.WriteString(f, lines.String())
		return err
	})
	if err != nil {
		return fmt.Errorf("note who is forgotten: %w", err)
	}
	return nil
}
