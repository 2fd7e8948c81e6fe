package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"contrapost/cmd/contrapost/post"
)

// TestToldStaysHome: what one player tells another is in no export, whatever the other
// is called.
func TestToldStaysHome(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.open("Ann", "new konvooi for 2")
	v.ask("Bob", "join "+id+" as "+id)
	v.next("Ann")
	v.reply("Ann", "tell "+id+" I hold three of them\nsay good luck")
	h, err := gathering(v.service.store).Gather(v.ctx, id)
	v.must(err)
	if text := fmt.Sprint(h.Mails, h.Texts); strings.Contains(text, "three of them") || !strings.Contains(text, "good luck") || !strings.Contains(text, "join "+id) {
		t.Errorf("the history: %s", text)
	}
}

// TestAcceptedTooLate: a held mail that is accepted answers what its letter asked, and
// nothing that was asked since.
func TestAcceptedTooLate(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Eve")
	id := v.table("Ann", "Bob")
	first, second := v.whoseTurn(id)
	key := v.people[first].last.replyTo
	v.write("Eve", testMail{to: key, text: "draw deck"})
	wants(t, v.next(first), "is being held")
	v.write(first, testMail{to: key, text: "draw deck"})
	wants(t, v.next(first), "Done:")
	v.next(second)
	wants(t, v.reply(second, "draw deck"), "Done:")
	v.next(first)
	before := v.version(id)
	contains(t, v.command(exitDone, "held", "accept", fmt.Sprint(v.onlyHeld().ID)), "refused: draw deck")
	if after := v.version(id); after != before {
		t.Errorf("an order of the turn before was carried out, from version %d to %d", before, after)
	}
}

// TestForgedFlood: what anybody can write in a player's name does not keep the player's
// own mails from being heard.
func TestForgedFlood(t *testing.T) {
	v := foundVillage(t)
	v.serve(func(s *service) { s.room.Limits = post.Limits{Sender: 3} })
	v.settle("Ann")
	v.settle("Bob")
	id := v.table("Ann", "Bob")
	turn, _ := v.whoseTurn(id)
	key := v.people[turn].last.replyTo
	for i := range 8 {
		v.write(turn, testMail{to: demoAddress, text: "status", id: fmt.Sprintf("forged-%d@eve", i)})
	}
	v.write(turn, testMail{to: key, text: "draw deck"})
	v.until(turn, "Done: > draw deck")
}

// TestBounceOfAGameThatIsOver: what the letters of a finished game were called is in
// its history, for everybody to read; reports about them stop nobody's letters.
func TestBounceOfAGameThatIsOver(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	v.moderate(exitDone, id, "close")
	v.until("Ann", "A moderator has ended")
	letters, err := v.service.store.Letters(v.ctx, id)
	v.must(err)
	of := letters[0]
	ann, err := v.service.store.Player(v.ctx, of.Player)
	v.must(err)
	v.post("From: MAILER-DAEMON@elsewhere.test", "To: "+demoAddress, "Subject: Undelivered", "Message-ID: <late-bounce@x>",
		`Content-Type: multipart/report; report-type=delivery-status; boundary="b"`, "MIME-Version: 1.0", "",
		"--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; elsewhere.test", "",
		"Final-Recipient: rfc822; "+ann.Address, "Action: failed", "Status: 5.1.1", "",
		"--b", "Content-Type: text/rfc822-headers", "", "Message-ID: <"+of.MessageID+">", "Subject: x", "", "--b--")
	v.next("Bob")
	wants(t, v.ask("Bob", "status"), id+": closed")
	if all, err := v.service.store.Bounces(v.ctx); err != nil || len(all) > 0 {
		t.Errorf("believed: %+v, %v", all, err)
	}
}

// TestKeyFitsBesideImports: letters that were signed elsewhere say nothing of the key.
func TestKeyFitsBesideImports(t *testing.T) {
	o, s, config, _ := playing(t)
	game := filepath.Join(o.dir, "game")
	o.contrapost(exitDone, "demo", "--game", "konvooi", "--players", "2", "--seed", "3", "--out", game)
	files, err := filepath.Glob(filepath.Join(game, "export", "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	o.contrapost(exitDone, "import", files[0], "--config", config)
	o.end(s, exitDone)
	s = o.start(config)
	o.write("ann", "games")
	wants(t, o.next(s), "konvooi")
	o.end(s, exitDone)
}

// TestJudgesAtTheTable: who runs a service may be given a seat, until somebody of theirs
// may have seen its secrets.
func TestJudgesAtTheTable(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	mod := "mod@" + demoHost
	v.service.house.Judge = func(address string) bool { return address == mod }
	for _, unsealed := range []bool{false, true} {
		id := v.table(map[bool][]string{false: {"Ann", "Bob"}, true: {"Cem", "Bob"}}[unsealed]...)
		if unsealed {
			v.must(v.service.house.Unseal(v.ctx, id, "Kim", "To see.", time.Now()))
		}
		_, err := v.service.house.Rule(v.ctx, id, "replace 2 "+mod, time.Now())
		if refused := err != nil; refused != unsealed {
			t.Errorf("unsealed %v: %v", unsealed, err)
		}
	}
}
