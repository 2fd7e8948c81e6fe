package main

import (
	"strings"
	"testing"
)

// TestLetterAnsweredTwice: a letter that came twice, after a crash, may be answered
// twice, in two mails. The second, if it says something else, is refused, at whatever time it is heard: it must
// not be taken for an answer to what the same player is asked next.
func TestLetterAnsweredTwice(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	first, second := v.whoseTurn(id)
	key := v.people[first].last.replyTo
	v.write(first, testMail{to: key, text: "draw deck"})
	wants(t, v.next(first), "Done:")

	after := v.version(id)
	v.write(first, testMail{to: key, text: "draw deck"})
	wants(t, v.next(first), "> draw deck", "sent this before; it was done once")
	v.write(first, testMail{to: key, text: "draw deck\nsay hello"})
	wants(t, v.next(first), "Not done:", "> draw deck")
	if v.version(id) != after {
		t.Error("a letter was answered twice, out of turn")
	}

	v.next(second) // it is their turn
	wants(t, v.reply(second, "draw deck"), "Done:")
	v.next(first)
	after = v.version(id)
	v.write(first, testMail{to: key, text: "draw deck\nwhen convoy let go"})
	wants(t, v.next(first), "Not done:", "> draw deck", "a question that has passed", "Not tried", "> when convoy", "YOU MAY ANSWER")
	if v.version(id) != after {
		t.Error("the answer to an earlier turn was carried out in this one")
	}

	// What answers no question is good at any time, and so is the newest letter.
	v.write(first, testMail{to: key, text: "when convoy let go"})
	wants(t, v.next(first), "Done:")
	wants(t, v.reply(first, "draw deck"), "Done:")
}

// TestAnAnswerOfTwoWordsTwice: the same holds for answers whose verb has two words: to let
// one convoy go is not to let the next one go.
func TestAnAnswerOfTwoWordsTwice(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	first, second := v.whoseTurn(id)
	convoy := func(who string) {
		seat, _ := v.load(id).Names.Find(who)
		for _, move := range v.load(id).Play.Moves(seat) {
			if strings.HasPrefix(move, "convoy ") {
				wants(t, v.reply(who, move), "Done:")
				return
			}
		}
		t.Fatalf("%s has no convoy to send", who)
	}
	convoy(first)
	asked := v.next(second)
	v.write(second, testMail{to: asked.replyTo, text: "let go"})
	v.until(second, "your turn")
	wants(t, v.reply(second, "draw deck"), "Done:")
	v.until(first, "your turn")
	convoy(first)
	v.next(second)
	before := v.version(id)
	v.write(second, testMail{to: asked.replyTo, text: "let go\nsay Again."})
	wants(t, v.next(second), "Not done:", "> let go", "a question that has passed")
	v.write(second, testMail{to: asked.replyTo, text: "preview let go"})
	wants(t, v.next(second), "Not done:", "a question that has passed")
	if v.version(id) != before {
		t.Error("the answer to an earlier convoy was taken for one to this")
	}
}
