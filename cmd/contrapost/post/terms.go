package post

import (
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/events/table"
)

// term is what a value of a game's option means, and how it is written when a table is
// opened.
func term(g engine.Game, option, value string, w engine.Words) string {
	sentence := w.Say(g.Name()+".option."+option+"."+value, nil)
	return strings.TrimSuffix(sentence, ".") + " (" + option + "=" + value + ")."
}

// unusual words those of a table's options that are not what the game has by default,
// in the game's order.
func unusual(g engine.Game, chosen map[string]string, w engine.Words) []string {
	var all []string
	for _, o := range g.Options() {
		if value := chosen[o.Name]; value != "" && value != o.Values[0] {
			all = append(all, term(g, o.Name, value, w))
		}
	}
	return all
}

// terms says what is played otherwise at a table than usual, or that nothing is.
func terms(t *table.Table, w engine.Words) []engine.Block {
	if lines := unusual(t.Game, t.Lobby.Options, w); len(lines) > 0 {
		return []engine.Block{engine.Heading{Text: w.Say(t.Game.Name()+".options", nil)}, engine.Listing{Lines: lines}}
	}
	return []engine.Block{engine.Paragraph{Text: w.Say("note.usual", nil)}}
}

// listedTerms words the options in a line about a table that anybody may join; they
// are stored as they are written.
func (r *Room) listedTerms(args engine.Args, lang string) {
	title, _ := args["Game"].(string)
	written, _ := args["Options"].(string)
	i := slices.IndexFunc(r.House.Lobby.Games, func(g engine.Game) bool { return g.Title() == title })
	if i < 0 {
		return
	}
	chosen := map[string]string{}
	for _, word := range strings.Fields(written) {
		name, value, _ := strings.Cut(word, "=")
		chosen[name] = value
	}
	g := r.House.Lobby.Games[i]
	if lines := unusual(g, chosen, r.Catalog.For(lang, nil)); len(lines) > 0 {
		args["Options"] = strings.Join(lines, " ")
	}
}

// introduction says in a few words what a game is, and how to read its rules.
func introduction(g engine.Game, w engine.Words) engine.Paragraph {
	return engine.Paragraph{Text: w.Say(g.Name()+".about", nil) + " " + w.Say("note.rules", engine.Args{"Order": readRules(g)})}
}

func readRules(g engine.Game) engine.Order { return engine.Order("rules " + g.Name()) }

// offers introduces all games, each with its rules to ask for.
func offers(games []engine.Game, w engine.Words) []engine.Block {
	var blocks []engine.Block
	var items []engine.Choice
	for _, g := range games {
		blocks = append(blocks, engine.Paragraph{Text: w.Say(g.Name()+".about", nil)})
		items = append(items, engine.Choice{Order: string(readRules(g)), Gloss: w.Say("note.rules-of", engine.Args{"Game": g.Title()})})
	}
	return append(blocks, engine.Choices{Items: items})
}

// glossary lists what every value of a game's options means, the usual one first.
func glossary(g engine.Game, w engine.Words) []engine.Block {
	var lines []string
	for _, o := range g.Options() {
		for _, value := range o.Values {
			lines = append(lines, term(g, o.Name, value, w))
		}
	}
	return []engine.Block{engine.Heading{Text: w.Say("help.terms", nil)}, engine.Listing{Lines: lines}}
}
