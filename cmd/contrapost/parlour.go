package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// parlour is a service with one table, in a time of its own, and people who play at it
// by mail: every mail is composed, read and heard and every letter worded as in a
// service that runs, but for the servers between. Nobody waits: time goes to
// whatever comes next.
type parlour struct {
	service *service
	now     time.Time
	guests  []*guest
	seed    [32]byte // of what its people do
	table   string   // its id, once it is open
	mails   int      // written so far
	letters int      // sent so far

	arrived func(context.Context)               // is told when letters have come; nil: nobody is
	answers func(context.Context, *guest) error // answers the newest letter
}

// guest is somebody who plays.
type guest struct {
	name     string
	ahead    bool       // says in advance whatever can be said
	settings string     // orders about their own letters, given first; "" for none
	last     readLetter // of the table
	due      time.Time  // when what was read last will be answered; zero: nothing is to be
	letters  int        // that came since the table was opened
	mails    int        // written since then
}

// firstHour is when the people in a parlour sit down.
var firstHour = time.Date(2026, time.January, 5, 19, 0, 0, 0, time.UTC)

// newParlour puts up a service in a folder, where its database is.
func newParlour(ctx context.Context, dir string, entropy io.Reader, seed [32]byte) (*parlour, error) {
	p := &parlour{now: firstHour, seed: seed}
	s, err := wire(ctx, settings{
		db: filepath.Join(dir, "contrapost.db"), address: demoAddress, key: []byte("a key for letters that nobody keeps"),
		smtp:    mailer.CourierConfig{Host: demoHost, Port: 25, TLS: mailer.NoTLS},
		imap:    mailer.FetcherConfig{Addr: demoHost + ":143", TLS: mailer.NoTLS},
		entropy: entropy, now: func() time.Time { return p.now }, log: slog.New(slog.DiscardHandler),
		outage: 100 * 365 * 24 * time.Hour, // time goes in leaps, and nobody was deaf in them
	})
	if err != nil {
		return nil, err
	}
	s.room.Courier = p
	p.service, p.answers = s, p.answer
	return p, nil
}

func (p *parlour) close() error { return p.service.store.Close() }

// Send is how letters come to the guests.
func (p *parlour) Send(_ context.Context, _, to string, raw []byte) mailer.Result {
	l, err := openLetter(raw)
	if err != nil {
		return mailer.Result{State: mailer.Refused, Err: err}
	}
	p.letters++
	i := slices.IndexFunc(p.guests, func(g *guest) bool { return g.address() == to })
	if i >= 0 {
		p.read(p.guests[i], l)
	}
	return mailer.Result{State: mailer.Delivered, Reply: "250 OK"}
}

// read has a guest read a letter, and think about it if it is the table's.
func (p *parlour) read(g *guest, l readLetter) {
	g.letters++
	if l.replyTo == demoAddress {
		return
	}
	g.last = l
	if g.due.IsZero() {
		g.due = p.now.Add(p.thinking())
	}
}

// thinking is how long somebody takes to answer: a third of all letters is read at
// once, a third within hours, and a third not before the next day.
func (p *parlour) thinking() time.Duration {
	spans := []time.Duration{30 * time.Minute, 4 * time.Hour, 20 * time.Hour}
	luck := engine.NewChance(p.seed, int64(p.letters))
	longest := spans[luck.Intn("span", len(spans))]
	return time.Minute * time.Duration(1+luck.Intn("minutes", int(longest/time.Minute)))
}

func (g *guest) address() string { return strings.ToLower(g.name) + "@" + demoHost }

// write has a mail of a guest's heard.
func (p *parlour) write(ctx context.Context, g *guest, to, subject, text string) error {
	p.mails++
	g.mails++
	raw, err := mailer.Compose(mailer.Outgoing{
		From: g.address(), FromName: g.name, To: to, Subject: subject, Text: text + "\n",
		MessageID: fmt.Sprintf("mail-%d@%s", p.mails, demoHost), Date: p.now, Person: true,
	})
	if err != nil {
		return err
	}
	return p.service.room.Receive(ctx, mailer.Fetched{UID: uint32(p.mails), Received: p.now, Raw: raw})
}

// seat has the first guest open a table and the others sit down, each with the
// settings they want.
func (p *parlour) seat(ctx context.Context, opening string) error {
	for _, g := range p.guests {
		if g.settings != "" {
			if err := p.write(ctx, g, demoAddress, "Settings", g.settings); err != nil {
				return err
			}
		}
	}
	if err := p.follow(ctx); err != nil {
		return err
	}
	for i, g := range p.guests {
		g.letters, g.mails = 0, 0
		order := opening
		if i > 0 {
			order = "join " + p.table
		}
		if err := errors.Join(p.write(ctx, g, demoAddress, "A game", order), p.find(ctx), p.deliver(ctx)); err != nil {
			return err
		}
	}
	return p.follow(ctx)
}

