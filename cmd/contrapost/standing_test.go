package main

import (
	"strings"
	"testing"
)

// TestStandingBidsAreListed: one's own by their numbers, which close up; those of
// others are nowhere to be seen.
func TestStandingBidsAreListed(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	wants(t, v.reply(other, "when convoy of 2 let go\nwhen convoy of 3+ from "+turn+" inspect INS check 2\nwhen convoy let go"),
		"1: when convoy of 2 let go", "2: when convoy of 3+ from "+turn+" inspect INS check 2", "3: when convoy let go")
	for _, order := range []string{"look", "status", "preview cancel 3", "cancel 3", "when convoy of 9 let go"} {
		got := v.reply(turn, order)
		for _, told := range []string{"3:", "STANDING", "convoy of 2", "check 2"} {
			if strings.Contains(strings.ReplaceAll(got.text, "> "+order, ""), told) {
				t.Errorf("%s is told %q:\n%s", turn, told, got.text)
			}
		}
	}
	lacks(t, v.reply(other, "cancel 1"), "of 2 let go")
	wants(t, v.reply(other, "look"), "1: when convoy of 3+ from "+turn+" inspect INS check 2", "2: when convoy let go")
	wants(t, v.reply(other, "cancel 3"), "Not done:", "You have no standing bid 3, only 2 in all (rule K32).", "Did you mean: cancel 1")
	lacks(t, v.reply(other, "cancel all"), "when convoy let go")
}

// TestStandingOrdersAreListed: the order for inspections has a number, and what a
// passenger is to do stands on its owner's page until it is done, and on nobody else's.
func TestStandingOrdersAreListed(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.open("Ann", "new declare for 2")
	v.ask("Bob", "join "+id)
	v.next("Ann")
	wants(t, v.reply("Ann", "place 1 2 3\nwhen inspected reveal 4 2"), "YOUR STANDING ORDERS", "1: when inspected reveal 4 2")
	v.reply("Bob", "place 1 2 3")
	v.until("Ann", "which passenger do you play")
	at := v.load(id)
	seat, _ := at.Names.Find("Ann")
	ordered := ""
	for _, move := range at.Play.Moves(seat) {
		for _, with := range []string{" with 2 Bob 3", " with Bob 3", " with 2"} {
			if ordered == "" && !strings.HasPrefix(v.reply("Ann", "preview "+move+with).text, "Not done:") {
				ordered = move + with
			}
		}
	}
	if ordered == "" {
		t.Fatal("Ann has no passenger that asks anything")
	}
	wants(t, v.reply("Ann", ordered), "and what to do:")
	got := v.reply("Bob", "look")
	lacks(t, got, "STANDING", "inspected reveal 4 2", "and what to do")
	wants(t, v.reply("Ann", "when inspected reveal highest"), "1: when inspected reveal highest")
	lacks(t, v.reply("Ann", "cancel 1"), "1: when inspected")
	wants(t, v.reply("Ann", "cancel 1"), "Not done:", "You have no standing order (rule N11).")
}
