package mailer

import (
	"strings"
	"unicode/utf8"
)

// textLines is the text of a mail in lines, one part after the other. It is cut if
// there was more of it.
func textLines(f found) (lines []string, cut bool) {
	for _, p := range f.texts {
		text := p.text
		if p.html {
			text = htmlText(text)
		}
		part := splitLines(text)
		if p.html && repeats(part, lines) {
			continue
		}
		lines = append(lines, unwrap(part, p.beside)...)
		cut = cut || p.cut
	}
	return limited(lines, mostLines), cut || len(lines) > mostLines
}

// lineEnds are those of mail, of old Macs, of Unicode, and of word processors.
var lineEnds = strings.NewReplacer("\r\r\n", "\n", "\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\v", "\n")

func splitLines(text string) []string {
	if strings.ContainsAny(text, "\r\v\u2028\u2029") {
		text = lineEnds.Replace(text)
	}
	lines := strings.SplitN(text, "\n", min(strings.Count(text, "\n")+1, mostLines+2)) // the last is one too many
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return lines
}

// repeats reports whether HTML that was sent behind a text, and not instead of it,
// says the same: its first words then stand there too.
func repeats(html, before []string) bool {
	for _, line := range before {
		text := squeeze(fold(line))
		if text == "" {
			continue
		}
		for _, other := range html {
			if squeeze(fold(other)) == text {
				return true
			}
		}
		return false
	}
	return false
}

// broad is how many columns a line has at least that a mail program has broken, save
// for the length of a word.
const broad = 60

// mostBroken is how many lines a long one may have been broken into.
const mostBroken = 12

// unwrap puts together again what a mail program broke into lines of some 70 columns,
// where the HTML beside it has it in one.
func unwrap(lines []string, beside string) []string {
	if beside == "" || !mayBeBroken(lines) {
		return lines
	}
	whole := map[string]bool{}
	for line := range strings.SplitSeq(htmlText(beside), "\n") {
		if text := squeeze(fold(line)); len(text) > broad {
			whole[text] = true
		}
	}
	var out []string
	for i := 0; i < len(lines); i++ {
		joined, count := longest(lines[i:], whole)
		out = append(out, joined)
		i += count - 1
	}
	return out
}

func mayBeBroken(lines []string) bool {
	for _, line := range lines {
		if len(line) > broad && !isQuoted(line) {
			return true
		}
	}
	return false
}

// longest joins the first line with those that were broken off it.
func longest(lines []string, whole map[string]bool) (line string, count int) {
	if len(lines[0]) <= broad || isQuoted(lines[0]) {
		return lines[0], 1
	}
	joined := squeeze(fold(lines[0]))
	for i, next := range lines[1:min(len(lines), mostBroken)] {
		text := squeeze(fold(next))
		if text == "" || len(joined) > maxLine {
			break
		}
		if joined += " " + text; whole[joined] {
			return joined, i + 2
		}
	}
	return lines[0], 1
}

func cutLine(s string) string {
	if len(s) <= maxLine {
		return s
	}
	for end := maxLine; ; end-- {
		if utf8.RuneStart(s[end]) {
			return s[:end]
		}
	}
}
