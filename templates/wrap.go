package templates

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// columns is how wide a line of a text letter may be.
const columns = 72

// measure counts the columns a text takes in a fixed-width font: two for
// characters that Unicode calls wide or full-width (Chinese, Japanese, Korean,
// most emoji), none for marks that sit on the character before and for characters
// that are not seen, one for every other.
func measure(s string) int {
	n := 0
	for _, r := range s {
		n += cells(r)
	}
	return n
}

func cells(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// clean makes one line of a text: line ends and tabs become blanks, controls and
// characters that are not seen (direction marks, joiners) are dropped.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t', unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
}

// words splits a text at its blanks, whatever they are.
func words(s string) []string { return strings.Fields(clean(s)) }

// tidy is a text in one line with single blanks.
func tidy(s string) string { return strings.Join(words(s), " ") }

// wrap sets words into lines of at most columns, the first behind one prefix, the
// others behind another. A word that does not fit by itself stands alone.
func wrap(text, first, rest string) []string {
	return flow(words(text), " ", first, rest, columns)
}

// flow sets pieces into lines of at most limit columns, joined by sep, which must
// be blank; no piece is broken. Without pieces there are no lines.
func flow(pieces []string, sep, first, rest string, limit int) []string {
	return flowBy(measure, pieces, sep, first, rest, limit)
}

// flowBy is flow with columns counted in another way.
func flowBy(measure func(string) int, pieces []string, sep, first, rest string, limit int) []string {
	var lines []string
	line := first
	for i, p := range pieces {
		switch {
		case i == 0:
			line += p
		case measure(line)+len(sep)+measure(p) <= limit:
			line += sep + p
		default:
			lines = append(lines, ended(line))
			line = rest + p
		}
	}
	if len(pieces) == 0 {
		return nil
	}
	return append(lines, ended(line))
}

// ended drops the blanks a line ends in.
func ended(line string) string { return strings.TrimRight(line, " ") }

// pad fills a text up with blanks, behind it or before it.
func pad(s string, to int, right bool) string {
	blanks := strings.Repeat(" ", max(0, to-measure(s)))
	if right {
		return blanks + s
	}
	return s + blanks
}

// cut shortens a text to fit a number of columns.
func cut(s string, to int) string {
	if measure(s) <= to {
		return s
	}
	var kept strings.Builder
	room := to - len("...")
	for _, r := range s {
		if room -= cells(r); room < 0 {
			break
		}
		kept.WriteRune(r)
	}
	return ended(kept.String()) + "..."
}
