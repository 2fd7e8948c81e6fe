package main

import (
	"strings"
	"testing"
)

// TestOperatorSeesTheAbsent: whom a bot plays for, and which seats seek a player.
func TestOperatorSeesTheAbsent(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	id := v.table("Ann", "Bob", "Cem")
	wants(t, v.reply("Bob", "seek replacement"), "Your seat is offered")
	wants(t, v.reply("Cem", "resign"), "given up your seat")
	v.must(v.service.projector.CatchUp(v.ctx))
	contains(t, v.command(exitDone, "tables", "--json"), `"bots":["Cem"]`, `"seeking":["Bob"]`)
	contains(t, v.command(exitDone, "tables"), "BOTS", "SEEKING", "Cem", "Bob")
	contains(t, v.command(exitDone, "players", "--json"), `"tables":["`+id+`"],"bots":["`+id+`"]`, `"tables":["`+id+`"],"seeking":["`+id+`"]`)
	rows, err := v.service.projector.Seeking(v.ctx)
	v.must(err)
	if len(rows) != 1 || rows[0] != id {
		t.Errorf("seeking %v", rows)
	}
	v.must(v.service.projector.Rebuild(v.ctx))
	contains(t, v.command(exitDone, "verify", id), "held read-tables", "held orders", "held mails")
}

// TestPrivateSeatsAreNotListed: who knows the table's id takes a seat there all the same.
func TestPrivateSeatsAreNotListed(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	id := v.open("Ann", "new konvooi for 2 private")
	v.ask("Bob", "join "+id)
	v.next("Ann")
	v.reply("Bob", "seek replacement")
	lacks(t, v.ask("Cem", "tables"), id)
	wants(t, v.ask("Cem", "take "+id), "you are called Cem there")
	wants(t, v.next("Cem"), "You have taken over a seat at table "+id)
}

// TestAuditKeepsWhatWaits: of a game that goes on nobody is shown that orders wait,
// nor whose.
func TestAuditKeepsWhatWaits(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.open("Ann", "new konvooi for 2 with grace=1h")
	v.ask("Bob", "join "+id)
	v.next("Ann")
	who, other := v.whoseTurn(id)
	wants(t, v.reply(who, "draw deck"), "Waits:", "If you write nothing more, this is done on")
	wants(t, v.reply(who, "cancel waiting\npass"), "What waited is dropped", "Waits:", "another mail of yours to this table replaces it")
	lacks(t, v.reply(other, "look"), "Waits:", "If you write nothing more")
	rows, text := v.audit(id)
	if strings.Contains(text, "order-waiting") || strings.Contains(text, "draw deck") || strings.Contains(text, "waiting-cancelled") {
		t.Errorf("the audit says:\n%s", text)
	}
	sealed := 0
	for _, r := range rows[len(rows)-3:] {
		if r.Kind == kindSealed && r.Player == "" && r.Seat == 0 && len(r.Letters) == 0 {
			sealed++
		}
	}
	if sealed != 3 {
		t.Errorf("%d of the last rows are sealed:\n%s", sealed, text)
	}
	v.must(v.service.projector.CatchUp(v.ctx))
	contains(t, v.command(exitDone, "verify", id), "held orders", "held mails")
}
