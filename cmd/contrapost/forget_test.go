package main

import (
	"bytes"
	"compress/flate"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/events"
	"contrapost/mailer"
)

// find looks for words in every file of a directory and those below it, in any case:
// in the files as they are, and in every column of the databases among them, inflated
// where that is possible. It says where each was found.
func find(t *testing.T, dir string, words ...string) []string {
	t.Helper()
	var found []string
	look := func(where string, text []byte) {
		plain := bytes.ReplaceAll(text, []byte("=\r\n"), nil) // quoted-printable breaks words
		for _, w := range words {
			if bytes.Contains(bytes.ToLower(plain), bytes.ToLower([]byte(w))) {
				found = append(found, where+": "+w)
			}
		}
	}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		look(filepath.Base(path), text)
		if err == nil && strings.HasSuffix(path, ".db") {
			err = eachValue(path, look)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// eachValue shows every text and every blob of a database.
func eachValue(path string, look func(where string, text []byte)) error {
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	var tables []string
	rows, err := db.Query("SELECT name FROM sqlite_schema WHERE type = 'table'")
	if err != nil {
		return err
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		tables = append(tables, name)
	}
	for _, table := range tables {
		if err := eachCell(db, table, func(column string, text []byte) {
			look(filepath.Base(path)+" "+table+"."+column, text)
		}); err != nil {
			return err
		}
	}
	return rows.Err()
}

func eachCell(db *sql.DB, table string, look func(column string, text []byte)) error {
	rows, err := db.Query("SELECT * FROM " + table)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	cells := make([]any, len(columns))
	for i := range cells {
		cells[i] = new(sql.RawBytes)
	}
	for rows.Next() {
		if err := rows.Scan(cells...); err != nil {
			return err
		}
		for i, cell := range cells {
			text := *cell.(*sql.RawBytes)
			look(columns[i], text)
			if plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(text))); err == nil {
				look(columns[i]+" (inflated)", plain)
			}
		}
	}
	return rows.Err()
}

var codeOrder = regexp.MustCompile(`forget me [a-z2-7]{10}`)

// forgotten waits until so many have been forgotten and the file is scoured.
func (v *village) forgotten(n int) []events.Forgetting {
	v.Helper()
	for {
		changed := v.service.store.Changed()
		all, err := v.service.store.Forgettings(v.ctx)
		v.must(err)
		unscoured, err := v.service.store.Unscoured(v.ctx)
		v.must(err)
		if len(all) >= n && len(unscoured) == 0 {
			return all
		}
		select {
		case <-changed:
		case <-v.ctx.Done():
			v.Fatal("nobody was forgotten")
		}
	}
}

// gossip is a village where Wilhelmina sits at a table in play and at one that she
// has opened, has said a thing or two, and was spoken to and of; and words that only
// her person brings there.
func gossip(t *testing.T) (v *village, playing, open string, traces []string) {
	t.Helper()
	v = foundVillage(t)
	v.serve(func(s *service) {
		s.backups = backupSettings{directory: filepath.Join(filepath.Dir(v.db), "backups"), keep: 3}
		s.forgetter.backups = s.backups
	})
	for _, name := range []string{"Wilhelmina", "Bob", "Cem", "Eve"} {
		v.settle(name)
	}
	playing = v.table("Wilhelmina", "Bob", "Cem")
	v.reply("Wilhelmina", "say The turnips are ripe.\ntell Bob Only rutabagas for you.\nI wonder about kohlrabi, though.")
	wants(t, v.next("Bob"), "turnips", "rutabagas")
	wants(t, v.next("Cem"), "turnips")
	v.reply("Bob", "tell Wilhelmina Hush about the parsnips!\nsay Wilhelmina has celeriac.")
	v.next("Wilhelmina")
	v.next("Cem")
	v.reply("Cem", "say My own words stay.")
	v.next("Wilhelmina")
	v.next("Bob")
	open = v.open("Wilhelmina", "new declare for 4\nname Mina")
	v.ask("Bob", "tables")
	wants(t, v.ask("Eve", "invite wilhelmina@contrapost.test"), "Not done")
	v.ask("Eve", "new konvooi for 3\ninvite wilhelmina@contrapost.test")
	v.next("Wilhelmina")
	v.ask("Bob", "join "+open)
	return v, playing, open, []string{
		"wilhelmina", "Mina", "turnips", "rutabagas", "kohlrabi", "parsnips", "celeriac",
	}
}

// TestForgetMe: whoever confirms it is forgotten, everywhere, once the last letter has
// gone; the others play on, and the log still holds.
func TestForgetMe(t *testing.T) {
	v, playing, open, traces := gossip(t)
	dir := filepath.Dir(v.db)
	backups := filepath.Join(dir, "backups")
	v.must(v.service.nightly(v.ctx, time.Now().AddDate(0, 0, 1))) // today's was made at the start
	v.must(v.service.store.Write(v.ctx, func(tx *sql.Tx) error { _, err := tx.Exec("ANALYZE"); return err }))
	for _, w := range traces {
		if copied := len(find(t, backups, w)); copied == 0 || len(find(t, dir, w)) <= copied {
			t.Errorf("the database and its copy do not both hold %q before", w)
		}
	}
	before, err := v.service.store.PlayerByAddress(v.ctx, "wilhelmina@contrapost.test")
	v.must(err)

	asked := v.ask("Wilhelmina", "vergeet mij")
	wants(t, asked, "Nothing has happened yet", "within 48 hours", "To be forgotten")
	wants(t, v.ask("Wilhelmina", "forget me abcdefghij"), "no code of yours")
	wants(t, v.ask("Bob", codeOrder.FindString(asked.text)), "no code of yours")
	if all, err := v.service.store.Forgettings(v.ctx); err != nil || len(all) != 0 {
		t.Fatalf("forgotten already: %v, %v", all, err)
	}
	wants(t, v.ask("Wilhelmina", codeOrder.FindString(asked.text)), "This is the last letter to you")
	gone := v.forgotten(1)
	if g := gone[0]; g.Player != before.ID || !g.Of("Wilhelmina@CONTRAPOST.test") || g.Of("bob@contrapost.test") {
		t.Errorf("forgotten: %+v", g)
	}
	if found := find(t, dir, traces...); len(found) > 0 {
		t.Errorf("still there:\n%s", strings.Join(found, "\n"))
	}
	if found := find(t, backups, "My own words stay."); len(found) == 0 {
		t.Errorf("what others said has gone as well: %v", found)
	}
	stillPlays(v, before.ID, playing, open)

	v.close()
	if found := find(t, dir, traces...); len(found) > 0 {
		t.Errorf("there again after the end:\n%s", strings.Join(found, "\n"))
	}
}

