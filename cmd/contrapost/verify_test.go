package main

import (
	"database/sql"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"

	"contrapost/events"
)

// meddled copies a database and runs statements on it behind the back of its triggers.
func (o *office) meddled(from, statements string) string {
	o.Helper()
	path := o.path("meddled.db")
	o.contrapost(exitDone, "backup", "--db", from, path)
	db, err := sql.Open("sqlite", "file:"+path)
	o.must(err)
	_, err = db.ExecContext(o.ctx, "DROP TRIGGER entries_never_change; DROP TRIGGER entries_never_go; DROP TRIGGER secrets_never_change;"+statements)
	o.must(errors.Join(err, db.Close()))
	return path
}

// TestVerifyLive: tables that are being played are verified while they are served.
// Nothing that their secret could be read from is printed, and they are not exported.
func TestVerifyLive(t *testing.T) {
	o, s, config, ids := playing(t)
	out, _ := o.contrapost(exitDone, "verify", "--config", config)
	for _, id := range ids {
		secret, err := readOnly(o, id)
		o.must(err)
		for _, line := range []string{"held chain of " + id, "held commitment of " + id, "held joins of " + id, "not-checked published of " + id + ": the game is not over"} {
			if !strings.Contains(out, line+"\n") {
				t.Errorf("lacks %q", line)
			}
		}
		if strings.Contains(out, hex.EncodeToString(secret[:4])) {
			t.Error("the secret is printed")
		}
		_, told := o.contrapost(exitUsage, "export", id, "--config", config, "--format", "jsonl")
		if want := "the game at table " + id + " is not over; its history can be exported once it is"; !strings.Contains(told, want) {
			t.Errorf("export: %s", told)
		}
	}
	if strings.Contains(out, "broken ") {
		t.Errorf("verify: %s", out)
	}
	o.end(s, exitDone)
}

func readOnly(o *office, id string) ([32]byte, error) {
	store, err := events.OpenToRead(o.ctx, o.path("game.db"))
	if err != nil {
		return [32]byte{}, err
	}
	defer store.Close()
	return store.Secret(o.ctx, id)
}

// TestVerifyDatabase: whatever is changed in a database is found, at its version.
func TestVerifyDatabase(t *testing.T) {
	o, s, config, ids := playing(t)
	o.end(s, exitDone)
	first := "stream = '" + ids[0] + "'"
	for name, c := range map[string]struct{ do, want string }{
		"an entry's data":    {"UPDATE entries SET data = replace(data, '\"seat\":2', '\"seat\":1') WHERE version = 3 AND " + first, "broken chain at version 3: hash does not match what it says"},
		"a missing entry":    {"DELETE FROM entries WHERE version = 3 AND " + first, "broken chain at version 3: version 4 in its place"},
		"the last entry":     {"DELETE FROM entries WHERE version = (SELECT max(version) FROM entries WHERE " + first + ") AND " + first, "broken deal at version 10: the log ends before the turn-begun that follows"},
		"the secret":         {"UPDATE secrets SET secret = zeroblob(32) WHERE " + first, "broken commitment at version 1: the secret's SHA-256 is not what was committed to"},
		"no secret":          {"DELETE FROM secrets WHERE " + first, "broken chain at version 1: hash does not match what it says"},
		"a letter's bytes":   {"UPDATE letter_bytes SET packed = (SELECT packed FROM letter_bytes WHERE letter <> 1) WHERE letter = 1", "broken letter-bytes at version 2: letter 1 to seat 1, "},
		"a letter's hash":    {"UPDATE letters SET sum = zeroblob(32) WHERE number = 1 AND seat = 2 AND " + first, "broken letter-bytes at version "},
		"a letter's number":  {"UPDATE letters SET number = 7 WHERE number = 2 AND seat = 1 AND " + first, "broken letters at version 10: letter 2 to player "},
		"a read table":       {"UPDATE read_seats SET asked = 'else' WHERE " + first, "broken read-tables at version 10: they say something else than the log"},
		"a mail":             {"UPDATE inbox SET message_id = 'other@test' WHERE id = 1", "broken joins at version 2: no mail has the hash that the player put in"},
		"bytes are erased":   {"DELETE FROM letter_bytes", "not-checked letter-bytes: the bytes of 3 letters have been erased"},
		"no read tables yet": {"DELETE FROM read_tables", "not-checked read-tables: nothing has been read from the log yet"},
		"what it rests upon": {"INSERT INTO faults VALUES ('" + ids[0] + "', 1, 'x')", "not-checked read-tables: the table rests"},
	} {
		path := o.meddled(o.path("game.db"), c.do)
		var out, told strings.Builder
		code := run(o.ctx, []string{"verify", ids[0], "--db", path}, nil, &out, &told)
		want := exitNotHeld
		if strings.HasPrefix(c.want, "not-checked") {
			want = exitDone
		}
		if code != want || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: exit code %d\n%s%s", name, code, &out, &told)
		}
		o.must(os.Remove(path))
	}
	if out, _ := o.contrapost(exitDone, "verify", ids[0], "--config", config); strings.Contains(out, "broken ") {
		t.Errorf("untouched: %s", out)
	}
}

