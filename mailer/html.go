package mailer

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxOpen is how deep elements may lie in elements; what is opened beyond that is
// read as if it were not marked.
const maxOpen = 500

// htmlText gives the text of an HTML part, a line for each block, with ">" before
// the lines of a block quotation: the same rules then apply as to plain text.
//
// It reads tags as they come and builds no tree. The tree that browsers build can
// be quadratic in the source: every paragraph repeats all formatting left open
// before it, so that 11 KB become 120 MB.
func htmlText(source string) string {
	w := &htmlWalk{start: true}
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken: // the end; a string has no other
			w.newline()
			return w.b.String()
		case html.TextToken:
			if w.unseen == 0 {
				w.text(html.UnescapeString(string(z.Raw())))
			}
		case html.StartTagToken:
			w.open(newElement(z))
		case html.SelfClosingTagToken:
			e := newElement(z)
			e.alone = true
			w.open(e)
		case html.EndTagToken:
			name, _ := z.TagName()
			w.close(atom.Lookup(name))
		}
	}
}

// htmlWalk is a walk over tags and text, with the line being written.
type htmlWalk struct {
	b      strings.Builder
	around []element
	start  bool // nothing on this line yet
	blank  bool // a blank is due before the next word
	quotes int  // block quotations around
	pre    int  // preformatted elements around
	unseen int  // elements around that no reader is shown
}

// element is a start tag, as far as it matters here.
type element struct {
	name      atom.Atom // 0 for names not in HTML
	alone     bool      // has no content
	unseen    bool
	signature bool
	old       bool // what follows it is an old mail
	quoted    bool // what is in it is
}

func newElement(z *html.Tokenizer) element {
	name, more := z.TagName()
	e := element{name: atom.Lookup(name)}
	switch e.name {
	case 0: // of some program's own making, as o:p: what is in it counts, it does not
		e.alone = true
	case atom.Blockquote:
		e.quoted = true
	case atom.Br, atom.Hr, atom.Img, atom.Input, atom.Meta, atom.Link, atom.Col, atom.Wbr, atom.Area, atom.Base, atom.Embed, atom.Source:
		e.alone = true
	case atom.Head, atom.Style, atom.Script, atom.Title, atom.Template, atom.Noscript, atom.Svg, atom.Object, atom.Iframe:
		e.unseen = true
	}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		e.attribute(string(key), strings.ToLower(string(value)))
	}
	return e
}

// open begins an element, and ends those whose end tag may be left out before it.
func (w *htmlWalk) open(e element) {
	w.implied(e.name)
	if !e.alone && len(w.around) < maxOpen {
		w.around = append(w.around, e)
		w.count(e, 1)
	}
	if w.unseen > 0 {
		return
	}
	switch {
	case e.name == atom.Br:
		w.br()
	case isBlock(e.name) || e.quoted:
		w.newline()
	case e.name == atom.Td || e.name == atom.Th:
		w.blank = !w.start
	}
	switch {
	case e.old:
		w.line("-----Original Message-----")
	case e.signature:
		w.line("-- ")
	}
}

// line writes a line that the rules for plain text know.
func (w *htmlWalk) line(s string) {
	w.newline()
	w.word(s)
	w.newline()
}

// implied ends a paragraph before any block, a cell before a cell, and so on.
func (w *htmlWalk) implied(next atom.Atom) {
	if next == atom.Body {
		for len(w.around) > 0 {
			w.pop()
		}
	}
	for len(w.around) > 0 {
		last := w.around[len(w.around)-1].name
		switch {
		case last == atom.P && isBlock(next):
		case isCell(last) && (isCell(next) || next == atom.Tr):
		case last == next && (next == atom.Tr || next == atom.Li || next == atom.Dt || next == atom.Dd):
		default:
			return
		}
		w.pop()
	}
}

func isCell(a atom.Atom) bool { return a == atom.Td || a == atom.Th }

// close ends the innermost element of a name and all that is open in it.
func (w *htmlWalk) close(name atom.Atom) {
	at := len(w.around) - 1
	if name == 0 {
		return
	}
	for at >= 0 && w.around[at].name != name {
		at--
	}
	for at >= 0 && len(w.around) > at {
		w.pop()
	}
	if isBlock(name) && w.unseen == 0 {
		w.newline()
	}
}

func (w *htmlWalk) pop() {
	last := len(w.around) - 1
	e := w.around[last]
	w.around = w.around[:last]
	if (isBlock(e.name) || e.quoted) && w.unseen == 0 {
		w.newline()
	}
	w.count(e, -1)
	if e.quoted && w.quotes == 0 && w.unseen == 0 {
		w.b.WriteByte('\n') // however long its last line is, nothing was broken off it
	}
}

// count keeps the numbers of what is around.
func (w *htmlWalk) count(e element, by int) {
	switch {
	case e.quoted:
		w.quotes += by
	case e.name == atom.Pre:
		w.pre += by
	}
	if e.unseen {
		w.unseen += by
	}
}

// text writes words; any run of blanks and line ends in the source is one blank.
func (w *htmlWalk) text(s string) {
	if w.pre > 0 {
		w.preformatted(s)
		return
	}
	for s != "" {
		at := strings.IndexAny(s, " \t\r\n\f")
		if at < 0 {
			w.word(s)
			return
		}
		w.word(s[:at])
		w.blank = !w.start
		s = strings.TrimLeft(s[at:], " \t\r\n\f")
	}
}

func (w *htmlWalk) preformatted(s string) {
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			w.br()
		}
		w.word(strings.TrimRight(line, "\r"))
	}
}

func (w *htmlWalk) word(s string) {
	if s == "" {
		return
	}
	if w.start {
		w.mark()
	} else if w.blank {
		w.b.WriteByte(' ')
	}
	w.start, w.blank = false, false
	w.b.WriteString(s)
}

// mark writes the quotation marks that a line begins with.
func (w *htmlWalk) mark() {
	if w.quotes > 0 {
		w.b.WriteString(strings.Repeat(">", min(w.quotes, 9)) + " ")
	}
}

// newline ends a line that holds something.
func (w *htmlWalk) newline() {
	if !w.start {
		w.b.WriteByte('\n')
	}
	w.start, w.blank = true, false
}

// br ends a line even if it is empty.
func (w *htmlWalk) br() {
	if w.start {
		w.mark()
	}
	w.b.WriteByte('\n')
	w.start, w.blank = true, false
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Tr, atom.Li, atom.Ul, atom.Ol, atom.Table, atom.Blockquote, atom.Pre, atom.Hr,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Section, atom.Article, atom.Header, atom.Footer,
		atom.Center, atom.Dl, atom.Dt, atom.Dd, atom.Address, atom.Form, atom.Fieldset, atom.Caption:
		return true
	}
	return false
}
