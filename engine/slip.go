package engine

import (
	"maps"
	"slices"
	"strings"
)

// longestSlip is how many words a line may have that is looked at for a slip.
const longestSlip = 12

// Slip gives, in canonical words, the order that a line would be but for a slip or two
// in its verb: all of the rest must be such words as stand in that order. It is nil for
// any other line, orders themselves among them. It only ever serves to ask.
func (l Lexicon) Slip(verbs []Verb, line string, names Roster) []string {
	folded := Fold(line)
	if len(folded) == 0 || len(folded) > longestSlip {
		return nil
	}
	if _, known := l.Spell[folded[0]]; known {
		return nil
	}
	if _, named := names.Find(folded[0]); named {
		return nil
	}
	var best []string
	least := 3
	for _, spelling := range slices.Sorted(maps.Keys(l.Spell)) {
		words, n := l.corrected(verbs, folded, spelling, names)
		if words != nil && n < least {
			best, least = words, n
		}
	}
	return best
}

// corrected puts a verb in the place of the first words of a line, if they look like it
// and an order comes of it, and tells how many slips that makes good.
func (l Lexicon) corrected(verbs []Verb, folded []string, spelling string, names Roster) ([]string, int) {
	at := slices.IndexFunc(verbs, func(v Verb) bool { return v.Word == l.Spell[spelling] })
	size := len(strings.Fields(spelling))
	if at < 0 || size > len(folded) {
		return nil, 0
	}
	written := strings.Join(folded[:size], " ")
	if !Misspelt(written, spelling) {
		return nil, 0
	}
	words := l.Read(strings.Join(append([]string{spelling}, folded[size:]...), " "), names)
	if !IsOrder(verbs, words) || !l.fit(words[1:], verbs[at]) {
		return nil, 0
	}
	return words, slips([]rune(written), []rune(spelling))
}

// fit tells whether every word is one that the orders of a verb are made of.
func (l Lexicon) fit(words []string, v Verb) bool {
	known := slices.Collect(maps.Values(l.Spell))
	for _, word := range words {
		bare := strings.Trim(word, "0123456789+,")
		_, seat := ParseSeat(word)
		if bare != "" && !seat && !slices.Contains(known, bare) && (v.Further == nil || !v.Further(word)) {
			return false
		}
	}
	return true
}
