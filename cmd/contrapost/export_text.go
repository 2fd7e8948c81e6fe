package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
	"contrapost/events/table"
	"contrapost/templates"
)

// notation writes and reads games as text, in English.
func notation() (export.Notation, error) {
	catalog, err := newCatalog()
	if err != nil {
		return export.Notation{}, err
	}
	house := lobby.Lobby{Games: games.All()}
	replay := func(id string, secret [32]byte, deck []byte) *table.Replay {
		return table.NewReplay(house, id, secret, deck)
	}
	return export.Notation{
		Lobby: house, Deck: data.Deck,
		Replay: func(id string, secret [32]byte, deck []byte) export.Replay { return replay(id, secret, deck) },
		Tell: func(h *export.History) func([]events.Entry) []string {
			t := &narrator{catalog: catalog, history: h, play: replay(h.Table, h.Secret, []byte(h.Deck.Text))}
			return t.tell
		},
		Refused: func(no *engine.Refusal, names engine.Roster) string {
			return catalog.For("en", names).Say("refused."+no.Key, no.Args)
		},
	}, nil
}

// writeText writes a game for people. What a text cannot hold is wrong use.
func writeText(h *export.History, w io.Writer) error {
	n, err := notation()
	if err != nil {
		return err
	}
	err = n.Write(w, h)
	if errors.Is(err, export.ErrUntold) {
		return misuse("%w; --format jsonl holds it", err)
	}
	return err
}

// narrator tells what followed from decisions, in the words in which a game tells an
// onlooker.
type narrator struct {
	catalog *templates.Catalog
	history *export.History
	play    *table.Replay
}

func (t *narrator) tell(decision []events.Entry) []string {
	tbl := t.play.Table()
	since := 0
	if tbl.Play != nil {
		since = tbl.Play.Known(engine.Onlooker)
	}
	for _, e := range decision {
		if err := t.play.Fold(e); err != nil {
			return nil // whoever reads the text is told why
		}
		if e.Kind == (lobby.Rewound{}).Kind() {
			since = tbl.Play.Known(engine.Onlooker)
		}
	}
	if tbl.Play == nil || tbl.Play.Known(engine.Onlooker) == since {
		return nil
	}
	page := tbl.Play.Page(t.catalog.For("en", t.names()), engine.Onlooker, since)
	lines := happened(page)
	if tbl.Over() {
		lines = append(lines, ended(page)...)
	}
	return lines
}

// happened are the sentences of a page that tell what came since.
func happened(page engine.Page) []string {
	for _, b := range page.Blocks {
		switch b := b.(type) {
		case engine.Listing:
			return b.Lines
		case engine.Heading:
		default:
			return nil // nothing has been told before the table itself
		}
	}
	return nil
}

// ended is how a game ended: what its last page says first, and the first table in it.
func ended(page engine.Page) (lines []string) {
	for _, b := range page.Blocks {
		switch b := b.(type) {
		case engine.Paragraph:
			lines = append(lines, b.Text)
		case engine.Table:
			for _, row := range b.Rows {
				lines = append(lines, inWords(b.Columns, row))
			}
			return lines
		}
	}
	return lines
}

func inWords(columns []engine.Column, row []engine.Cell) string {
	var cells []string
	for i, c := range row[1:] {
		cells = append(cells, strings.TrimSpace(columns[i+1].Label+" "+c.Text))
	}
	return row[0].Text + ": " + strings.Join(cells, ", ")
}

// names are those at the table as it stands.
func (t *narrator) names() engine.Roster {
	tbl := t.play.Table()
	names := slices.Clone(tbl.Names)
	for i, place := range tbl.Lobby.Places {
		for _, p := range t.history.Players {
			if p.ID == place.Player && p.Name != "" {
				names[i] = p.Name
			}
		}
	}
	return names
}
