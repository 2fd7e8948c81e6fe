package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestToldToStop: neither verify nor import goes on once it is told to stop, and
// nothing is said to hold or taken in.
func TestToldToStop(t *testing.T) {
	dir := t.TempDir()
	text, lines, db := filepath.Join(dir, "game.txt"), filepath.Join(dir, "game.jsonl"), filepath.Join(dir, "game.db")
	var b strings.Builder
	if err := byHand(t).Write(&b); err != nil {
		t.Fatal(err)
	}
	for file, content := range map[string]string{text: kitchen, lines: b.String()} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, args := range [][]string{
		{"import", text, "--db", db},
		{"import", lines, "--db", db},
		{"verify", "--file", lines},
		{"verify", "--file", lines, "--letters", text},
	} {
		var out, told strings.Builder
		if code := run(ctx, args, nil, &out, &told); code != exitFault || out.String() != "" || !strings.Contains(told.String(), "context canceled") {
			t.Errorf("%v: exit code %d\n%s%s", args, code, &out, &told)
		}
		if _, err := os.Stat(db); err == nil {
			t.Errorf("%v: there is a database", args)
		}
	}
}
