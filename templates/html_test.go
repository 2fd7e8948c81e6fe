package templates

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"contrapost/engine"
)

// hostile is what people might call themselves, or say.
var hostile = []string{
	`<script>alert(1)</script>`, `</script><img src=x onerror=alert(1)>`, `"><b>`, `' onclick='x`, "a\u2028b\u2029c", `{{.Names}}`, `style="color:red"`, `&lt;`, `javascript:alert(1)`,
}

// shownBlocks are one of each kind.
func shownBlocks(lang string) []engine.Block {
	blocks := append([]engine.Block{}, turnPage(lang).Blocks...)
	return append(blocks,
		engine.Cards{Label: in(lang, "The convoy", "Het konvooi"), Faces: []engine.Face{{Down: true}, {Down: true}, legal(lang, 1)}},
		engine.Cards{Label: in(lang, "Nothing", "Niets")},
		engine.Table{
			Columns: []engine.Column{{Label: in(lang, "Slot", "Plaats")}, {Label: "1"}, {Label: "2", Number: true}},
			Rows:    [][]engine.Cell{{{Text: "Ann"}, {Faces: []engine.Face{{Down: true}}}, {Text: "12", Faces: []engine.Face{captain(lang, 2), captain(lang, 3)}}}},
		},
		engine.Table{
			Columns: []engine.Column{{Label: in(lang, "Player", "Speler")}, {Label: "1"}, {Label: in(lang, "Worth", "Waarde"), Number: true}},
			Rows:    [][]engine.Cell{{{Text: "Ann"}, {Faces: []engine.Face{captain(lang, 2)}}, {Text: "$1"}}, {{Text: "Bob"}, {Faces: []engine.Face{{Down: true}}}, {Text: "-$12"}}},
		},
		engine.Choices{Items: []engine.Choice{{Order: "draw deck", Gloss: in(lang, "one closed card", "een gesloten kaart")}, {Order: "say TEXT", Example: true}}},
	)
}

func TestHTMLGoldens(t *testing.T) {
	c := speaking(t)
	for _, lang := range languages {
		golden(t, "blocks."+lang+".html", document(lang, string(c.HTML(shownBlocks(lang), lang, engine.Roster{"Ann", "Bob"}))))
	}
}

func document(lang, body string) string {
	return "<!doctype html>\n<html lang=\"" + lang + "\"><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\"><title>-</title>\n" + body + "\n"
}

// TestHTMLSaysWhatTheTextSays: every word of the text letter stands in the HTML.
func TestHTMLSaysWhatTheTextSays(t *testing.T) {
	c := speaking(t)
	for _, lang := range languages {
		v := c.voice(lang, engine.Roster{"Ann", "Bob"})
		said := strings.ToLower(read(t, string(c.HTML(shownBlocks(lang), lang, v.names))))
		for _, s := range page(shownBlocks(lang)) {
			for _, line := range set(s, v) {
				for _, word := range regexp.MustCompile(`[\p{L}\d]+`).FindAllString(strings.ToLower(line), -1) {
					if word != "1" && !strings.Contains(said, word) {
						t.Errorf("%s: %q of %q is not said", lang, word, line)
					}
				}
			}
		}
	}
}

// read gives the text of a document, and fails the test if it holds what does not
// belong into a letter.
func read(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	allowed := []string{"h2", "p", "ul", "li", "b", "strong", "span", "br", "div", "table", "tr", "th", "td", "code", "q"}
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.WriteString(z.Token().Data + " ")
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			if !slices.Contains(allowed, token.Data) {
				t.Errorf("a tag %s", token)
			}
			for _, a := range token.Attr {
				if !slices.Contains([]string{"style", "scope", "aria-hidden"}, a.Key) || strings.Contains(a.Val, "url(") {
					t.Errorf("an attribute %s=%q", a.Key, a.Val)
				}
			}
		}
	}
}

func TestHTMLEscapes(t *testing.T) {
	c := speaking(t)
	for _, bad := range hostile {
		blocks := []engine.Block{
			engine.Heading{Text: bad}, engine.Paragraph{Text: bad}, engine.Listing{Lines: []string{bad}},
			engine.Cards{Label: bad, Note: bad, Faces: []engine.Face{{Label: bad, Mark: bad, Tone: bad}}},
			engine.Table{Columns: []engine.Column{{Label: bad}}, Rows: [][]engine.Cell{{{Text: bad}}}},
			engine.Choices{Items: []engine.Choice{{Order: "when #1", Gloss: bad}, {Order: bad, Example: true}}},
		}
		said := read(t, string(c.HTML(blocks, "en", engine.Roster{bad})))
		if n := strings.Count(said, tidy(bad)); n != 11 {
			t.Errorf("%q is said %d times:\n%s", bad, n, said)
		}
	}
}

var pair = regexp.MustCompile(`background-color:(#[0-9a-f]{6})[^"]*?;color:(#[0-9a-f]{6})`)

// TestHTMLContrast: text on a background of its own can be read.
func TestHTMLContrast(t *testing.T) {
	text := string(speaking(t).HTML(shownBlocks("en"), "en", nil))
	pairs := pair.FindAllStringSubmatch(text, -1)
	if len(pairs) < 3 {
		t.Fatalf("%d pairs found", len(pairs))
	}
	for _, p := range pairs {
		if c := contrast(p[1], p[2]); c < 4.5 {
			t.Errorf("%s on %s: %.2f", p[2], p[1], c)
		}
	}
	for tone, color := range ink {
		if c := contrast(string(color), "#f7f4ec"); c < 4.5 {
			t.Errorf("%s on paper: %.2f", tone, c)
		}
	}
}
