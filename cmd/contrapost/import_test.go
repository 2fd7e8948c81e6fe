package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"contrapost/mailer/loopback"
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

// TestImportedTablesAreRead: verify finds the read tables of an imported game at once,
// in a database that nobody has served.
func TestImportedTablesAreRead(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	db := o.path("games.db")
	out, _ := o.contrapost(exitDone, "import", o.file("kitchen.txt", kitchen), "--db", db)
	id := strings.Fields(out)[1]
	if out, _ := o.contrapost(exitDone, "verify", "--db", db, id); !strings.Contains(out, "held read-tables\n") {
		t.Errorf("verify:\n%s", out)
	}
}
