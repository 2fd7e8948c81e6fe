package eventstest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
)

// foreign is a small table that was played elsewhere.
func foreign(table string) events.Import {
	i := events.Import{
		At: noonMS, Secret: [32]byte{9},
		Names: []events.SeatName{{Player: "ann", Name: "Ann"}, {Player: "bob"}},
		Gone:  []string{"bob"},
		Mails: []events.Mail{{ID: 7, Key: "ref-7", MessageID: "7@test", Seat: 1, Player: "ann", Heard: noonMS, Answers: []byte(`[]`)}},
		Letters: []events.Letter{
			{ID: 20, Number: 1, Seat: 1, Player: "ann", Version: 1, Kind: "asked", Cause: "mail:5", Mail: 5, MessageID: "20@test", Sum: [32]byte{1}, State: events.Trying, Due: noonMS},
			{ID: 21, Seat: 1, Player: "ann", Version: 2, Kind: "over", Cause: "mail:7", Mail: 7, State: events.Waiting, Due: noonMS},
		},
		Texts: []events.Text{{Sum: events.TextSum([16]byte{3}, "Hello."), Salt: [16]byte{3}, Text: "Hello."}},
	}
	var prev [32]byte
	for v, kind := range []string{"opened", "ended"} {
		e := events.Entry{
			Draft:  events.Draft{Kind: kind, Data: []byte(`{}`), Seat: 1, Order: "pass", Rules: 1, Cause: events.Cause{Kind: events.CauseMail, Ref: "ref-7"}},
			Stream: table, Version: int64(v + 1), At: noonMS.Add(time.Duration(v) * time.Hour), Prev: prev,
		}
		e.Hash = events.Sum(prev, events.Salt(i.Secret, e.Version), e)
		prev, i.Entries = e.Hash, append(i.Entries, e)
	}
	return i
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// imports: a table that comes whole is there as it was, is due nothing, and comes once.
func imports(t *testing.T, open opener) {
	log := open.fresh(t)
	want := foreign("T1")
	must(t, log.Import(t.Context(), want))
	got, err := log.Stream(t.Context(), "T1", 1, 0)
	must(t, err)
	for i := range got {
		got[i].Position = 0
	}
	if diff := cmp.Diff(want.Entries, got); diff != "" {
		t.Error(diff)
	}
	m, err := log.MailByID(t.Context(), 7)
	if err != nil || m.ImportedRef() != "ref-7" || m.Stream != "T1" || m.MessageID != "7@test" {
		t.Errorf("mail %+v, %v", m, err)
	}
	if m, err := log.MailByID(t.Context(), 5); err != nil || m.ImportedRef() != "" || m.MessageID != "" {
		t.Errorf("a mail that did not come along: %+v, %v", m, err)
	}
	said, err := log.Text(t.Context(), "T1", want.Texts[0].Sum)
	if err != nil || said.Text != "Hello." {
		t.Errorf("text %+v, %v", said, err)
	}
	if p, err := log.Player(t.Context(), "ann"); err != nil || p.Address != "" || p.Name != "Ann" {
		t.Errorf("player %+v, %v", p, err)
	}
	if at, anonymous, err := log.Imported(t.Context(), "T1"); err != nil || !at.Equal(noonMS) || anonymous {
		t.Errorf("imported %v, %v, %v", at, anonymous, err)
	}
	if _, _, err := log.Imported(t.Context(), "T2"); !errors.Is(err, events.ErrNotFound) {
		t.Error(err)
	}
	nothingDue(t, log)
	if err := log.Import(t.Context(), want); !errors.Is(err, events.ErrThere) {
		t.Errorf("once more: %v", err)
	}
}

// nothingDue: the letters of an imported table stay as they are.
func nothingDue(t *testing.T, log events.Log) {
	t.Helper()
	must(t, log.Recover(t.Context(), noonMS.Add(time.Hour)))
	due, err := log.Claim(t.Context(), noonMS.Add(24*time.Hour), 100)
	if _, waits, werr := log.NextLetter(t.Context()); len(due) > 0 || waits || err != nil || werr != nil {
		t.Errorf("due: %+v, %v, %v, %v", due, waits, err, werr)
	}
	letters, err := log.Letters(t.Context(), "T1")
	if err != nil || len(letters) != 2 || letters[0].ID != 20 || letters[0].State != events.Trying || letters[1].State != events.Waiting || letters[1].Mail != 7 {
		t.Errorf("letters %+v, %v", letters, err)
	}
}

// importsMeet: ids that are taken are given anew, and what refers to them with them; a
// second table brings the same players, but nobody by another name and nobody back.
func importsMeet(t *testing.T, open opener) {
	log := open.fresh(t)
	must(t, log.Import(t.Context(), foreign("T1")))
	second := foreign("T2")
	second.Letters[0].MessageID = "another@test"
	must(t, log.Import(t.Context(), second))
	letters, err := log.Letters(t.Context(), "T2")
	if err != nil || len(letters) != 2 || letters[0].ID <= 21 || letters[1].ID <= letters[0].ID {
		t.Fatalf("letters %+v, %v", letters, err)
	}
	for i, ref := range []string{"", "ref-7"} {
		m, err := log.MailByID(t.Context(), letters[i].Mail)
		if err != nil || m.Stream != "T2" || m.ImportedRef() != ref || letters[i].Cause != fmt.Sprint("mail:", m.ID) {
			t.Errorf("letter %+v answers %+v, %v", letters[i], m, err)
		}
	}
	for name, do := range map[string]func(*events.Import){
		"another name":   func(i *events.Import) { i.Names[0].Name = "Zed" },
		"the forgotten":  func(i *events.Import) { i.Names[1].Name = "Bob" },
		"another text":   func(i *events.Import) { i.Texts[0].Text += "!" },
		"a broken chain": func(i *events.Import) { i.Entries[1].Order = "draw" },
		"no entries":     func(i *events.Import) { i.Entries = nil },
		"an odd letter":  func(i *events.Import) { i.Letters[0].State = "lost" },
		"a letter again": func(*events.Import) {},
	} {
		i := foreign("T3")
		do(&i)
		if err := log.Import(t.Context(), i); !errors.Is(err, events.ErrUnfit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n, err := log.Version(t.Context(), "T3"); n != 0 || err != nil {
		t.Errorf("something of what was refused is there: %d, %v", n, err)
	}
}
