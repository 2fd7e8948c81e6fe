package export

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Anonymized gives the history without names and addresses: players are Player1,
// Player2 and so on, also in what they said; mails are known by their hashes alone, and
// letters by their numbers. The log is untouched, as it names nobody: players' ids stay.
func (h *History) Anonymized() *History {
	a := *h
	a.Header.Anonymous = true
	a.Players = slices.Clone(h.Players)
	hide := h.hiding()
	for i := range a.Players {
		a.Players[i] = Player{ID: h.Players[i].ID, Name: alias(i)}
	}
	a.Mails = slices.Clone(h.Mails)
	for i := range a.Mails {
		a.Mails[i].MessageID = ""
		a.Mails[i].Lines = slices.Clone(a.Mails[i].Lines)
		for j := range a.Mails[i].Lines {
			a.Mails[i].Lines[j].Line = ""
		}
	}
	a.Letters = slices.Clone(h.Letters)
	for i := range a.Letters {
		a.Letters[i].MessageID, a.Letters[i].Sum = "", Sum{} // either finds a letter that somebody keeps
	}
	a.Texts = slices.Clone(h.Texts)
	for i, t := range a.Texts {
		a.Texts[i] = Text{Sum: t.Sum, Text: hide(t.Text)}
	}
	return &a
}

func alias(i int) string { return fmt.Sprintf("Player%d", i+1) }

var address = regexp.MustCompile(`\S+@\S+`)

// hiding gives what takes names and addresses out of a text. A name is found in any
// case, but only as a whole word; longer names go first.
func (h *History) hiding() func(string) string {
	var names []naming
	for i, p := range h.Players {
		for _, n := range []string{p.Name, p.known} {
			if n != "" {
				names = append(names, naming{[]rune(n), alias(i)})
			}
		}
	}
	slices.SortStableFunc(names, func(a, b naming) int { return cmp.Compare(len(b.name), len(a.name)) })
	return func(text string) string {
		return renamed([]rune(address.ReplaceAllLiteralString(text, "(an address)")), names)
	}
}

// naming is a name and what stands in its place.
type naming struct {
	name  []rune
	alias string
}

func renamed(text []rune, names []naming) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		at := slices.IndexFunc(names, func(n naming) bool { return n.stands(text, i) })
		if at < 0 {
			b.WriteRune(text[i])
			i++
			continue
		}
		b.WriteString(names[at].alias)
		i += len(names[at].name)
	}
	return b.String()
}

// stands tells whether the name begins at i, and is no part of a longer word.
func (n naming) stands(text []rune, i int) bool {
	end := i + len(n.name)
	return end <= len(text) && (i == 0 || !inWord(text[i-1])) && (end == len(text) || !inWord(text[end])) &&
		strings.EqualFold(string(text[i:end]), string(n.name))
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
