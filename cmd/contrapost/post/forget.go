package post

import (
	"context"
	"encoding/base32"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// ForgetCode is what a player writes to confirm that they want to be forgotten: it
// goes to their address alone, so that whoever has it reads their mail. It is the
// same for an hour.
func (r *Room) ForgetCode(player string, at time.Time) string {
	hour := at.UTC().Truncate(time.Hour).Format(time.RFC3339)
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum(r.Key, "forget", player, hour))[:10])
}

// confirmation puts on the page the line by which whoever asked to be forgotten
// confirms it.
func (r *Room) confirmation(letter *templates.Letter, lang string) {
	for _, a := range letter.Answers {
		for _, s := range a.Told {
			if s.Key == table.ToldForget {
				w := r.Catalog.For(lang, nil)
				order := engine.Choice{Order: w.Say("order.forget", s.Args)}
				letter.Page = &engine.Page{
					Asks:   w.Say("note.forget-confirm", s.Args),
					Blocks: []engine.Block{engine.Choices{Items: []engine.Choice{order}}},
				}
			}
		}
	}
}

// outlived tells whether a mail came before its sender was forgotten. It comes to
// light again when a mailbox is read anew, and would make them known once more.
func (r *Room) outlived(ctx context.Context, m mailer.Message, received time.Time) (bool, error) {
	gone, err := r.Log.Forgettings(ctx)
	if err != nil {
		return false, err
	}
	for _, f := range gone {
		if f.Covers(m.From, received) {
			return true, nil
		}
	}
	return false, nil
}
