package templates

import (
	"strings"

	"contrapost/engine"
)

const (
	tableMargin = 2
	tableGap    = 3
)

// grid is a table whose cells are worded.
type grid struct {
	head   []string
	rows   [][]string
	number []bool
}

// newGrid words a table; rows may be shorter or longer than the columns.
func newGrid(t engine.Table, v voice) grid {
	n := len(t.Columns)
	for _, row := range t.Rows {
		n = max(n, len(row))
	}
	g := grid{head: make([]string, n), number: make([]bool, n)}
	for i, c := range t.Columns {
		g.head[i], g.number[i] = tidy(c.Label), c.Number
	}
	for _, row := range t.Rows {
		worded := make([]string, n)
		for i, c := range row {
			worded[i] = cell(c, v)
		}
		g.rows = append(g.rows, worded)
	}
	return g
}

// setTable sets a table in columns, or, where they do not fit however much they
// wrap, row by row.
func setTable(t engine.Table, v voice) []string {
	g := newGrid(t, v)
	if widths, fits := g.fit(); fits {
		return g.lines(widths)
	}
	return g.stacked()
}

func (g grid) lines(widths []int) []string {
	var lines []string
	if strings.Join(g.head, "") != "" {
		lines = g.row(g.head, widths)
	}
	for _, row := range g.rows {
		lines = append(lines, g.row(row, widths)...)
	}
	return lines
}

// setHeadedTable sets a heading in the line of the column labels, where the first
// column has none and leaves room.
func setHeadedTable(heading string, t engine.Table, v voice) ([]string, bool) {
	g := newGrid(t, v)
	widths, fits := g.fit()
	if !fits || g.head[0] != "" || strings.Join(g.head, "") == "" {
		return nil, false
	}
	lines := g.lines(widths)
	room := tableMargin + widths[0] + tableGap
	if measure(heading) > room-2 || lines[0][:min(room, len(lines[0]))] != strings.Repeat(" ", room) {
		return nil, false
	}
	lines[0] = pad(heading, room, false) + lines[0][room:]
	return lines, true
}

// fit finds the columns' widths: as wide as they want to be, and then the widest
// narrower, a column of the screen at a time, down to its longest word.
func (g grid) fit() (widths []int, fits bool) {
	widths, least := make([]int, len(g.head)), make([]int, len(g.head))
	total := tableMargin + tableGap*(len(g.head)-1)
	for i := range g.head {
		widths[i], least[i] = g.wants(i)
		total += widths[i]
	}
	for ; total > columns; total-- {
		i := widestOf(widths, least)
		if i < 0 {
			return nil, false
		}
		widths[i]--
	}
	return widths, len(widths) > 0
}

// wants tells how wide a column is unwrapped, and how wide its longest word.
func (g grid) wants(i int) (most, least int) {
	for _, row := range append([][]string{g.head}, g.rows...) {
		most = max(most, measure(row[i]))
		for _, word := range words(row[i]) {
			least = max(least, measure(word))
		}
	}
	return most, least
}

// widestOf finds the widest column that can still give; -1 when none can.
func widestOf(widths, least []int) int {
	widest := -1
	for i, w := range widths {
		if w > least[i] && (widest < 0 || w > widths[widest]) {
			widest = i
		}
	}
	return widest
}

// row sets one row, over as many lines as its fullest cell takes.
func (g grid) row(cells []string, widths []int) []string {
	wrapped, height := make([][]string, len(cells)), 0
	for i, c := range cells {
		wrapped[i] = flow(words(c), " ", "", "", widths[i])
		height = max(height, len(wrapped[i]))
	}
	lines := make([]string, height)
	for n := range lines {
		line := strings.Repeat(" ", tableMargin)
		for i, c := range wrapped {
			text := ""
			if n < len(c) {
				text = c[n]
			}
			line += pad(text, widths[i], g.number[i]) + strings.Repeat(" ", tableGap)
		}
		lines[n] = ended(line)
	}
	return lines
}

// stacked sets a table row by row: its first cell, and below it the others, each
// with its column's label.
func (g grid) stacked() []string {
	var lines []string
	for _, row := range g.rows {
		for i, text := range row {
			switch {
			case text == "":
			case i == 0:
				lines = append(lines, wrap(text, "  ", "    ")...)
			case g.head[i] == "":
				lines = append(lines, wrap(text, "    ", "      ")...)
			default:
				lines = append(lines, wrap(g.head[i]+": "+text, "    ", "      ")...)
			}
		}
	}
	return lines
}
