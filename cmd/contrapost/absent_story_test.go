package main

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// awaits waits until it is somebody's turn, others drawing when it is theirs.
func (h *hamlet) awaits(id, name string) readLetter {
	h.Helper()
	for {
		t, err := h.service.house.Load(h.ctx, id, 0)
		h.must(err)
		seat, ok := t.Names.Find(name)
		if !ok {
			h.Fatalf("nobody is called %s: %v", name, t.Names)
		}
		if t.Play.Asked(seat).Kind == "turn" {
			return h.newest(name)
		}
		for i, other := range t.Names {
			if t.Play.Asked(engine.Seat(i+1)).Kind == "turn" && h.people[other] != nil {
				h.writes(other, h.newest(other), "draw deck")
			}
		}
		time.Sleep(20 * time.Minute)
	}
}

// newest is the last letter of a table that somebody has.
func (h *hamlet) newest(name string) readLetter {
	h.Helper()
	mails := h.server.Mails(h.people[name].address)
	for i := len(mails) - 1; i >= 0; i-- {
		if l, err := openLetter(mails[i]); err == nil && l.replyTo != demoAddress {
			return l
		}
	}
	h.Fatalf("%s has no letter of a table", name)
	return readLetter{}
}

// told checks what somebody's newest letter, of a table or not, says.
func (h *hamlet) told(name string, phrases ...string) readLetter {
	h.Helper()
	time.Sleep(time.Minute)
	mails := h.server.Mails(h.people[name].address)
	l, err := openLetter(mails[len(mails)-1])
	h.must(err)
	for _, phrase := range phrases {
		if !strings.Contains(strings.Join(strings.Fields(l.text), " "), phrase) {
			h.Errorf("%s's letter does not say %q:\n%s", name, phrase, l.text)
		}
	}
	return l
}

// begs writes to the service itself.
func (h *hamlet) begs(name, text string) {
	h.Helper()
	h.writes(name, readLetter{replyTo: demoAddress, subject: "game"}, text)
}

// TestAbsentAtTheTable is a story of three who sit down: Bob falls silent, a bot plays
// for him, he comes back, seeks somebody else for his seat, and Dov has it.
func TestAbsentAtTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		for _, name := range []string{"Ann", "Bob", "Cem", "Dov"} {
			h.settle(name, "konvooi", never)
		}
		h.serve()
		id := h.seat("new konvooi for 3 with silences=2 turn=24h", "Ann", "Bob", "Cem")
		bob := func() lobby.Place {
			now, err := h.service.house.Load(h.ctx, id, 0)
			h.must(err)
			return now.Lobby.Places[1]
		}
		for !bob().Bot {
			h.awaits(id, "Bob")
			time.Sleep(25 * time.Hour)
		}
		left := h.told("Bob", "You have been silent for so long that a bot plays your seat at table "+id, "take "+id)
		h.writes("Bob", left, "draw deck")
		h.told("Bob", "Not done:", "A bot plays your seat", "What you can write now: take "+id)
		h.begs("Bob", "status")
		h.told("Bob", "a bot plays for you, as you were silent. To come back: take "+id)
		h.writes("Ann", h.newest("Ann"), "look")
		h.told("Ann", "A bot plays for Bob.")
		h.begs("Bob", "take "+id)
		h.told("Bob", "is yours again; the bot has gone.")
		if p := bob(); p.Bot || p.Silent {
			t.Fatalf("Bob is not back: %+v", p)
		}
		h.writes("Ann", h.newest("Ann"), "look\ntell Bob Between us two.")
		h.told("Ann", "Bob is back and plays the seat again.")
		h.begs("Dov", "tables")
		h.told("Dov", "No open table waits for players.")
		h.writes("Bob", h.newest("Bob"), "seek replacement")
		h.told("Bob", "Your seat is offered", "You offer your seat, and play on until somebody takes it.", "seek replacement off keeps your seat")
		h.writes("Ann", h.newest("Ann"), "look")
		if l := h.told("Ann", "Bob offers the seat to somebody who has none at this table."); strings.Contains(l.text, "take "+id) || strings.Index(l.text, "Bob offers the seat") > strings.Index(l.text, "You can write:") {
			t.Errorf("Ann is offered a seat she cannot take, or among her orders:\n%s", l.text)
		}
		h.begs("Dov", "tables")
		h.told("Dov", id+": Konvooi, under way, 1 seat seeks another player", "take "+id)
		key := h.newest("Bob")
		h.begs("Dov", "take "+id)
		taken := h.told("Dov")
		all := strings.Join(strings.Fields(h.newest("Dov").text), " ")
		for phrase, there := range map[string]bool{"You have taken over a seat at table " + id: true, "YOUR CARDS": true, "Your time was over": false} {
			if strings.Contains(all, phrase) != there {
				t.Errorf("%q in the first letter: %s", phrase, all)
			}
		}
		if strings.Contains(all, "Between us two") || strings.Contains(taken.text, "Between us two") {
			t.Error("Dov is told what was said to Bob alone")
		}
		h.told("Bob", "Somebody else has taken over your seat at table "+id)
		h.writes("Bob", key, "say I am still here.")
		h.told("Bob", "held")
		h.writes("Ann", h.newest("Ann"), "look")
		h.told("Ann", "Dov has taken over the seat of Bob")
		h.awaits(id, "Dov")
		h.writes("Dov", h.newest("Dov"), "pass")
		h.told("Dov", "Done:", "pass")
		h.stop()
	})
}

