package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/cmd/contrapost/post"
	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// scenes are what has to happen for the letters of the gallery, each at a desk of its
// own.
var scenes = []struct {
	limits post.Limits
	play   func(*curator)
}{
	{play: atTheDoor},
	{play: tableOfKonvooi},
	{play: tableOfDeclare},
	{play: ruledAt},
	{play: inTrouble},
	{play: neverBegun},
	{play: endedByAModerator},
	{limits: post.Limits{Sender: 3}, play: tooMany},
	{play: onBanks},
	{play: onBareBanks},
	{play: vacationing},
	{play: backSooner},
	{play: agreeing},
	{play: thinkingAgain},
	{play: falling},
	{play: slowly},
	{play: fileless},
}

// told writes to the service itself and keeps the answer.
func (c *curator) told(name, reader, text string) {
	c.Helper()
	c.ask(reader, text)
	c.hang(name, reader, table.KindAnswer)
}

// atTheDoor: everything before a game begins.
func atTheDoor(c *curator) {
	c.told("answer-help", "Ann", "help")
	c.told("answer-help-topics", "Ann", "help tables\nhelp talk\nhelp settings\nhelp konvooi\nhelp declare\nhelp chess")
	c.told("answer-rules-konvooi", "Ann", "rules konvooi")
	c.told("answer-rules-declare", "Ann", "rules declare")
	c.told("answer-opened", "Ann", "new konvooi for 3 with pass=stuck turn=48h\ninvite bob@"+demoHost)
	c.hang("invited", "Bob", table.KindInvited)
	c.told("answer-status", "Ann", "games\ntables\nstatus")
	c.told("answer-settings", "Ann", "timezone Europe/Amsterdam\nreminders 12\nreminders on\nreminders off\nname Ann")
	c.told("answer-joined", "Bob", "join "+c.table)
	c.answered("answer-at-the-table", "Ann", "look")
	c.answered("answer-refused", "Ann", "Dear all,\nsay Good evening.\nbots 7\nlook\nKind regards")
	c.reply("Ann", "leave")
	c.hang("host", "Bob", table.KindHost)
	c.ask("Cem", "join "+c.table)
	c.reply("Bob", "bots 1")
	c.hang("begun", "Cem", table.KindBegun)
	c.ask("Fay", "new konvooi for 2\nnew declare for 2")
	c.hang("seated", "Fay", table.KindSeated)
}

// neverBegun: a table that nobody sits down at.
func neverBegun(c *curator) {
	c.ask("Ann", "new declare for 3")
	c.now = c.now.Add(15 * 24 * time.Hour)
	c.must(c.service.clock.Caught(c.Context(), c.now))
	c.must(c.service.house.CloseSilent(c.Context(), c.table, c.now))
	c.follow()
	c.hang("closed", "Ann", table.KindClosed)
}

// seat opens a table and has players sit down.
func (c *curator) seat(opening string, names ...string) {
	c.Helper()
	for i, name := range names {
		c.now = c.now.Add(10 * time.Minute)
		if i == 0 {
			c.ask(name, opening)
		} else {
			c.ask(name, "join "+c.table)
		}
	}
}

// awaited is a player whose answer the table waits for, and the seat.
func (c *curator) awaited() (string, engine.Seat) {
	c.Helper()
	t := c.look()
	for _, s := range t.Play.Awaited() {
		if !t.Lobby.Places[s-1].Bot {
			return t.Names.Name(s), s
		}
	}
	return "", 0
}

// someone is a player whose answer the table waits for, once it waits for one.
func (c *curator) someone() string {
	c.Helper()
	for {
		if name, _ := c.awaited(); name != "" || c.look().Over() {
			return name
		}
		c.strike(c.due())
	}
}

