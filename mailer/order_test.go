package mailer

import "strings"

// sampleOrder stands for a game's grammar: a verb it knows and a word more.
func sampleOrder(line string) bool {
	f := strings.Fields(strings.ToLower(line))
	if len(f) < 2 {
		return false
	}
	switch f[0] {
	case "draw", "convoy", "play", "inspect", "say":
		return true
	}
	return false
}
