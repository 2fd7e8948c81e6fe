package main

import "testing"

// TestPreview: an order can be judged without being done, in either language, and is
// refused as the order itself would be.
func TestPreview(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	before := v.version(id)
	wants(t, v.reply(turn, "preview draw deck"), "Done:", "> preview draw deck", "That would be done: draw deck. Nothing has been done yet.", "What it would do: one closed card.", "YOU MAY ANSWER")
	wants(t, v.reply(turn, "proef trek stapel"), "Nothing has been done yet")
	wants(t, v.reply(turn, "preview draw 9"), "Not done:", "> preview draw 9")
	wants(t, v.reply(other, "preview draw deck"), "Not done:", "It is the turn of")
	wants(t, v.reply(turn, "preview of coming attractions"), "no order in your mail")
	key := v.people[turn].last.replyTo
	wants(t, v.ask(turn, "preview draw deck"), "Not done:")
	if after := v.version(id); after != before {
		t.Errorf("a preview has moved the table from version %d to %d", before, after)
	}
	v.write(turn, testMail{to: key, text: "draw deck"})
	wants(t, v.next(turn), "Done:")
	v.next(other) // it is their turn
	wants(t, v.reply(other, "draw deck"), "Done:")
	v.next(turn)
	v.write(turn, testMail{to: key, text: "preview draw deck"}) // in answer to the turn before
	wants(t, v.next(turn), "Not done:", "a question that has passed")
}
