package lobby

import (
	"slices"

	"contrapost/engine"
)

// Slip gives, in canonical words, the order of the lobby's that a line would be but for
// a slip in its verb; nil for any other line. What speaks is left out: after those verbs
// anything may stand, so that any sentence would fit.
func (l Lobby) Slip(line string, names engine.Roster) []string {
	return l.Lexicon().Slip(slices.DeleteFunc(l.Verbs(), func(v engine.Verb) bool {
		return v.Word == "say" || v.Word == "tell" || v.Word == "moderate"
	}), line, names)
}
