package main

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"contrapost/cmd/contrapost/post"
	"contrapost/events"
)

// believing is a village whose service goes by a policy, with a mail server that says
// whom it vouches for.
func believing(t *testing.T, p post.Policy, names ...string) *village {
	t.Helper()
	v := foundVillage(t)
	v.serve(func(s *service) { s.room.Policy, s.room.Authserv = p, demoHost })
	for _, name := range names {
		v.settle(name)
	}
	return v
}

// judged delivers a mail upon which our own mail server has written what it found.
func (v *village) judged(name, dmarc, to, text string) {
	v.Helper()
	p := v.people[name]
	p.written++
	v.post("Authentication-Results: "+demoHost+"; dmarc="+dmarc+" header.from="+demoHost,
		"From: "+name+" <"+p.address+">", "To: "+to, "Subject: hello", fmt.Sprintf("Message-ID: <judged-%d@%s>", p.written, strings.ToLower(name)), "", text)
}

// command runs the program on the village's database, beside the service.
func (v *village) command(want int, args ...string) string {
	v.Helper()
	var out, told strings.Builder
	if code := run(v.ctx, append(args, "--db", v.db), nil, &out, &told); code != want {
		v.Errorf("contrapost %v: exit code %d, want %d\n%s%s", args, code, want, &out, &told)
	}
	return out.String() + told.String()
}

// onlyHeld gives the mail that is held, and there must be one alone.
func (v *village) onlyHeld() events.Mail {
	v.Helper()
	held, err := v.service.store.Held(v.ctx)
	if err != nil || len(held) != 1 {
		v.Fatalf("%d mails are held, %v; want 1: %+v", len(held), err, held)
	}
	return held[0]
}

// TestStrictPolicy: nothing is believed that our own mail server does not vouch for, at
// a table or not, and what it vouches for is.
func TestStrictPolicy(t *testing.T) {
	v := believing(t, post.Strict, "Ann", "Bob")
	v.judged("Ann", "none", demoAddress, "new konvooi for 2")
	v.judged("Ann", "pass", demoAddress, "new konvooi for 2")
	wants(t, v.next("Ann"), "Seated: Ann") // the first has made no table, and told nobody
	if held := v.onlyHeld(); held.Sender != v.people["Ann"].address || held.Stream != "" {
		t.Errorf("held: %+v", held)
	}
	key := v.people["Ann"].last.replyTo
	v.judged("Ann", "none", key, "bots 1")
	wants(t, v.next("Ann"), "is being held", "vouches for it")
	v.judged("Ann", "pass", key, "bots 1")
	wants(t, v.next("Ann"), "Done:")
}

// TestForgedAtService: where our own mail server says that a sender is forged, it is
// believed even of one that needs no voucher; a forged statement of others is not read.
func TestForgedAtService(t *testing.T) {
	v := believing(t, post.ByToken, "Ann")
	id := v.open("Ann", "new konvooi for 2")
	v.judged("Ann", "fail", demoAddress, "leave "+id)
	wants(t, v.next("Ann"), "is being held")
	if s := v.lobby(id); s.Closed || len(s.Places) != 1 {
		t.Errorf("a forged mail has left the table: %+v", s)
	}
	v.onlyHeld()
}

// TestOpenPolicy: whoever sits at a table is believed by the address alone, as
// themselves; nobody else is.
func TestOpenPolicy(t *testing.T) {
	v := believing(t, post.Open, "Ann", "Bob", "Eve")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	v.write(turn, testMail{to: mangled(v.people[turn].last.replyTo), text: "draw deck"})
	wants(t, v.next(turn), "Done:")
	v.write("Eve", testMail{to: v.people[turn].last.replyTo, text: "say boo"})
	wants(t, v.next(turn), "is being held")
	v.write(turn, testMail{to: v.people[other].last.replyTo, text: "say it is me"})
	wants(t, v.next(turn), "Done:", "it is me")
}

// TestHeldMails: a moderator sees what is held and has it heard, as the player whom its
// reply address was made for, or never; once.
func TestHeldMails(t *testing.T) {
	v := governed(t, "Ann", "Bob", "Eve")
	id := v.table("Ann", "Bob")
	turn, _ := v.whoseTurn(id)
	key := v.people[turn].last.replyTo
	v.write("Eve", testMail{to: key, text: "Hi, from my other address:\ndraw deck"})
	wants(t, v.next(turn), "is being held")
	before := v.version(id)

	held := v.onlyHeld()
	n := fmt.Sprint(held.ID)
	contains(t, v.command(exitDone, "held"), n, "eve@"+demoHost, turn, id, "sender is not the seat's player", "draw deck")
	contains(t, v.command(exitDone, "held", "--json"), `"mail":`+n, `"wrote":["draw deck"]`, `"name":"`+turn+`"`)
	contains(t, v.command(exitUsage, "held", "accept", "99"), "mail 99 is not held")
	contains(t, v.command(exitDone, "held", "accept", n), "done: draw deck", "mail "+n+" is accepted")
	wants(t, v.next(turn), "Done:", "> draw deck")
	if v.version(id) == before {
		t.Error("nothing was done")
	}
	after := v.version(id)
	contains(t, v.command(exitUsage, "held", "accept", n), "was decided about")
	contains(t, v.command(exitUsage, "held", "refuse", n), "was decided about")
	contains(t, v.command(exitDone, "held"), "no mail is held")

	v.write("Eve", testMail{to: key, text: "say never"})
	wants(t, v.ask("Eve", "games"), "konvooi") // it has been held
	n = fmt.Sprint(v.onlyHeld().ID)
	contains(t, v.command(exitDone, "held", "refuse", n), "mail "+n+" is refused")
	contains(t, v.command(exitUsage, "held", "accept", n), "was decided about")
	v.write("Eve", testMail{to: key, text: "say forgotten"})
	wants(t, v.ask("Eve", "games"), "konvooi")
	n = fmt.Sprint(v.onlyHeld().ID)
	v.must(v.service.store.Write(v.ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE inbox SET raw = NULL WHERE id = ?", n) // as forgetting does
		return err
	}))
	contains(t, v.command(exitUsage, "held", "accept", n), "has been erased")
	if v.version(id) != after {
		t.Error("a mail was heard that was refused, or one twice")
	}
	contains(t, v.command(exitDone, "verify"), "0 broken")
	contains(t, v.command(exitDone, "audit", id), "(moderator)")
}

