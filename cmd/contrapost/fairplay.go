package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
)

type fairPlay struct {
	whichDatabase
	Pairs bool   `help:"A line for each pair of players and each thing one did to the other."`
	Table string `help:"Of this table alone." placeholder:"TABLE"`
	JSON  bool   `name:"json" help:"One JSON object a line, for programs."`
}

// Run prints how often players did things to each other in games that are over, and
// how often that happens. It judges nobody.
func (c *fairPlay) Run(ctx context.Context, t *terminal) error {
	store, err := c.read(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	games, broken, err := c.games(ctx, store)
	if err != nil {
		return err
	}
	if !c.Pairs {
		return errors.Join(printRows(t.out, c.JSON, habits(games), printHabits), broken)
	}
	rows := pairs(games)
	if err := nameRows(ctx, store, rows); err != nil {
		return err
	}
	return errors.Join(printRows(t.out, c.JSON, rows, printPairs), broken)
}

func printRows[T any](w io.Writer, asJSON bool, rows []T, print func(io.Writer, []T) error) error {
	if asJSON {
		print = printJSON[T]
	}
	return print(w, rows)
}

// games reads the tables that are over. One that does not fold is told and keeps the
// others from nothing; one that was asked for must be over.
func (c *fairPlay) games(ctx context.Context, store *events.Store) (games []finished, broken, err error) {
	ids := []string{c.Table}
	if c.Table == "" {
		if ids, err = store.Streams(ctx); err != nil {
			return nil, nil, err
		}
	}
	house := newHouse(store, nil, false)
	for _, id := range ids {
		t, err := house.Load(ctx, id, 0)
		if errors.Is(err, events.ErrNotFound) {
			return nil, nil, misuse("there is no table %s; contrapost tables lists them", id)
		}
		if err == nil && !t.Over() && c.Table != "" {
			return nil, nil, misuse("table %s is not over; what its players do to each other is theirs to know until then", id)
		}
		if err == nil && t.Over() {
			var g finished
			if g, err = readFinished(ctx, store, t); err == nil {
				games = append(games, g)
			}
		}
		broken = errors.Join(broken, err)
	}
	return games, broken, nil
}

// finished is a game that is over, as far as its players dealt with each other.
type finished struct {
	game    string
	seats   int
	players []string // who played, by id, each once
	deals   []deal
}

// deal is a dealing with those who sat there at that time; "" for a bot.
type deal struct {
	engine.Dealing
	from, to string
}

func readFinished(ctx context.Context, store *events.Store, t *table.Table) (finished, error) {
	g := finished{game: t.Lobby.Game, seats: len(t.Lobby.Places)}
	entries, err := store.Stream(ctx, t.ID, 1, 0)
	if err != nil {
		return g, err
	}
	records, sitting, err := seatings(played(t, entries))
	if err != nil {
		return g, fmt.Errorf("seats at table %s: %w", t.ID, err)
	}
	dealings, err := t.Game.Dealings(records)
	if err != nil {
		return g, fmt.Errorf("dealings at table %s: %w", t.ID, err)
	}
	for _, d := range dealings {
		at := sitting[d.Event]
		g.deals = append(g.deals, deal{d, player(at, d.From), player(at, d.To)})
	}
	for _, at := range sitting {
		for _, p := range at {
			if !p.Bot && !slices.Contains(g.players, p.Player) {
				g.players = append(g.players, p.Player)
			}
		}
	}
	return g, nil
}

// played leaves out what a moderator has taken back of the game.
func played(t *table.Table, entries []events.Entry) []events.Entry {
	return slices.DeleteFunc(entries, func(e events.Entry) bool {
		_, gone := t.Rewound(e.Version)
		return gone && !lobby.Owns(e.Kind)
	})
}

// seatings gives the game's own records and, for each, who sat where.
func seatings(entries []events.Entry) (records []engine.Record, sitting [][]lobby.Place, err error) {
	var s lobby.State
	for _, e := range entries {
		r := engine.Record{Kind: e.Kind, Data: e.Data}
		if !lobby.Owns(e.Kind) {
			records, sitting = append(records, r), append(sitting, s.Places)
			continue
		}
		what, err := lobby.Decode(r)
		if err != nil {
			return nil, nil, err
		}
		s.Places = slices.Clone(s.Places)
		s = lobby.Evolve(s, what)
	}
	return records, sitting, nil
}

func player(at []lobby.Place, s engine.Seat) string {
	if p := at[s-1]; !p.Bot {
		return p.Player
	}
	return ""
}
