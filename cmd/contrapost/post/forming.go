package post

import (
	"fmt"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/events/table"
)

// forming is the page of a table that still seats players: who sits there, what was
// agreed, and what its host may do.
func forming(t *table.Table, seat engine.Seat, w engine.Words) engine.Page {
	free := t.Lobby.Want - len(t.Lobby.Places)
	blocks := []engine.Block{
		engine.Paragraph{Text: w.Say("note.seats", engine.Args{
			"Table": t.ID, "Game": t.Game.Title(), "Want": t.Lobby.Want, "Names": strings.Join(t.Names, ", "), "Count": free,
		})},
		engine.Paragraph{Text: agreement(t, w)},
	}
	blocks = append(blocks, agreed(t, w)...)
	blocks = append(append(blocks, terms(t, w)...), introduction(t.Game, w))
	var items []engine.Choice
	if t.Lobby.Player(seat) == t.Lobby.Host() && free > 0 {
		items = hosting(t, free, w)
	}
	var also []engine.Choice
	for _, key := range []string{"order.invite", "order.say", "order.leave", "order.help-tables", "order.rules-game"} {
		also = append(also, besides(t, key, w))
	}
	if len(items) > 0 {
		blocks = append(blocks, engine.Choices{Items: items})
	}
	return engine.Page{Blocks: append(blocks, engine.Choices{Items: also})}
}

func hosting(t *table.Table, free int, w engine.Words) []engine.Choice {
	items := []engine.Choice{{Order: fmt.Sprintf("bots %d", free), Gloss: w.Say("note.host-bots", nil)}}
	if least, _ := t.Game.Seats(); len(t.Lobby.Places) >= least {
		items = append(items, engine.Choice{Order: "begin", Gloss: w.Say("note.host-may", nil)})
	}
	return items
}

// beside are the orders that a player may always give, besides the game's own.
func beside(t *table.Table, w engine.Words) engine.Choices {
	keys := []string{"order.say", "order.tell", "order.history"}
	if !t.Over() {
		keys = append(keys, "order.help-game", "order.rules-game")
	}
	var c engine.Choices
	for _, key := range keys {
		c.Items = append(c.Items, besides(t, key, w))
	}
	return c
}

// besides is an order of the table's that answers nothing.
func besides(t *table.Table, key string, w engine.Words) engine.Choice {
	whole := key == "order.history" || key == "order.help-game" || key == "order.help-tables" || key == "order.rules-game"
	return engine.Choice{Order: w.Say(key, engine.Args{"Game": t.Game.Name()}), Example: true, Whole: whole}
}

func told(answers []engine.Answer, key string) bool {
	return slices.ContainsFunc(answers, func(a engine.Answer) bool {
		return slices.ContainsFunc(a.Told, func(s engine.Sentence) bool { return s.Key == key })
	})
}
