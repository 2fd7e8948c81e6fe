package post

import (
	"slices"
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
	all := t.Changes(since)
	for i, c := range all {
		if withdrawn(c, all[i+1:]) {
			continue
		}
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

// withdrawn tells whether a seat was offered that somebody has taken since.
func withdrawn(c table.Change, later []table.Change) bool {
	_, offered := c.Event.(*lobby.Offered)
	return offered && slices.ContainsFunc(later, func(l table.Change) bool {
		_, taken := l.Event.(*lobby.Taken)
		return taken && l.Seat == c.Seat
	})
}

// parted says to somebody for whom a bot plays how that came, and how to come back.
func parted(t *table.Table, seat engine.Seat) templates.Note {
	if t.Lobby.Places[seat-1].Silent {
		return templates.Note{Key: "note.left-own", Args: engine.Args{"Table": t.ID, "Game": t.Game.Title()}}
	}
	return templates.Note{Key: "note.gave-up"}
}

// absent says to a reader for whom bots play, and whose seats seek another player: the
// reader's own among them. The others are not the reader's to take.
func absent(t *table.Table, w engine.Words, reader engine.Seat) []engine.Block {
	if t.Over() {
		return nil
	}
	var told []string
	for i, p := range t.Lobby.Places {
		seat := engine.Seat(i + 1)
		args := engine.Args{"Name": seat}
		if p.Bot && p.Player != "" && seat != reader {
			told = append(told, w.Say("note.bot-for", args))
		}
		switch {
		case !p.Seeks:
		case p.Bot:
			told = append(told, w.Say("note.seeks-bot", args))
		case seat == reader:
			told = append(told, w.Say("note.seeks-own", nil))
		default:
			told = append(told, w.Say("note.seeks", args))
		}
	}
	if told == nil {
		return nil
	}
	return []engine.Block{engine.Paragraph{Text: strings.Join(told, " ")}}
}

// ahead puts blocks before the orders that a page lists, so that they are not taken for
// part of them; at the end where it lists none.
func ahead(page, blocks []engine.Block) []engine.Block {
	i := slices.IndexFunc(page, func(b engine.Block) bool { _, ok := b.(engine.Choices); return ok })
	if i < 0 {
		i = len(page)
	}
	return slices.Insert(slices.Clip(page), i, blocks...)
}

// agreed says how long orders wait at the table, and what it does about those who do
// not answer.
func agreed(t *table.Table, w engine.Words) []engine.Block {
	var told []string
	times := t.Lobby.Times
	for _, n := range graced(t) {
		told = append(told, w.Say(n.Key, n.Args))
	}
	if times.Silences > 0 {
		told = append(told, w.Say("note.silences", engine.Args{"Count": times.Silences}))
		if times.Replaced() {
			told = append(told, w.Say("note.replacements", nil))
		}
	}
	if told == nil {
		return nil
	}
	return []engine.Block{engine.Paragraph{Text: strings.Join(told, " ")}}
}
