package main

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// Under each game stands that game alone, and all of it.
func TestDemoTellsEachGameOnce(t *testing.T) {
	var out bytes.Buffer
	args := []string{"demo", "--players", "2", "--seed", "3", "--out", filepath.Join(t.TempDir(), "demo")}
	if code := run(t.Context(), args, nil, &out, io.Discard); code != exitDone {
		t.Fatalf("exit code %d:\n%s", code, out.String())
	}
	first, second, ok := strings.Cut(out.String(), "\nNothing To Declare, 2 players\n")
	if !ok {
		t.Fatalf("no second game:\n%s", out.String())
	}
	for game, told := range map[string]string{"Konvooi": first, "Nothing To Declare": second} {
		if n := strings.Count(told, "the cards are dealt"); n != 1 {
			t.Errorf("%s: the cards are dealt %d times, want once", game, n)
		}
	}
	if strings.Contains(second, "convoy") || !strings.Contains(second, "place ") {
		t.Errorf("the second game is told as:\n%s", second)
	}
}
