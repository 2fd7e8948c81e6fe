package konvooi

import (
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// tones give a kind's colour its meaning.
var tones = map[string]string{
	legal: "good", illegal: "bad", lieutenant: "officer", captain: "officer", inspector: "officer",
}

// face prints an open card.
func (p *sheet) face(c card.Card) engine.Face {
	return engine.Face{Label: p.kind(c.Face), Mark: c.Face, Tone: tones[c.Face], Bars: rank(c.Face)}.WithID(c.ID)
}

// faces prints open cards, kind by kind.
func (p *sheet) faces(cards []card.Card) []engine.Face {
	sorted := slices.Clone(cards)
	slices.SortFunc(sorted, func(a, b card.Card) int {
		if d := place(a.Face) - place(b.Face); d != 0 {
			return d
		}
		return a.ID - b.ID
	})
	all := make([]engine.Face, len(sorted))
	for i, c := range sorted {
		all[i] = p.face(c)
	}
	return all
}

// kind names one card.
func (p *sheet) kind(face string) string { return p.say("kind." + face) }

// list words cards by kind and number: "2 legal, 1 captain".
func (p *sheet) list(t tally) string {
	var parts []string
	for i, n := range t {
		if n > 0 {
			parts = append(parts, p.say("count."+kinds[i], "Count", n))
		}
	}
	return strings.Join(parts, ", ")
}

// inOrder words cards one by one.
func (p *sheet) inOrder(cards []card.Card) string {
	parts := make([]string, len(cards))
	for i, c := range cards {
		parts[i] = p.kind(c.Face)
	}
	return strings.Join(parts, ", ")
}

// money spells dollars, with a mark at the thousands: "$12,000", "-$4,000".
func (p *sheet) money(n int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + p.say("thousands") + digits[i:]
	}
	return sign + "$" + digits
}
