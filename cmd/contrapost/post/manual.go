package post

import (
	"fmt"
	"slices"
	"strings"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/events/table"
	"contrapost/templates"
)

// manual puts into the page's place what was asked for of the rules, and how orders are
// written.
func (r *Room) manual(letter *templates.Letter, lang string) error {
	w := r.Catalog.For(lang, letter.Names)
	var blocks []engine.Block
	for _, a := range letter.Answers {
		for _, s := range a.Told {
			more, err := r.chapter(s, w)
			if err != nil {
				return err
			}
			blocks = append(blocks, more...)
		}
	}
	if len(blocks) > 0 {
		letter.Page = &engine.Page{Blocks: blocks}
	}
	return nil
}

// chapter is what goes with a sentence of an answer; nil for most.
func (r *Room) chapter(s engine.Sentence, w engine.Words) ([]engine.Block, error) {
	game, _ := s.Args["Game"].(string)
	switch s.Key {
	case table.ToldRules:
		text, err := data.Rules(game, w.Lang())
		if err != nil {
			return nil, fmt.Errorf("rules of %s: %w", game, err)
		}
		return templates.Manual(text).Blocks, nil
	case table.ToldRulings:
		numbers, _ := s.Args["Numbers"].([]string)
		return rulings(game, numbers, w.Lang())
	case table.ToldForms:
		verb, _ := s.Args["Verb"].(string)
		return r.forms(r.House.Lobby.Game(game), verb, w)
	}
	return nil, nil
}

// rulings are the texts of some of a game's rulings, each a paragraph.
func rulings(game string, numbers []string, lang string) ([]engine.Block, error) {
	var blocks []engine.Block
	for _, n := range numbers {
		text, err := data.Ruling(game, lang, n)
		if err != nil {
			return nil, fmt.Errorf("rules of %s: %w", game, err)
		}
		blocks = append(blocks, templates.Manual([]byte(text)).Blocks...)
	}
	return blocks, nil
}

// lobbyHelp are the help texts that between them have every order of the lobby.
var lobbyHelp = []string{"help.short", "help.tables", "help.talk", "help.settings"}

// forms explain the orders of a verb, of a game's or, where that is nil, of the lobby:
// how they are written and what they do, as the help texts have it, and the rulings
// that they are under.
func (r *Room) forms(g engine.Game, verb string, w engine.Words) ([]engine.Block, error) {
	texts := lobbyHelp
	read := func(order string) []string { return r.House.Lobby.Lexicon().Read(order, nil) }
	if g != nil {
		texts = []string{g.Name() + ".help"}
		read = func(order string) []string { return g.Lexicon().Read(order, nil) }
	}
	var lines []string
	for _, key := range texts {
		for _, f := range r.Catalog.Forms(key, w.Lang()) {
			if line := entry(f, verb, read); line != "" && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	blocks := []engine.Block{engine.Heading{Text: w.Say("help.heading", engine.Args{"Verb": verb})}, engine.Listing{Lines: lines}}
	if g == nil {
		return blocks, nil
	}
	form, _ := engine.Formed(g.Forms(), verb)
	under, err := rulings(g.Name(), form.Rules, w.Lang())
	return append(blocks, under...), err
}

// entry words those orders of a form that are of a verb; "" if none is.
func entry(f templates.Form, verb string, read func(string) []string) string {
	orders := slices.DeleteFunc(slices.Clone(f.Orders), func(order string) bool {
		words := read(order)
		return len(words) == 0 || words[0] != verb
	})
	if len(orders) == 0 {
		return ""
	}
	line := strings.Join(orders, ", ")
	if f.Gloss != "" {
		line += ": " + f.Gloss
	}
	return line
}
