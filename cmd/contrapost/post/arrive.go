package post

import (
	"context"
	"strings"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// arrivals says in the page of a letter how the letters of the others at its table
// arrive: as long as it seats players always, and later whoever asks for the page is
// told. What may be told of it, and when, table.Arrivals says; the day stands for the
// hour.
func (r *Room) arrivals(ctx context.Context, t *table.Table, player events.Player, letter *templates.Letter) error {
	if letter.Page == nil || t.Play != nil && !told(letter.Answers, table.ToldLooked) && !told(letter.Answers, table.ToldHistory) {
		return nil
	}
	letters, err := r.Log.Letters(ctx, t.ID)
	if err != nil {
		return err
	}
	w := r.Catalog.For(player.Language, t.Names)
	var arrive, lines []string
	for _, a := range t.Arrivals(letters, r.Now()) {
		switch {
		case a.Seat == letter.Seat:
		case a.State == table.Delivered:
			arrive = append(arrive, t.Names.Name(a.Seat))
		case a.State == table.Deferred:
			lines = append(lines, w.Say("note.letters-late", engine.Args{"Name": a.Seat, "Day": r.Catalog.Day(a.At, letter.Zone, player.Language)}))
		case a.State == table.Returned:
			lines = append(lines, w.Say("note.letters-back", engine.Args{"Name": a.Seat}))
		}
	}
	if len(arrive) > 0 {
		lines = append([]string{w.Say("note.letters-arrive", engine.Args{"Names": strings.Join(arrive, ", ")})}, lines...)
	}
	if len(lines) > 0 {
		before := max(0, len(letter.Page.Blocks)-1) // the orders stand last
		blocks := append([]engine.Block{}, letter.Page.Blocks[:before]...)
		blocks = append(blocks, engine.Paragraph{Text: strings.Join(lines, " ")})
		letter.Page.Blocks = append(blocks, letter.Page.Blocks[before:]...)
	}
	return nil
}
