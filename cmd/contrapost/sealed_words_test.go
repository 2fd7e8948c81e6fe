package main

import (
	"strings"
	"testing"

	"contrapost/templates"
)

// TestSealedAnswerInWords: whoever has answered sealed reads what they have answered, and
// how to change it; nobody else's letter is another for it.
func TestSealedAnswerInWords(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.open("Ann", "new declare for 2")
	v.ask("Bob", "join "+id)
	v.until("Ann", "The game has begun")
	first := func(name string) string {
		t.Helper()
		orders := templates.Choices(v.people[name].last.text)
		if len(orders) < 2 {
			t.Fatalf("%s is offered nothing:\n%s", name, v.people[name].last.text)
		}
		return orders[0]
	}
	wants(t, v.reply("Ann", first("Ann")), "Your baggage is placed, and stays where it lies.")
	v.reply("Bob", first("Bob"))
	asked := v.until("Ann", "If you stay silent, chance plays")
	v.until("Bob", "If you stay silent, chance plays")
	before := v.reply("Bob", "look")
	v.people["Ann"].last = asked
	chosen, other := first("Ann"), templates.Choices(asked.text)[1]
	l := v.reply("Ann", chosen)
	wants(t, l, "Done:", "You have chosen "+strings.TrimPrefix(chosen, "play ")+" ", "Until the choices are opened you may choose another.", "YOU MAY STILL ANSWER INSTEAD")
	lacks(t, l, "Nothing is asked of you now", "If you stay silent")
	if got := templates.Choices(l.text); got != nil {
		t.Errorf("a program would take it for a question: %q", got)
	}
	wants(t, l, chosen, other)
	wants(t, v.reply("Ann", other), "Done:", "You have chosen "+strings.TrimPrefix(other, "play ")+" ")
	after := v.reply("Bob", "look")
	lacks(t, after, "You have chosen")
	if cut := func(s string) string { s, _, _ = strings.Cut(s, "\n-- \n"); return s }; cut(before.text) != cut(after.text) {
		t.Errorf("Bob's letter before and after:\n%s\n%s", before.text, after.text)
	}
}

// TestResignedInWords: whoever gives up a seat is told once, and that there is no way
// back.
func TestResignedInWords(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	v.table("Ann", "Bob", "Cem")
	l := v.reply("Cem", "resign")
	wants(t, l, "You have given up your seat; a bot plays on for you. You cannot take it back: only a moderator can give it to you again.")
	lacks(t, l, "Cem has given up the seat", "A bot plays for Cem")
	wants(t, v.reply("Ann", "look"), "Cem has given up the seat; a bot plays it now.")
}
