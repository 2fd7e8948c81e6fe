package main

import (
	"testing"
)

// TestBanksInWords: what a table with banks has agreed on is told wherever a table is,
// and what does not go together is refused with what to write.
func TestBanksInWords(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	v.ask("Bob", "language nl")
	id := v.open("Ann", "new konvooi for 3 with bank=7d increment=12h")
	wants(t, v.people["Ann"].last, "Everybody has a bank of 7d for all their turns; an order gives back 12h, and 12h are always there. Any other answer may take 24h.")
	wants(t, v.ask("Bob", "tafels"), id+": Konvooi, gastheer Ann, 2 plaatsen vrij; bank=7d increment=12h voor een beurt, 24h voor een antwoord")
	wants(t, v.reply("Ann", "invite bob@contrapost.test"), "An invitation")
	wants(t, v.next("Bob"), "Iedereen heeft een bank van 7d voor al zijn beurten; een opdracht geeft 12h terug, en 12h is er altijd.")
	for _, c := range []struct{ order, says string }{
		{"new konvooi with bank=7d turn=48h", "not both"},
		{"new konvooi with increment=1h", "say how much that holds"},
		{"new konvooi with bank=10m", "10m is no bank: write 7d, or 36h, from an hour to 90d"},
		{"new konvooi with bank=1d increment=2d", "2d is no increment"},
		{"new konvooi with bank=", "is no bank"},
		{"new konvooi with turn=31d", "31d is no time to give for turn"},
	} {
		l := v.ask("Ann", c.order)
		wants(t, l, "Not done:", c.says)
	}
	wants(t, v.ask("Ann", "new konvooi for 3 with turn=2d"), "A turn may take 48h")
}

// TestClocksInWords: settings and wishes that have to do with time are kept, told, and
// refused with what to write instead.
func TestClocksInWords(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	stood := v.people["Ann"].last
	wants(t, v.ask("Ann", "pause"), "Not done:", "That goes to a table")
	wants(t, v.ask("Ann", "resume"), "Not done:", "That goes to a table")
	v.people["Ann"].last = stood
	for _, c := range []struct{ line, says string }{
		{"reminders 50% 10%", "when so much of your time is left: 50%, 10%"},
		{"herinneringen 5% 75% 5%", "left: 75%, 5%"},
		{"reminders 40% 30% 20% 10%", "up to 3, from 1% to 99%"},
		{"reminders 100%", "from 1% to 99%"},
		{"reminders 0%", "from 1% to 99%"},
		{"reminders 50% 12", "reminders 50% 10%"},
		{"vacation", "Days that you can be away still: 28, of 28"},
		{"vacation 2020-01-01..2020-01-02", "Those days are over"},
		{"vacation off", "You are not away"},
		{"vacation 2026-13-01..2026-13-02", "vacation 2026-12-24..2027-01-02"},
		{"resume", "That table is not paused"},
		{"pause", "The others are told that you wish for a pause. It begins once these have wished for it too, within 7 days: Bob."},
		{"pause", "You have wished for a pause already"},
		{"resume", "You wish for no pause any more"},
	} {
		wants(t, v.reply("Ann", c.line), c.says)
	}
	p, err := v.service.store.PlayerByAddress(v.ctx, "ann@contrapost.test")
	v.must(err)
	if p.Reminders != "75% 5%" || p.Vacations != "" {
		t.Errorf("kept %+v", p)
	}
	v.reply("Ann", "pauze")
	wants(t, v.until("Bob", "A pause is wished for by: Ann"), "Not yet: Bob.", "answered with: pause")
	wants(t, v.reply("Bob", "pause"), "The table is paused, for 60 days at the most", "Any of you can write: resume")
	stood = v.people["Bob"].last
	wants(t, v.ask("Bob", "status"), id+": is paused, as its players agreed.")
	v.people["Bob"].last = stood
	wants(t, v.reply("Bob", "hervat"), "The table goes on, on", "The table is paused until")
	wants(t, v.reply("Bob", "resume"), "Not done:", "That table goes on already, on")
}
