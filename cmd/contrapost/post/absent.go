package post

import (
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events/table"
	"contrapost/templates"
)

// changed says which seats were left, offered, kept or taken over since a version, but
// for what the reader has done, and been answered.
func changed(t *table.Table, reader engine.Seat, since int64) []templates.Note {
	var notes []templates.Note
	for _, c := range t.Changes(since) {
		who := called(t, c.Seat, c.Player)
		args := engine.Args{"Name": who, "Table": t.ID}
		key := ""
		switch e := c.Event.(type) {
		case *lobby.LeftToBot:
			key = "note.left"
		case *lobby.Offered:
			key = "note.offered"
		case *lobby.Kept:
			key = "note.kept"
		case *lobby.Taken:
			key = "note.came-back"
			if e.Was != e.Player {
				key, args = "note.taken-by", engine.Args{"Was": who, "Name": called(t, e.Seat, e.Player)}
			}
		}
		if c.Seat != reader {
			notes = append(notes, templates.Note{Key: key, Args: args})
		}
	}
	return notes
}

// parted says to somebody for whom a bot plays how that came, and how to come back.
func parted(t *table.Table, seat engine.Seat) templates.Note {
	if t.Lobby.Places[seat-1].Silent {
		return templates.Note{Key: "note.left-own", Args: engine.Args{"Table": t.ID, "Game": t.Game.Title()}}
	}
	return templates.Note{Key: "note.gave-up"}
}

// absent says for whom bots play, and whose seats seek another player.
func absent(t *table.Table, w engine.Words) []engine.Block {
	if t.Over() {
		return nil
	}
	var told []string
	for i, p := range t.Lobby.Places {
		args := engine.Args{"Name": t.Names.Name(engine.Seat(i + 1)), "Table": t.ID}
		if p.Bot && p.Player != "" {
			told = append(told, w.Say("note.bot-for", args))
		}
		if p.Seeks {
			told = append(told, w.Say("note.seeks", args))
		}
	}
	if told == nil {
		return nil
	}
	return []engine.Block{engine.Paragraph{Text: strings.Join(told, " ")}}
}

// agreed says what the table does about those who do not answer.
func agreed(t *table.Table, w engine.Words) []engine.Block {
	n := t.Lobby.Times.Silences
	if n == 0 {
		return nil
	}
	text := w.Say("note.silences", engine.Args{"Count": n})
	if t.Lobby.Times.Replaced() {
		text += " " + w.Say("note.replacements", nil)
	}
	return []engine.Block{engine.Paragraph{Text: text}}
}
