package engine

import (
	"slices"
	"strings"
)

// Lexicon is the vocabulary of a game's orders.
type Lexicon struct {
	// Spell maps every understood spelling, in any language, lower case, to its
	// canonical word. Both sides may be a phrase of two words ("laat gaan" to
	// "let go"); a phrase is read as one word. Canonical words map to themselves.
	Spell map[string]string
	// NameAfter are the canonical words after which a player's name stands even
	// where it looks like another word ("from L", if Lou is at the table).
	NameAfter []string
	// Written are the canonical words as a language writes them, by language; a word
	// that is not among them is written as it is.
	Written map[string]map[string]string
	// TextAfter are the verbs that take a text, each with how many words stand before
	// it, the verb among them.
	TextAfter map[string]int
}

// Verb is the first word of an order.
type Verb struct {
	Word    string                 // canonical
	Alone   bool                   // an order without any further word
	Further func(word string) bool // knows the further words of this order; nil: none
}

// Form is how the orders of one verb are written: filled in, canonical, the first for
// an example. Another player's seat stands there as "#1".
type Form struct {
	Verb   string
	Orders []string
	Rules  []string // the rulings that it is under, the first one offering it
}

// Formed finds the form of a verb, by its canonical word.
func Formed(forms []Form, verb string) (Form, bool) {
	i := slices.IndexFunc(forms, func(f Form) bool { return f.Verb == verb })
	if i < 0 {
		return Form{}, false
	}
	return forms[i], true
}

// Offers names, by verb, the ruling that offers its orders.
func Offers(forms []Form) map[string]string {
	rules := make(map[string]string, len(forms))
	for _, f := range forms {
		rules[f.Verb] = f.Rules[0]
	}
	return rules
}

// For gives the orders of a form for one seat to see: somebody else's seat stands in
// them.
func (f Form) For(s Seat) []string {
	orders := slices.Clone(f.Orders)
	for i, order := range orders {
		if s == 1 {
			orders[i] = strings.ReplaceAll(order, Seat(1).String(), Seat(2).String())
		}
	}
	return orders
}

// Fold lower-cases a line, drops one final full stop and splits it at blanks.
// Unicode blanks, dashes and quotes have been folded where the mail was read.
func Fold(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimSuffix(line, ".")
	return strings.Fields(strings.ToLower(line))
}

// Read spells a line canonically: known words of any language become the
// canonical word, a number glued to a known word stays glued ("2legaal" to "2L"),
// names become seats ("#2"), and everything else stays as it is.
func (l Lexicon) Read(line string, names Roster) []string {
	folded := Fold(line)
	words := make([]string, 0, len(folded))
	for i := 0; i < len(folded); {
		if len(words) > 0 && slices.Contains(l.NameAfter, words[len(words)-1]) {
			if seat, ok := names.Find(folded[i]); ok {
				words = append(words, seat.String())
				i++
				continue
			}
		}
		word, used := l.next(folded[i:], names)
		words = append(words, word)
		i += used
	}
	return words
}

// next spells the first word or phrase and tells how many words it took.
func (l Lexicon) next(folded []string, names Roster) (string, int) {
	if len(folded) > 1 {
		if word, ok := l.Spell[folded[0]+" "+folded[1]]; ok {
			return word, 2
		}
	}
	if word, ok := l.Spell[folded[0]]; ok {
		return word, 1
	}
	rest := strings.TrimLeft(folded[0], "0123456789")
	if count := folded[0][:len(folded[0])-len(rest)]; count != "" {
		if word, ok := l.Spell[rest]; ok {
			return count + word, 1
		}
	}
	if seat, ok := names.Find(folded[0]); ok {
		return seat.String(), 1
	}
	return folded[0], 1
}

// IsOrder tells an order from prose: the first word is a verb, and it stands
// alone where that verb may, or some further word is one of that verb's.
func IsOrder(verbs []Verb, words []string) bool {
	if len(words) == 0 {
		return false
	}
	i := slices.IndexFunc(verbs, func(v Verb) bool { return v.Word == words[0] })
	if i < 0 {
		return false
	}
	if len(words) == 1 {
		return verbs[i].Alone
	}
	return verbs[i].Further != nil && slices.ContainsFunc(words[1:], verbs[i].Further)
}
