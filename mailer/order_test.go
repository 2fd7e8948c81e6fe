package mailer

import (
	"slices"
	"strings"
)

// sampleOrder stands for a game's grammar: a verb it knows and a word more that it
// knows too, or a verb that stands alone.
func sampleOrder(line string) bool {
	f := strings.Fields(strings.ToLower(strings.TrimSuffix(line, ".")))
	if len(f) == 0 {
		return false
	}
	switch strings.Join(f, " ") {
	case "pass", "let go":
		return true
	}
	return len(f) > 1 && (f[0] == "say" || slices.Contains(sampleVerbs, f[0]) && slices.ContainsFunc(f[1:], isSampleWord))
}

var sampleVerbs = []string{"draw", "convoy", "play", "inspect"}

func isSampleWord(word string) bool {
	return only(word, "0123456789lx") || slices.Contains([]string{"deck", "captain", "look", "all"}, word)
}

// sampleSpelling writes an order as it is read: its verb in lower case, and no full
// stop but at the end of what is said.
func sampleSpelling(line string) string {
	verb, rest, _ := strings.Cut(line, " ")
	verb = strings.ToLower(verb)
	if verb != "say" {
		verb, rest = strings.TrimSuffix(verb, "."), strings.TrimSuffix(rest, ".")
	}
	return strings.TrimSpace(verb + " " + rest)
}
