package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
)

type audit struct {
	whichDatabase
	unsealing
	Table  string `arg:"" name:"TABLE" help:"The table."`
	At     int64  `help:"As the log stood at a version." placeholder:"VERSION"`
	Seat   string `help:"What a seat knew: its page, and the letter that told it." placeholder:"SEAT"`
	Since  string `help:"Only what came since a time: 2026-12-31, or 2026-12-31T18:00:00Z." placeholder:"TIME"`
	Kind   string `help:"Only events of a kind." placeholder:"KIND"`
	Player string `help:"Only what a player did, by name, id or seat." placeholder:"PLAYER"`
	JSON   bool   `name:"json" help:"One JSON object a line, for programs."`
}

// Run prints the log of a table. A game that is not over keeps its secrets, unless
// they are unsealed.
func (c *audit) Run(ctx context.Context, t *terminal) error {
	c.Table = strings.ToUpper(c.Table)
	since, err := c.since()
	if err = errors.Join(err, c.sensible()); err != nil {
		return err
	}
	if c.Unseal {
		if err := c.unseal(ctx, c.whichDatabase, c.Table); err != nil {
			return err
		}
	}
	store, err := c.read(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	b := &book{store: store, house: newHouse(store, nil, false), open: c.Unseal}
	if err := b.read(ctx, c.Table, c.At); err != nil {
		return noTable(c.Table, err)
	}
	return errors.Join(c.show(t, b, since), b.fault)
}

// sensible refuses options that would be passed over.
func (c *audit) sensible() error {
	for _, o := range []struct{ flag, value string }{{"--since", c.Since}, {"--kind", c.Kind}, {"--player", c.Player}} {
		if c.Seat != "" && o.value != "" {
			return misuse("%s does not go with --seat, which shows all that a seat knew at a version", o.flag)
		}
	}
	return c.alone()
}

func (c *audit) show(t *terminal, b *book, since time.Time) error {
	if c.Seat != "" {
		return c.knowledge(t, b)
	}
	if err := errors.Join(c.known(b)...); err != nil {
		return err
	}
	rows := slices.DeleteFunc(b.rows, func(r auditRow) bool {
		return r.Time.Before(since) || !c.ofKind(r) || !c.byPlayer(b, r)
	})
	if c.JSON {
		return printJSON(t.out, rows)
	}
	if err := b.print(t.out, rows); err != nil || c.At != 0 {
		return err
	}
	return b.printFares(t.out)
}

// since reads a time, or the beginning of a day in UTC.
func (c *audit) since() (time.Time, error) {
	if c.Since == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, time.DateTime, time.DateOnly} {
		if at, err := time.Parse(layout, c.Since); err == nil {
			return at, nil
		}
	}
	return time.Time{}, misuse("--since %s is no time; write 2026-12-31, or 2026-12-31T18:00:00Z", c.Since)
}

func (c *audit) ofKind(r auditRow) bool { return c.Kind == "" || r.Kind == c.Kind }

// byPlayer tells whether a player did it, who goes by name, id or the number of a seat.
func (c *audit) byPlayer(b *book, r auditRow) bool {
	seat, ok := engine.ParseSeat("#" + strings.TrimPrefix(c.Player, "#"))
	return c.Player == "" || r.Player == c.Player || ok && r.Seat == seat ||
		r.Seat != engine.Onlooker && strings.EqualFold(b.actor(r), c.Player)
}

// known refuses to choose by what is nowhere in the log, and says what is.
func (c *audit) known(b *book) (mistakes []error) {
	var kinds, players []string
	kind, player := false, false
	for _, r := range b.rows {
		kind, player = kind || c.ofKind(r), player || c.byPlayer(b, r)
		kinds = append(kinds, r.Kind)
		if r.Seat != engine.Onlooker {
			players = append(players, b.actor(r))
		}
	}
	if !kind {
		mistakes = append(mistakes, notThere("--kind "+c.Kind, kinds))
	}
	if !player {
		mistakes = append(mistakes, notThere("--player "+c.Player, players))
	}
	return mistakes
}

func notThere(what string, all []string) error {
	var once []string
	for _, name := range all {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return misuse("%s: there is none in this log; there are %s", what, strings.Join(once, ", "))
}

// knowledge prints what a seat knew at a version, and the letter that told it.
func (c *audit) knowledge(t *terminal, b *book) error {
	seat, ok := seatOf(c.Seat, b.table.Names)
	if !ok {
		return noSeat(c.Seat, b.table.Names)
	}
	if !b.open {
		return misuse("the game at table %s is not over: what a seat knows is secret; see --unseal", c.Table)
	}
	k, err := b.known(seat)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(t.out, []knownRow{k})
	}
	fmt.Fprint(t.out, k.Page)
	if k.Letter == nil {
		_, err = fmt.Fprintf(t.out, "\nno letter has told %s this yet\n", b.table.Names.Name(seat))
		return err
	}
	_, err = fmt.Fprintf(t.out, "\ntold by %s\n", k.Letter.line(b.table))
	return err
}

func noSeat(word string, names engine.Roster) error {
	return misuse("no seat is called %q; there are: %s", word, strings.Join(names, ", "))
}

func seatOf(word string, names engine.Roster) (engine.Seat, bool) {
	for i := range names {
		seat := engine.Seat(i + 1)
		if word == seat.String() || "#"+word == seat.String() {
			return seat, true
		}
	}
	return names.Find(word)
}
