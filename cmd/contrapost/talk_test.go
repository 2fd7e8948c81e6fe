package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTalk: what is said reaches everybody once, as it was written, before, during
// and after the game, and is never an order.
func TestTalk(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	id := v.open("Ann", "new konvooi for 3")
	v.ask("Bob", "join "+id)
	wants(t, v.reply("Bob", "Say Who ELSE is coming? Let us begin."), "Everybody at the table is sent it")
	wants(t, v.people["Bob"].last, "You can write: invite ADDRESS, say TEXT, leave, help tables")
	wants(t, v.next("Ann"), `SAID SINCE YOUR LAST LETTER Bob: "Who ELSE is coming? Let us begin."`, "Seated: Ann, Bob")
	lacks(t, v.reply("Ann", "look"), "ELSE")
	v.ask("Cem", "join "+id)
	for _, name := range []string{"Ann", "Bob"} {
		wants(t, v.next(name), "The game has begun", "SINCE THE DEAL", "say TEXT, tell NAME TEXT, history, help konvooi")
	}
	before := v.version(id)
	turn, other := v.whoseTurn(id)
	wants(t, v.reply(turn, "say pass"), "Done:", "> say pass", "it is your turn")
	if now, _ := v.whoseTurn(id); now != turn {
		t.Error("what was said was taken for an order")
	}
	for _, name := range []string{"Ann", "Bob", "Cem"} {
		if name != turn {
			wants(t, v.next(name), turn+`: "pass"`)
		}
	}
	if n := v.version(id) - before; n != 1 {
		t.Errorf("one saying made %d entries", n)
	}
	// One letter for all that a mail sets off.
	had := v.mails(other)
	v.reply(turn, "say Nothing for me.\npass\nsay Your turn.")
	next, _ := v.whoseTurn(id)
	for _, name := range []string{"Ann", "Bob", "Cem"} {
		if name == turn {
			continue
		}
		l := v.next(name)
		wants(t, l, `"Nothing for me."`, `"Your turn."`, "passed")
		if name == next {
			wants(t, l, "it is your turn")
		}
	}
	v.ask(other, "games")
	if n := v.mails(other) - had; n != 2 {
		t.Errorf("%s got %d letters, want that one and the answer", other, n)
	}
	wants(t, v.reply(turn, "history"), "SAID AT THIS TABLE", `Bob: "Who ELSE is coming? Let us begin."`, turn+`: "pass"`, "SINCE THE DEAL")
}

// TestTalkIsTidied: control characters and direction overrides go, and it is bounded.
func TestTalkIsTidied(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	v.table("Ann", "Bob")
	wants(t, v.reply("Ann", "say a\u202eb\u2066c\x07d  e"), "Done:")
	wants(t, v.next("Bob"), `Ann: "abcd e"`)
	wants(t, v.reply("Ann", "say "+strings.Repeat("x", 500)), "Done:")
	v.next("Bob")
	wants(t, v.reply("Ann", "say "+strings.Repeat("x", 501)), "Not done:", "501 characters; 500 can")
	wants(t, v.reply("Ann", strings.Repeat("say so\n", 21)), "20 times at most")
	v.next("Bob")
	wants(t, v.ask("Ann", "say hello"), "That goes to a table")
}

// letterNumber is what two letters of the same contents differ in.
var letterNumber = regexp.MustCompile(`, letter \d+ to`)

// TestTold: what one player tells another shows in nobody else's letters, neither in
// words nor in their subject, their length or their number; and it belongs to the
// two players.
func TestTold(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	id := v.table("Ann", "Bob", "Cem")
	before := v.reply("Cem", "look")
	had := v.mails("Cem")
	wants(t, v.reply("Ann", "tell bo Meet me at the BORDER."), "Bob alone is sent it")
	wants(t, v.next("Bob"), `Ann, to you alone: "Meet me at the BORDER."`)
	wants(t, v.reply("Bob", "fluister Ann pass"), "Ann alone is sent it")
	wants(t, v.next("Ann"), `Bob, to you alone: "pass"`)
	after := v.reply("Cem", "look")
	if n := v.mails("Cem") - had; n != 1 {
		t.Errorf("Cem got %d letters, want the answer alone", n)
	}
	plain := func(l readLetter) string { return l.subject + "\n" + letterNumber.ReplaceAllString(l.text, "") }
	if diff := cmp.Diff(plain(before), plain(after)); diff != "" {
		t.Errorf("Cem's letter has changed:\n%s", diff)
	}
	lacks(t, v.reply("Cem", "history"), "BORDER", "alone")
	wants(t, v.reply("Ann", "history"), `You, to Bob alone: "Meet me at the BORDER."`, `Bob, to you alone: "pass"`)
	wants(t, v.reply("Bob", "history"), `Ann, to you alone: "Meet me at the BORDER."`)
	entries, err := v.service.store.Stream(v.ctx, id, 1, 0)
	v.must(err)
	for _, e := range entries {
		if strings.Contains(string(e.Data)+e.Order, "BORDER") {
			t.Errorf("the log holds what was told: %s", e.Data)
		}
	}
	wants(t, v.reply("Ann", "tell Ann hello"), "That is you")
	wants(t, v.reply("Ann", "Tell me about it"), "no order")
	wants(t, v.reply("Ann", "Tell your sister hello"), "no order")
}

// TestBotsHearNothing: nor do those who have left their seat to one.
func TestBotsHearNothing(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	v.ask("Ann", "new konvooi for 4\nbots 1")
	id := strings.TrimPrefix(joinOrder.FindString(v.people["Ann"].last.text), "join ")
	wants(t, v.reply("Ann", "tell Bot-2 hello"), "Bot-2 is a bot")
	v.ask("Bob", "join "+id)
	v.ask("Cem", "join "+id)
	v.next("Ann")
	v.next("Bob")
	v.reply("Cem", "resign")
	wants(t, v.reply("Cem", "say Goodbye"), "A bot plays for that seat")
	l := v.reply("Ann", "tell Cem hello")
	for !strings.Contains(l.text, "tell Cem") { // her turn may have come meanwhile
		l = v.next("Ann")
	}
	wants(t, l, "Cem is a bot")
}
