package main

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRestoreKilled: wherever a restoration is killed, the old database is whole, with
// what only its write-ahead log held, or the new one is in its place; and the next
// restoration works, and leaves nothing of the one that was killed.
func TestRestoreKilled(t *testing.T) {
	o, s, config, _ := playing(t)
	copied := o.path("copy.db")
	o.contrapost(exitDone, "backup", "--config", config, copied)
	tables := func(db string) string { return o.standing("--db", db) }
	renewed := tables(copied)
	o.write("ann", "new konvooi for 3")
	o.next(s)
	crashed := o.path("crashed.db")
	o.must(copyNew(crashed, o.path("game.db")))
	o.must(copyNew(crashed+"-wal", o.path("game.db-wal")))
	o.end(s, exitDone)
	old := tables(o.path("game.db"))
	if about, err := os.Stat(crashed + "-wal"); err != nil || about.Size() == 0 || old == renewed {
		t.Fatalf("nothing lies in the write-ahead log: %v", err)
	}
	for killed := range 4 {
		db := filepath.Join(t.TempDir(), fmt.Sprintf("killed-%d.db", killed))
		o.must(copyNew(db, crashed))
		o.must(copyNew(db+"-wal", crashed+"-wal"))
		r := restoration{backup: copied, db: db, stamp: "then"}
		o.must(copyNew(r.draft(), copied))
		steps := r.place()
		for _, step := range steps[:killed] {
			o.must(step(o.ctx))
		}
		want := old
		if killed == len(steps) {
			want = renewed
		}
		if got := tables(db); got != want {
			t.Errorf("killed after %d steps:\n%swant\n%s", killed, got, want)
		}
		if killed < len(steps) {
			if _, told := o.contrapost(exitUsage, "restore", "--db", db, r.draft()); !strings.Contains(told, "was left by a restore") {
				t.Errorf("its draft as a backup: %s", told)
			}
		}
		o.contrapost(exitDone, "restore", "--db", db, copied)
		if got := tables(db); got != renewed {
			t.Errorf("restored once more after %d steps:\n%swant\n%s", killed, got, renewed)
		}
		if left, err := filepath.Glob(db + ".restoring-*"); err != nil || left != nil {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// TestRestoreOverRuins: a database that is damaged beyond reading is no obstacle.
func TestRestoreOverRuins(t *testing.T) {
	o, s, config, _ := playing(t)
	o.end(s, exitDone)
	copied := o.path("copy.db")
	o.contrapost(exitDone, "backup", "--config", config, copied)
	whole := read(t, copied)
	for name, ruin := range map[string]string{"diary": "Dear diary, dear diary.", "cut": whole[:len(whole)/2], "empty": ""} {
		db := o.file(name+".db", ruin)
		o.file(name+".db-wal", "a log of nothing")
		o.contrapost(exitDone, "restore", "--db", db, copied)
		want, _ := o.contrapost(exitDone, "tables", "--json", "--db", copied)
		if got, _ := o.contrapost(exitDone, "tables", "--json", "--db", db); got != want {
			t.Errorf("%s: restored\n%swant\n%s", name, got, want)
		}
	}
}

// TestRestoreForgetsNobodyByImport: what came along with a table that was played
// elsewhere erases nobody whom a backup knows.
func TestRestoreForgetsNobodyByImport(t *testing.T) {
	o, s, config, _ := playing(t)
	o.end(s, exitDone)
	copied := o.path("copy.db")
	o.contrapost(exitDone, "backup", "--config", config, copied)
	db, err := sql.Open("sqlite", "file:"+o.path("game.db"))
	o.must(err)
	_, err = db.ExecContext(o.ctx, "INSERT INTO forgettings (player, salt, sum, at, scoured) SELECT id, zeroblob(16), zeroblob(32), 1, 1 FROM players")
	o.must(errors.Join(err, db.Close()))
	before, _ := o.contrapost(exitDone, "players", "--json", "--db", copied)
	out, _ := o.contrapost(exitDone, "restore", "--config", config, copied)
	if after, _ := o.contrapost(exitDone, "players", "--json", "--config", config); after != before || strings.Contains(out, "forgot") {
		t.Errorf("%safterwards:\n%sbefore:\n%s", out, after, before)
	}
}
