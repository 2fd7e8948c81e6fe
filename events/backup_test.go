package events_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
)

func openToRead(t *testing.T, path string) *events.Store {
	t.Helper()
	s, err := events.OpenToRead(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A reader sees what is there, also while it is being written to, and writes
// nothing.
func TestOpenToRead(t *testing.T) {
	dir := filled(t)
	path := filepath.Join(dir, "log.db")
	r := openToRead(t, path)
	for name, write := range map[string]func() error{
		"commit":  func() error { _, err := r.Commit(t.Context(), batch("a", 4)); return err },
		"write":   func() error { return r.Write(t.Context(), func(*sql.Tx) error { return nil }) },
		"claim":   func() error { _, err := r.Claim(t.Context(), time.Now(), 1); return err },
		"recover": func() error { return r.Recover(t.Context(), time.Now()) },
	} {
		if err := write(); !errors.Is(err, events.ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
	w := openIn(t, dir)
	for version := int64(4); version < 8; version++ {
		if v, err := r.Version(t.Context(), "a"); err != nil || v != version {
			t.Errorf("read version %d, %v, want %d", v, err, version)
		}
		if _, err := w.Commit(t.Context(), batch("a", version)); err != nil {
			t.Fatal(err)
		}
	}
}

// What cannot be read is neither made nor changed.
func TestNothingToRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log.db")
	if _, err := events.OpenToRead(t.Context(), path); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("missing: %v", err)
	}
	if left := files(t, dir); len(left) != 0 {
		t.Errorf("made %v", left)
	}
	if _, err := events.OpenExisting(t.Context(), path); !errors.Is(err, fs.ErrNotExist) || len(files(t, dir)) != 0 {
		t.Errorf("missing: %v, made %v", err, files(t, dir))
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := events.OpenToRead(t.Context(), path); !errors.Is(err, events.ErrSchema) {
		t.Errorf("empty: %v", err)
	}
	if _, err := events.OpenExisting(t.Context(), path); !errors.Is(err, events.ErrSchema) {
		t.Errorf("empty: %v", err)
	}
	if about, err := os.Stat(path); err != nil || about.Size() != 0 {
		t.Errorf("the empty file: %v, %v", about, err)
	}
	for name, spoil := range map[string]string{
		"another program's":       "PRAGMA application_id = 7",
		"from a newer binary":     "PRAGMA user_version = 99",
		"from an older one":       "PRAGMA user_version = 0",
		"with another first step": "UPDATE migrations SET hash = zeroblob(32)",
	} {
		dir := filled(t)
		do(t, raw(t, dir), spoil)
		if _, err := events.OpenToRead(t.Context(), filepath.Join(dir, "log.db")); !errors.Is(err, events.ErrSchema) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A log that is there is opened to be written to.
func TestOpenExisting(t *testing.T) {
	s, err := events.OpenExisting(t.Context(), filepath.Join(filled(t), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // a test
	if _, err := s.Commit(t.Context(), batch("a", 4)); err != nil {
		t.Error(err)
	}
}

// A backup of a log that is being written to is a whole log of one moment.
func TestBackup(t *testing.T) {
	dir := filled(t)
	s := openIn(t, dir)
	writing, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		for version := int64(4); ; version++ {
			if _, err := s.Commit(writing, batch("a", version)); err != nil {
				ended <- err
				return
			}
		}
	}()
	backups := t.TempDir()
	path := filepath.Join(backups, "copy of log.db")
	for _, from := range []*events.Store{s, openToRead(t, filepath.Join(dir, "log.db"))} {
		if err := from.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		if about, err := os.Stat(path); err != nil || about.Mode().Perm() != 0o600 {
			t.Errorf("the backup: %v, %v", about, err)
		}
		if left := files(t, backups); len(left) != 1 {
			t.Errorf("beside the backup: %v", left)
		}
		if err := os.Rename(path, filepath.Join(t.TempDir(), "log.db")); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	copied := openToRead(t, path)
	if err := copied.Check(t.Context()); err != nil {
		t.Error(err)
	}
	got, err := copied.Stream(t.Context(), "a", 1, 0)
	if err != nil || len(got) < 4 {
		t.Fatal(len(got), err)
	}
	want, err := s.Stream(t.Context(), "a", 1, int64(len(got)))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	size, err := copied.Size(t.Context())
	if err != nil || size.Streams != 1 || size.Entries != int64(len(got)) {
		t.Errorf("%+v, %v", size, err)
	}
}

// A backup never takes the place of anything, and a failed one leaves nothing.
func TestBackupOverSomething(t *testing.T) {
	s := openIn(t, filled(t))
	dir := t.TempDir()
	path := filepath.Join(dir, "old.db")
	if err := os.WriteFile(path, []byte("the only copy"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "link.db")); err != nil {
		t.Fatal(err)
	}
	for _, taken := range []string{"old.db", "link.db"} {
		if err := s.Backup(t.Context(), filepath.Join(dir, taken)); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", taken, err)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "the only copy" {
		t.Errorf("%q, %v", text, err)
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "nowhere", "new.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if err := s.Backup(ended, filepath.Join(dir, "new.db")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if left := files(t, dir); !cmp.Equal(left, []string{"link.db", "old.db"}) {
		t.Errorf("left %v", left)
	}
}

// Damage is found wherever it is.
func TestCheck(t *testing.T) {
	for name, c := range map[string]struct{ spoil, want string }{
		"nothing":     {"SELECT 1", ""},
		"an entry":    {"DROP TRIGGER entries_never_change; UPDATE entries SET said = 'other' WHERE version = 2", "chain of a is broken at version 2"},
		"no secret":   {"DELETE FROM secrets", "read secret of a: not found"},
		"a reference": {"PRAGMA foreign_keys = 0; INSERT INTO letter_bytes VALUES (77, x'00')", "rows of letter_bytes refer to none"},
		"an index": {"PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE name = 'inbox_by_stream'",
			"check integrity: "},
	} {
		dir := filled(t)
		do(t, raw(t, dir), c.spoil)
		err := openToRead(t, filepath.Join(dir, "log.db")).Check(t.Context())
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
