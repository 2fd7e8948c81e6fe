package events

import (
	"errors"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// TestNumbersOfOld: a log whose letters were numbered by seat is brought up to date,
// even where a player who moved up has two with the same number; the next has one of
// its own.
func TestNumbersOfOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	old, err := connect(nameOf(path)+writing, 1)
	if err != nil {
		t.Fatal(err)
	}
	steps := fstest.MapFS{}
	for _, name := range []string{"schema/0001.sql", "schema/0002.sql"} {
		text, err := schema.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		steps[name] = &fstest.MapFile{Data: text}
	}
	const letters = `INSERT INTO letters (stream, version, seat, player, kind, cause, due, number, state, attempts, next) VALUES
		('a', 1, 3, 'p', 'k1', '', 1, 2, 'sent', 1, 1), ('a', 1, 2, 'p', 'k2', '', 1, 2, 'sent', 1, 1), ('a', 1, 2, 'p', 'k3', '', 1, 0, 'waiting', 0, 1)`
	if err = migrate(t.Context(), old, steps); err == nil {
		_, err = old.ExecContext(t.Context(), letters)
	}
	if err = errors.Join(err, old.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := OpenExisting(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if l, err := s.LetterByNumber(t.Context(), "a", "p", 2); err != nil || l.Kind != "k2" {
		t.Errorf("letter 2: %+v, %v", l, err)
	}
	claimed, err := s.Claim(t.Context(), moment(2), 9)
	if err != nil || len(claimed) != 1 || claimed[0].Number != 3 {
		t.Errorf("claimed %+v, %v; want one with the number 3", claimed, err)
	}
}
