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
	Player string `help:"Only what a player did, by name or id." placeholder:"PLAYER"`
	JSON   bool   `name:"json" help:"One JSON object a line, for programs."`
}

// Run prints the log of a table. A game that is not over keeps its secrets, unless
// they are unsealed.
func (c *audit) Run(ctx context.Context, t *terminal) error {
	c.Table = strings.ToUpper(c.Table)
	since, err := c.since()
	if err != nil {
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

func (c *audit) show(t *terminal, b *book, since time.Time) error {
	if c.Seat != "" {
		return c.knowledge(t, b)
	}
	rows := slices.DeleteFunc(b.rows, func(r auditRow) bool { return !c.wants(r, since) })
	if c.JSON {
		return printJSON(t.out, rows)
	}
	return b.print(t.out, rows)
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

func (c *audit) wants(r auditRow, since time.Time) bool {
	return (since.IsZero() || !r.Time.Before(since)) && (c.Kind == "" || r.Kind == c.Kind) &&
		(c.Player == "" || r.Player == c.Player || strings.EqualFold(r.name, c.Player))
}

// knowledge prints what a seat knew at a version, and the letter that told it.
func (c *audit) knowledge(t *terminal, b *book) error {
	seat, ok := seatOf(c.Seat, b.table.Names)
	if !ok {
		return misuse("no seat is called %q; there are: %s", c.Seat, strings.Join(b.table.Names, ", "))
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

func seatOf(word string, names engine.Roster) (engine.Seat, bool) {
	for i := range names {
		seat := engine.Seat(i + 1)
		if word == seat.String() || "#"+word == seat.String() {
			return seat, true
		}
	}
	return names.Find(word)
}