// step has somebody answer, by a choice among all that is allowed, or lets time go by.
func (c *curator) step(choose func(p engine.Play, s engine.Seat) string) {
	c.Helper()
	name, seat := c.awaited()
	if name == "" {
		c.strike(c.due())
	} else {
		t := c.look()
		order := choose(t.Play, seat)
		c.pass(c.now.Add(20 * time.Minute))
		c.reply(name, templates.Named(order, t.Names))
	}
	c.watch()
}

// watch keeps the first letter of each question.
func (c *curator) watch() {
	c.Helper()
	for ; c.seen < len(c.letters); c.seen++ {
		l := c.letters[c.seen]
		if kind := c.kindOf(l); kind != table.KindAsked && kind != table.KindBegun && kind != table.KindAnswer {
			continue
		}
		t := c.look()
		seat, ok := t.Names.Find(l.to.name)
		if !ok || t.Over() {
			continue
		}
		if name := question(t, seat); name != "" && c.shown[name].name == "" && asks(l.text, t, seat) {
			c.frame(name, c.kindOf(l), l)
		}
	}
}

// asks tells whether a letter asks a seat what it is asked now: the first of the orders
// that it offers would be heard.
func asks(text string, t *table.Table, seat engine.Seat) bool {
	choices := templates.Choices(text)
	if len(choices) == 0 {
		return false
	}
	_, err := t.Play.Hear(seat, t.Game.Lexicon().Read(choices[0], t.Names))
	return err == nil
}

// question names what a seat is asked: by the phase, and an action by its verb.
func question(t *table.Table, seat engine.Seat) string {
	phase := t.Play.Asked(seat).Kind
	if phase == "" {
		return ""
	}
	name := t.Game.Name() + "-" + phase
	if phase == "action" {
		moves := slices.DeleteFunc(t.Play.Moves(seat), func(m string) bool { return m == "nothing" })
		verb, _, _ := strings.Cut(moves[0], " ")
		name += "-" + verb
	}
	return name
}

// first gives the first move that begins with one of these, in their order; else what a
// bot would do.
func first(p engine.Play, s engine.Seat, n int, begins ...string) string {
	moves := p.Moves(s)
	for _, begin := range begins {
		if i := slices.IndexFunc(moves, func(m string) bool { return strings.HasPrefix(m+" ", begin+" ") }); i >= 0 {
			return moves[i]
		}
	}
	return p.Bot(s, engine.NewChance([32]byte{7}, int64(n)))
}

// until plays until all letters are shown whose names begin so, or the game is over.
func (c *curator) until(begins string, choose func(p engine.Play, s engine.Seat, n int) string) {
	c.Helper()
	missing := func() (all []string) {
		for _, q := range questions {
			if strings.HasPrefix(q, begins) && c.shown[q].name == "" {
				all = append(all, q)
			}
		}
		return all
	}
	c.wanting = nil
	for n := 0; len(missing()) > 0; n++ {
		if n == 400 || c.look().Over() {
			c.wanting = missing()
			return
		}
		c.step(func(p engine.Play, s engine.Seat) string { return choose(p, s, n) })
	}
}

// tableOfKonvooi: every question of the game, what players say and ask besides, and the
// end.
func tableOfKonvooi(c *curator) {
	c.seat("new konvooi for 3", "Ann", "Bob", "Cem")
	c.watch()
	c.until("konvooi-", func(p engine.Play, s engine.Seat, n int) string {
		if phase := p.Asked(s).Kind; phase == "turn" && n%3 == 0 {
			return first(p, s, n, "convoy L X", "convoy X L", "convoy L L", "draw 1 look")
		}
		return first(p, s, n, "draw 1 look", "draw 2 look", "inspect", "bribe", "refuse", "check", "done")
	})
	if c.wanting != nil {
		return
	}
	name := c.someone()
	other := c.someoneElse(name)
	c.answered("answer-history", name, "history")
	c.answered("answer-preview", name, "preview draw deck\nlook")
	c.answered("answer-konvooi-refused", name, "convoy L L L L L L\ndraw deck")
	c.answered("answer-said", name, "say What a lovely day at the border.\ntell "+other+" Shall we share?\ntell Nobody hello")
	c.pass(c.now.Add(table.TalkRests)) // what is said waits for more
	c.follow()
	c.hang("said", other, table.KindSaid)
	c.reply(other, "resend")
	c.hang("resent", other, table.KindResent)
	c.step(func(p engine.Play, s engine.Seat) string { return first(p, s, 0, "draw deck", "draw", "pass") })
	c.hang("answer-konvooi-done", name, table.KindAnswer)
	c.remembered()
	for n := 0; !c.look().Over(); n++ { // who all pass have done with it
		c.step(func(p engine.Play, s engine.Seat) string {
			return first(p, s, n, "pass", "let go", "no bribe", "refuse", "done", "check")
		})
	}
	c.hangAny("konvooi-over", table.KindOver)
}

