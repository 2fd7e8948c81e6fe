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
	Verbs []Explained // verbs that are called so
}

// Explained is a verb that there is help on.
type Explained struct {
	Game engine.Game // nil: it is one of the lobby's
	Verb string      // canonical
}

// Known tells whether there is help on what was asked for.
func (h Help) Known() bool { return h.Asked == "" || h.Topic != "" || len(h.Verbs) > 0 }

// ParseHelp reads `help [TOPIC]`. Verbs are those of the lobby, and of the game played
// at the table or, where none is, of all games; one word can be both a game and a verb.
func (l Lobby) ParseHelp(words []string, atTable string) Help {
	h := Help{Asked: strings.Join(words[1:], " ")}
	if h.Asked == "" {
		return h
	}
	if i := slices.IndexFunc(words, l.isTopic); i > 0 {
		h.Topic = words[i]
	}
	if !slices.Contains(Topics, h.Topic) { // which say all there is about an order called so
		h.Verbs = l.explains(words[1:], atTable)
	}
	return h
}

// explains lists the verbs that some words are the whole of.
func (l Lobby) explains(words []string, atTable string) []Explained {
	var all []Explained
	isVerb := func(verbs []engine.Verb, word string) bool {
		return slices.ContainsFunc(verbs, func(v engine.Verb) bool { return v.Word == word })
	}
	if len(words) == 1 && words[0] != "moderate" && isVerb(l.Verbs(), words[0]) {
		all = append(all, Explained{nil, words[0]})
	}
	for _, g := range l.Games {
		if atTable != "" && g.Name() != atTable {
			continue
		}
		read := g.Lexicon().Read(strings.Join(words, " "), nil)
		if len(read) == 1 && isVerb(g.Verbs(), read[0]) {
			all = append(all, Explained{g, read[0]})
		}
	}
	return all
}
