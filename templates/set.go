package templates

import (
	"strings"

	"contrapost/engine"
)

// set sets a section in lines of text.
func set(s section, v voice) []string {
	var lines []string
	s = aligned(s)
	for i := 0; i < len(s); i++ {
		if i+1 < len(s) {
			if merged, ok := headed(s[i], s[i+1], v); ok {
				lines = append(lines, merged...)
				i++
				continue
			}
		}
		lines = append(lines, setPart(s[i], v)...)
	}
	return lines
}

// headed sets two parts that make one: a heading over what brings its own.
func headed(p, next part, v voice) ([]string, bool) {
	h, ok := p.(engine.Heading)
	if !ok {
		return nil, false
	}
	switch n := next.(type) {
	case engine.Table:
		return setHeadedTable(capitals(h.Text), n, v)
	case engine.Choices:
		if capitals(h.Text) == capitals(v.Say("choices.heading", nil)) {
			return setChoices(n, v), true
		}
	}
	return nil, false
}

func setPart(p part, v voice) []string {
	switch p := p.(type) {
	case sentence:
		return setSentence(p.Text, "")
	case fine:
		return setSentence(p.Text, "")
	case wanted:
		return setSentence(p.Text, "")
	case advised:
		margin := ""
		if p.Told {
			margin = "    "
		}
		return setSentence(p.Lead+" "+p.Order, margin)
	case cited:
		return setSentence(p.Text, "")
	case told:
		return setSentence(p.Text, "    ")
	case quote:
		return setQuote(p.Text)
	case brief:
		return []string{ended(cut("  > "+tidy(p.Text), columns))}
	case order:
		return wrap(p.Text, "  ", "    ")
	case besides:
		return setExamples(p.Items, v.Say("choices.alone", nil), v)
	case digits:
		return wrap(p.Text, "  ", "  ")
	case speech:
		return setSpeech(p)
	}
	return setBlock(p, v)
}

func setBlock(p part, v voice) []string {
	switch b := p.(type) {
	case engine.Heading:
		return wrap(capitals(b.Text), "", "")
	case engine.Paragraph:
		return wrap(b.Text, "", "")
	case engine.Listing:
		return setListing(b)
	case engine.Cards:
		return setCards(b, v)
	case engine.Table:
		return setTable(b, v)
	case engine.Choices:
		return setChoices(b, v)
	}
	return nil
}

// capitals sets a heading apart where there is no bold type.
func capitals(s string) string { return strings.ToUpper(tidy(s)) }

// setSentence sets text of the frame. A line end in it stays, and the blanks a
// line begins with are kept for what it wraps to; a line that fits stays as it is.
func setSentence(text, indent string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		margin := indent + line[:len(line)-len(strings.TrimLeft(line, " "))]
		if measure(indent+line) <= columns {
			lines = append(lines, ended(indent+line))
			continue
		}
		lines = append(lines, wrap(line, margin, margin)...)
	}
	return lines
}

func setQuote(text string) []string {
	const most = 400 // columns: a mail's line may be a whole paragraph
	return wrap(cut(tidy(text), most), "  > ", "  > ")
}

func setListing(l engine.Listing) []string {
	var lines []string
	for _, line := range l.Lines {
		lines = append(lines, wrap(line, "  ", "    ")...)
	}
	return lines
}
