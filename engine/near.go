package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// What it costs to make one order of another. The number of words that differ decides;
// among equals it is better to leave a word out than to add one, and better to
// change a name or a number into one that is near.
const (
	costWord  = 1000 // a word changed, left out or added
	costLeft  = 40   // on top of it, for one that is left out
	costAdded = 45   // and for one that is added
	costOther = 50   // and at most for one that is changed
)

// ranked puts orders in the order of their nearness to what was written, all in
// canonical words; of equals, the first comes first. Those of the same verb come before
// all others.
func ranked(words []string, orders [][]string) [][]string {
	type candidate struct {
		order []string
		cost  int
	}
	all := make([]candidate, 0, len(orders))
	for _, o := range orders {
		if len(o) > 0 {
			all = append(all, candidate{o, distance(words, o)})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	near := make([][]string, len(all))
	for i, c := range all {
		near[i] = c.order
	}
	return near
}

// distance is what it costs to make an order of what was written. Its verb is never
// left out.
func distance(written, order []string) int {
	if len(written) == 0 || len(order) == 0 {
		return costWord * len(order)
	}
	verb := 0
	if written[0] != order[0] {
		verb = 1000 * costWord // whatever else is alike
	}
	return verb + edit(written[1:], order[1:])
}

// edit is the least cost of turning one list of words into another (Levenshtein, by
// words).
func edit(from, to []string) int {
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j * (costWord + costAdded)
	}
	for _, word := range from {
		diagonal := row[0]
		row[0] += costWord + costLeft
		for j, other := range to {
			best := min(diagonal+change(word, other), row[j+1]+costWord+costLeft, row[j]+costWord+costAdded)
			diagonal, row[j+1] = row[j+1], best
		}
	}
	return row[len(to)]
}

// change is the cost of one word in the place of another.
func change(word, other string) int {
	if word == other {
		return 0
	}
	a, kind := figure(word)
	b, alike := figure(other)
	switch {
	case kind != "" && kind == alike:
		return costWord + min(max(a-b, b-a), costOther-1)
	case kind == "" && alike == "" && Misspelt(word, other):
		return costWord
	}
	return costWord + costOther
}

// figure reads a number, alone, in a seat or before a plus; the kind is empty for other
// words.
func figure(word string) (n int, kind string) {
	digits := strings.Trim(word, "#+,")
	if strings.Trim(digits, "0123456789") != "" {
		return 0, ""
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0, ""
	}
	if strings.HasPrefix(word, "#") {
		return n, "seat"
	}
	return n, "number"
}

// Misspelt tells whether a word looks like another one with a slip or two in it: a
// letter dropped, added or changed, or two that changed places. In a short word one
// slip is all there can be, and one of two letters has no slips.
func Misspelt(word, meant string) bool {
	a, b := []rune(word), []rune(meant)
	most := 2
	if len(b) <= 5 {
		most = 1
	}
	return word != meant && len(a) > 2 && len(b) > 2 && slips(a, b) <= most
}

// slips counts the letters by which two words differ; two neighbours that changed
// places are one slip (optimal string alignment).
func slips(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			other := 1
			if a[i-1] == b[j-1] {
				other = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+other)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
