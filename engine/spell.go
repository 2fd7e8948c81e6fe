package engine

import (
	"slices"
	"strings"
)

// Order is an order in canonical words, or a part of one, as an argument of a message:
// it is worded as its reader would write it.
type Order string

// Write spells an order for a reader, as Read reads it back: every canonical word as
// the language writes it, every seat as the player's name. A text behind a verb that
// takes one stays as it is, and so does whatever is no word of the lexicon. A language
// without words of its own writes the canonical ones.
func (l Lexicon) Write(order Order, lang string, names Roster) string {
	words := strings.Fields(string(order))
	free := l.free(words)
	written := make([]string, 0, len(words))
	for i := 0; i < len(words); {
		if i >= free {
			written = append(written, words[i])
			i++
			continue
		}
		word, used := l.write(words[i:], lang, names)
		written = append(written, word)
		i += used
	}
	return strings.Join(written, " ")
}

// free tells how many words a text begins behind; all of them if there is none.
func (l Lexicon) free(words []string) int {
	if len(words) > 0 {
		if n, ok := l.TextAfter[words[0]]; ok {
			return n
		}
	}
	return len(words)
}

// write spells the first word or phrase and tells how many words it took.
func (l Lexicon) write(words []string, lang string, names Roster) (string, int) {
	if len(words) > 1 {
		if word, ok := l.Written[lang][words[0]+" "+words[1]]; ok {
			return word, 2
		}
	}
	if seat, ok := ParseSeat(words[0]); ok {
		return names.Name(seat), 1
	}
	if word, ok := l.Written[lang][words[0]]; ok {
		return word, 1
	}
	return words[0], 1
}

// Canon lists the canonical words and phrases, sorted.
func (l Lexicon) Canon() []string {
	var all []string
	for _, word := range l.Spell {
		all = append(all, word)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
