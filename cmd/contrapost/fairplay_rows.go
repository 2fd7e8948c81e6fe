package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"text/tabwriter"

	"contrapost/events"
)

// habit is how often something is done at all, by whomever to whomever.
type habit struct {
	Game      string  `json:"game"`
	Kind      string  `json:"kind"`
	Tables    int     `json:"tables"`     // that are over, whether it was done there or not
	Times     int     `json:"times"`      // in all of them
	PairMean  float64 `json:"pair_mean"`  // times a table that one seat does it to another, on average
	ValueMean float64 `json:"value_mean"` // points each time, on average
}

func habits(games []finished) []habit {
	var all []habit
	for _, of := range byGame(games) {
		for _, kind := range kindsOf(of) {
			all = append(all, habitOf(of, kind))
		}
	}
	return all
}

func habitOf(games []finished, kind string) habit {
	h := habit{Game: games[0].game, Kind: kind, Tables: len(games)}
	value := 0
	for _, g := range games {
		all := g.sum(kind, anybody, anybody)
		h.Times += all.times
		value += all.value
		h.PairMean += g.share(all).times / float64(len(games))
	}
	h.ValueMean = float64(value) / float64(h.Times)
	return h
}

// byGame sorts tables by what was played there.
func byGame(games []finished) [][]finished {
	of := map[string][]finished{}
	for _, g := range games {
		of[g.game] = append(of[g.game], g)
	}
	var all [][]finished
	for _, name := range slices.Sorted(maps.Keys(of)) {
		all = append(all, of[name])
	}
	return all
}

func kindsOf(games []finished) []string {
	kinds := map[string]bool{}
	for _, g := range games {
		for _, d := range g.deals {
			kinds[d.Kind] = true
		}
	}
	return slices.Sorted(maps.Keys(kinds))
}

// amount is how often something was done and what it was worth in all.
type amount struct{ times, value int }

// mean is an amount that need not be whole.
type mean struct{ times, value float64 }

// anybody stands for every seat, bots included.
const anybody = "*"

func (g finished) sum(kind, from, to string) amount {
	var a amount
	for _, d := range g.deals {
		if d.Kind == kind && (from == anybody || d.from == from) && (to == anybody || d.to == to) {
			a.times++
			a.value += d.Value
		}
	}
	return a
}

// share is what of an amount falls on one seat that does it to one other.
func (g finished) share(a amount) mean {
	ways := float64(g.seats * (g.seats - 1))
	return mean{float64(a.times) / ways, float64(a.value) / ways}
}

// pairRow is what one player did to another at the tables where both sat, and what one
// player there did to another on average.
type pairRow struct {
	Game      string  `json:"game"`
	Kind      string  `json:"kind"`
	From      string  `json:"from"`
	FromName  string  `json:"from_name"`
	To        string  `json:"to"`
	ToName    string  `json:"to_name"`
	Tables    int     `json:"tables"`     // where both sat
	AllTimes  int     `json:"all_times"`  // at these tables, by whomever to whomever
	Times     int     `json:"times"`      // by this player to that one
	TimesMean float64 `json:"times_mean"` // by a seat to another at these tables
	Value     int     `json:"value"`      // points in all
	ValueMean float64 `json:"value_mean"` // of a seat with another at these tables
}

// pairs lists all that any two players did to each other, and what they did not do
// where others did.
func pairs(games []finished) []pairRow {
	rows := map[pairRow]*pairRow{}
	for _, of := range byGame(games) {
		for _, kind := range kindsOf(of) {
			for _, g := range of {
				g.addTo(rows, kind)
			}
		}
	}
	all := make([]pairRow, 0, len(rows))
	for _, key := range slices.SortedFunc(maps.Keys(rows), pairRow.compare) {
		all = append(all, *rows[key])
	}
	return all
}

func (p pairRow) compare(o pairRow) int {
	return cmp.Or(cmp.Compare(p.Game, o.Game), cmp.Compare(p.Kind, o.Kind), cmp.Compare(p.From, o.From), cmp.Compare(p.To, o.To))
}

func (g finished) addTo(rows map[pairRow]*pairRow, kind string) {
	for _, from := range g.players {
		for _, to := range g.players {
			if from != to {
				g.addPair(rows, kind, from, to)
			}
		}
	}
}

func (g finished) addPair(rows map[pairRow]*pairRow, kind, from, to string) {
	key := pairRow{Game: g.game, Kind: kind, From: from, To: to}
	row := rows[key]
	if row == nil {
		row = new(pairRow)
		*row = key
		rows[key] = row
	}
	own, all := g.sum(kind, from, to), g.sum(kind, anybody, anybody)
	row.Tables++
	row.AllTimes += all.times
	row.Times += own.times
	row.Value += own.value
	row.TimesMean += g.share(all).times
	row.ValueMean += g.share(all).value
}

// nameRows puts names to ids; somebody who was forgotten has none.
func nameRows(ctx context.Context, store *events.Store, rows []pairRow) error {
	people, err := store.Players(ctx)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, p := range people {
		names[p.ID] = p.Name
	}
	for i := range rows {
		rows[i].FromName, rows[i].ToName = names[rows[i].From], names[rows[i].To]
	}
	return nil
}

func printHabits(w io.Writer, rows []habit) error {
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "GAME\tWHAT\tTABLES\tTIMES\tPER PAIR\tPOINTS EACH")
	for _, r := range rows {
		fmt.Fprintf(columns, "%s\t%s\t%d\t%d\t%s\t%s\n", r.Game, r.Kind, r.Tables, r.Times, figure(r.PairMean), figure(r.ValueMean))
	}
	return columns.Flush()
}

func printPairs(w io.Writer, rows []pairRow) error {
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(columns, "GAME\tWHAT\tBY\tTO\tTABLES\tTIMES\tMEAN\tPOINTS\tMEAN\tOF")
	for _, r := range rows {
		fmt.Fprintf(columns, "%s\t%s\t%s\t%s\t%d\t%d\t%s\t%d\t%s\t%d\n", r.Game, r.Kind, cmp.Or(r.FromName, r.From), cmp.Or(r.ToName, r.To),
			r.Tables, r.Times, figure(r.TimesMean), r.Value, figure(r.ValueMean), r.AllTimes)
	}
	return columns.Flush()
}

// figure prints a mean to two digits behind the point.
func figure(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }
