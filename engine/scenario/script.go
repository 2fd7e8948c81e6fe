package scenario

import (
	"regexp"
	"strings"
)

// script is one case as it is written.
type script struct {
	title string
	line  int // where it begins
	lines []line
}

// line is one written line that is not blank.
type line struct {
	number  int
	text    string // without the comment
	comment string
}

// split cuts a file into its cases. Lines before the first case are gathered in
// an untitled one, so that they can fail instead of being passed over.
func split(text string) []script {
	var all []script
	text = strings.TrimPrefix(text, "\ufeff")
	for i, raw := range strings.Split(text, "\n") {
		l := parse(i+1, raw)
		switch title, isCase := l.after("case"); {
		case l.text == "":
		case isCase:
			all = append(all, script{title: title, line: l.number})
		case len(all) == 0:
			all = append(all, script{line: l.number, lines: []line{l}})
		default:
			last := &all[len(all)-1]
			last.lines = append(last.lines, l)
		}
	}
	return all
}

func parse(number int, raw string) line {
	text, comment, _ := strings.Cut(raw, "#")
	return line{number: number, text: strings.TrimSpace(text), comment: strings.TrimSpace(comment)}
}

// after gives what follows the line's first word, if it is this one.
func (l line) after(word string) (string, bool) {
	rest, ok := strings.CutPrefix(l.text, word)
	if !ok || rest != "" && strings.TrimLeft(rest, " \t") == rest {
		return "", false
	}
	return strings.TrimSpace(rest), true
}

// order is a line that speaks for a player.
type order struct {
	name    string
	words   string
	refused bool // must be refused
}

// order reads "NAME: ORDER" and "! NAME: ORDER".
func (l line) order() (order, bool) {
	text, refused := strings.CutPrefix(l.text, "!")
	name, words, colon := strings.Cut(text, ":")
	name = strings.TrimSpace(name)
	if !colon || name == "" || len(strings.Fields(name)) > 1 {
		return order{}, false
	}
	return order{name: name, words: strings.TrimSpace(words), refused: refused}, true
}

// acts tells whether the line belongs to the play rather than to the deal.
func (l line) acts() bool {
	_, isOrder := l.order()
	_, isExpect := l.after("expect")
	_, isTick := l.after("tick")
	return isOrder || isExpect || isTick || strings.HasPrefix(l.text, "!")
}

var rule = regexp.MustCompile(`^[A-Za-z]+[0-9]+$`)

// pin is the rule that a refusal must cite; empty when none is asked for.
func (l line) pin() string {
	if !rule.MatchString(l.comment) {
		return ""
	}
	return l.comment
}