// someoneElse is a player at the table of another name.
func (c *curator) someoneElse(name string) string {
	c.Helper()
	t := c.look()
	i := slices.IndexFunc(t.Names, func(n string) bool { s, _ := t.Names.Find(n); return n != name && !t.Lobby.Places[s-1].Bot })
	return t.Names[i]
}

// remembered lets time go by: a reminder, and then silence.
func (c *curator) remembered() {
	c.Helper()
	name := c.someone()
	for _, seat := c.awaited(); c.look().Play.Asked(seat).Kind != "turn"; _, seat = c.awaited() {
		c.step(func(p engine.Play, s engine.Seat) string {
			return first(p, s, 0, "let go", "no bribe", "refuse", "done", "check")
		})
		name = c.someone()
	}
	for version := c.version(); c.version() == version; {
		c.strike(c.due())
	}
	c.hang("reminder", name, table.KindReminder)
	c.hangAny("asked-after-silence", table.KindAsked)
	c.answered("answer-silent", name, "look")
}

// tableOfDeclare: every question of the other game, with its variants.
func tableOfDeclare(c *curator) {
	c.seat("new declare for 3 with inspection=ask extra-action=on draw-or-discard=on", "Ann", "Bob", "Cem")
	c.watch()
	c.until("declare-", func(p engine.Play, s engine.Seat, n int) string {
		return first(p, s, n, "play 3", "play 8", "play 10", "play 14", "play 20", "play 26", "play 36", "play 22", "play 33", "play 25",
			"play 4", "play 7", "play 11", "play 15", "play 17", "play 21", "play 28", "play 30", "play 35",
			"place 3 1 2", "extra nothing", "draw", "reveal", "swap", "steal", "conceal", "safe")
	})
	if c.wanting != nil {
		return
	}
	c.reply("Bob", "resign")
	c.reply("Cem", "resign")
	for n := 0; !c.look().Over(); n++ {
		c.step(func(p engine.Play, s engine.Seat) string { return first(p, s, n) })
	}
	c.hangAny("declare-over", table.KindOver)
}

