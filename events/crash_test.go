package events_test

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"contrapost/events"
)

// check opens the store in dir, verifies its only table and gives its version.
func check(t *testing.T, dir string) int64 {
	t.Helper()
	s := openIn(t, dir)
	entries, err := s.Stream(t.Context(), "a", 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := events.VerifyChain(entries, [32]byte{1}); err != nil {
		t.Error(err)
	}
	if len(entries) == 0 {
		return 0
	}
	if _, err := s.Commit(t.Context(), batch("a", int64(len(entries)))); err != nil {
		t.Errorf("cannot go on: %v", err)
	}
	return int64(len(entries))
}

// A copy of the files in the middle of a transaction is what a crash leaves.
func TestCrashWhileWriting(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	for version := range int64(5) {
		if _, err := s.Commit(t.Context(), batch("a", version)); err != nil {
			t.Fatal(err)
		}
	}
	crashed, cut := t.TempDir(), errors.New("never mind")
	err := s.Write(t.Context(), func(tx *sql.Tx) error {
		// More than the cache holds, so that some of it is in the files already.
		for range 20 {
			if _, err := tx.Exec("INSERT INTO inbox SELECT NULL, hex(randomblob(20)), '', '', '', 0, '', 0, 1, '', zeroblob(300000), '', '', '', ''"); err != nil {
				return err
			}
		}
		return errors.Join(cut, os.CopyFS(crashed, os.DirFS(dir)))
	})
	if err == nil || err.Error() != cut.Error() {
		t.Fatal(err)
	}
	wal, err := os.ReadFile(filepath.Join(crashed, "log.db-wal"))
	if err != nil || len(wal) < 1_000_000 {
		t.Fatalf("nothing unfinished in the files: %d bytes, %v", len(wal), err)
	}
	if version := check(t, crashed); version != 5 {
		t.Errorf("version %d after the crash, want 5", version)
	}
	var mails int
	if err := raw(t, crashed).QueryRow("SELECT count(*) FROM inbox").Scan(&mails); err != nil || mails != 0 {
		t.Errorf("%d mails, %v", mails, err)
	}
}

// Wherever the write-ahead log is cut off, what is left is whole commits.
func TestTornWriteAheadLog(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	for version := range int64(5) {
		if _, err := s.Commit(t.Context(), batch("a", version)); err != nil {
			t.Fatal(err)
		}
	}
	db, errDB := os.ReadFile(filepath.Join(dir, "log.db"))
	wal, errWAL := os.ReadFile(filepath.Join(dir, "log.db-wal"))
	if errDB != nil || errWAL != nil {
		t.Fatal(errDB, errWAL)
	}
	var last int64
	for i := range 12 {
		torn := t.TempDir()
		errDB := os.WriteFile(filepath.Join(torn, "log.db"), db, 0o600)
		errWAL := os.WriteFile(filepath.Join(torn, "log.db-wal"), wal[:len(wal)-(11-i)*2999], 0o600)
		if errDB != nil || errWAL != nil {
			t.Fatal(errDB, errWAL)
		}
		version := check(t, torn)
		if version < last {
			t.Errorf("cut %d: version %d, after %d with less", i, version, last)
		}
		last = version
	}
	if last != 5 {
		t.Errorf("uncut: version %d, want 5", last)
	}
}

// A process that is killed has kept every commit it was told of.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("EVENTS_TEST_COMMIT_IN"); dir != "" {
		commitForEver(t, dir)
	}
	dir := t.TempDir()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilled$")
	child.Env = append(os.Environ(), "EVENTS_TEST_COMMIT_IN="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var told int64
	for lines := bufio.NewScanner(out); told < 100 && lines.Scan(); {
		if told, err = strconv.ParseInt(strings.TrimSpace(lines.Text()), 10, 64); err != nil {
			t.Error(err)
			break
		}
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // killed
	if version := check(t, dir); told < 100 || version < told {
		t.Errorf("version %d after the crash, was told of %d", version, told)
	}
}

func commitForEver(t *testing.T, dir string) {
	s := openIn(t, dir)
	for version := int64(0); ; version++ {
		if _, err := s.Commit(t.Context(), batch("a", version)); err != nil {
			t.Fatal(err)
		}
		fmt.Println(version + 1)
	}
}
