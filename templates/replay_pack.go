package templates

import (
	"fmt"
	"regexp"
	"strings"
)

// packed is what many snippets have in common, kept once: inline styles as classes,
// so that the page's policy need allow no other style than its own sheet; cards and
// rows of tables as parts, which the page's script puts back in their places.
//
// In text and in attributes html/template leaves neither a quotation mark nor a "<", so
// that what looks like a style or a tag is one of ours.
type packed struct {
	bodies, cards, rows, styles strings.Builder
	classes, card, row          map[string]int
}

var (
	inline   = regexp.MustCompile(` style="([^"]*)"`)
	rowSpan  = regexp.MustCompile(`<tr>.*?</tr>`)
	cardSpan = regexp.MustCompile(`<span style="display:inline-block;(?:min-width|padding):[^"]*">(?:[^<]|<br>|<b [^>]*>[^<]*</b>|<span [^>]*>[^<]*</span>)*</span>`)
)

func pack(snippets []string) *packed {
	p := &packed{classes: map[string]int{}, card: map[string]int{}, row: map[string]int{}}
	for _, s := range snippets {
		s = cardSpan.ReplaceAllStringFunc(s, p.part("i", "c", p.card, &p.cards))
		s = rowSpan.ReplaceAllStringFunc(s, p.part("tr", "r", p.row, &p.rows))
		p.bodies.WriteString("<div>" + p.classed(s) + "</div>\n")
	}
	return p
}

func (p *packed) classed(text string) string { return inline.ReplaceAllStringFunc(text, p.class) }

// class keeps a style and gives the attribute that stands for it.
func (p *packed) class(attr string) string {
	n := interned(p.classes, attr, func(n int) {
		fmt.Fprintf(&p.styles, ".z%d{%s}\n", n, inline.FindStringSubmatch(attr)[1])
	})
	return fmt.Sprintf(" class=z%d", n)
}

// part keeps a part and gives the empty element that stands for it.
func (p *packed) part(element, attr string, known map[string]int, kept *strings.Builder) func(string) string {
	return func(text string) string {
		n := interned(known, text, func(int) { kept.WriteString(p.classed(text) + "\n") })
		return fmt.Sprintf("<%s data-%s=%d></%s>", element, attr, n, element)
	}
}
