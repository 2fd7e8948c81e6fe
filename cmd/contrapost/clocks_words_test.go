package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/templates"
)

// TestBanksInWords: what a table with banks has agreed on is told wherever a table is,
// and what does not go together is refused with what to write.
func TestBanksInWords(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	v.ask("Bob", "language nl")
	id := v.open("Ann", "new konvooi for 3 with bank=7d increment=12h")
	wants(t, v.people["Ann"].last, "Everybody has a bank of 7 days for all their turns; an order gives back 12 hours, and 12 hours are always there. Any other answer may take 24 hours.")
	wants(t, v.ask("Bob", "tafels"), id+": Konvooi, gastheer Ann, 2 plaatsen vrij; 7 dagen voor alle beurten van elke speler, 24 uur voor een antwoord")
	wants(t, v.reply("Ann", "invite bob@contrapost.test"), "An invitation")
	wants(t, v.next("Bob"), "Iedereen heeft een bank van 7 dagen voor al zijn beurten; een opdracht geeft 12 uur terug, en 12 uur is er altijd.")
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
	wants(t, v.ask("Ann", "new konvooi for 3 with turn=2d"), "A turn may take 48 hours")
}

// TestGraceInWords: that orders wait at a table is told before anybody sits down there,
// and when the game begins.
func TestGraceInWords(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.open("Ann", "new konvooi for 2 with grace=15m")
	wants(t, v.people["Ann"].last, "An order of the game waits 15 minutes, and another mail can replace it until then.")
	wants(t, v.ask("Bob", "tables"), id+": Konvooi, hosted by Ann, 1 seat free; 72 hours for a turn, 24 hours for an answer; an order waits 15 minutes and can be replaced until then.")
	wants(t, v.ask("Ann", "status"), id+": not begun yet. Seated: Ann. 1 seat is free.")
	v.reply("Ann", "invite bob@contrapost.test")
	wants(t, v.until("Bob", "invites you"), "An order of the game waits 15 minutes")
	joined := v.ask("Bob", "join "+id)
	wants(t, joined, "Done:", "The game has begun: Konvooi, table "+id, "An order of the game waits 15 minutes")
	if n := strings.Count(joined.text, v.lobby(id).Commitment); n != 1 {
		t.Errorf("what binds the secret stands there %d times:\n%s", n, joined.text)
	}
	if begun, cards := strings.Index(joined.text, "The game has begun"), strings.Index(joined.text, "YOUR CARDS"); begun > cards {
		t.Errorf("it does not begin with it:\n%s", joined.text)
	}
	wants(t, v.until("Ann", "The game has begun"), "An order of the game waits 15 minutes")
	lacks(t, v.reply("Bob", "look"), "The game has begun", "An order of the game waits")
	lacks(t, v.reply("Bob", "history"), "The game has begun")
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
		{"vacation 2026-13-01..2026-13-02", "Did you mean: vacation " + time.Now().UTC().AddDate(0, 0, 7).Format(time.DateOnly)},
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
	asked := v.until("Bob", "A pause is wished for by: Ann")
	wants(t, asked, "Not yet: Bob.", "answered with: pause", "If you ignore this, nothing happens, and play goes on")
	if !strings.HasPrefix(asked.text, "A pause is wished for") || !slices.Contains(templates.Choices(asked.text), "pause") {
		t.Errorf("the wish is not what the letter begins with, or cannot be agreed to:\n%s", asked.text)
	}
	paused := v.reply("Bob", "pause")
	wants(t, paused, "The table is paused, for 60 days at the most", "Any of you can write: resume")
	if got := templates.Choices(paused.text); !slices.Equal(got, []string{"resume"}) {
		t.Errorf("offered while paused: %q", got)
	}
	lacks(t, paused, "it is your turn", "Nothing is asked of you now", "Answer by")
	stood = v.people["Bob"].last
	if l := v.until("Ann", "The table is paused"); !strings.HasPrefix(l.text, "The table is paused") {
		t.Errorf("the letter does not begin with the pause:\n%s", l.text)
	}
	for _, name := range []string{"Ann", "Bob"} { // one of whom was asked something
		wants(t, v.ask(name, "status"), id+": is paused, as its players agreed, until ")
	}
	v.people["Bob"].last = stood
	resumed := v.reply("Bob", "hervat")
	wants(t, resumed, "The table goes on, on", "The table is paused until")
	if got := templates.Choices(resumed.text); got != nil {
		t.Errorf("offered until the clocks run: %q", got)
	}
	lacks(t, resumed, "it is your turn")
	wants(t, v.reply("Bob", "resume"), "Not done:", "That table goes on already, on")
}
