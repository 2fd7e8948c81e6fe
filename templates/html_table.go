package templates

import (
	"html/template"
	"slices"

	"contrapost/engine"
)

type columnHTML struct {
	Label string
	Align template.CSS
}

type cellHTML struct {
	Text   string
	Groups []groupHTML
	Align  template.CSS
}

type gridHTML struct {
	Head []columnHTML // nil where no column has a label
	Rows [][]cellHTML
}

func tableHTML(t engine.Table, v voice) gridHTML {
	var g gridHTML
	for _, c := range t.Columns {
		g.Head = append(g.Head, columnHTML{tidy(c.Label), alignment(c.Number)})
	}
	if !slices.ContainsFunc(g.Head, func(c columnHTML) bool { return c.Label != "" }) {
		g.Head = nil
	}
	for _, row := range t.Rows {
		cells := make([]cellHTML, len(row))
		for i, c := range row {
			number := i < len(t.Columns) && t.Columns[i].Number
			cells[i] = cellHTML{tidy(c.Text), groupsHTML(c.Faces, true, v), alignment(number)}
			for g := range cells[i].Groups {
				cells[i].Groups[g].Narrow = true
			}
		}
		g.Rows = append(g.Rows, cells)
	}
	return g
}

// lineHTML is a table of one row, of cards: it is set in a line that can wrap, each
// card below its column's label.
type lineHTML struct {
	Title string
	Lead  cellHTML
	Items []itemHTML
}

type itemHTML struct {
	Label string
	Cell  cellHTML
}

func rowHTML(t engine.Table, v voice) (lineHTML, bool) {
	if len(t.Rows) != 1 || len(t.Columns) != len(t.Rows[0]) || !slices.ContainsFunc(t.Rows[0], func(c engine.Cell) bool { return len(c.Faces) > 0 }) {
		return lineHTML{}, false
	}
	line := lineHTML{Title: tidy(t.Columns[0].Label)}
	for i, c := range t.Rows[0] {
		set := cellHTML{Text: tidy(c.Text), Groups: groupsHTML(c.Faces, true, v)}
		if i == 0 {
			line.Lead = set
			continue
		}
		line.Items = append(line.Items, itemHTML{tidy(t.Columns[i].Label), set})
	}
	return line, true
}

func alignment(number bool) template.CSS {
	if number {
		return "right"
	}
	return "left"
}

type choiceHTML struct {
	Order, Gloss string
	Link         template.URL // begins a mail with the order; "" for none
}

// choicesSet are choices as HTML.
type choicesSet struct {
	Heading, Also   string
	Landing         bool
	Items, Examples []choiceHTML
}

// choicesHTML parts the orders that can be sent from those that are only examples.
func choicesHTML(c engine.Choices, v voice) choicesSet {
	set := choicesSet{Heading: chooses(c, v), Also: also(c, v), Landing: v.landing}
	for _, item := range c.Items {
		worded := choiceHTML{Order: spelled(item, v), Gloss: tidy(item.Gloss)}
		switch {
		case item.Example:
			if item.Whole {
				worded.Link = v.begins(worded.Order)
			}
			set.Examples = append(set.Examples, worded)
		case sendable(item):
			worded.Link = v.begins(worded.Order)
			set.Items = append(set.Items, worded)
		}
	}
	return set
}

// bringsChoices tells whether a heading stands over choices, which bring the same.
func bringsChoices(h engine.Heading, next engine.Block, v voice) bool {
	_, ok := next.(engine.Choices)
	return ok && capitals(h.Text) == capitals(v.Say("choices.heading", nil))
}
