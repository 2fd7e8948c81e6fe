package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// contrapost runs a command as an operator would.
func (o *office) contrapost(want int, args ...string) (stdout, stderr string) {
	o.Helper()
	var out, told strings.Builder
	if code := run(o.ctx, args, nil, &out, &told); code != want {
		o.Errorf("contrapost %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), code, want, &out, &told)
	}
	return out.String(), told.String()
}

func (o *office) path(name string) string { return filepath.Join(o.dir, name) }

// playing starts a service with a table of two in play and one that waits.
func playing(t *testing.T) (o *office, s *started, config string, ids []string) {
	t.Helper()
	o = newOffice(t, loopback.NoTLS)
	config = o.config(mailer.NoTLS, "")
	s = o.start(config)
	o.write("ann", "new konvooi for 2")
	join := joinOrder.FindString(o.next(s).text)
	ids = append(ids, strings.TrimPrefix(join, "join "))
	o.write("bob", join)
	o.next(s)
	o.next(s)
	o.write("bob", "new declare for 4")
	ids = append(ids, strings.TrimPrefix(joinOrder.FindString(o.next(s).text), "join "))
	return o, s, config, ids
}

// standing lists the tables of a database but for their letters, some of which may be on
// their way.
func (o *office) standing(database ...string) string {
	o.Helper()
	out, _ := o.contrapost(exitDone, append([]string{"tables", "--json"}, database...)...)
	return withoutLetters(out)
}

var listedLetters = regexp.MustCompile(`,"letters":\[[^]]*\]`)

func withoutLetters(tables string) string { return listedLetters.ReplaceAllString(tables, "") }

// TestTablesAndPlayers: the lists say what the log says, while the service runs.
func TestTablesAndPlayers(t *testing.T) {
	o, s, config, ids := playing(t)
	out, _ := o.contrapost(exitDone, "tables", "--json", "--config", config)
	var rows []tableRow
	for lines := json.NewDecoder(strings.NewReader(out)); ; {
		var row tableRow
		if err := lines.Decode(&row); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if len(rows) != 2 || len(rows[0].Awaited) != 1 || !strings.Contains("ann bob", rows[0].Awaited[0]) {
		t.Fatalf("tables %s", out)
	}
	if left := time.Until(rows[0].Deadline); left < 71*time.Hour || left > 72*time.Hour {
		t.Errorf("the turn ends in %v", left)
	}
	awaited, until := rows[0].Awaited[0], rows[0].Deadline
	rows[0].Awaited, rows[0].Deadline = nil, time.Time{}
	if l := rows[0].Letters[0]; l.State != table.Delivered || time.Since(l.Since) > time.Hour || l.Tries != 1 {
		t.Errorf("ann's letters: %+v", l)
	}
	for _, r := range rows { // the last ones may still be on their way
		for i, l := range r.Letters {
			r.Letters[i] = fareRow{Seat: l.Seat, Name: l.Name}
		}
	}
	want := []tableRow{
		{Table: ids[0], Game: "konvooi", State: "playing", Players: 2, Want: 2, Letters: []fareRow{{Seat: 1, Name: "ann"}, {Seat: 2, Name: "bob"}}},
		{Table: ids[1], Game: "declare", State: "open", Players: 1, Want: 4, Awaited: []string{}, Letters: []fareRow{{Seat: 1, Name: "bob"}}},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}

	out, _ = o.contrapost(exitDone, "tables", "--config", config)
	var words [][]string
	for line := range strings.Lines(out) {
		words = append(words, strings.Fields(line))
	}
	if diff := cmp.Diff([][]string{
		{"TABLE", "GAME", "STATE", "PLAYERS", "AWAITED", "UNTIL", "BOTS", "SEEKING"},
		append([]string{ids[0], "konvooi", "playing", "2/2", awaited}, strings.Fields(until.UTC().Format("2006-01-02 15:04 MST - -"))...),
		{ids[1], "declare", "open", "1/4", "-", "-", "-", "-"},
	}, words); diff != "" {
		t.Error(diff)
	}

	out, _ = o.contrapost(exitDone, "players", "--json", "--db", o.path("game.db"))
	for _, want := range []string{`"address":"ann@localhost"`, `"tables":["` + ids[0] + `"]`, `"tables":["` + ids[0] + `","` + ids[1] + `"]`} {
		if strings.Count(out, want) != 1 {
			t.Errorf("players lack %s:\n%s", want, out)
		}
	}
	out, _ = o.contrapost(exitDone, "players", "--config", config)
	if strings.Count(out, "\n") != 3 || !strings.Contains(out, "bob@localhost") {
		t.Errorf("players:\n%s", out)
	}
	o.end(s, exitDone)
}

// TestBrokenTableIsListed: a table that does not fold hides no other.
func TestBrokenTableIsListed(t *testing.T) {
	o, s, config, ids := playing(t)
	o.end(s, exitDone)
	store, err := events.Open(o.ctx, o.path("game.db"))
	o.must(err)
	version, err := store.Version(o.ctx, ids[0])
	o.must(err)
	_, err = store.Commit(o.ctx, events.Batch{Now: time.Now(), Appends: []events.Append{{
		Stream: ids[0], Expected: version, Drafts: []events.Draft{{Kind: "unheard-of", Data: []byte("{}"), Cause: events.Cause{Kind: events.CauseClock}}},
	}}})
	o.must(err)
	o.must(store.Close())
	for _, command := range []string{"tables", "players"} {
		out, told := o.contrapost(exitFault, command, "--config", config)
		if !strings.Contains(out, ids[1]) || !strings.Contains(told, "load table "+ids[0]) {
			t.Errorf("%s: %s%s", command, out, told)
		}
	}
	read, told := o.contrapost(exitFault, "audit", "--config", config, ids[0])
	if !strings.Contains(read, "game-begun") || !strings.Contains(told, "unheard-of") {
		t.Errorf("audit: %s%s", read, told)
	}
	copied := o.path("copy.db")
	o.contrapost(exitDone, "backup", "--config", config, copied)
	out, _ := o.contrapost(exitNotHeld, "restore", "--config", config, copied)
	if !strings.Contains(out, copied+" does not hold: load table "+ids[0]) {
		t.Errorf("restore: %s", out)
	}
}

// TestRestoreWhatWas: a backup made while the service runs is put in place again,
// what came after it is kept aside, and a service goes on from it.
func TestRestoreWhatWas(t *testing.T) {
	o, s, config, ids := playing(t)
	copied := o.path("copy.db")
	out, _ := o.contrapost(exitDone, "backup", "--config", config, copied)
	if !strings.HasPrefix(out, "backed up to "+copied) {
		t.Errorf("said %q", out)
	}
	before, _ := o.contrapost(exitDone, "tables", "--json", "--db", copied)
	o.write("ann", "new konvooi for 3")
	o.next(s)
	after := o.standing("--config", config)
	if after == withoutLetters(before) {
		t.Fatal("nothing happened after the backup")
	}
	for _, command := range [][]string{{"restore", "--config", config, copied}, {"rebuild", "--config", config}} {
		if _, told := o.contrapost(exitUsage, command...); !strings.Contains(told, "is in use by another contrapost") {
			t.Errorf("%s while served: %s", command[0], told)
		}
	}
	o.end(s, exitDone)

	out, _ = o.contrapost(exitDone, "restore", "--config", config, copied)
	if !strings.Contains(out, "restored 2 tables, ") {
		t.Errorf("said %q", out)
	}
	if now, _ := o.contrapost(exitDone, "tables", "--json", "--config", config); now != before {
		t.Errorf("restored\n%swant\n%s", now, before)
	}
	aside, err := filepath.Glob(o.path("game.db.before-restore-*"))
	if err != nil || len(aside) != 1 || !strings.Contains(out, aside[0]) {
		t.Fatalf("kept aside: %v, %v; said %q", aside, err, out)
	}
	if kept := o.standing("--db", aside[0]); kept != after {
		t.Errorf("kept\n%swant\n%s", kept, after)
	}
	if out, _ := o.contrapost(exitDone, "rebuild", "--config", config); out != "rebuilt the read tables of 2 tables\n" {
		t.Errorf("said %q", out)
	}
	s = o.start(config)
	// The mail that came after the backup is heard again; a letter that was on its
	// way at that moment may come again before it.
	for !strings.Contains(o.next(s).text, "Seated: ann") {
	}
	o.end(s, exitDone)
	if now, _ := o.contrapost(exitDone, "tables", "--db", o.path("game.db")); !strings.Contains(now, ids[0]) || strings.Count(now, "\n") != 4 {
		t.Errorf("tables:\n%s", now)
	}
}

// TestRestoreAfterACrash: what a crash left of the old database beside it goes into
// the copy that is kept, and not into the new one.
func TestRestoreAfterACrash(t *testing.T) {
	o, s, config, _ := playing(t)
	copied := o.path("copy.db")
	o.contrapost(exitDone, "backup", "--config", config, copied)
	before, _ := o.contrapost(exitDone, "tables", "--json", "--db", copied)
	o.write("ann", "new konvooi for 3")
	o.next(s)
	crashed := filepath.Join(t.TempDir(), "game.db")
	o.must(copyNew(crashed, o.path("game.db")))
	o.must(copyNew(crashed+"-wal", o.path("game.db-wal")))
	o.end(s, exitDone)
	after := o.standing("--config", config)

	if _, told := o.contrapost(exitUsage, "restore", "--db", o.path("other.db"), crashed); !strings.Contains(told, "is a database in use") {
		t.Errorf("a database with a write-ahead log: %s", told)
	}
	o.contrapost(exitDone, "restore", "--db", crashed, copied)
	if now, _ := o.contrapost(exitDone, "tables", "--json", "--db", crashed); now != before {
		t.Errorf("restored\n%swant\n%s", now, before)
	}
	aside, _ := filepath.Glob(crashed + ".before-restore-*Z")
	if len(aside) != 1 {
		t.Fatalf("kept aside: %v", aside)
	}
	if kept := o.standing("--db", aside[0]); kept != after {
		t.Errorf("kept\n%swant\n%s", kept, after)
	}
}

// tampered copies a database and changes, behind the back of its triggers, what an
// entry says of its order, which no fold looks at.
func (o *office) tampered(from string) string {
	o.Helper()
	path := o.path("tampered.db")
	o.must(copyNew(path, from))
	db, err := sql.Open("sqlite", "file:"+path)
	o.must(err)
	_, err = db.ExecContext(o.ctx, "DROP TRIGGER entries_never_change; UPDATE entries SET said = 'pass' WHERE version = 2")
	o.must(errors.Join(err, db.Close()))
	return path
}

// TestBadBackups: what is no whole backup of ours is refused, and nothing changes.
func TestBadBackups(t *testing.T) {
	o, s, config, _ := playing(t)
	o.end(s, exitDone)
	good := o.path("good.db")
	o.contrapost(exitDone, "backup", "--config", config, good)
	whole := read(t, good)
	present := read(t, o.path("game.db"))
	damaged := []byte(whole)
	for i := len(damaged) / 2; i < len(damaged)/2+20_000; i++ {
		damaged[i] ^= 0x55
	}
	for name, c := range map[string]struct {
		file string
		code int
		want string
	}{
		"missing":    {o.path("nowhere.db"), exitUsage, "no such file"},
		"directory":  {o.dir, exitUsage, "is no file"},
		"itself":     {o.path("game.db"), exitUsage, "is the database itself"},
		"diary":      {o.file("diary.db", strings.Repeat("Dear diary, ", 1000)), exitNotHeld, "does not hold"},
		"empty":      {o.file("empty.db", ""), exitNotHeld, "it is empty"},
		"cut off":    {o.file("cut.db", whole[:len(whole)/2]), exitNotHeld, "does not hold"},
		"damaged":    {o.file("damaged.db", string(damaged)), exitNotHeld, "does not hold"},
		"tampered":   {o.tampered(good), exitNotHeld, "is broken at version 2: hash does not match what it says"},
		"not a word": {o.file("one.db", whole[:1]), exitNotHeld, "does not hold"},
	} {
		out, told := o.contrapost(c.code, "restore", "--config", config, c.file)
		if !strings.Contains(out+told, c.want) {
			t.Errorf("%s: %s%s", name, out, told)
		}
	}
	if read(t, o.path("game.db")) != present {
		t.Error("the database was changed")
	}
	for _, left := range []string{"game.db.*-*", "nowhere*"} {
		if names, err := filepath.Glob(o.path(left)); err != nil || len(names) != 0 {
			t.Errorf("left behind: %v, %v", names, err)
		}
	}
	if _, told := o.contrapost(exitUsage, "backup", "--config", config, good); !strings.Contains(told, "name a new file") || read(t, good) != whole {
		t.Errorf("written over: %s", told)
	}
}

// TestRestoreWhereNothingIs: a lost database comes back, and nothing is kept aside.
func TestRestoreWhereNothingIs(t *testing.T) {
	o, s, config, _ := playing(t)
	o.end(s, exitDone)
	copied := o.path("copy.db")
	o.contrapost(exitDone, "backup", "--config", config, copied)
	want, _ := o.contrapost(exitDone, "tables", "--config", config)
	o.must(os.Remove(o.path("game.db")))
	out, _ := o.contrapost(exitDone, "restore", "--config", config, copied)
	if strings.Contains(out, "kept") {
		t.Errorf("said %q", out)
	}
	if got, _ := o.contrapost(exitDone, "tables", "--config", config); got != want {
		t.Errorf("restored\n%swant\n%s", got, want)
	}
	if about, err := os.Stat(o.path("game.db")); err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", about, err)
	}
}
