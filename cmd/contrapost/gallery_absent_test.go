package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/events/table"
	"contrapost/mailer"
)

// falling: somebody falls silent, a bot plays for them, they come back, and seek somebody
// for their seat, who takes it.
func falling(c *curator) {
	c.told("answer-opened-absent", "Ann", "new konvooi for 3 with silences=1 absent=replacement")
	c.seat("join "+c.table, "Bob", "Cem")
	name := c.someone()
	other := c.someoneElse(name)
	c.silence()
	c.hang("left", name, table.KindLeft)
	c.hangAny("asked-after-left", table.KindAsked)
	c.answered("answer-left-refused", name, "draw deck")
	c.told("answer-left-status", name, "status")
	c.answered("answer-others-left", other, "look")
	c.told("answer-tables-seek", "Dov", "tables")
	c.told("answer-came-back", name, "take "+c.table)
	c.answered("answer-others-came-back", other, "look")
	c.answered("answer-seeks", name, "seek replacement")
	c.answered("answer-others-offered", other, "look")
	c.answered("answer-seeks-no-more", name, "seek replacement off")
	c.answered("answer-others-kept", other, "look")
	c.reply(name, "seek replacement")
	c.told("answer-took", "Dov", "take "+c.table)
	c.hang("took", "Dov", table.KindTaken)
	c.hang("taken-over", name, table.KindTakenOver)
	c.answered("answer-others-taken", other, "look")
}

// slowPost is a server that puts letters to some off.
type slowPost struct {
	*desk
	late []string // addresses
}

func (s slowPost) Send(ctx context.Context, from, to string, raw []byte) mailer.Result {
	if slices.Contains(s.late, to) {
		return mailer.Result{State: mailer.Deferred, Code: 451, Reply: "451 later"}
	}
	return s.desk.Send(ctx, from, to, raw)
}

// slowly: letters to one player are late, and those to another come back.
func slowly(c *curator) {
	c.seat("new konvooi for 3", "Ann", "Bob")
	c.comesBack("Bob")
	c.service.room.Courier = slowPost{desk: c.desk, late: []string{addressOf("Cem")}}
	c.seat("join "+c.table, "Cem")
	c.pass(c.now.Add(table.ShownAfter + time.Hour))
	c.answered("answer-letters-late", "Ann", "look")
}

// fileless: a game ends whose file cannot be made.
func fileless(c *curator) {
	c.service.room.Keepsake = func(context.Context, string, string) (mailer.Attachment, error) {
		return mailer.Attachment{}, errors.New("no ink")
	}
	c.seat("new konvooi for 2", "Ann", "Bob")
	for !c.look().Over() {
		c.step(func(engine.Play, engine.Seat) string { return "pass" })
	}
	c.hangAny("over-no-file", table.KindOver)
}
