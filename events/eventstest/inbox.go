package eventstest

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
)

func heardOnce(t *testing.T, open opener) {
	log := open.fresh(t)
	batch := adding("a", 0, 1)
	batch.Mail = &events.Mail{Key: "k", MessageID: "<1@x>"}
	first := commit(t, log, batch)
	batch.Appends[0].Expected = 1
	batch.Letters = []events.Letter{{Stream: "a", Kind: "answer"}}
	again, err := log.Commit(t.Context(), batch)
	if !errors.Is(err, events.ErrSeen) || again.MailID != first.MailID || again.Entries != nil {
		t.Errorf("again: %+v, %v", again, err)
	}
	versions(t, log, map[string]int64{"a": 1})
	if letters, err := log.Letters(t.Context(), "a"); err != nil || len(letters) != 0 {
		t.Errorf("letters: %v, %v", letters, err)
	}
}

func heardBySixteen(t *testing.T, open opener) {
	log := open.fresh(t)
	ids := make([]int64, 16)
	won := 0
	for _, err := range together(func(i int) error {
		r, err := log.Commit(t.Context(), events.Batch{Now: noon, Mail: &events.Mail{Key: "k"}})
		ids[i] = r.MailID
		return err
	}) {
		switch {
		case err == nil:
			won++
		case !errors.Is(err, events.ErrSeen):
			t.Error(err)
		}
	}
	for _, id := range ids {
		if id == 0 || id != ids[0] {
			t.Fatalf("ids: %v", ids)
		}
	}
	if won != 1 {
		t.Errorf("%d wrote it", won)
	}
}

func mail(t *testing.T, open opener) {
	log := open.fresh(t)
	sent := events.Mail{
		Key: "k", MessageID: "<1@x>", Sender: "Pim@x", Stream: "a", Seat: 2, Player: "p",
		Received: noon.Truncate(time.Millisecond).Add(-time.Hour), Answers: []byte(`[{"done": true}]`),
		Raw: []byte("Subject: zet\r\n\r\n\xff\x00 raw\r\n"),
	}
	r := commit(t, log, events.Batch{Now: noon, Mail: &sent})
	sent.ID, sent.Heard = r.MailID, noon.Truncate(time.Millisecond)
	byID, err := log.MailByID(t.Context(), r.MailID)
	if diff := cmp.Diff(sent, byID); diff != "" || err != nil {
		t.Errorf("by ID: %v\n%s", err, diff)
	}
	byKey, err := log.MailByKey(t.Context(), "k")
	if diff := cmp.Diff(byID, byKey); diff != "" || err != nil {
		t.Errorf("by key: %v\n%s", err, diff)
	}
	if _, err := log.MailByID(t.Context(), r.MailID+1); !errors.Is(err, events.ErrNotFound) {
		t.Error(err)
	}
	if _, err := log.MailByKey(t.Context(), "K"); !errors.Is(err, events.ErrNotFound) {
		t.Error(err)
	}
}

func cursors(t *testing.T, open opener) {
	log := open.fresh(t)
	if _, err := log.Cursor(t.Context(), "INBOX"); !errors.Is(err, events.ErrNotFound) {
		t.Error(err)
	}
	for _, want := range []events.Cursor{
		{Mailbox: "INBOX", UIDValidity: 7, UID: 1},
		{Mailbox: "INBOX", UIDValidity: 4294967295, UID: 4294967295},
	} {
		if err := log.SetCursor(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		if got, err := log.Cursor(t.Context(), "INBOX"); err != nil || got != want {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
}

func people(t *testing.T, open opener) {
	log := open.fresh(t)
	pim := events.Player{ID: "p", Address: "Pim@Example.org", Name: "Pim", Language: "nl", Zone: "Europe/Amsterdam", Reminders: "12", Digest: "18:30", Quiet: "22:00-07:00", Unsubscribed: true}
	ada := events.Player{ID: "a", Address: "ada@x", Name: "Ada"}
	commit(t, log, events.Batch{Now: noon, Players: []events.Player{pim, ada}, Names: []events.SeatName{
		{Stream: "s", Player: "p", Name: "Pim"}, {Stream: "s", Player: "a", Name: "Ada"}, {Stream: "r", Player: "p", Name: "P."},
	}})
	if got, err := log.PlayerByAddress(t.Context(), "pim@example.ORG"); err != nil || got != pim {
		t.Errorf("%v, %v", got, err)
	}
	_, err := log.Commit(t.Context(), events.Batch{Now: noon, Players: []events.Player{{ID: "q", Address: "PIM@example.org"}}})
	if !errors.Is(err, events.ErrTaken) {
		t.Errorf("same address: %v", err)
	}
	pim.Name, pim.Address = "Willem", "w@x"
	commit(t, log, events.Batch{Now: noon, Players: []events.Player{pim}, Names: []events.SeatName{{Stream: "s", Player: "p", Name: "Wim"}}})
	if got, err := log.Player(t.Context(), "p"); err != nil || got != pim {
		t.Errorf("%v, %v", got, err)
	}
	all, err := log.Players(t.Context())
	if diff := cmp.Diff([]events.Player{ada, pim}, all); diff != "" || err != nil {
		t.Errorf("all: %v\n%s", err, diff)
	}
	names, err := log.SeatNames(t.Context(), "s")
	want := []events.SeatName{{Stream: "s", Player: "a", Name: "Ada"}, {Stream: "s", Player: "p", Name: "Wim"}}
	if diff := cmp.Diff(want, names); diff != "" || err != nil {
		t.Errorf("names: %v\n%s", err, diff)
	}
	_, errPlayer := log.Player(t.Context(), "z")
	_, errAddress := log.PlayerByAddress(t.Context(), "")
	if !errors.Is(errPlayer, events.ErrNotFound) || !errors.Is(errAddress, events.ErrNotFound) {
		t.Errorf("nobody: %v, %v", errPlayer, errAddress)
	}
}

// mails tells the mails of one stream, and those of one moment, from all others.
func mails(t *testing.T, open opener) {
	log := open.fresh(t)
	later := noon.Add(time.Second)
	for _, m := range []events.Mail{
		{Key: "1", Stream: "a", Raw: []byte("raw")},
		{Key: "2", Stream: "b"},
		{Key: "3", Heard: later},
		{Key: "4", Stream: "a", Heard: later},
	} {
		commit(t, log, events.Batch{Now: noon, Mail: &m})
	}
	keys := func(all []events.Mail, err error) (keys []string) {
		if err != nil {
			t.Error(err)
		}
		for _, m := range all {
			if keys = append(keys, m.Key); m.Raw != nil {
				t.Errorf("mail %s came with its bytes", m.Key)
			}
		}
		return keys
	}
	for name, c := range map[string]struct{ got, want []string }{
		"of a stream":    {keys(log.Mails(t.Context(), "a")), []string{"1", "4"}},
		"of the service": {keys(log.Mails(t.Context(), "")), []string{"3"}},
		"of a moment":    {keys(log.MailsHeard(t.Context(), later, later.Add(time.Hour))), []string{"3", "4"}},
		"of no moment":   {keys(log.MailsHeard(t.Context())), nil},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
