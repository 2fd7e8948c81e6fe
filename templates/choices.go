package templates

import (
	"slices"
	"strings"
	"sync"

	"contrapost/engine"
)

// How the choices are set, and read back:
//
//   - a line that is the heading, in one of the languages; what could be answered in the
//     place of an answer already given stands under another, and is not read back;
//   - a line an order: two blanks, the order, and, where there is one and it fits,
//     three blanks or more and the gloss;
//   - what is left of an order that is longer than a line: four blanks;
//   - what is left of a gloss: six blanks or more;
//   - a line that begins with no blank, or is empty, ends them.
const (
	orderMargin = "  "
	orderRest   = "    "
	glossGap    = "   "
	orderColumn = 28 // the widest order that has its gloss beside it
)

// setChoices sets the orders that can be sent as they stand, and then those that
// are only examples.
func setChoices(c engine.Choices, v voice) []string {
	var lines []string
	items := slices.DeleteFunc(slices.Clone(c.Items), func(c engine.Choice) bool { return !sendable(c) })
	if len(items) > 0 {
		lines = append(lines, capitals(chooses(c, v)))
	}
	column := glossColumn(items, v)
	for _, item := range items {
		lines = append(lines, setChoice(item, column, v)...)
	}
	return append(lines, setExamples(c.Items, also(c, v), v)...)
}

// chooses is the heading of orders that can be sent.
func chooses(c engine.Choices, v voice) string {
	if c.Instead {
		return v.Say("choices.instead", nil)
	}
	return v.Say("choices.heading", nil)
}

// also leads over to the examples: to how the orders above can be written otherwise, or
// to what can be written besides.
func also(c engine.Choices, v voice) string {
	if slices.ContainsFunc(c.Items, sendable) {
		return v.Say("choices.form", nil)
	}
	return v.Say("choices.also", nil)
}

// glossColumn is where glosses begin: behind the widest order that leaves room.
func glossColumn(items []engine.Choice, v voice) int {
	widest := 1
	for _, item := range items {
		if w := measure(spelled(item, v)); w <= orderColumn {
			widest = max(widest, w)
		}
	}
	return len(orderMargin) + widest + len(glossGap)
}

func spelled(c engine.Choice, v voice) string { return v.order(c.Order) }

func setChoice(c engine.Choice, column int, v voice) []string {
	text := spelled(c, v)
	margin := strings.Repeat(" ", column)
	gloss := wrap(c.Gloss, margin, margin)
	lines := wrap(text, orderMargin, orderRest)
	if len(gloss) > 0 && len(lines) == 1 && measure(text) <= column-len(orderMargin)-len(glossGap) {
		gloss[0] = pad(lines[0], column, false) + strings.TrimLeft(gloss[0], " ")
		lines = nil
	}
	return append(lines, gloss...)
}

// setExamples sets what has a gap to fill, breaking lines between two examples
// rather than within one.
func setExamples(items []engine.Choice, also string, v voice) []string {
	pieces := words(also)
	lead := len(pieces)
	for _, item := range items {
		if !item.Example {
			continue
		}
		if len(pieces) > lead {
			pieces[len(pieces)-1] += ","
		}
		pieces = append(pieces, pieced(example(item, v))...)
	}
	if len(pieces) == lead {
		return nil
	}
	return flow(pieces, " ", "", "", columns)
}

func example(c engine.Choice, v voice) string {
	text := spelled(c, v)
	if c.Gloss != "" {
		text += " (" + tidy(c.Gloss) + ")"
	}
	return text
}

// pieced keeps a text whole where it leaves room for a comma in a line.
func pieced(text string) []string {
	if measure(text) < columns {
		return []string{text}
	}
	return words(text)
}

// headings are the lines that choices begin with, in every language of the frame.
var headings = sync.OnceValue(func() []string {
	c, err := NewCatalog()
	if err != nil {
		panic("templates: " + err.Error()) // the frame's own words; the tests read them too
	}
	var all []string
	for _, lang := range languages {
		all = append(all, capitals(c.voice(lang, nil).Say("choices.heading", nil)))
	}
	return all
})

// Choices reads back the orders that a text letter says its reader may answer
// with, in the order they stand there. It takes any line ends.
func Choices(text string) []string {
	var orders []string
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		switch {
		case slices.Contains(headings(), line):
			inside = true
		case !inside:
		case indent(line) == len(orderMargin):
			text, _, _ := strings.Cut(line[len(orderMargin):], glossGap)
			orders = append(orders, text)
		case indent(line) == len(orderRest) && len(orders) > 0:
			orders[len(orders)-1] += " " + line[len(orderRest):]
		case indent(line) == 0:
			inside = false
		}
	}
	return orders
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
