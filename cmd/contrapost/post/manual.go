package post

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/lobby"
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
	if len(blocks) == 0 {
		return nil
	}
	page := engine.Page{Blocks: blocks}
	if letter.Page != nil { // what is asked stands, whatever else its reader wants to know
		page.Asks, page.Silence, page.Waits = letter.Page.Asks, letter.Page.Silence, letter.Page.Waits
	}
	letter.Aside = letter.Page == nil
	letter.Page = &page
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
	case table.ToldGames:
		return offers(r.House.Lobby.Games, w), nil
	case table.ToldHelp:
		help, _ := s.Args["Help"].(string)
		name, _ := strings.CutSuffix(help, ".help")
		if g := r.House.Lobby.Game(name); g != nil {
			return glossary(g, w), nil
		}
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

// lobbyHelp are the help texts that between them have every order of the lobby: those that
// say more come first, for of orders that two of them have the first is told.
var lobbyHelp = []string{"help.tables", "help.talk", "help.settings", "help.short"}

// forms explain the orders of a verb, of a game's or, where that is nil, of the lobby:
// how they are written and what they do, as the help texts have it, and the rulings
// that they are under.
func (r *Room) forms(g engine.Game, verb string, w engine.Words) ([]engine.Block, error) {
	spelt, lines := r.entries(g, verb, w.Lang())
	blocks := []engine.Block{engine.Heading{Text: w.Say("help.heading", engine.Args{"Verb": spelt})}, engine.Listing{Lines: lines}}
	if g == nil {
		if limits, ok := r.limits(verb, w); ok {
			blocks = append(blocks, engine.Paragraph{Text: limits})
		}
		return blocks, nil
	}
	form, _ := engine.Formed(g.Forms(), verb)
	under, err := rulings(g.Name(), form.Rules, w.Lang())
	return append(blocks, under...), err
}

// entries are the lines of the help texts that have orders of a verb, and the verb as a
// language spells it.
func (r *Room) entries(g engine.Game, verb, lang string) (spelt string, lines []string) {
	texts := lobbyHelp
	read := func(order string) []string { return r.House.Lobby.Lexicon().Read(order, nil) }
	if g != nil {
		texts = []string{g.Name() + ".help"}
		read = func(order string) []string { return g.Lexicon().Read(order, nil) }
	}
	spelt = verb
	var listed []string
	for _, key := range texts {
		for _, f := range r.Catalog.Forms(key, lang) {
			orders, line := entry(f, verb, read)
			if line == "" || slices.Contains(listed, orders[0]) {
				continue
			}
			if lines == nil {
				spelt = inItsWords(orders[0], verb, read)
			}
			lines, listed = append(lines, line), append(listed, orders...)
		}
	}
	return spelt, lines
}

// mostWritten is how many lines of help a line gets that is no order.
const mostWritten = 2

// written says of lines that begin like orders, and are none, how those are written.
func (r *Room) written(letter *templates.Letter, lang string) {
	for i := range letter.Answers {
		a := &letter.Answers[i]
		if a.Verb == "" {
			continue
		}
		if _, lines := r.entries(r.House.Lobby.Game(a.Game), a.Verb, lang); len(lines) > 0 {
			a.Say("written", "Forms", strings.Join(lines[:min(len(lines), mostWritten)], "; "))
		}
	}
}

// limits say how much of something the lobby gives, and what it means.
func (r *Room) limits(verb string, w engine.Words) (string, bool) {
	key := "limits." + strings.ReplaceAll(verb, " ", "-")
	if !slices.Contains(r.Catalog.Keys(w.Lang()), key) {
		return "", false
	}
	const day = 24 * time.Hour
	return w.Say(key, engine.Args{
		"Silences": lobby.MostSilences, "Usual": lobby.UsualSilences, "Vacation": lobby.VacationDays,
		"Wishes": int(lobby.WishesLast / day), "Pause": int(lobby.LongestAgreed / day),
	}), true
}

// entry gives those orders of a form that are of a verb, or choose a setting called so,
// and a line that lists them; "" if none is.
func entry(f templates.Form, verb string, read func(string) []string) (orders []string, line string) {
	orders = slices.DeleteFunc(slices.Clone(f.Orders), func(order string) bool {
		words := read(order)
		sets := slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, verb+"=") })
		return len(words) == 0 || words[0] != verb && !sets
	})
	if len(orders) == 0 {
		return nil, ""
	}
	line = strings.Join(orders, ", ")
	if f.Gloss != "" {
		line += ": " + f.Gloss
	}
	return orders, line
}

// inItsWords is a verb as an order of its has it, in the language of that order.
func inItsWords(order, verb string, read func(string) []string) string {
	words := strings.Fields(order)
	for n := range words {
		if spelt := strings.Join(words[:n+1], " "); slices.Equal(read(spelt), []string{verb}) {
			return spelt
		}
	}
	return verb
}

// previewed says of orders that were previewed what they would do.
func previewed(t *table.Table, w engine.Words, letter *templates.Letter) {
	for i := range letter.Answers {
		a := &letter.Answers[i]
		for _, s := range a.Told {
			order, _ := s.Args["Order"].(engine.Order)
			if does := t.Play.Does(w, letter.Seat, string(order)); s.Key == table.ToldPreviewed && does != "" {
				a.Say("does", "Does", does)
			}
		}
	}
}
