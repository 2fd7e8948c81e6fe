package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
)

type players struct {
	whichDatabase
	JSON bool `name:"json" help:"One JSON object a line, for programs."`
}

// playerRow is what an operator sees of a player.
type playerRow struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Address  string   `json:"address"`
	Language string   `json:"language"`
	Zone     string   `json:"zone"`
	Tables   []string `json:"tables"`            // those the player sits at, oldest first
	Bots     []string `json:"bots,omitempty"`    // those of them where a bot plays for the player
	Seeking  []string `json:"seeking,omitempty"` // and where the seat seeks another
	Bounced  string   `json:"bounced,omitempty"` // "stopped 5.1.1": nothing is sent before they write again; "2 late 4.4.1": reports of delay
}

// Run lists the players.
func (c *players) Run(ctx context.Context, t *terminal) error {
	store, err := c.read(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	rows, broken := playerRows(ctx, store)
	print := printPlayers
	if c.JSON {
		print = printJSON
	}
	return errors.Join(print(t.out, rows), broken)
}

func playerRows(ctx context.Context, store *events.Store) (rows []playerRow, broken error) {
	all, err := store.Players(ctx)
	if err != nil {
		return nil, err
	}
	back, err := bounces(ctx, store)
	if err != nil {
		return nil, err
	}
	sitting, broken := sittings(ctx, store)
	for _, p := range all {
		at := sitting[p.ID]
		if at.tables == nil {
			at.tables = []string{}
		}
		rows = append(rows, playerRow{p.ID, p.Name, p.Address, p.Language, p.Zone, at.tables, at.bots, at.seeking, back[p.ID]})
	}
	return rows, broken
}

// bounces says whose letters came back since they last wrote, by the player's id.
func bounces(ctx context.Context, store *events.Store) (map[string]string, error) {
	all, err := store.Bounces(ctx)
	back := map[string]string{}
	for _, b := range all {
		back[b.Player] = strings.TrimSpace(fmt.Sprintf("%d late %s", b.Soft, b.Status))
		if b.Hard {
			back[b.Player] = strings.TrimSpace("stopped " + b.Status)
		}
	}
	return back, err
}

// presence are the tables of a player.
type presence struct{ tables, bots, seeking []string }

// sittings lists the tables of every player, by the player's id.
func sittings(ctx context.Context, store *events.Store) (at map[string]presence, broken error) {
	streams, err := store.Streams(ctx)
	if err != nil {
		return nil, err
	}
	at = map[string]presence{}
	house := newHouse(store, nil, false)
	for _, id := range streams {
		tbl, err := house.Load(ctx, id, 0)
		if err != nil {
			broken = errors.Join(broken, err)
			continue
		}
		addSittings(at, tbl)
	}
	return at, broken
}

func addSittings(at map[string]presence, t *table.Table) {
	bots, seeking := absentees(t)
	for i, place := range t.Lobby.Places {
		if place.Player == "" {
			continue
		}
		p, seat := at[place.Player], engine.Seat(i+1)
		p.tables = append(p.tables, t.ID)
		if slices.Contains(bots, seat) {
			p.bots = append(p.bots, t.ID)
		}
		if slices.Contains(seeking, seat) {
			p.seeking = append(p.seeking, t.ID)
		}
		at[place.Player] = p
	}
}

func printPlayers(w io.Writer, rows []playerRow) error {
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "PLAYER\tNAME\tADDRESS\tLANGUAGE\tZONE\tTABLES\tBOTS\tSEEKING\tLETTERS")
	for _, r := range rows {
		fmt.Fprintf(columns, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			r.ID, orDash(r.Name), orDash(r.Address), orDash(r.Language), orDash(r.Zone), orDash(strings.Join(r.Tables, " ")),
			orDash(strings.Join(r.Bots, " ")), orDash(strings.Join(r.Seeking, " ")), orDash(r.Bounced))
	}
	return columns.Flush()
}
