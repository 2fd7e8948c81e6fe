package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLockEndsWithItsHolder: the database is free again once the process that held
// it is gone, however it went.
func TestLockEndsWithItsHolder(t *testing.T) {
	if db := os.Getenv("CONTRAPOST_TEST_HOLD"); db != "" {
		holdForEver(t, db)
	}
	db := filepath.Join(t.TempDir(), "game.db")
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLockEndsWithItsHolder$")
	child.Env = append(os.Environ(), "CONTRAPOST_TEST_HOLD="+db)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := hold(db); err == nil || !strings.Contains(err.Error(), "is in use by another") {
		t.Errorf("held twice: %v", err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // killed
	lock, err := hold(db)
	if err != nil {
		t.Fatalf("a killed process still holds it: %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Error(err)
	}
}

func holdForEver(t *testing.T, db string) {
	if _, err := hold(db); err != nil {
		t.Fatal(err)
	}
	fmt.Println("held")
	select {}
}

// TestLockWithoutDirectory: a lock is no reason to make directories.
func TestLockWithoutDirectory(t *testing.T) {
	_, err := hold(filepath.Join(t.TempDir(), "nowhere", "game.db"))
	if code := report(io.Discard, err); code != exitUsage {
		t.Errorf("%v, exit code %d", err, code)
	}
}
