package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// print reads the log out: a line for what happened and who did it, and below it
// what the log holds of it, and the letters.
func (b *book) print(w io.Writer, rows []auditRow) error {
	out := &checked{w: w}
	fmt.Fprintf(out, "%s %s, to version %d\n", b.table.Game.Title(), b.table.ID, b.table.Version)
	for _, r := range rows {
		b.printRow(out, r)
	}
	return out.err
}

// printFares says how letters reach the players as of now.
func (b *book) printFares(w io.Writer) error {
	out := &checked{w: w}
	rows := fares(b.table, b.posts)
	if len(rows) > 0 {
		fmt.Fprintln(out, "letters")
	}
	for _, f := range rows {
		fmt.Fprintf(out, "        %s\n", f)
	}
	return out.err
}

func (b *book) printRow(w io.Writer, r auditRow) {
	if r.Kind == kindSealed {
		fmt.Fprintf(w, "%6d  sealed until the game is over; hash %s\n", r.Version, r.Hash[:16])
		return
	}
	fmt.Fprintf(w, "%6s  %s  %s", r.number(), clockTime(r.Time), r.Kind)
	if r.Gone {
		fmt.Fprint(w, " (taken back since)")
	}
	fmt.Fprintf(w, "\n        %s\n", b.who(r))
	if r.Text != "" {
		fmt.Fprintf(w, "        %q\n", r.Text)
	}
	if r.Kind != kindRefused && len(r.Data) > 0 {
		fmt.Fprintf(w, "        %s\n", r.Data)
	}
	for _, l := range r.Letters {
		fmt.Fprintf(w, "        %s\n", l.line(b.table))
	}
}

func (r auditRow) number() string {
	if r.Version == 0 {
		return "-"
	}
	return fmt.Sprint(r.Version)
}

func clockTime(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

// who says by whom and how something came about.
func (b *book) who(r auditRow) string {
	who := "the table"
	if r.Seat != 0 {
		who = fmt.Sprintf("%s, seat %d", b.actor(r), r.Seat)
	}
	switch r.How {
	case events.CauseMail:
		who += ", by mail " + cmp.Or(r.Message, short(r.Cause))
		if r.Proof != "" {
			who += " (" + r.Proof + ")"
		}
	case events.CauseClock:
		who += ", by the clock, due " + r.Cause
	case events.CauseBot:
		who += ", by a bot"
	case events.CauseRuling:
		who += ", by a moderator's ruling"
	}
	if r.Order != "" {
		who += ": " + r.Order
	}
	if r.Rule != "" {
		who += fmt.Sprintf(" (rule %s)", r.Rule)
	}
	return who
}

// actor is what whoever did something goes by.
func (b *book) actor(r auditRow) string { return cmp.Or(r.name, b.table.Names.Name(r.Seat)) }

// short is the beginning of a hash.
func short(sum string) string { return sum[:min(len(sum), 12)] }

// line says what became of a letter.
func (l auditLetter) line(t *table.Table) string {
	to := cmp.Or(t.Called(l.Player), t.Names.Name(l.Seat))
	line := fmt.Sprintf("letter %d to %s (%s): %s", l.Number, to, l.Kind, l.State)
	if l.Number == 0 {
		line = fmt.Sprintf("letter to %s (%s): %s", to, l.Kind, l.State)
	}
	if !l.Sent.IsZero() {
		line += " " + clockTime(l.Sent)
	}
	if l.Attempts > 1 {
		line += fmt.Sprintf(", %d attempts", l.Attempts)
	}
	if l.State != events.Sent && l.Reply != "" {
		line += fmt.Sprintf(", %q", l.Reply)
	}
	return line
}

// knownRow is what a seat knew at a version.
type knownRow struct {
	Seat    engine.Seat     `json:"seat"`
	Version int64           `json:"version"`
	Player  string          `json:"player,omitempty"`
	Facts   json.RawMessage `json:"facts"` // each with its kind
	Page    string          `json:"page"`
	Letter  *auditLetter    `json:"letter,omitempty"` // the first that told all of it
}

// known sets a seat's page as a letter would, in English.
func (b *book) known(seat engine.Seat) (k knownRow, err error) {
	t := b.table
	k = knownRow{Seat: seat, Version: t.Version, Player: t.Lobby.Player(seat)}
	if t.Play == nil {
		return k, misuse("at version %d, the game at table %s has not begun", t.Version, t.ID)
	}
	catalog, err := newCatalog()
	if err != nil {
		return k, err
	}
	err = t.Attempt(func() error {
		page := t.Play.Page(catalog.For("en", t.Names), seat, 0)
		k.Page = catalog.Text(templates.Letter{
			Kind: templates.KindAsked, Reader: t.Names.Name(seat), Game: t.Game.Title(), Table: t.ID, Names: t.Names, Seat: seat, Page: &page,
		}, "en")
		all := []json.RawMessage{}
		for _, f := range t.Play.Facts(seat) {
			fact, err := jsonOfKind(f)
			if err != nil {
				return err
			}
			all = append(all, fact)
		}
		k.Facts, err = json.Marshal(all)
		return err
	})
	for _, l := range b.posts {
		told := engine.Seat(l.Seat) == seat && l.MessageID != "" && t.Known(seat, l.Version) == t.Known(seat, t.Version)
		if told && l.Version <= t.Version {
			letter := letterOf(l)
			k.Letter = &letter
			break
		}
	}
	return k, err
}
