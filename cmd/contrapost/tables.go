package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/projector"
	"contrapost/events/table"
)

type tables struct {
	whichDatabase
	JSON bool `name:"json" help:"One JSON object a line, for programs."`
}

// tableRow is what an operator sees of a table.
type tableRow struct {
	Table    string    `json:"table"`
	Game     string    `json:"game"`
	State    string    `json:"state"` // open, playing, paused, over, closed, or broken: it does not fold
	Players  int       `json:"players"`
	Want     int       `json:"want"`
	Awaited  []string  `json:"awaited"`           // names, by seat, of those of whom everybody may know it
	Sealed   bool      `json:"sealed,omitempty"`  // answers are awaited that are given sealed: of whom, nobody may know
	Bots     []string  `json:"bots,omitempty"`    // for whom a bot plays
	Seeking  []string  `json:"seeking,omitempty"` // whose seat seeks another player
	Deadline time.Time `json:"deadline,omitzero"` // the first one
	Letters  []fareRow `json:"letters"`           // how they reach each seat of a player
}

// fareRow is how the last letter of a table that was tried has reached a seat.
type fareRow struct {
	Seat  engine.Seat `json:"seat"`
	Name  string      `json:"name"`
	State string      `json:"state,omitempty"` // delivered, deferred or bounced; none yet
	Since time.Time   `json:"since,omitzero"`  // when it was delivered, or fell due
	Tries int         `json:"tries,omitempty"`
}

// fares says how letters reach the seats of a table, to the minute. Of a game that goes
// on only those count that everybody was due: who looks after a table may play at it.
func fares(t *table.Table, letters []events.Letter) []fareRow {
	rows := []fareRow{}
	for _, a := range t.Arrivals(letters, time.Time{}) {
		rows = append(rows, fareRow{a.Seat, t.Names.Name(a.Seat), a.State, a.At, a.Tries})
	}
	return rows
}

func (f fareRow) String() string {
	switch f.State {
	case table.Delivered:
		return fmt.Sprintf("%s: last delivered %s", f.Name, clockTime(f.Since))
	case "":
		return f.Name + ": none tried yet"
	}
	return fmt.Sprintf("%s: %s since %s, tried %d times", f.Name, f.State, clockTime(f.Since), f.Tries)
}

// Run lists the tables, oldest first, as the log has them.
func (c *tables) Run(ctx context.Context, t *terminal) error {
	store, err := c.read(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	rows, broken := tableRows(ctx, store)
	print := printTables
	if c.JSON {
		print = printJSON
	}
	return errors.Join(print(t.out, rows), broken)
}

// tableRows folds every table. One that does not fold keeps the others from nothing.
func tableRows(ctx context.Context, store *events.Store) (rows []tableRow, broken error) {
	streams, err := store.Streams(ctx)
	if err != nil {
		return nil, err
	}
	house := newHouse(store, nil, false)
	for _, id := range streams {
		tbl, err := house.Load(ctx, id, 0)
		if err != nil {
			broken = errors.Join(broken, err)
			rows = append(rows, tableRow{Table: id, State: "broken", Awaited: []string{}, Letters: []fareRow{}})
			continue
		}
		letters, err := store.Letters(ctx, id)
		if err != nil {
			return rows, errors.Join(broken, err)
		}
		row := rowOf(tbl)
		row.Letters = fares(tbl, letters)
		rows = append(rows, row)
	}
	return rows, broken
}

func rowOf(t *table.Table) tableRow {
	row := tableRow{
		Table: t.ID, Game: t.Lobby.Game, State: state(t), Players: len(t.Lobby.Places), Want: t.Lobby.Want, Awaited: []string{},
	}
	if row.State == projector.Playing && !t.Lobby.Paused.IsZero() {
		row.State = "paused"
	}
	if until, open := t.Window(); open {
		row.Sealed, row.Deadline = true, until
	}
	bots, seeking := absentees(t)
	row.Bots, row.Seeking = namesOf(t, bots), namesOf(t, seeking)
	for _, seat := range engine.Seats(len(t.Lobby.Places)) {
		due, asked := t.Deadline(seat)
		if !asked || row.Sealed && !t.Play.Asked(seat).Turn {
			continue
		}
		row.Awaited = append(row.Awaited, t.Names.Name(seat))
		if row.Deadline.IsZero() || due.Before(row.Deadline) {
			row.Deadline = due
		}
	}
	return row
}

func printTables(w io.Writer, rows []tableRow) error {
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "TABLE\tGAME\tSTATE\tPLAYERS\tAWAITED\tUNTIL\tBOTS\tSEEKING")
	for _, r := range rows {
		until := "-"
		if !r.Deadline.IsZero() {
			until = r.Deadline.UTC().Format("2006-01-02 15:04 MST")
		}
		fmt.Fprintf(columns, "%s\t%s\t%s\t%d/%d\t%s\t%s\t%s\t%s\n", r.Table, orDash(r.Game), r.State, r.Players, r.Want, r.awaited(), until,
			orDash(strings.Join(r.Bots, " ")), orDash(strings.Join(r.Seeking, " ")))
	}
	return columns.Flush()
}

func (r tableRow) awaited() string {
	if r.Sealed {
		return strings.Join(append(r.Awaited, "(sealed answers)"), " ")
	}
	return orDash(strings.Join(r.Awaited, " "))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// printJSON prints rows for programs, an object a line.
func printJSON[T any](w io.Writer, rows []T) error {
	lines := json.NewEncoder(w)
	for _, r := range rows {
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
