package templates

import (
	"strings"

	"contrapost/engine"
)

// Manual makes a page of a text in Markdown, such as a game's numbered rules: its
// headings, its lists, its tables and its paragraphs. Other markup is left as it is written,
// but for the marks of bold type and of code.
func Manual(markdown []byte) *engine.Page {
	var m manual
	for line := range strings.Lines(string(markdown)) {
		m.read(unmarked.Replace(strings.TrimRight(line, " \r\n")))
	}
	m.close()
	return &engine.Page{Blocks: m.blocks}
}

var unmarked = strings.NewReplacer("**", "", "`", "")

// manual is a page being read; what has begun is a list, a table or a paragraph.
type manual struct {
	blocks []engine.Block
	items  []string
	table  *engine.Table
	text   string
}

func (m *manual) read(line string) {
	bare := strings.TrimLeft(line, " ")
	item, isItem := strings.CutPrefix(bare, "- ")
	switch {
	case bare == "":
		m.close()
	case strings.HasPrefix(line, "#"):
		m.close()
		m.blocks = append(m.blocks, engine.Heading{Text: tidy(strings.TrimLeft(line, "#"))})
	case strings.HasPrefix(bare, "|"):
		m.row(strings.Split(strings.Trim(bare, "|"), "|"))
	case isItem:
		if m.text != "" || m.table != nil {
			m.close()
		}
		m.items = append(m.items, item)
	case len(m.items) > 0:
		m.items[len(m.items)-1] += " " + bare
	default:
		m.text += " " + bare
	}
}

// row adds a row to a table; its first one heads the columns, and the one of
// hyphens below that is markup.
func (m *manual) row(cells []string) {
	switch {
	case m.table == nil:
		m.close()
		m.table = &engine.Table{}
		for _, c := range cells {
			m.table.Columns = append(m.table.Columns, engine.Column{Label: tidy(c)})
		}
	case strings.Trim(strings.Join(cells, ""), "-: ") != "":
		var row []engine.Cell
		for _, c := range cells {
			row = append(row, engine.Cell{Text: tidy(c)})
		}
		m.table.Rows = append(m.table.Rows, row)
	}
}

// close ends what has begun.
func (m *manual) close() {
	if m.table != nil {
		m.blocks = append(m.blocks, *m.table)
	}
	if len(m.items) > 0 {
		m.blocks = append(m.blocks, engine.Listing{Lines: m.items})
	}
	if m.text != "" {
		m.blocks = append(m.blocks, engine.Paragraph{Text: tidy(m.text)})
	}
	m.items, m.table, m.text = nil, nil, ""
}