// stillPlays holds the village's tables against what is left of a player.
func stillPlays(v *village, player, playing, open string) {
	v.Helper()
	v.must(v.service.store.Check(v.ctx))
	p, err := v.service.store.Player(v.ctx, player)
	v.must(err)
	if p != (events.Player{ID: player}) {
		v.Errorf("left of the player: %+v", p)
	}
	table, err := v.service.house.Load(v.ctx, playing, 0)
	v.must(err)
	if seat, _ := table.Lobby.Seat(player); table.Names[seat-1] != fmt.Sprintf("Player-%d", seat) || !table.Lobby.Places[seat-1].Bot {
		v.Errorf("the seat is called %s, %+v", table.Names[seat-1], table.Lobby.Places[seat-1])
	}
	if _, sits := v.lobby(open).Seat(player); sits || v.lobby(open).Host() == "" {
		v.Errorf("the table that was open: %+v", v.lobby(open).Places)
	}
	wants(v.T, v.next("Bob"), "you are its host now")
	v.write("Cem", testMail{to: v.people["Cem"].last.replyTo, text: "history"})
	for !strings.Contains(v.next("Cem").text, "SAID AT THIS TABLE") {
	}
	wants(v.T, v.people["Cem"].last, `"My own words stay."`, "Player-")
}

// TestForgottenStayAway: a mail from before comes to light again and is not heard; one
// written later is a stranger's.
func TestForgottenStayAway(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	asked := v.ask("Ann", "forget me")
	v.ask("Ann", codeOrder.FindString(asked.text))
	gone := v.forgotten(1)
	raw, err := mailer.Compose(mailer.Outgoing{
		From: "ann@" + demoHost, To: demoAddress, Subject: "hello", Text: "new konvooi for 2\n",
		MessageID: "again@x", Date: time.Now(), Person: true,
	})
	v.must(err)
	room := v.service.room
	v.must(room.Receive(v.ctx, mailer.Fetched{UID: 1, Received: gone[0].At, Raw: raw}))
	if _, err := v.service.store.PlayerByAddress(v.ctx, "ann@"+demoHost); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("known again: %v", err)
	}
	v.must(room.Receive(v.ctx, mailer.Fetched{UID: 1, Received: gone[0].At.Add(time.Second), Raw: raw}))
	anew, err := v.service.store.PlayerByAddress(v.ctx, "ann@"+demoHost)
	if err != nil || anew.ID == gone[0].Player {
		t.Errorf("known as %+v, %v", anew, err)
	}
	wants(t, v.next("Ann"), "Seated: ann")
}

// meanwhile is a log at which something happens between the reading of a mail and its
// commit.
type meanwhile struct {
	events.Log
	do func()
}

func (m *meanwhile) Commit(ctx context.Context, b events.Batch) (events.Receipt, error) {
	if do := m.do; do != nil && b.Mail != nil {
		m.do = nil
		do()
	}
	return m.Log.Commit(ctx, b)
}

// TestForgottenWhileHeard: somebody who is forgotten by another process while their
// mail is being heard is not brought back by it, nor by its being handed over again.
func TestForgottenWhileHeard(t *testing.T) {
	log := new(meanwhile)
	v := foundVillage(t)
	v.serve(func(s *service) {
		log.Log = s.store
		s.house.Log = log
	})
	v.settle("Ann")
	v.ask("Ann", "games")
	ann, err := v.service.store.PlayerByAddress(v.ctx, "ann@"+demoHost)
	v.must(err)
	at := time.Now()
	log.do = func() {
		_, err := v.service.store.Forget(v.ctx, events.NewForgetting(ann.ID, ann.Address, [16]byte{1}, at))
		v.must(err)
	}
	raw, err := mailer.Compose(mailer.Outgoing{
		From: "ann@" + demoHost, To: demoAddress, Subject: "hello", Text: "name Lou\nnew konvooi for 2\n",
		MessageID: "late@x", Date: at, Person: true,
	})
	v.must(err)
	mail := mailer.Fetched{UID: 1, Received: at, Raw: raw}
	if err := v.service.room.Receive(v.ctx, mail); !errors.Is(err, events.ErrForgotten) {
		t.Errorf("heard: %v", err)
	}
	v.must(v.service.room.Receive(v.ctx, mail))
	players, err := v.service.store.Players(v.ctx)
	v.must(err)
	if len(players) != 1 || players[0] != (events.Player{ID: ann.ID}) {
		t.Errorf("players %+v", players)
	}
	if streams, err := v.service.store.Streams(v.ctx); err != nil || len(streams) != 0 {
		t.Errorf("tables %v, %v", streams, err)
	}
}