// find notes the table's id, once there is a table.
func (p *parlour) find(ctx context.Context) error {
	if p.table != "" {
		return nil
	}
	streams, err := p.service.store.Streams(ctx)
	if err == nil && len(streams) == 0 {
		err = errors.New("no table was opened")
	}
	if err == nil {
		p.table = streams[0]
	}
	return err
}

// follow does what waits for no time: letters leave, and the table does what it owes.
func (p *parlour) follow(ctx context.Context) error {
	if err := p.deliver(ctx); err != nil || p.table == "" {
		return err
	}
	if err := p.service.house.Settle(ctx, p.table, p.now); err != nil {
		return err
	}
	return p.deliver(ctx)
}

func (p *parlour) deliver(ctx context.Context) error {
	err := p.service.room.Deliver(ctx)
	if p.arrived != nil {
		p.arrived(ctx)
	}
	return err
}

// longestEvening bounds what happens in a parlour, in steps of time.
const longestEvening = 20_000

// play lets time go on until the game is over and its letters have gone.
func (p *parlour) play(ctx context.Context) error {
	for range longestEvening {
		next, err := p.service.clock.Strike(ctx)
		if err != nil {
			return err
		}
		letter, waits, err := p.service.store.NextLetter(ctx)
		if err != nil {
			return err
		}
		if waits {
			next = sooner(next, letter)
		}
		for _, g := range p.guests {
			next = sooner(next, g.due)
		}
		if next.IsZero() {
			return p.ended(ctx)
		}
		if err := p.goOn(ctx, next); err != nil {
			return err
		}
	}
	return fmt.Errorf("not over after %d steps", longestEvening)
}

func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func (p *parlour) ended(ctx context.Context) error {
	t, err := p.look(ctx)
	if err == nil && !t.Over() {
		err = errors.New("the table waits for nothing and is not over")
	}
	return err
}

func (p *parlour) look(ctx context.Context) (*table.Table, error) {
	return p.service.house.Load(ctx, p.table, 0)
}

// goOn goes to a moment, and has done what is due there: first what was written by
// then, for that arrived in time.
func (p *parlour) goOn(ctx context.Context, to time.Time) error {
	if to.After(p.now) {
		p.now = to
	}
	for _, g := range p.guests {
		if g.due.IsZero() || g.due.After(p.now) {
			continue
		}
		g.due = time.Time{}
		if err := errors.Join(p.reply(ctx, g), p.deliver(ctx)); err != nil {
			return err
		}
	}
	if err := p.service.clock.Caught(ctx, p.now); err != nil {
		return err
	}
	if _, err := p.service.clock.Strike(ctx); err != nil {
		return err
	}
	return p.follow(ctx)
}

// reply has a guest answer their newest letter, if their seat is asked anything.
func (p *parlour) reply(ctx context.Context, g *guest) error {
	t, err := p.look(ctx)
	if err != nil || t.Play == nil {
		return err
	}
	seat, _ := t.Names.Find(g.name)
	if _, asked := t.Question(seat); !asked {
		return nil
	}
	return p.answers(ctx, g)
}

// answer answers as the seat's bot would.
func (p *parlour) answer(ctx context.Context, g *guest) error {
	t, err := p.look(ctx)
	if err != nil {
		return err
	}
	seat, _ := t.Names.Find(g.name)
	lines := []string{withoutRiders(t.Play, seat, p.luckAt(t))}
	if g.ahead {
		lines = t.Play.Ahead(seat, p.luckAt(t))
	}
	for i := range lines {
		lines[i] = templates.Named(lines[i], t.Names)
	}
	return p.write(ctx, g, g.last.replyTo, "Re: "+g.last.subject, strings.Join(lines, "\n"))
}

func (p *parlour) luckAt(t *table.Table) engine.Chance { return engine.NewChance(p.seed, t.Version) }

// withoutRiders is what the bot would order, less what it says in advance: the longest of the
// seat's orders that its own begins with.
func withoutRiders(play engine.Play, seat engine.Seat, luck engine.Chance) string {
	order, longest := play.Bot(seat, luck), ""
	for _, move := range play.Moves(seat) {
		if strings.HasPrefix(order+" ", move+" ") && len(move) > len(longest) {
			longest = move
		}
	}
	if longest == "" {
		return order
	}
	return longest
}
