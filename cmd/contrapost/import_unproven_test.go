package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
)

// TestImportUnproven: a file that this program can only believe is refused, with what
// cannot be checked, and so is one whose orders claim rules that nobody here knows.
func TestImportUnproven(t *testing.T) {
	h := byHand(t)
	for name, c := range map[string]struct {
		do   func(*export.History)
		want string
	}{
		"without its deck": {func(h *export.History) { h.Deck.Text = "" }, "is not imported: its deck cannot be checked here\n"},
		"older rules":      {func(h *export.History) { claim(h, 0) }, "is not imported: its orders cannot be checked here\n"},
		"newer rules":      {func(h *export.History) { claim(h, 2) }, "decided by rules 2, which this binary does not know\n"},
	} {
		forged := *h
		forged.Entries = slices.Clone(h.Entries)
		c.do(&forged)
		file := filepath.Join(t.TempDir(), "forged.jsonl")
		var b, out, told strings.Builder
		if err := errors.Join(forged.Write(&b), os.WriteFile(file, []byte(b.String()), 0o600)); err != nil {
			t.Fatal(err)
		}
		if code := run(t.Context(), []string{"import", file, "--db", file + ".db"}, nil, &out, &told); code != exitNotHeld || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: exit code %d\n%s%s", name, code, &out, &told)
		}
		if _, err := os.Stat(file + ".db"); err == nil {
			t.Errorf("%s: a database was made", name)
		}
	}
}

// byHand is the history of a game that was written by hand.
func byHand(t *testing.T) *export.History {
	t.Helper()
	n, err := notation()
	if err != nil {
		t.Fatal(err)
	}
	h, err := n.Read(strings.NewReader(kitchen))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// claim has the last order of a game go back to rules, with the hashes that follow.
func claim(h *export.History, rules int) {
	last := 0
	for i, e := range h.Entries {
		if e.Order != "" && e.Rules > 0 && !lobby.Owns(e.Kind) {
			last = i
		}
	}
	h.Entries[last].Rules, h.Rules = rules, max(rules, h.Rules)
	var prev [32]byte
	for i := range h.Entries {
		e := &h.Entries[i]
		e.Prev = prev
		e.Hash = events.Sum(prev, events.Salt(h.Secret, e.Version), *e)
		prev = e.Hash
	}
}
