package templates

import (
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
)

//go:embed html/*
var htmlFiles embed.FS

// htmlBlocks are the blocks of a page, a template each. html/template is what escapes
// by context, so that nothing in here can forget to; a block a hundred times costs some
// milliseconds. Styles stand inline and colours come in pairs or not at all: what has
// no background of its own takes the reader's own colours, light or dark.
var htmlBlocks = template.Must(template.ParseFS(htmlFiles, "html/blocks.html", "html/letter.html"))

// HTML sets blocks as HTML, for a letter as for a page in a browser: without script,
// classes, or anything from elsewhere. It must stand in a document that says
// color-scheme: light dark.
func (c *Catalog) HTML(blocks []engine.Block, lang string, names engine.Roster) template.HTML {
	return template.HTML(strings.Join(setHTML(blocks, c.voice(lang, names)), "\n")) // each of them came out of a template
}

// setHTML sets each block by itself; "" is one that says nothing of its own.
func setHTML(blocks []engine.Block, v voice) []string {
	set := make([]string, len(blocks))
	for i, b := range blocks {
		if h, ok := b.(engine.Heading); ok && i+1 < len(blocks) && bringsChoices(h, blocks[i+1], v) {
			continue
		}
		set[i] = setBlockHTML(b, v)
	}
	return set
}

func setBlockHTML(b engine.Block, v voice) string {
	switch b := b.(type) {
	case engine.Heading:
		return fill("heading", tidy(b.Text))
	case engine.Paragraph:
		return fill("paragraph", tidy(b.Text))
	case engine.Listing:
		return fill("listing", tidied(b.Lines))
	case engine.Cards:
		return fill("cards", cardsHTML(b, v))
	case engine.Table:
		if row, ok := rowHTML(b, v); ok {
			return fill("row", row)
		}
		return fill("table", tableHTML(b, v))
	case engine.Choices:
		return fill("choices", choicesHTML(b, v))
	}
	return ""
}

// fill executes a template of ours on data of ours; it failing is a bug.
func fill(name string, data any) string {
	var b strings.Builder
	if err := htmlBlocks.ExecuteTemplate(&b, name, data); err != nil {
		panic(fmt.Sprintf("templates: %s: %v", name, err))
	}
	return b.String()
}

func tidied(lines []string) []string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = tidy(line)
	}
	return all
}

// ink gives a tone's colour its value: dark enough to read on the paper of a card.
var ink = map[string]template.CSS{"good": "#176b32", "bad": "#a8231b", "officer": "#1b4f9c"}

// groupHTML is a card, or several that show the same.
type groupHTML struct {
	Times string // "3 ×"; "" for one
	Mark  string
	Label string // "" where the mark says it all
	Bars  string
	Color template.CSS
	Down  bool

	Narrow bool // among others in a table
}

func groupsHTML(faces []engine.Face, alone bool, v voice) []groupHTML {
	groups, counts := alike(faces)
	all := make([]groupHTML, len(groups))
	for i, f := range groups {
		all[i] = groupOf(f, counts[i], alone && len(faces) == 1, v)
	}
	return all
}

// groupOf words one card, or so many alike. Cards face down are one thing, however many.
func groupOf(f engine.Face, n int, alone bool, v voice) groupHTML {
	switch {
	case f.Down && alone:
		return groupHTML{Down: true, Label: v.Say("cards.alone", nil)}
	case f.Down:
		return groupHTML{Down: true, Label: v.Say("cards.down", engine.Args{"Count": n})}
	}
	g := groupHTML{Mark: tidy(f.Mark), Label: tidy(f.Label), Bars: strings.Repeat("▮", f.Bars), Color: "#4d4a45"}
	if c, ok := ink[f.Tone]; ok {
		g.Color = c
	}
	if g.Label == g.Mark {
		g.Label = ""
	}
	if n > 1 {
		g.Times = strconv.Itoa(n) + " ×"
	}
	return g
}

// alike counts cards that look the same, in the order of first appearance.
func alike(faces []engine.Face) (groups []engine.Face, counts []int) {
	for _, f := range faces {
		f = f.WithID(0) // a serial is not seen
		if f.Down {
			f = engine.Face{Down: true}
		}
		i := slices.Index(groups, f)
		if i < 0 {
			i, groups, counts = len(groups), append(groups, f), append(counts, 0)
		}
		counts[i]++
	}
	return groups, counts
}

func cardsHTML(c engine.Cards, v voice) any {
	return struct {
		Label, Note, None string
		Groups            []groupHTML
	}{tidy(c.Label), tidy(c.Note), v.Say("cards.none", nil), groupsHTML(c.Faces, false, v)}
}
