package lobby

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// Help is the order `help [TOPIC]`.
type Help struct {
	Asked string      // what was asked for, as it was read; "" for no topic
	Topic string      // one of Topics, or a game's name; "" for none of them
	Verbs []Explained // verbs that are called so, or begin so
	Rules []string    // rulings that are named in it, as `rules` would have them; nil: none
}

// Explained is a verb that there is help on, or a setting of a table.
type Explained struct {
	Game engine.Game // nil: it is one of the lobby's
	Verb string      // canonical
}

// Settings are what a table is opened with besides the options of its game, and can be
// asked about by their names.
var Settings = []string{"turn", "answer", "bank", "increment", "grace", "silences", "absent"}

// Known tells whether there is help on what was asked for.
func (h Help) Known() bool { return h.Asked == "" || h.Topic != "" || len(h.Verbs)+len(h.Rules) > 0 }

// ParseHelp reads `help [TOPIC]`. Verbs are those of the lobby, and of the game played
// at the table or, where none is, of all games. A word that is both a game and a verb is
// the game, whose help has the verb as well.
func (l Lobby) ParseHelp(words []string, atTable string) Help {
	h := Help{Asked: strings.Join(words[1:], " ")}
	if h.Asked == "" {
		return h
	}
	if l.cites(words[1:]) {
		h.Rules = append([]string{"rules"}, words[1:]...)
		return h
	}
	if i := slices.IndexFunc(words, l.isTopic); i > 0 {
		h.Topic = words[i]
	}
	if h.Topic == "" { // a topic says all there is about an order called so
		h.Verbs = l.explains(words[1:], atTable)
	}
	return h
}

// cites tells whether words name rulings, perhaps behind their game.
func (l Lobby) cites(words []string) bool {
	if len(words) > 1 && l.Game(words[0]) != nil {
		words = words[1:]
	}
	return !slices.ContainsFunc(words, func(w string) bool { return l.citing(w) == nil })
}

// explains lists the verbs that some words are the whole of, or the first word.
func (l Lobby) explains(words []string, atTable string) []Explained {
	var all []Explained
	for _, verb := range called(l.Lexicon(), l.Verbs(), words) {
		if verb != "moderate" {
			all = append(all, Explained{nil, verb})
		}
	}
	if len(words) == 1 && slices.Contains(Settings, words[0]) {
		all = append(all, Explained{nil, words[0]})
	}
	for _, g := range l.Games {
		if atTable != "" && g.Name() != atTable {
			continue
		}
		for _, verb := range called(g.Lexicon(), g.Verbs(), words) {
			all = append(all, Explained{g, verb})
		}
	}
	return all
}

// called lists the verbs that words spell or, where it is one word, that begin with it
// ("seek" of "seek replacement").
func called(lexicon engine.Lexicon, verbs []engine.Verb, words []string) []string {
	read := lexicon.Read(strings.Join(words, " "), nil)
	var all []string
	for _, v := range verbs {
		if len(read) == 1 && read[0] == v.Word || len(words) == 1 && begun(lexicon, v.Word, words[0]) {
			all = append(all, v.Word)
		}
	}
	return all
}

// begun tells whether some spelling of a verb has two words, of which that is the first.
func begun(lexicon engine.Lexicon, verb, word string) bool {
	for spelling, meant := range lexicon.Spell {
		if first, _, two := strings.Cut(spelling, " "); meant == verb && two && first == word {
			return true
		}
	}
	return false
}
