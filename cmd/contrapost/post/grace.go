package post

import (
	"strings"

	"contrapost/engine"
	"contrapost/events/table"
	"contrapost/templates"
)

// waiting says which orders of the reader's wait and until when, and that some were
// dropped. It is theirs alone to know.
func waiting(t *table.Table, reader string, seat engine.Seat, since int64) []templates.Note {
	var notes []templates.Note
	if t.Dropped(reader, since) {
		notes = append(notes, templates.Note{Key: "note.dropped"})
	}
	if w, ok := t.Lobby.WaitOf(seat); ok && t.Lobby.Player(seat) == reader {
		orders := make([]string, len(w.Lines))
		for i, line := range w.Lines {
			orders[i] = templates.Named(line, t.Names)
		}
		notes = append(notes, templates.Note{Key: "note.waits", Args: engine.Args{"When": w.Due, "Orders": strings.Join(orders, "; ")}})
	}
	return notes
}
