package export

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// token is a word of a line, or something in quotes.
type token struct {
	text   string
	quoted bool
}

// tokens splits a line at blanks. What begins with a double quote is read as Go and
// JSON spell strings, blanks and all.
func tokens(line string) ([]token, error) {
	var all []token
	for {
		line = strings.TrimLeft(line, " ")
		if line == "" {
			return all, nil
		}
		t, used, err := firstToken(line)
		if err != nil {
			return nil, err
		}
		all, line = append(all, t), line[used:]
	}
}

func firstToken(line string) (t token, used int, err error) {
	if line[0] != '"' {
		word, _, _ := strings.Cut(line, " ")
		return token{text: word}, len(word), nil
	}
	quoted, err := strconv.QuotedPrefix(line)
	if err != nil {
		return t, 0, fmt.Errorf("what begins at %.20s has no end: write \"...\", and \\\" for a quote within", line)
	}
	text, err := strconv.Unquote(quoted)
	if err != nil || len(quoted) < len(line) && line[len(quoted)] != ' ' {
		return t, 0, fmt.Errorf("a blank is missing behind %.40s", quoted)
	}
	return token{text: text, quoted: true}, len(quoted), nil
}

// word spells a token: as it is if it can be read so, or else in quotes.
func word(text string) string {
	if isPlain(text) {
		return text
	}
	return strconv.Quote(text)
}

func isPlain(text string) bool {
	return text != "" && utf8.ValidString(text) && strconv.Quote(text) == `"`+text+`"` && !strings.ContainsAny(text, " ]")
}

// fitting gives what stands in the gaps of a form ("% leaves"), if the tokens are of
// that form.
func fitting(form string, all []token) ([]string, bool) {
	words := strings.Fields(form)
	if len(words) != len(all) {
		return nil, false
	}
	var gaps []string
	for i, w := range words {
		switch {
		case w == "%":
			gaps = append(gaps, all[i].text)
		case all[i].quoted || all[i].text != w:
			return nil, false
		}
	}
	return gaps, true
}

// filled is the reverse of fitting.
func filled(form string, gaps []string) string {
	words := strings.Fields(form)
	for i, w := range words {
		if w == "%" {
			words[i], gaps = word(gaps[0]), gaps[1:]
		}
	}
	return strings.Join(words, " ")
}

// shape is a form as people are told it.
func shape(form string) string { return strings.ReplaceAll(form, "%", "...") }
