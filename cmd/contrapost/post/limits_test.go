package post

import (
	"fmt"
	"testing"
	"time"

	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
)

// TestExcess: each kind of sender has a limit of its own; only a player's mail is held.
func TestExcess(t *testing.T) {
	now := noon
	r := Room{Limits: Limits{Sender: 1, Stranger: 2, Strangers: 3, Held: 1}, Now: func() time.Time { return now }}
	player := caller{heard: table.Heard{Player: events.Player{ID: "p", Name: "Ann"}}, identified: byToken}
	forged, doubted := player, player
	forged.identified, doubted.reason = noToken, "token does not fit"
	for i, c := range []struct {
		from string
		of   caller
		why  string
		held string
	}{
		{"ann@x", player, "", ""},
		{"ann@x", player, "", "too many mails of this sender"},
		{"ann@x", forged, "", ""},
		{"ann@x", doubted, "", "token does not fit"},
		{"ANN@x", doubted, "too many mails of this sender are held", "token does not fit"},
		{"bob@x", doubted, "", "token does not fit"},
		{"eve@x", caller{}, "", ""},
		{"Eve@x", caller{}, "", ""},
		{"eve@x", caller{}, "too many mails of this stranger", ""},
		{"fay@x", caller{}, "", ""},
		{"gus@x", caller{}, "too many mails of strangers", ""},
	} {
		why := r.excess(mailer.Message{From: c.from}, &c.of)
		if why != c.why || c.of.reason != c.held {
			t.Errorf("mail %d, of %s: %q, held for %q; want %q, %q", i, c.from, why, c.of.reason, c.why, c.held)
		}
	}
	now = now.Add(time.Hour)
	if why := r.excess(mailer.Message{From: "eve@x"}, &caller{}); why != "" {
		t.Errorf("an hour later: %s", why)
	}
}

// TestPatienceIsBounded: when very many senders are remembered, those who were quiet
// are forgotten, and nobody else is.
func TestPatienceIsBounded(t *testing.T) {
	var p patience
	for i := range patienceFor {
		if !p.answerIdle(fmt.Sprint(i), noon) {
			t.Fatalf("sender %d is not answered", i)
		}
	}
	if p.answerIdle("one more", noon) {
		t.Error("one more is remembered than there is room for")
	}
	if !p.answerIdle("1", noon) {
		t.Error("somebody was forgotten")
	}
	if !p.answerIdle("one more", noon.Add(idleEvery)) {
		t.Error("nobody was forgotten who was quiet for long enough")
	}
}

// TestTwiceForAWhile: the same words again are the same mail, and after a while another.
func TestTwiceForAWhile(t *testing.T) {
	hear := func(room *chamber, key string, received time.Time) int {
		t.Helper()
		ann, err := room.store.PlayerByAddress(t.Context(), "ann@test")
		if err != nil && !notFound(err) {
			t.Fatal(err)
		}
		ann.Address = "ann@test"
		reply, err := room.House.Hear(t.Context(), table.Heard{
			Mail: events.Mail{Key: key, MessageID: key + "@test", Received: received}, Wrote: "new", FromName: "Ann",
			Player: ann, Lines: []string{"new konvooi for 2"}, Now: received,
		})
		if err != nil {
			t.Fatal(err)
		}
		return len(reply.Tables)
	}
	for later, opened := range map[time.Duration]int{0: 0, twice - time.Second: 0, twice + time.Second: 1} {
		room := newChamber(t)
		if hear(room, "1", noon) != 1 || hear(room, "2", noon.Add(later)) != opened {
			t.Errorf("%v later: not %d tables more", later, opened)
		}
	}
}

// twice is how long the same words are the same mail.
const twice = 5 * time.Minute

// TestReturned: a report is about a letter of ours, known by its Message-ID or its reply
// address, that left not long ago.
func TestReturned(t *testing.T) {
	room := newChamber(t)
	signer, err := mailer.NewSigner([]byte("a key of some length"), "game", "test")
	if err != nil {
		t.Fatal(err)
	}
	room.Signer = signer
	id := room.table(t)
	letters, err := room.store.Claim(t.Context(), noon, 1)
	if err != nil || len(letters) != 1 || letters[0].Stream != id {
		t.Fatalf("letters %+v, %v", letters, err)
	}
	l := letters[0]
	if err := room.store.Rendered(t.Context(), l.ID, "letter@test", []byte("Hello.")); err != nil {
		t.Fatal(err)
	}
	if err := room.store.Settle(t.Context(), l.ID, events.Fate{State: events.Sent, At: noon}); err != nil {
		t.Fatal(err)
	}
	token := signer.Sign(mailer.Token{Table: id, Seat: l.Seat, Letter: l.Number}, l.Player)
	wrong := token
	wrong.MAC = "aaaaaaaaaaaaaaaa"
	for name, c := range map[string]struct {
		report mailer.Bounce
		after  time.Duration
		found  bool
		hard   bool
	}{
		"by its id":        {mailer.Bounce{Action: "failed", Status: "5.1.1", MessageID: "letter@test"}, time.Hour, true, true},
		"by its address":   {mailer.Bounce{Action: "failed", Status: "5.1.1", MessageID: "other@test", Token: token}, time.Hour, true, true},
		"late":             {mailer.Bounce{Action: "delayed", Status: "4.4.1", MessageID: "letter@test"}, time.Hour, true, false},
		"a full mailbox":   {mailer.Bounce{Action: "failed", Status: "5.2.2", MessageID: "letter@test"}, time.Hour, true, false},
		"it arrived":       {mailer.Bounce{Action: "delivered", Status: "2.0.0", MessageID: "letter@test"}, time.Hour, false, false},
		"another letter":   {mailer.Bounce{Action: "failed", Status: "5.1.1", MessageID: "other@test"}, time.Hour, false, false},
		"a made-up token":  {mailer.Bounce{Action: "failed", Status: "5.1.1", MessageID: "other@test", Token: wrong}, time.Hour, false, false},
		"weeks afterwards": {mailer.Bounce{Action: "failed", Status: "5.1.1", MessageID: "letter@test"}, bouncesFor + time.Hour, false, false},
	} {
		room.Now = func() time.Time { return noon.Add(c.after) }
		got, hard, err := room.returned(t.Context(), &c.report)
		if err != nil || (got.ID == l.ID) != c.found || hard != c.hard {
			t.Errorf("%s: letter %d, hard %v, %v", name, got.ID, hard, err)
		}
	}
}
