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

// TestWhereNothingIsImported: a place that is not there, and what is no game, are told
// in a sentence, and nothing is made of them.
func TestWhereNothingIsImported(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	game := o.file("kitchen.txt", kitchen)
	if _, told := o.contrapost(exitUsage, "import", game, "--db", o.path("nowhere/games.db")); !strings.Contains(told, "make the directory first") {
		t.Errorf("told %q", told)
	}
	if _, told := o.contrapost(exitUsage, "import", o.path("nope"), "--db", o.path("games.db")); strings.Count(told, o.path("nope")) != 1 {
		t.Errorf("told %q", told)
	}
	o.contrapost(exitDone, "import", game, "--db", o.path("kept.db"))
	for _, name := range []string{
		o.dir, o.path("kept.db"), o.file("page.html", "<!doctype html>\n<html></html>\n"), o.file("page2.html", "\ufeff\n  <!DOCTYPE html>"),
		o.file("letters.mbox", "From game@localhost Thu Jan  1 12:00:00 2026\nSubject: Hello\n\nHello.\n"),
	} {
		for _, args := range [][]string{{"import", name, "--db", o.path("games.db")}, {"verify", "--file", name}} {
			if out, told := o.contrapost(exitUsage, args...); out != "" || !strings.Contains(told, "the text or the jsonl") {
				t.Errorf("%s of %s: told %q, %q", args[0], name, out, told)
			}
		}
	}
	if _, err := os.Stat(o.path("games.db")); err == nil {
		t.Error("a database was made for nothing")
	}
}

// TestVerifyText: a text is verified as the jsonl is; one that was changed is broken.
func TestVerifyText(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	hand := o.file("kitchen.txt", kitchen)
	out, _ := o.contrapost(exitDone, "import", hand, "--db", o.path("games.db"))
	id := strings.Fields(out)[1]
	text, _ := o.contrapost(exitDone, "export", id, "--format", "text", "--db", o.path("games.db"))
	for _, name := range []string{hand, o.file("whole.txt", text)} {
		if out, _ := o.contrapost(exitDone, "verify", "--file", name); !strings.HasPrefix(out, "held file\n") || !strings.Contains(out, "held orders\n") {
			t.Errorf("verify %s:\n%s", name, out)
		}
	}
	if _, told := o.contrapost(exitUsage, "verify", "--file", hand, "ZZZZZ"); !strings.Contains(told, "is an export of table "+id) {
		t.Errorf("told %q", told)
	}
	bad := o.file("bad.txt", strings.Replace(text, "Ann resigns", "Cem resigns", 1))
	if out, _ := o.contrapost(exitNotHeld, "verify", "--file", bad); !strings.HasPrefix(out, "broken file: line ") {
		t.Errorf("verify:\n%s", out)
	}
}

// TestNoLettersToExport: a table of which no letter is kept gives no empty mailbox.
func TestNoLettersToExport(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	out, _ := o.contrapost(exitDone, "import", o.file("kitchen.txt", kitchen), "--db", o.path("games.db"))
	for _, more := range [][]string{nil, {"--out", o.path("letters.mbox")}} {
		args := append([]string{"export", strings.Fields(out)[1], "--format", "mbox", "--db", o.path("games.db")}, more...)
		if _, told := o.contrapost(exitUsage, args...); !strings.Contains(told, "no letter") {
			t.Errorf("told %q", told)
		}
	}
	if _, err := os.Stat(o.path("letters.mbox")); err == nil {
		t.Error("an empty mailbox was written")
	}
}

// TestNoRulingAtAnImportedTable: nobody is there to be told of it, not even a note.
func TestNoRulingAtAnImportedTable(t *testing.T) {
	v := governed(t, "Ann")
	file := filepath.Join(t.TempDir(), "kitchen.txt")
	v.must(os.WriteFile(file, []byte(kitchen), 0o600))
	var out, told strings.Builder
	if code := run(v.ctx, []string{"import", file, "--db", v.db}, nil, &out, &told); code != exitDone {
		t.Fatalf("exit code %d: %s", code, &told)
	}
	id := strings.Fields(out.String())[1]
	version := v.version(id)
	const why = "was imported: nobody there could be told"
	if told := v.moderate(exitUsage, id, "note", "Hello."); !strings.Contains(told, "Table "+id+" "+why) {
		t.Errorf("told %q", told)
	}
	wants(t, v.ask("Mod", "moderate "+id+" note Hello."), "Not done:", why)
	if v.version(id) != version {
		t.Error("what was refused has changed the log")
	}
}

// TestReplayOfModerators: what a moderator says to everybody stands in the replay, as a
// moderator's, and so does an unsealing with its reason.
func TestReplayOfModerators(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kitchen.txt")
	spoken := strings.Replace(kitchen, "Ann resigns", "the moderator notes \"Be kind.\"\nKim unseals the log because \"Cem asked.\"\nAnn resigns", 1)
	if err := os.WriteFile(file, []byte(spoken), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := readHistory(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	page := string(replayed(t, h, "en"))
	for _, want := range []string{"The moderator", "Be kind.", "opened, secrets and all, by: Kim.", "Cem asked."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