// TestGraceAtTheTable is a story of an order that is thought better of, of one that is
// cancelled, and of one that a service that was down runs late, once.
func TestGraceAtTheTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		h.grace = 15 * time.Minute
		pair(h, "off")
		at := readLetter{replyTo: h.key("Ann")}
		h.writes("Ann", at, "pass")
		h.says("Ann", "Waits:", "another mail of yours to this table replaces it", "If you write nothing more, this is done on Saturday 1 January 2000, 00:15 UTC: pass", "cancel waiting nothing of what waits is done")
		h.writes("Bob", readLetter{replyTo: h.key("Bob")}, "look")
		if l := h.says("Bob"); strings.Contains(l.text, "waiting") || strings.Contains(l.text, "pass") {
			t.Errorf("Bob's letter:\n%s", l.text)
		}
		time.Sleep(10 * time.Minute)
		h.writes("Ann", at, "draw 2")
		if l := h.says("Ann", "00:25 UTC: draw 2"); strings.Contains(l.text, "Done:") || strings.Contains(l.text, "If you stay silent") || strings.Contains(l.text, "Answer by") {
			t.Errorf("what waits is done, or silence something else:\n%s", l.text)
		}
		h.nothing("Bob", 14*time.Minute)
		h.says("Ann", "Done:", "draw 2", "Your orders have waited")
		h.says("Bob", "it is your turn", "Ann took")
		bob := readLetter{replyTo: h.key("Bob")}
		h.writes("Bob", bob, "draw deck")
		h.says("Bob", "Waits:")
		h.writes("Bob", bob, "cancel waiting")
		h.says("Bob", "What waited is dropped")
		h.nothing("Ann", time.Hour)
		h.writes("Bob", bob, "draw 1")
		h.says("Bob", "Waits:")
		h.stop()
		time.Sleep(time.Hour)
		h.serve()
		h.says("Bob", "Your orders have waited", "draw 1")
		h.says("Ann", "it is your turn")
		entries, err := h.service.store.Stream(h.ctx, "AAAAA", 1, 0)
		h.must(err)
		var orders []string
		for _, e := range entries {
			if e.Order != "" && !lobby.Owns(e.Kind) {
				orders = append(orders, e.Cause.Kind+" "+e.Order)
			}
		}
		h.stop()
		if got := strings.Join(orders, ", "); got != events.CauseMail+" draw 2, "+events.CauseMail+" draw 1" {
			t.Errorf("carried out: %s", got)
		}
	})
}
