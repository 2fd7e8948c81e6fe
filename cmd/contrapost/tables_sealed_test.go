package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"contrapost/engine"
)

// TestTablesSealWhoIsAsked: while answers are given sealed, the list of tables says that
// they are awaited, and until when; the same whoever is asked, and whoever has answered.
func TestTablesSealWhoIsAsked(t *testing.T) {
	d := furnishedDesk(t, rand.NewChaCha8([32]byte{4}), "en", func(*settings) {})
	d.ask("Ann", "new konvooi for 3")
	d.ask("Bob", "join "+d.table)
	d.ask("Cem", "join "+d.table)
	list := func() tableRow {
		t.Helper()
		rows, err := tableRows(d.Context(), d.service.store)
		d.must(err)
		return rows[0]
	}
	before := list()
	if len(before.Awaited) != 1 || before.Sealed {
		t.Fatalf("in a turn %+v", before)
	}
	who := before.Awaited[0]
	rest := slices.DeleteFunc([]string{"Ann", "Bob", "Cem"}, func(o string) bool { return o == who })
	d.reply(rest[1], "when convoy let go")
	seat, _ := d.look().Names.Find(who)
	moves := d.look().Play.Moves(seat)
	d.reply(who, moves[slices.IndexFunc(moves, func(m string) bool { return strings.HasPrefix(m, "convoy ") })])
	if d.look().Play.Opening() == engine.AtOnce {
		t.Fatal("no window is open")
	}
	asked := list()
	if len(asked.Awaited) != 0 || !asked.Sealed || !asked.Deadline.After(d.now) {
		t.Errorf("in a sealed window %+v", asked)
	}
	d.reply(rest[0], "let go")
	if d.look().Play.Opening() == engine.AtOnce {
		t.Fatal("the window was opened at once")
	}
	answered := list()
	if answered.Sealed != asked.Sealed || len(answered.Awaited) != 0 || !answered.Deadline.Equal(asked.Deadline) {
		t.Errorf("once it is answered %+v, before %+v", answered, asked)
	}
	var out strings.Builder
	d.must(printTables(&out, []tableRow{answered}))
	if !strings.Contains(out.String(), "(sealed answers)  "+answered.Deadline.UTC().Format("2006-01-02 15:04")) {
		t.Errorf("printed:\n%s", &out)
	}
}
