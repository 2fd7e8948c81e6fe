package eventstest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
)

// forget forgets a player who has the address PLAYER@test.
func forget(t *testing.T, log events.Log, player string) events.Erased {
	t.Helper()
	gone, err := log.Forget(t.Context(), events.NewForgetting(player, player+"@test", [16]byte{7}, noon))
	if err != nil {
		t.Fatal(err)
	}
	return gone
}

// forgotten: nothing is left but the id, and no batch brings anything back.
func forgotten(t *testing.T, open opener) {
	log := open.fresh(t)
	pim := events.Player{ID: "pim", Address: "pim@test", Name: "Pim", Language: "nl", Zone: "UTC", Reminders: "12", Digest: "18:30", Quiet: "22:00-07:00", Unsubscribed: true}
	mail := events.Mail{
		Key: "k", MessageID: "pim-1@test", Sender: "Pim@test", Player: "pim", Stream: "a", Seat: 1,
		Answers: []byte(`[{"line":"draw 2"}]`), Raw: []byte("raw"),
	}
	commit(t, log, events.Batch{Now: noon, Mail: &mail, Players: []events.Player{pim}, Names: []events.SeatName{{Stream: "a", Player: "pim", Name: "Pim"}}})
	forget(t, log, "pim")
	if got, err := log.Player(t.Context(), "pim"); err != nil || got != (events.Player{ID: "pim"}) {
		t.Errorf("player %+v, %v", got, err)
	}
	names, err := log.SeatNames(t.Context(), "a")
	if diff := cmp.Diff([]events.SeatName{{Stream: "a", Player: "pim"}}, names); diff != "" || err != nil {
		t.Errorf("names: %v\n%s", err, diff)
	}
	left, err := log.MailByKey(t.Context(), "k")
	want := events.Mail{ID: left.ID, Key: "k", Player: "pim", Stream: "a", Seat: 1, Heard: left.Heard, Answers: []byte{}}
	if diff := cmp.Diff(want, left); diff != "" || err != nil {
		t.Errorf("mail: %v\n%s", err, diff)
	}
	mail.Key = "another"
	for name, b := range map[string]events.Batch{
		"a mail":   {Now: noon, Mail: &mail},
		"a player": {Now: noon, Players: []events.Player{pim}},
	} {
		if _, err := log.Commit(t.Context(), b); !errors.Is(err, events.ErrForgotten) {
			t.Errorf("%s: %v", name, err)
		}
	}
	forget(t, log, "nobody") // from a log that knew them
	all, err := log.Forgettings(t.Context())
	if err != nil || len(all) != 2 || all[1].Player != "pim" || !all[1].Of("PIM@test") || all[1].Of("pim@other") {
		t.Errorf("noted: %+v, %v", all, err)
	}
	begun, err := log.Unscoured(t.Context())
	if err != nil || len(begun) != 2 {
		t.Errorf("to be scoured: %+v, %v", begun, err)
	}
	if err := log.Scour(t.Context()); err != nil {
		t.Fatal(err)
	}
	if begun, err := log.Unscoured(t.Context()); err != nil || len(begun) != 0 {
		t.Errorf("to be scoured again: %+v, %v", begun, err)
	}
}

// forgottenLetters: what a person has not got is dropped, whoever has it in hand, and
// nothing is posted to them any more.
func forgottenLetters(t *testing.T, open opener) {
	log := open.fresh(t)
	own := func(kind string) events.Letter { return events.Letter{Stream: "a", Seat: 1, Player: "pim", Kind: kind} }
	all := post(t, log, own("k1"), own("k2"), own("k3"), own("k4"))
	claim(t, log, noon, 4)
	render(t, log, all[0].ID, "sent")
	settle(t, log, all[0].ID, events.Fate{State: events.Sent, Reply: "250 pim@test", At: noon})
	render(t, log, all[1].ID, "again")
	settle(t, log, all[1].ID, events.Fate{State: events.Uncertain, Next: noon, At: noon})
	if gone := forget(t, log, "pim"); gone.Letters != 2 {
		t.Errorf("erased %+v, want two letters", gone)
	}
	for i, want := range []string{events.Sent, events.Superseded, events.Superseded, events.Superseded} {
		if l := look(t, log, all[i].ID); l.State != want || l.Reply != "" {
			t.Errorf("letter %d is %s, %q; want %s", i, l.State, l.Reply, want)
		}
		if _, err := log.Bytes(t.Context(), all[i].ID); !errors.Is(err, events.ErrNotFound) {
			t.Errorf("bytes of letter %d: %v", i, err)
		}
	}
	if look(t, log, all[0].ID).Sum == [32]byte{} {
		t.Error("the hash of what was sent has gone")
	}
	if err := log.Rendered(t.Context(), all[2].ID, "x@y", []byte("Dear Pim")); !errors.Is(err, events.ErrRecalled) {
		t.Errorf("worded after all: %v", err)
	}
	if err := log.Settle(t.Context(), all[3].ID, events.Fate{State: events.Refused, Reply: "550 pim@test", At: noon}); !errors.Is(err, events.ErrRecalled) {
		t.Errorf("settled after all: %v", err)
	}
	commit(t, log, events.Batch{Now: noon, Letters: []events.Letter{own("k5"), {Player: "pim", Kind: "news"}}})
	claim(t, log, noon.Add(time.Hour), 0)
}

