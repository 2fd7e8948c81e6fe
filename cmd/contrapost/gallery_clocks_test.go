package main

import (
	"time"

	"contrapost/engine"
	"contrapost/events/table"
)

// latest keeps the last letter that somebody got, of whatever kind.
func (c *curator) latest(name, reader string) {
	c.Helper()
	for i := len(c.letters) - 1; i >= 0; i-- {
		if l := c.letters[i]; l.to == c.writer(reader) {
			c.frame(name, c.kindOf(l), l)
			return
		}
	}
	c.Fatalf("%s: %s got no letter", name, reader)
}

// silence lets time go by until something happens at the table.
func (c *curator) silence() {
	c.Helper()
	for version := c.version(); c.version() == version; {
		c.strike(c.due())
	}
}

// onBanks: a bank of time for all turns of a seat, which is used up.
func onBanks(c *curator) {
	c.told("answer-opened-bank", "Ann", "new konvooi for 3 with bank=7d increment=12h")
	c.seat("join "+c.table, "Bob", "Cem")
	first := c.someone()
	c.latest("bank-begun", first)
	c.silence()
	c.latest("bank-empty", c.someone())
	for c.someone() != first {
		c.reply(c.someone(), "draw deck")
	}
	c.latest("bank-floor", first)
}

// onBareBanks: a bank to which nothing is given back.
func onBareBanks(c *curator) {
	c.seat("new konvooi for 2 with bank=7d", "Ann", "Bob")
	c.latest("bank-bare", c.someone())
}

// vacationing: somebody will be away, is, and comes back early.
func vacationing(c *curator) {
	c.seat("new konvooi for 3", "Ann", "Bob", "Cem")
	c.told("answer-vacation", "Bob", "timezone Europe/Brussels\nvacation 2026-01-07..2026-01-11")
	c.answered("answer-away-later", "Ann", "look")
	c.pass(time.Date(2026, time.January, 7, 12, 0, 0, 0, time.UTC))
	c.answered("answer-away", "Ann", "look")
	c.answered("answer-away-own", "Bob", "look")
	c.told("answer-back", "Bob", "vacation off\nvacation")
	c.hang("timed-back", "Ann", table.KindTimed)
}

// backSooner: a vacation to come is taken back, and with it time to answer that letters
// have promised.
func backSooner(c *curator) {
	c.seat("new konvooi for 3", "Ann", "Bob", "Cem")
	c.reply("Bob", "vacation 2026-01-06..2026-01-20")
	c.step(func(p engine.Play, s engine.Seat) string { return first(p, s, 0, "convoy") })
	c.reply("Bob", "vacation off")
	c.latest("timed-sooner", "Ann")
}

// agreeing: all players wish for a pause, and one for its end.
func agreeing(c *curator) {
	c.seat("new konvooi for 3", "Ann", "Bob", "Cem")
	c.answered("answer-wished", "Ann", "pause")
	c.hang("timed-wished", "Bob", table.KindTimed)
	c.answered("answer-wished-looked", "Ann", "look")
	c.answered("answer-unwished", "Ann", "resume")
	c.reply("Ann", "pause")
	c.reply("Bob", "pause")
	c.answered("answer-agreed", "Cem", "pause")
	c.hang("timed-agreed", "Ann", table.KindTimed)
	c.answered("answer-paused-agreed", c.someone(), "draw deck")
	c.pass(c.now.Add(10 * 24 * time.Hour))
	c.answered("answer-resumed", "Bob", "resume")
	c.hang("timed-resuming", "Cem", table.KindTimed)
	c.answered("answer-paused-resuming", "Ann", "look")
	c.silence()
	c.hang("timed-ended", "Cem", table.KindTimed)
}

// thinkingAgain: orders that wait for a while are replaced, cancelled, carried out and
// dropped.
func thinkingAgain(c *curator) {
	const grace = 15 * time.Minute
	c.told("answer-opened-grace", "Ann", "new konvooi for 2 with grace=15m")
	c.seat("join "+c.table, "Bob")
	name := c.someone()
	c.answered("answer-waits", name, "draw deck")
	c.pass(c.now.Add(5 * time.Minute))
	c.answered("answer-waits-anew", name, "draw 1\nsay Now then.")
	c.answered("answer-waiting", name, "look")
	c.pass(c.now.Add(grace))
	c.hang("carried", name, table.KindCarried)
	next := c.someone()
	c.reply(next, "draw deck")
	c.answered("answer-waits-no-more", next, "cancel waiting")
	c.reply(next, "draw deck\ndraw deck")
	c.pass(c.now.Add(grace))
	c.hang("carried-refused", next, table.KindCarried)
	name = c.someone()
	c.reply(name, "draw deck")
	c.decree("ruling-dropped", "pause", name)
}
