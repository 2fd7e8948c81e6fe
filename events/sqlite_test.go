package events_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"contrapost/events"
)

// raw opens the file of a store as any other program would.
func raw(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() }) //nolint:errcheck // a test
	return db
}

func do(t *testing.T, db *sql.DB, script string) {
	t.Helper()
	if _, err := db.Exec(script); err != nil {
		t.Fatal(err)
	}
}

// filled is a store with four entries, closed.
func filled(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s := openIn(t, dir)
	for version := range int64(4) {
		if _, err := s.Commit(t.Context(), batch("a", version)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEntriesCannotBeTouched(t *testing.T) {
	db := raw(t, filled(t))
	const all = "stream, version, kind, data, seat, said, rules, cause_kind, cause_ref, at, prev, hash"
	for name, script := range map[string]string{
		"update":              "UPDATE entries SET data = '{}' WHERE version = 2",
		"delete":              "DELETE FROM entries WHERE version = 4",
		"delete all":          "DELETE FROM entries",
		"replace":             "REPLACE INTO entries SELECT * FROM entries WHERE version = 2",
		"replace by version":  "REPLACE INTO entries (" + all + ") SELECT " + all + " FROM entries WHERE version = 4",
		"replace by position": "REPLACE INTO entries SELECT position, stream, 5, kind, data, seat, said, rules, cause_kind, cause_ref, at, hash, prev FROM entries WHERE version = 4",
		"update or replace":   "UPDATE OR REPLACE entries SET version = 1 WHERE version = 2",
		"a gap":               "INSERT INTO entries (" + all + ") SELECT stream, 6, kind, data, seat, said, rules, cause_kind, cause_ref, at, hash, prev FROM entries WHERE version = 4",
		"a wrong link":        "INSERT INTO entries (" + all + ") SELECT stream, 5, kind, data, seat, said, rules, cause_kind, cause_ref, at, prev, hash FROM entries WHERE version = 4",
		"another secret":      "UPDATE secrets SET secret = zeroblob(32)",
	} {
		if _, err := db.Exec(script); err == nil || !strings.Contains(err.Error(), "(1811)") {
			t.Errorf("%s: %v, want a trigger to refuse it", name, err)
		}
	}
	do(t, db, "INSERT INTO entries ("+all+") SELECT stream, 5, kind, data, seat, said, rules, cause_kind, cause_ref, at, hash, prev FROM entries WHERE version = 4")
}

func TestTamperingIsFound(t *testing.T) {
	dir := filled(t)
	do(t, raw(t, dir), `DROP TRIGGER entries_never_change;
		UPDATE entries SET data = replace(data, '17', '18') WHERE version = 3`)
	s := openIn(t, dir)
	entries, err := s.Stream(t.Context(), "a", 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	e, ok := errors.AsType[*events.ChainError](events.VerifyChain(entries, [32]byte{1}))
	if !ok || e.Version != 3 || e.Stream != "a" {
		t.Errorf("%v, want a *ChainError at version 3", e)
	}
}

func TestSpoiledLetterIsNotSent(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	b := batch("a", 0)
	b.Letters = []events.Letter{{Stream: "a", Kind: "asked"}}
	_, errCommit := s.Commit(t.Context(), b)
	letters, errClaim := s.Claim(t.Context(), b.Now, 1)
	if errCommit != nil || errClaim != nil || len(letters) != 1 {
		t.Fatal(errCommit, errClaim, letters)
	}
	if err := s.Rendered(t.Context(), letters[0].ID, "<1@x>", []byte("text")); err != nil {
		t.Fatal(err)
	}
	do(t, raw(t, dir), "UPDATE letter_bytes SET packed = x'0300'") // nothing, deflated
	if text, err := s.Bytes(t.Context(), letters[0].ID); err == nil {
		t.Errorf("%q is not what was rendered", text)
	}
}

func TestFilesThatAreNotLogs(t *testing.T) {
	for name, spoil := range map[string]string{
		"another program's":       "PRAGMA application_id = 0; DROP TABLE cursors",
		"marked another's":        "PRAGMA application_id = 7",
		"from a newer binary":     "PRAGMA user_version = 99",
		"with another first step": "UPDATE migrations SET hash = zeroblob(32)",
	} {
		dir := filled(t)
		db := raw(t, dir)
		do(t, db, spoil+"; PRAGMA journal_mode = DELETE")
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		refused(t, name, dir)
	}
}

// refused expects that the file in dir is turned down and left as it is.
func refused(t *testing.T, name, dir string) {
	t.Helper()
	path := filepath.Join(dir, "log.db")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := events.Open(t.Context(), path); !errors.Is(err, events.ErrSchema) {
		t.Errorf("%s: %v, want ErrSchema", name, err)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("%s: the file was changed (%v)", name, err)
	}
}

func TestFilesThatAreNoDatabases(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log.db")
	if err := os.WriteFile(path, bytes.Repeat([]byte("Dear diary, "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{path, dir, filepath.Join(dir, "nowhere", "log.db")} {
		if _, err := events.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := events.Open(t.Context(), filepath.Join(dir, "nowhere", "log.db")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestPaths(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a b", "a?mode=ro", "a#b", "a%20b", "100%", "é&=+;:@", "file:x"} {
		path := filepath.Join(dir, name)
		s, err := events.Open(t.Context(), path)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := s.Commit(t.Context(), batch("a", 0)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if v, err := s.Version(t.Context(), "a"); err != nil || v != 1 {
			t.Errorf("%s: version %d, %v", name, v, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 7 {
		t.Errorf("files: %v, %v", left, err)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	s := openIn(t, t.TempDir())
	for _, script := range []string{
		"INSERT INTO cursors VALUES ('m', 1, 1)",
		"PRAGMA query_only = 0; INSERT INTO cursors VALUES ('m', 1, 1)",
	} {
		if _, err := s.Reader().Exec(script); err == nil {
			t.Errorf("wrote: %s", script)
		}
	}
}

func TestWriterSettings(t *testing.T) {
	s := openIn(t, t.TempDir())
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "secure_delete": "1", "busy_timeout": "5000",
	} {
		var got string
		err := s.Write(t.Context(), func(tx *sql.Tx) error { return tx.QueryRow("PRAGMA " + pragma).Scan(&got) })
		if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", pragma, got, err, want)
		}
	}
}

func TestTwoStoresOnOneFile(t *testing.T) {
	dir := t.TempDir()
	s1, s2 := openIn(t, dir), openIn(t, dir)
	for version := int64(0); version < 20; version += 2 {
		if _, err := s1.Commit(t.Context(), batch("a", version)); err != nil {
			t.Fatal(err)
		}
		if _, err := s2.Commit(t.Context(), batch("a", version)); !errors.Is(err, events.ErrConflict) {
			t.Fatal(err)
		}
		if _, err := s2.Commit(context.Background(), batch("a", version+1)); err != nil {
			t.Fatal(err)
		}
	}
}
