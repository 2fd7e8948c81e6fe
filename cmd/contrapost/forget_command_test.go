package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForgetWhileServed: an operator has somebody forgotten beside a running service,
// which plays on; a backup from before, restored, forgets them again.
func TestForgetWhileServed(t *testing.T) {
	o, s, config, ids := playing(t)
	backups := o.path("older")
	o.must(os.Mkdir(backups, 0o700))
	copied := filepath.Join(backups, "copy.db")
	o.contrapost(exitDone, "backup", "--config", config, copied)

	if _, told := o.contrapost(exitUsage, "forget", "--config", config, "eve@localhost"); !strings.Contains(told, "nobody has the address eve@localhost") {
		t.Errorf("a stranger: %s", told)
	}
	out, _ := o.contrapost(exitDone, "forget", "--config", config, "BOB@localhost")
	if !strings.HasPrefix(out, "forgot player ") {
		t.Errorf("said %q", out)
	}
	if _, told := o.contrapost(exitUsage, "forget", "--config", config, "bob@localhost"); !strings.Contains(told, "nobody") {
		t.Errorf("again: %s", told)
	}
	o.write("ann", "status")
	for !strings.Contains(o.next(s).text, ids[0]) {
	}
	o.end(s, exitDone)
	o.gone("bob@localhost", backups)
	tables, _ := o.contrapost(exitDone, "tables", "--config", config)
	if !strings.Contains(tables, "closed") || strings.Count(tables, "\n") != 3 {
		t.Errorf("tables:\n%s", tables)
	}

	out, _ = o.contrapost(exitDone, "restore", "--config", config, copied)
	if !strings.Contains(out, "forgot 1 players again") {
		t.Errorf("said %q", out)
	}
	o.gone("bob@localhost", backups)
	out, _ = o.contrapost(exitDone, "players", "--config", config)
	if strings.Count(out, "\n") != 3 || !strings.Contains(out, "ann@localhost") {
		t.Errorf("players:\n%s", out)
	}
	// Without a database, the file beside the key is enough.
	o.must(os.Remove(o.path("game.db")))
	if out, _ = o.contrapost(exitDone, "restore", "--config", config, copied); !strings.Contains(out, "forgot 1 players again") {
		t.Errorf("said %q", out)
	}
	o.gone("bob@localhost", backups)

	s = o.start(config)
	o.write("ann", "status")
	for text := ""; !strings.Contains(text, "waits for your answer"); { // a bot has played on, if it had to
		if text = o.next(s).text; strings.Contains(text, "waits for") {
			o.write("ann", "status")
		}
	}
	o.end(s, exitDone)
	o.gone("bob@localhost", backups)
}

// gone tests that a word stands in no file of the office but those under a directory.
func (o *office) gone(word, but string) {
	o.Helper()
	for _, where := range find(o.T, o.dir, word) {
		if !strings.HasPrefix(where, filepath.Base(but)) && !strings.HasPrefix(where, "copy.db") {
			o.Errorf("still there: %s", where)
		}
	}
}

// TestForgetNeedsADatabase: nothing is made, and a damaged note is told.
func TestForgetNeedsADatabase(t *testing.T) {
	o, s, config, _ := playing(t)
	o.end(s, exitDone)
	o.contrapost(exitUsage, "forget", "--db", o.path("nowhere.db"), "ann@localhost")
	if _, err := os.Stat(o.path("nowhere.db")); err == nil {
		t.Error("a database was made")
	}
	o.file("game.key.forgotten", "{\"player\":\"X\"}\n")
	if _, told := o.contrapost(exitFault, "forget", "--config", config, "ann@localhost"); !strings.Contains(told, "game.key.forgotten, line 1") {
		t.Errorf("damaged notes: %s", told)
	}
	if out, _ := o.contrapost(exitDone, "players", "--config", config); !strings.Contains(out, "ann@localhost") {
		t.Errorf("half forgotten:\n%s", out)
	}
	// With --db the notes lie beside the database.
	o.contrapost(exitDone, "forget", "--db", o.path("game.db"), "ann@localhost")
	if notes, err := readNotes(o.path("game.db.forgotten")); err != nil || len(notes) != 1 || !notes[0].Of("ann@localhost") {
		t.Errorf("noted %+v, %v", notes, err)
	}
}
