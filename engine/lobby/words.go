package lobby

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// dutch are the canonical words of the service's and the table's orders, which are
// English, as Dutch writes them.
var dutch = map[string]string{
	"help": "hulp", "rules": "regels", "games": "spellen", "tables": "tafels",
	"status": "status", "new": "nieuw", "for": "voor", "with": "met", "as": "als",
	"private": "besloten", "invite": "uitnodigen", "join": "meedoen",
	"leave": "verlaten", "begin": "beginnen", "bots": "bots", "take": "overnemen",
	"forget me": "vergeet mij", "resend": "opnieuw", "on": "aan", "off": "uit",
	"say": "zeg", "tell": "fluister", "look": "kijk", "history": "verloop",
	"resign": "opgeven", "seek replacement": "zoek vervanger", "cancel waiting": "schrap wachtend", "pause": "pauze",
	"resume": "hervat", "preview": "proef", "name": "naam", "language": "taal",
	"timezone": "tijdzone", "vacation": "vakantie", "reminders": "herinneringen",
	"digest": "bundel", "quiet": "stil", "note": "notitie",
	"unsubscribe": "afmelden", "subscribe": "aanmelden",
	"moderate": "modereer", "talk": "praten", "settings": "instellingen", // topics of the help
}

// spelling maps the words of orders, English and Dutch, to their canonical English.
var spelling = both(dutch)

// textAfter are the verbs behind which stands a text, a name or an address, and how many
// words come before it.
var textAfter = map[string]int{"say": 1, "tell": 2, "note": 1, "name": 1, "invite": 1, "timezone": 1, "moderate": 3}

// languages are those that letters are written in, by what they are called.
var languages = map[string]string{
	"en": "en", "english": "en", "engels": "en", "nl": "nl", "dutch": "nl", "nederlands": "nl",
}

// Language gives the language that the words of a "language" order name.
func Language(words []string) (string, error) {
	if len(words) == 2 && languages[words[1]] != "" {
		return languages[words[1]], nil
	}
	return "", engine.Refuse("", "language-form").Instead("language nl")
}

// reserved are further words that no player may be named: those of the order grammars,
// and those that letters speak of somebody else by.
var reserved = []string{
	"me", "mij", "all", "alles", "from", "van", "of", "when", "wanneer", "cancel", "schrap",
	"you", "jij", "somebody", "iemand", "nobody", "niemand", "everybody", "iedereen",
	"contrapost", "service", "dienst", "moderator", "bot",
}

func both(dutch map[string]string) map[string]string {
	m := map[string]string{}
	for en, nl := range dutch {
		m[en], m[nl] = en, en
	}
	return m
}

// Lexicon is the vocabulary of the lobby's orders.
func (l Lobby) Lexicon() engine.Lexicon {
	return engine.Lexicon{Spell: spelling, Written: map[string]map[string]string{"nl": dutch}, TextAfter: textAfter}
}

// Verbs are the orders the lobby reads.
func (l Lobby) Verbs() []engine.Verb {
	any := func(string) bool { return true }
	return []engine.Verb{
		{Word: "help", Alone: true, Further: l.isTopic},
		{Word: "games", Alone: true},
		{Word: "tables", Alone: true},
		{Word: "status", Alone: true},
		{Word: "new", Further: l.opensTable},
		{Word: "join", Further: isTable},
		{Word: "leave", Alone: true},
		{Word: "invite", Alone: true, Further: func(w string) bool { return strings.Contains(w, "@") }},
		{Word: "begin", Alone: true},
		{Word: "bots", Further: isNumber},
		{Word: "look", Alone: true},
		{Word: "history", Alone: true},
		{Word: "resend", Alone: true},
		{Word: "moderate", Further: isTable},
		{Word: "preview", Further: l.begins},
		{Word: "resign", Alone: true},
		{Word: "take"}, // with a table behind it, and nothing else: Read
		{Word: "cancel waiting", Alone: true},
		{Word: "seek replacement", Alone: true, Further: func(w string) bool { return w == "off" }},
		{Word: "forget me", Alone: true},
		{Word: "say", Alone: true, Further: any},
		{Word: "tell", Further: any},
		{Word: "rules", Alone: true, Further: func(w string) bool { return l.Game(w) != nil || l.citing(w) != nil }},
		{Word: "language", Further: func(w string) bool { return languages[w] != "" }},
		{Word: "name", Alone: true},
		{Word: "timezone", Alone: true, Further: func(w string) bool { return strings.Contains(w, "/") }},
		{Word: "digest", Alone: true, Further: func(w string) bool { return w == "off" || isHour(w) }},
		{Word: "quiet", Alone: true, Further: func(w string) bool { return w == "off" || isHours(w) }},
		{Word: "unsubscribe", Alone: true},
		{Word: "subscribe", Alone: true},
		{Word: "reminders", Alone: true, Further: func(w string) bool { return w == "on" || w == "off" || isNumber(w) || isShare(w) }},
		{Word: "vacation", Alone: true, Further: func(w string) bool { return w == "off" || isDates(w) }},
		{Word: "pause", Alone: true},
		{Word: "resume", Alone: true},
	}
}

