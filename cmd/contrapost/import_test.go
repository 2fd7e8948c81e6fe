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

const kitchen = `Game: konvooi
Seats: Ann, Cem
Seed: kitchen

Ann resigns
Cem resigns
`

// TestImportWhileServed: a table comes into a database that is served, and neither
// disturbs what is played there nor is anybody written to about it.
func TestImportWhileServed(t *testing.T) {
	o, s, config, ids := playing(t)
	o.file("kitchen.txt", kitchen)
	out, _ := o.contrapost(exitDone, "import", filepath.Join(o.dir, "kitchen.txt"), "--config", config)
	id := strings.Fields(out)[1]
	o.write("ann", "join "+id)
	wants(t, o.next(s), "Not done:")
	o.write("bob", "new konvooi for 2") // and life goes on
	wants(t, o.next(s), "Done:")
	if out, _ := o.contrapost(exitDone, "tables", "--config", config); !strings.Contains(out, id) || !strings.Contains(out, ids[0]) {
		t.Errorf("tables:\n%s", out)
	}
	o.end(s, exitDone)
	if out, _ := o.contrapost(exitDone, "verify", "--config", config); !strings.Contains(out, "held read-tables of "+id) || !strings.Contains(out, "held orders of "+id) {
		t.Errorf("verify:\n%s", out)
	}
	again, _ := o.contrapost(exitDone, "export", id, "--format", "text", "--config", config)
	if !strings.Contains(again, " has won.\n#   ") || !strings.Contains(again, ": Warehouse ") {
		t.Errorf("the text does not tell how it ended:\n%s", again)
	}
	o.file("again.txt", again)
	if _, told := o.contrapost(exitUsage, "import", filepath.Join(o.dir, "again.txt"), "--config", config); !strings.Contains(told, "there is a table "+id+" already") {
		t.Error(told)
	}
}

// TestReadmeByHand: the game that the README shows as written by hand is taken in.
func TestReadmeByHand(t *testing.T) {
	readme := read(t, filepath.Join("..", "..", "README.md"))
	_, part, _ := strings.Cut(readme, "is small:\n\n")
	part, _, _ = strings.Cut(part, "\n\n**Importing")
	file := filepath.Join(t.TempDir(), "hand.txt")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll("\n"+part, "\n    ", "\n")[1:]), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, told strings.Builder
	if code := run(t.Context(), []string{"import", file, "--db", file + ".db"}, nil, &out, &told); code != exitDone {
		t.Fatalf("exit code %d\n%s%s", code, &out, &told)
	}
	id := strings.Fields(out.String())[1]
	out.Reset()
	if code := run(t.Context(), []string{"export", id, "--format", "text", "--db", file + ".db"}, nil, &out, &told); code != exitDone {
		t.Fatalf("exit code %d\n%s", code, &told)
	}
	for _, line := range []string{"#   The cards have been dealt to 3 players.\n", "#   Bot-3 "} { // what followed is told with names
		if !strings.Contains(out.String(), line) {
			t.Errorf("lacks %q:\n%s", line, &out)
		}
	}
}

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