// TestVerifyService: the letters that belong to no table are looked at as well.
func TestVerifyService(t *testing.T) {
	o, s, config, _ := playing(t)
	for range 2 {
		o.write("ann", "games")
		for !strings.Contains(o.next(s).text, "Contrapost deals cards") {
		}
	}
	o.end(s, exitDone)
	out, _ := o.contrapost(exitDone, "verify", "--config", config)
	for _, held := range []string{"held letters of the service", "held letter-bytes of the service"} {
		if !strings.Contains(out, held+"\n") {
			t.Errorf("lacks %q: %s", held, out)
		}
	}
	for do, want := range map[string]string{
		"UPDATE letters SET number = 9 WHERE number = 2 AND stream = ''":                                                    "broken letters of the service: letter 2 to player ",
		"UPDATE letters SET sum = zeroblob(32) WHERE id = (SELECT max(id) FROM letters WHERE stream = '' AND sum NOT NULL)": "broken letter-bytes of the service: letter ",
	} {
		path := o.meddled(o.path("game.db"), do)
		if out, _ := o.contrapost(exitNotHeld, "verify", "--db", path); !strings.Contains(out, want) {
			t.Errorf("%s: %s", do, out)
		}
		o.must(os.Remove(path))
	}
}

// TestFeet: the head is found in a foot of any language, wrapped or not, and nowhere
// else.
func TestFeet(t *testing.T) {
	for text, want := range map[string]string{
		"x\n-- \nKonvooi K7F3Q, letter 7 to Bob, log 0309 cbec 691e 5413\nKeep your letters.\n":   "0309cbec691e5413",
		"x\n-- \nKonvooi K7F3Q, brief 7 aan Bob, logboek 0309 cbec\n691e 5413\nBewaar je brieven": "0309cbec691e5413",
		"log 0309 cbec 691e 5413\n\n-- \nKonvooi K7F3Q, letter 1 to Bob\n":                        "",
		"no foot at all": "",
	} {
		if got := footHead(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSumsOnTheWay: what servers put above a letter can be taken off again; what is
// written below cannot.
func TestSumsOnTheWay(t *testing.T) {
	letter := "From: game@x\r\nSubject: s\r\n\r\nYour cards\r\n"
	want := sums([]byte(letter))[0]
	arrived := "Return-Path: <game@x>\r\nReceived: from x\r\n\tby y; today\r\n" + letter
	if got := sums([]byte(arrived)); len(got) != 3 || got[2] != want {
		t.Errorf("%d sums", len(got))
	}
	for _, s := range sums([]byte(strings.Replace(arrived, "Your", "Our", 1))) {
		if s == want {
			t.Error("other words have the same sum")
		}
	}
}
