package post

import (
	"time"

	"contrapost/engine"
	"contrapost/events/table"
	"contrapost/templates"
)

// graced says that orders wait at a table, where they do.
func graced(t *table.Table) []templates.Note {
	if t.Lobby.Times.Grace == 0 {
		return nil
	}
	return []templates.Note{{Key: "note.grace", Args: engine.Args{"Grace": engine.Span(t.Lobby.Times.Grace)}}}
}

// waiting says which orders of the reader's will be done if they write nothing more,
// and when: so their silence is not taken for anything else. It is theirs alone to know.
func waiting(t *table.Table, reader string, letter *templates.Letter, words engine.Words) {
	w, ok := t.Lobby.WaitOf(letter.Seat)
	if !ok || t.Lobby.Player(letter.Seat) != reader {
		return
	}
	orders := make([]engine.Order, len(w.Lines))
	for i, line := range w.Lines {
		orders[i] = engine.Order(line)
	}
	letter.Page.Silence, letter.Deadline = "", time.Time{}
	letter.First = append(letter.First, templates.Note{Key: "note.waits", Args: engine.Args{"When": w.Due, "Orders": orders}})
	offer(letter.Page, words, "cancel waiting", "note.waits-cancel")
}