// ruledAt: everything that a moderator can do at a table.
func ruledAt(c *curator) {
	c.ask("Odette", "name Odette")
	c.seat("new konvooi for 3", "Ann", "Bob", "Cem")
	for range 4 {
		c.step(func(p engine.Play, s engine.Seat) string { return first(p, s, 0, "draw deck", "let go", "no bribe") })
	}
	back := c.version()
	c.step(func(p engine.Play, s engine.Seat) string { return first(p, s, 0, "draw deck", "let go", "no bribe") })
	name := c.someone()
	c.decree("ruling-paused", "pause", name)
	c.answered("answer-paused", name, "draw deck")
	c.answered("answer-paused-look", name, "look")
	c.now = c.now.Add(5 * time.Hour)
	c.decree("ruling-resumed", "resume", name)
	c.decree("ruling-extended", "extend 24h", name)
	c.decree("ruling-noted", "note Be kind to each other.", name)
	c.decree("ruling-rewound", fmt.Sprintf("rewind %d", back), "Ann")
	c.must(c.service.house.Unseal(c.Context(), c.table, "operator", "A player asked whether the shuffle was fair.", c.now))
	c.follow()
	c.hang("ruling-unsealed", "Ann", table.KindRuling)
	c.excuse(lobby.Outage{From: c.now, To: c.now.Add(7 * time.Hour)})
	c.hang("delayed", "Bob", table.KindDelayed)
	c.ask("Dot", "name Dot")
	c.decree("ruling-replaced", "replace 2 "+addressOf("Dot"), "Ann")
	c.hang("replaced", "Bob", table.KindReplaced)
	c.hang("taken", "Dot", table.KindTaken)
	c.decree("ruling-bot", "bot 3", "Ann")
	c.hang("ruling-bot-own", "Cem", table.KindRuling)
	c.reply("Ann", "resign")
	c.hang("answer-resigned", "Ann", table.KindAnswer)
	c.reply("Dot", "look")
	c.hang("answer-others-resigned", "Dot", table.KindAnswer)
}

// decree has a moderator rule, and keeps the letter of a reader.
func (c *curator) decree(name, ruling, reader string) {
	c.Helper()
	c.now = c.now.Add(10 * time.Minute)
	c.rule(ruling)
	c.hang(name, reader, table.KindRuling)
}

// endedByAModerator: a game without a result.
func endedByAModerator(c *curator) {
	c.seat("new declare for 2", "Ann", "Bob")
	c.decree("ruling-closed", "close", "Ann")
}

// inTrouble: faults, mails that are not believed, letters that come back, and somebody
// who wants to be forgotten.
func inTrouble(c *curator) {
	c.ask("Odette", "name Odette")
	c.seat("new konvooi for 2", "Ann", "Bob")
	c.send("Eve", c.writer("Ann").last.replyTo, "draw deck")
	c.hang("held", "Ann", table.KindHeld)
	c.send("Odette", demoAddress, "moderate "+c.table+" pause")
	c.hang("held-ruling", "Odette", table.KindHeldRuling)
	c.must(c.service.room.Quarantine(c.Context(), mailer.Fetched{UID: 99, Received: c.now, Raw: []byte("Subject: broken")}, errors.New("cannot be read")))
	c.follow()
	c.hang("fault-aside", "Odette", table.KindFault)
	c.breaks()
	c.follow()
	c.hang("fault", "Ann", table.KindFault)
	c.hang("fault-report", "Odette", table.KindFault)
	c.now = c.now.Add(3 * time.Hour)
	c.must(c.service.room.Mend(c.Context()))
	c.follow()
	c.hang("mended", "Ann", table.KindMended)
	c.breaks()
	c.must(c.service.room.Mend(c.Context()))
	c.follow()
	c.hang("fault-report-past", "Odette", table.KindFault)
	c.comesBack("Bob")
	c.follow()
	c.hang("bounced", "Odette", table.KindBounced)
	c.reply("Bob", "look")
	c.comesBack("Bob")
	c.receive("Bob", demoAddress, "tables")
	c.follow()
	c.hang("bounced-past", "Odette", table.KindBounced)
	c.told("answer-forget", "Bob", "forget me")
	code := confirmation.FindString(c.writer("Bob").lastText(c))
	c.told("answer-forgotten", "Bob", code)
}

// breaks puts the table to rest, as a fault of the game would.
func (c *curator) breaks() {
	c.Helper()
	c.must(c.service.room.Contain(c.Context(), &table.Fault{Table: c.table, Version: c.version(), Err: errors.New("a spring broke")}))
}

// tooMany: more mails of one player than are heard in an hour.
func tooMany(c *curator) {
	for range 6 {
		c.ask("Ann", "status")
	}
	c.hang("held-many", "Ann", table.KindHeldMany)
}
