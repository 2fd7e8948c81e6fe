package post

import (
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
		orders := make([]engine.Order, len(w.Lines))
		for i, line := range w.Lines {
			orders[i] = engine.Order(line)
		}
		notes = append(notes, templates.Note{Key: "note.waits", Args: engine.Args{"When": w.Due, "Orders": orders}})
	}
	return notes
}