func contains(t *testing.T, text string, phrases ...string) {
	t.Helper()
	for _, p := range phrases {
		if !strings.Contains(text, p) {
			t.Errorf("no %q in\n%s", p, text)
		}
	}
}

// TestTooManyMails: what a player sends past the limit is held, and they are told once;
// a stranger's is passed over.
func TestTooManyMails(t *testing.T) {
	v := foundVillage(t)
	v.serve(func(s *service) { s.room.Limits = post.Limits{Sender: 2, Stranger: 3} })
	v.settle("Ann")
	v.settle("Eve")
	wants(t, v.ask("Ann", "name Ann\nnew konvooi for 2"), "Seated: Ann")
	v.ask("Ann", "status")
	v.ask("Ann", "games")
	v.write("Ann", testMail{to: v.people["Ann"].last.replyTo, text: "say too much"})
	wants(t, v.next("Ann"), "So many mails")
	v.write("Ann", testMail{to: v.people["Ann"].last.replyTo, text: "say far too much"})
	for range 5 {
		v.write("Eve", testMail{to: demoAddress, text: "hello there"})
	}
	v.write("Eve", testMail{to: demoAddress, text: "new konvooi for 2"})
	held := waitHeld(t, v, 2)
	if held[0].Sender != held[1].Sender {
		t.Errorf("held: %+v", held)
	}
	if n := v.mails("Ann"); n != 4 {
		t.Errorf("Ann has %d letters, want 4", n)
	}
}

// waitHeld waits until so many mails are held.
func waitHeld(t *testing.T, v *village, n int) []events.Mail {
	t.Helper()
	for {
		changed := v.service.store.Changed()
		held, err := v.service.store.Held(v.ctx)
		v.must(err)
		if len(held) >= n {
			return held
		}
		select {
		case <-changed:
		case <-v.ctx.Done():
			t.Fatalf("%d mails are held, want %d", len(held), n)
		}
	}
}

// TestBounces: a report that a letter of ours was refused for good stops what is sent
// to its reader, until they write; one about no letter of ours stops nothing.
func TestBounces(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	v.settle("Operator")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	letters, err := v.service.store.Letters(v.ctx, id)
	v.must(err)
	var of events.Letter
	for _, l := range letters {
		if p, _ := v.service.store.Player(v.ctx, l.Player); p.Name == other && l.MessageID != "" {
			of = l
		}
	}
	bounce := func(message, action, status string) {
		t.Helper()
		v.post("From: MAILER-DAEMON@elsewhere.test", "To: "+demoAddress, "Subject: Undelivered", "Message-ID: <b-"+status+action+message+">",
			`Content-Type: multipart/report; report-type=delivery-status; boundary="b"`, "MIME-Version: 1.0", "",
			"--b", "Content-Type: text/plain", "", "It did not arrive.",
			"--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; elsewhere.test", "",
			"Final-Recipient: rfc822; "+v.people[other].address, "Action: "+action, "Status: "+status, "",
			"--b", "Content-Type: text/rfc822-headers", "", "Message-ID: <"+message+">", "Subject: x", "", "--b--")
	}
	bounce("made-up@"+demoHost, "failed", "5.1.1")
	bounce(of.MessageID, "delayed", "4.4.1")
	bounce(of.MessageID, "failed", "5.1.1")
	wants(t, v.next("Operator"), "Letters to "+other+" come back (status 5.1.1)")
	contains(t, v.command(exitDone, "players"), "stopped 5.1.1")
	had := v.mails(other)
	wants(t, v.reply(turn, "draw deck"), "Done:")
	wants(t, v.reply(turn, "look"), "Nothing is asked of you")
	if v.mails(other) != had {
		t.Error("a letter was sent where they come back from")
	}
	v.write(other, testMail{to: v.people[other].last.replyTo, text: "look"})
	wants(t, v.next(other), "it is your turn")
	contains(t, v.command(exitDone, "players"), " -\n")
	if strings.Contains(v.command(exitDone, "players"), "stopped") {
		t.Error("letters are stopped to somebody who has written")
	}
}

// TestSealedMail: a mail that cannot be read is answered so, and not as an empty one.
func TestSealedMail(t *testing.T) {
	v := newVillage(t, "Ann")
	wants(t, v.ask("Ann", "games"), "konvooi")
	wants(t, v.ask("Ann", "name Ann\nnew konvooi for 2"), "Seated: Ann")
	v.post("From: Ann <ann@"+demoHost+">", "To: "+demoAddress, "Subject: x", "Message-ID: <sealed@ann>",
		`Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"`, "Content-Transfer-Encoding: base64", "MIME-Version: 1.0", "", "MIAGCSqGSIb3DQEHA6CAMIACAQAx")
	wants(t, v.next("Ann"), "Not done:", "it is encrypted")
}
