package post

import (
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// silent says that somebody's time was over, to that seat with what became of it.
func silent(s table.Silence, reader engine.Seat) templates.Note {
	if s.Seat == reader {
		return templates.Note{Key: "note.silent-own", Args: engine.Args{"When": s.At, "Order": engine.Order(s.Order)}}
	}
	return templates.Note{Key: "note.silent", Args: engine.Args{"When": s.At, "Name": s.Seat}}
}

// given is the page of a seat that its player has given up: it asks nothing.
func given(page engine.Page) engine.Page {
	page.Asks, page.Silence, page.Sealed = "", "", ""
	page.Blocks = slices.DeleteFunc(slices.Clone(page.Blocks), func(b engine.Block) bool {
		_, asks := b.(engine.Choices)
		return asks
	})
	return page
}

// occasion says why a letter comes that answers nothing and asks nothing new, to a
// reader who was last told of a version.
func occasion(l events.Letter, t *table.Table, since int64) []templates.Note {
	switch l.Kind {
	case table.KindRuling:
		return ruled(t, l.Cause)
	case table.KindTaken:
		if strings.HasPrefix(l.Cause, "mail:") { // the reader's own order, not a ruling
			return []templates.Note{{Key: "note.took", Args: engine.Args{"Table": t.ID, "Game": t.Game.Title()}}}
		}
		return []templates.Note{{Key: "note.taken", Args: engine.Args{"Table": t.ID, "Game": t.Game.Title()}}}
	case table.KindCarried:
		return []templates.Note{{Key: "note.carried"}}
	case table.KindHost:
		return []templates.Note{{Key: "note.host"}}
	case table.KindReminder:
		if q, asked := t.Question(engine.Seat(l.Seat)); !asked || q.Version > since {
			return nil // it is the first that they hear of it
		}
		return []templates.Note{{Key: "note.reminder"}}
	case table.KindMended:
		return []templates.Note{{Key: "note.mended", Args: engine.Args{"Table": t.ID}}}
	case table.KindClosed:
		return []templates.Note{{Key: "note.closed", Args: engine.Args{"Table": t.ID, "Game": t.Game.Title()}}}
	case table.KindDelayed:
		o := t.Lobby.Outages[len(t.Lobby.Outages)-1]
		return []templates.Note{{Key: "note.delayed", Args: engine.Args{"From": o.From, "To": o.To, "Span": o.To.Sub(o.From)}}}
	}
	return nil
}
