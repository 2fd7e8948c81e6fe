package gametest

import (
	"strconv"
	"strings"
	"testing"

	"contrapost/engine"
)

// Accounts reads the tables of a reckoning that list what a score is made of: those
// whose first column has no label. It gives, in the order in which they stand, what the
// last column of each adds up to without its last row, and that row's own number. What
// is not a digit or a sign in a cell is passed over.
func Accounts(t testing.TB, blocks []engine.Block) (sums, totals []int) {
	t.Helper()
	for _, b := range blocks {
		table, ok := b.(engine.Table)
		if !ok || len(table.Columns) == 0 || table.Columns[0].Label != "" {
			continue
		}
		sum, last := 0, len(table.Rows)-1
		for _, row := range table.Rows[:last] {
			sum += number(t, row[len(row)-1].Text)
		}
		sums, totals = append(sums, sum), append(totals, number(t, table.Rows[last][len(table.Rows[last])-1].Text))
	}
	return sums, totals
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.Map(func(r rune) rune {
		if r == '-' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text))
	if err != nil {
		t.Fatalf("%q is no number", text)
	}
	return n
}
