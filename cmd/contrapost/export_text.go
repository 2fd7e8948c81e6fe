package main

import (
	"errors"
	"io"

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
	return happened(tbl.Play.Page(t.catalog.For("en", t.names(tbl)), engine.Onlooker, since))
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

// names are those at the table as it stands.
func (t *narrator) names(tbl *table.Table) engine.Roster {
	names := make(engine.Roster, len(tbl.Lobby.Places))
	for i, place := range tbl.Lobby.Places {
		names[i] = tbl.Names.Name(engine.Seat(i + 1)) // "Bot-2", or "Player-2" without a name
		for _, p := range t.history.Players {
			if p.ID == place.Player && p.Name != "" {
				names[i] = p.Name
			}
		}
	}
	return names
}