// wordedAnew: a letter to somebody else at the person's table that is on its way is
// worded again, under the same Message-ID.
func wordedAnew(t *testing.T, open opener) {
	log := open.fresh(t)
	all := post(t, log, to(2, "k1"), to(2, "k2"), events.Letter{Stream: "a", Seat: 1, Player: "pim", Kind: "k1"})
	claim(t, log, noon, 3)
	render(t, log, all[0].ID, "Pim passed.")
	settle(t, log, all[0].ID, events.Fate{State: events.Waiting, Next: noon, At: noon})
	id := look(t, log, all[0].ID).MessageID
	forget(t, log, "pim")
	if err := log.Rendered(t.Context(), all[1].ID, "x@y", []byte("Pim passed.")); !errors.Is(err, events.ErrRecalled) {
		t.Errorf("one worded before is kept after: %v", err)
	}
	claim(t, log, noon, 2)
	if err := log.Rendered(t.Context(), all[0].ID, "other@y", []byte("Player-1 passed.")); !errors.Is(err, events.ErrRendered) {
		t.Errorf("under another Message-ID: %v", err)
	}
	if err := log.Rendered(t.Context(), all[0].ID, id, []byte("Player-1 passed.")); err != nil {
		t.Fatal(err)
	}
	if raw, err := log.Bytes(t.Context(), all[0].ID); err != nil || string(raw) != "Player-1 passed." {
		t.Errorf("kept %q, %v", raw, err)
	}
}

// kept: of others' mails goes what names the person, and no more; what has nothing to
// do with them stays whole, even if somebody else there has the same name.
func kept(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, events.Batch{Now: noon, Players: []events.Player{{ID: "pim", Address: "pim@test", Name: "Pim"}},
		Names: []events.SeatName{{Stream: "a", Player: "pim", Name: "Pim"}, {Stream: "b", Player: "ada", Name: "Pim"}}})
	say := func(stream, text string) events.Text {
		said := events.Text{Stream: stream, Text: text}
		said.Sum = events.TextSum(said.Salt, text)
		commit(t, log, events.Batch{Now: noon, Texts: []events.Text{said}})
		return said
	}
	texts := map[events.Text]bool{say("a", "Well done, PIM!"): false, say("a", "Pimpernel"): true, say("b", "Well done, Pim!"): true}
	hear := func(key, stream, answers string) {
		commit(t, log, events.Batch{Now: noon, Mail: &events.Mail{
			Key: key, MessageID: key, Sender: "ada@test", Player: "ada", Stream: stream, Answers: []byte(answers), Raw: []byte("raw"),
		}})
	}
	hear("theirs", "a", `[{"line":"tell Pim no","n":10000000000000001}]`)
	hear("other", "b", `[{"line":"tell Pim no"}]`)
	hear("invites", "", `[{"line":"invite Pim@TEST","told":[{"args":{"Name":"Pim"}}]}]`)
	forget(t, log, "pim")
	for said, stays := range texts {
		if _, err := log.Text(t.Context(), said.Stream, said.Sum); (err == nil) != stays {
			t.Errorf("%q: %v, want it kept: %v", said.Text, err, stays)
		}
	}
	for key, want := range map[string]string{
		"theirs":  `[{"line":"…","n":10000000000000001}]`,
		"other":   `[{"line":"tell Pim no"}]`,
		"invites": `[{"line":"…","told":[{"args":{"Name":"…"}}]}]`,
	} {
		m, err := log.MailByKey(t.Context(), key)
		if err != nil || string(m.Answers) != want || (len(m.Raw) > 0) != strings.Contains(key, "other") || m.Sender != "ada@test" {
			t.Errorf("mail %s: %+v, %v", key, m, err)
		}
	}
}

// farewell: whoever leaves waits for their last letter, but for no longer than a day.
func farewell(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, events.Batch{Now: noon, Mail: &events.Mail{Key: "k", MessageID: "k", Player: "pim"}, Farewell: "pim",
		Letters: []events.Letter{{Player: "pim", Kind: "answer", Mail: -1}}})
	leaving := func(now time.Time, want ...string) {
		t.Helper()
		got, err := log.Leaving(t.Context(), now)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	}
	leaving(noon)
	leaving(noon.Add(25*time.Hour), "pim")
	l := claim(t, log, noon, 1)[0]
	leaving(noon)
	render(t, log, l.ID, "Farewell.")
	settle(t, log, l.ID, events.Fate{State: events.Sent, At: noon})
	leaving(noon, "pim")
	forget(t, log, "pim")
	leaving(noon.Add(25 * time.Hour))
}
