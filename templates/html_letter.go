package templates

import (
	"html/template"
	"net/url"
	"slices"
	"strings"

	"contrapost/engine"
)

// LetterHTML is a letter as a mail program shows it: the same parts in the same order as in
// Text, with cards to look at. Nothing is fetched from anywhere. An order that can be
// sent as it stands is a link that opens a mail to the letter's ReplyTo with that order
// in it (RFC 6068); without ReplyTo there are no links.
func (c *Catalog) LetterHTML(l Letter, lang string) string {
	v := c.voice(lang, l.Names)
	v.zone = l.Zone
	subject := c.Subject(l, lang)
	v.link = mailto(l.ReplyTo, "Re: "+subject)
	jumps := v.link != nil && asksAndOffers(l.Page)
	var parts []template.HTML
	for _, s := range compose(l, v) {
		v.landing = jumps && slices.ContainsFunc(s, offering)
		parts = append(parts, setSectionHTML(s, len(parts) == 0, v)...)
		if jumps && slices.ContainsFunc(s, asking) {
			parts = append(parts, template.HTML(fill("jump", v.Say("letter.orders", nil))))
		}
	}
	var foot []string
	for _, pieces := range receipt(l, v) {
		foot = append(foot, strings.Join(pieces, " "))
	}
	return fill("letter", struct {
		Lang, Subject string
		Parts         []template.HTML
		Foot          []string
	}{v.lang, subject, parts, foot})
}

// asksAndOffers tells whether a page asks something that it offers orders for. They stand
// below the table, far down on a phone, so that a letter leads to them from its top; in
// a mail program that knows no places within a mail, that link does nothing.
func asksAndOffers(page *engine.Page) bool {
	return page != nil && page.Asks != "" && slices.ContainsFunc(page.Blocks, func(b engine.Block) bool { return offering(b) })
}

// offering knows orders that can be sent as they stand.
func offering(p part) bool {
	c, ok := p.(engine.Choices)
	return ok && slices.ContainsFunc(c.Items, sendable)
}

func asking(p part) bool {
	_, ok := p.(wanted)
	return ok
}

// setSectionHTML sets what stands together. What is wanted of the reader is the first
// sentence of a letter, which is what inboxes show beside the subject.
func setSectionHTML(s section, first bool, v voice) []template.HTML {
	var set []template.HTML
	for i, p := range s {
		if h, ok := p.(engine.Heading); ok && i+1 < len(s) {
			if next, ok := s[i+1].(engine.Block); ok && bringsChoices(h, next, v) {
				continue
			}
		}
		set = append(set, template.HTML(setPartHTML(p, first && i == 0, v))) // each of them came out of a template
	}
	return set
}

func setPartHTML(p part, first bool, v voice) string {
	switch p := p.(type) {
	case sentence:
		if first {
			return fill("first", tidyLines(p.Text))
		}
		return fill("sentence", tidyLines(p.Text))
	case fine:
		return fill("fine", tidyLines(p.Text))
	case wanted:
		return fill("first", tidyLines(p.Text))
	case advised:
		return fill("advised", advice{tidy(p.Lead), choiceHTML{Order: tidy(p.Order), Link: v.begins(p.Order)}, p.Told})
	case cited:
		return fill("cited", citation(p, v))
	case told:
		return fill("told", tidyLines(p.Text))
	case quote:
		return fill("quote", cut(tidy(p.Text), 400))
	case brief:
		return fill("quote", cut(tidy(p.Text), columns))
	case order:
		return fill("code", tidy(p.Text))
	case besides:
		set := choicesHTML(p.Choices, v)
		set.Also = v.Say("choices.alone", nil)
		return fill("choices", set)
	case digits:
		return fill("digits", tidy(p.Text))
	case speech:
		return fill("remark", speech{Lead: tidy(p.Lead), Text: tidy(p.Text)})
	case engine.Block:
		return setBlockHTML(p, v)
	}
	return ""
}

// advice is an order that would be done instead, as a link where there are any.
type advice struct {
	Lead   string
	Choice choiceHTML
	Told   bool
}

// citedHTML is a text with a ruling's number in it, which asks for that ruling.
type citedHTML struct {
	Before, Rule, After string
	Link                template.URL // "" where nothing is linked
}

func citation(c cited, v voice) citedHTML {
	text := tidyLines(c.Text)
	at := strings.LastIndex(text, c.Rule)
	if at < 0 || v.link == nil {
		return citedHTML{Before: text}
	}
	return citedHTML{text[:at], c.Rule, text[at+len(c.Rule):], v.link(v.order("rules " + c.Rule))}
}

// tidyLines keeps the line ends and margins that the frame's sentences have on purpose.
func tidyLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		margin := line[:len(line)-len(strings.TrimLeft(line, " "))]
		lines[i] = margin + strings.TrimRight(clean(line[len(margin):]), " ")
	}
	return strings.Join(lines, "\n")
}

// mailto gives links that begin a mail to an address with a text in it; nil without an
// address. Blanks are spelled %20: a plus sign would stay one (RFC 6068, 5).
func mailto(to, subject string) func(body string) template.URL {
	if to == "" {
		return nil
	}
	local, host, _ := strings.Cut(to, "@")
	start := "mailto:" + url.PathEscape(local) + "@" + host + "?subject=" + inMailto(subject) + "&body="
	return func(body string) template.URL { return template.URL(start + inMailto(body)) }
}

// inMailto escapes a field's value: everything but what RFC 3986 calls unreserved.
func inMailto(value string) string {
	return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
}