// openEnded are the verbs after which a single word may be anything.
var openEnded = []string{"help", "name", "timezone", "forget me"}

// Read gives a line's canonical words and whether it is an order of the lobby. The
// names are those at the table it is written to; nil where no table is known.
func (l Lobby) Read(line string, names engine.Roster) ([]string, bool) {
	words := l.Lexicon().Read(line, nil)
	if len(words) == 2 && (slices.Contains(openEnded, words[0]) || (words[0] == "leave" || words[0] == "take") && isTable(words[1])) {
		return words, true
	}
	if len(words) > 2 && words[0] == "help" && (l.cites(words[1:]) || len(l.explains(words[1:], "")) > 0) {
		return words, true
	}
	if !engine.IsOrder(l.Verbs(), words) {
		return words, false
	}
	return words, words[0] != "tell" || l.tells(line, names)
}

// tells knows an order from such a line as "tell me about it": somebody at the table
// is named, and something follows.
func (l Lobby) tells(line string, names engine.Roster) bool {
	folded := engine.Fold(line)
	if len(folded) < 3 || l.isWord(folded[1]) {
		return false
	}
	if names == nil {
		return isName(folded[1])
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return strings.HasPrefix(strings.ToLower(name), folded[1])
	})
}

func isNumber(word string) bool {
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// Topics are what there is help on besides the games.
var Topics = []string{"tables", "talk", "settings"}

func (l Lobby) isTopic(word string) bool {
	return slices.Contains(Topics, word) || l.Game(word) != nil
}

// begins tells whether an order of a game begins so, in any language: with a verb, or
// with the first word of one that has two.
func (l Lobby) begins(word string) bool {
	return slices.ContainsFunc(l.Games, func(g engine.Game) bool {
		spell := g.Lexicon().Spell
		return slices.ContainsFunc(g.Verbs(), func(v engine.Verb) bool {
			for spelling, verb := range spell {
				if first, _, _ := strings.Cut(spelling, " "); first == word && verb == v.Word {
					return true
				}
			}
			return false
		})
	})
}

func (l Lobby) opensTable(word string) bool {
	_, known := l.game(word)
	return known || word == "for" || word == "with" || word == "private" || strings.Contains(word, "=")
}

// isTable knows a table's id by its length and letters (base32, RFC 4648).
func isTable(word string) bool {
	return len(word) == 5 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// isWord knows the words of order grammars, which no player may be named.
func (l Lobby) isWord(word string) bool {
	if knows(spelling, word) || slices.Contains(reserved, word) {
		return true
	}
	return slices.ContainsFunc(l.Games, func(g engine.Game) bool { return knows(g.Lexicon().Spell, word) })
}

// knows tells whether a word is a spelling or part of a phrase.
func knows(spell map[string]string, word string) bool {
	if _, ok := spell[word]; ok {
		return true
	}
	for phrase := range spell {
		if strings.Contains(" "+phrase+" ", " "+word+" ") {
			return true
		}
	}
	return false
}
