package templates

import (
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
)

// setCards sets a row of cards: its label, then how many there are of each.
func setCards(c engine.Cards, v voice) []string {
	groups := grouped(c.Faces, v)
	if len(groups) == 0 {
		groups = []string{v.Say("cards.none", nil)}
	}
	lines := labelled(clean(c.Label), groups)
	if c.Note != "" {
		lines = append(lines, wrap(c.Note, "  ", "    ")...)
	}
	return lines
}

// aligned widens the labels of a section's cards to the widest that has its cards
// beside it.
func aligned(s section) section {
	widest := 0
	for _, p := range s {
		if c, ok := p.(engine.Cards); ok && measure(tidy(c.Label)) <= labelColumn {
			widest = max(widest, measure(tidy(c.Label)))
		}
	}
	wide := slices.Clone(s)
	for i, p := range wide {
		if c, ok := p.(engine.Cards); ok && tidy(c.Label) != "" {
			c.Label = pad(tidy(c.Label), widest, false)
			wide[i] = c
		}
	}
	return wide
}

// labelColumn is the widest label that has its cards beside it.
const labelColumn = 24

// labelled sets pieces behind a label, or below one that is long.
func labelled(label string, pieces []string) []string {
	if label == "" {
		return gathered(pieces, "  ", "  ")
	}
	if measure(label) > labelColumn {
		return append(wrap(label, "  ", "    "), gathered(pieces, "    ", "    ")...)
	}
	first := "  " + label + "   "
	return gathered(pieces, first, strings.Repeat(" ", measure(first)))
}

// gathered sets pieces with room between them, breaking inside one only when it
// is wider than a line.
func gathered(pieces []string, first, rest string) []string {
	for _, p := range pieces {
		if measure(first)+measure(p) > columns {
			return wrap(strings.Join(pieces, ", "), first, rest)
		}
	}
	return flow(pieces, "   ", first, rest, columns)
}

// grouped counts cards by what is seen of them, in the order of first appearance.
func grouped(faces []engine.Face, v voice) []string {
	var seen []engine.Face
	counts := map[string]int{}
	for _, f := range faces {
		key := sight(f)
		if counts[key] == 0 {
			seen = append(seen, f)
		}
		counts[key]++
	}
	groups := make([]string, len(seen))
	for i, f := range seen {
		groups[i] = counted(f, counts[sight(f)], v)
	}
	return groups
}

// sight is what a card shows; cards face down all show the same.
func sight(f engine.Face) string {
	if f.Down {
		return "\x00"
	}
	return face(f)
}

// face is what an open card is called.
func face(f engine.Face) string {
	if label := tidy(f.Label); label != "" {
		return label
	}
	return tidy(f.Mark)
}

func counted(f engine.Face, n int, v voice) string {
	if f.Down {
		return v.Say("cards.down", engine.Args{"Count": n})
	}
	text := strconv.Itoa(n) + " " + face(f)
	if mark := tidy(f.Mark); mark != "" && mark != face(f) { // how orders spell it
		text += " (" + mark + ")"
	}
	return text
}

// cell says what stands in a table's cell. A single card needs no count.
func cell(c engine.Cell, v voice) string {
	text := tidy(c.Text)
	cards := strings.Join(grouped(c.Faces, v), ", ")
	if len(c.Faces) == 1 {
		cards = alone(c.Faces[0], v)
	}
	return strings.TrimSpace(text + " " + cards)
}

func alone(f engine.Face, v voice) string {
	if f.Down {
		return v.Say("cards.alone", nil)
	}
	return face(f)
}
