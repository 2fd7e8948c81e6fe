package templates

import (
	"cmp"
	"strings"
	"unicode/utf16"

	"contrapost/engine"
)

// Talk is set narrower than the rest of a letter: a mail program that quotes a letter
// and breaks its lines anew must find nothing to break, or a speaker could choose
// which of their words comes to stand unmarked in somebody's reply.
const (
	talkColumns = 60
	talkMargin  = "  "
	widestLead  = 36 // a wider one has a line to itself
	widestMark  = 20
)

// speech is a remark, with its speaker named on every line of it: no words can be
// set so that they look like somebody else's, or like the service's.
type speech struct {
	Lead string // who speaks, and to whom
	Name string // who speaks
	Text string
}

// talk is what was said.
func talk(l Letter, v voice) section {
	if len(l.Talk) == 0 {
		return nil
	}
	heading := "talk.since"
	if l.Whole {
		heading = "talk.whole"
	}
	s := section{engine.Heading{Text: v.Say(heading, nil)}}
	for _, r := range l.Talk {
		s = append(s, spoken(r, v))
	}
	return s
}

func spoken(r Remark, v voice) speech {
	nobody := v.Say("talk.nobody", nil)
	name, to := cmp.Or(r.Name, nobody), cmp.Or(r.To, nobody)
	key := "talk.to-all"
	switch {
	case r.Moderator:
		name = v.Say("talk.by-moderator", nil)
	case r.Private && r.Own:
		key = "talk.by-you"
	case r.Private:
		key = "talk.to-you"
	}
	return speech{Lead: v.Say(key, engine.Args{"Name": name, "To": to}), Name: name, Text: r.Text}
}

// setSpeech sets a remark in lines of at most talkColumns: `Bob: "What is said` and
// from then on `Bob> and goes on."`
func setSpeech(s speech) []string {
	var lines []string
	first := talkMargin + tidy(s.Lead) + ": "
	mark := talkMargin + cut(tidy(s.Name), widestMark) + "> "
	if breadth(first) > widestLead {
		for _, piece := range broken(tidy(s.Lead)+":", talkColumns-len(talkMargin)) {
			lines = append(lines, talkMargin+piece)
		}
		first = mark
	}
	var pieces []string
	for _, word := range words(`"` + tidy(s.Text) + `"`) {
		pieces = append(pieces, broken(word, talkColumns-max(breadth(first), breadth(mark)))...)
	}
	return append(lines, flowBy(breadth, pieces, " ", first, mark, talkColumns)...)
}

// breadth is how long the least favourable program holds a text to be: some count the
// columns it takes, others its UTF-16 units, marks that take no column among them.
func breadth(s string) int {
	units := 0
	for _, r := range s {
		units += utf16.RuneLen(r)
	}
	return max(measure(s), units)
}

// broken parts what does not fit a breadth, wherever it must.
func broken(s string, to int) []string {
	var pieces []string
	var piece strings.Builder
	for _, r := range s {
		if piece.Len() > 0 && breadth(piece.String()+string(r)) > to {
			pieces = append(pieces, piece.String())
			piece.Reset()
		}
		piece.WriteRune(r)
	}
	return append(pieces, piece.String())
}
