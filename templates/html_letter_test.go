package templates

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"contrapost/engine"
)

const replyTo = "game+k7f3q.1.12.abcdefgh23456772@contrapost.test"

// nodes walks an HTML document.
func nodes(t *testing.T, text string) (all []*html.Node) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		all = append(all, n)
	}
	return all
}

// shown is the text of a document as it is shown.
func shown(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	for _, n := range nodes(t, text) {
		if n.Type == html.TextNode && n.Parent.Data != "style" && n.Parent.Data != "title" {
			b.WriteString(n.Data + " ")
		}
	}
	return b.String()
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// TestLinksAreOrders: every order that a letter offers is a link, which begins a mail
// to its reply address with that order and nothing else in it.
func TestLinksAreOrders(t *testing.T) {
	c := speaking(t)
	for _, lang := range languages {
		for name, letter := range map[string]func(string) Letter{"turn": turnLetter, "convoy": convoyLetter} {
			l := letter(lang)
			l.ReplyTo = replyTo
			var bodies []string
			for _, n := range nodes(t, c.LetterHTML(l, lang)) {
				if n.Type != html.ElementNode || n.Data != "a" || attribute(n, "href") == "#orders" {
					continue
				}
				link, err := url.Parse(attribute(n, "href"))
				if err != nil || link.Scheme != "mailto" {
					t.Fatalf("%s: link %v, %v", name, n.Attr, err)
				}
				to, _ := url.PathUnescape(link.Opaque)
				if to != replyTo || link.Query().Get("subject") != "Re: "+c.Subject(l, lang) || strings.Contains(link.RawQuery, "+") {
					t.Errorf("%s: to %q, %q", name, to, link.RawQuery)
				}
				bodies = append(bodies, link.Query().Get("body"))
			}
			if want := Choices(c.Text(l, lang)); !slices.Equal(bodies, want) || len(want) == 0 {
				t.Errorf("%s.%s: links %q, want %q", name, lang, bodies, want)
			}
		}
	}
	if strings.Contains(c.LetterHTML(turnLetter("en"), "en"), "<a ") {
		t.Error("links without an address to write to")
	}
}

// TestLetterHTMLSaysWhatTheTextSays: every word of a text letter stands in its HTML.
func TestLetterHTMLSaysWhatTheTextSays(t *testing.T) {
	c := speaking(t)
	word := regexp.MustCompile(`[\p{L}\d]{2,}`)
	for _, lang := range languages {
		for name, letter := range map[string]func(string) Letter{"turn": turnLetter, "said": saidLetter, "refusal": refusalLetter, "over": overLetter, "service": serviceLetter} {
			l := letter(lang)
			said := strings.ToLower(shown(t, c.LetterHTML(l, lang)))
			for _, w := range word.FindAllString(strings.ToLower(c.Text(l, lang)), -1) {
				if !strings.Contains(said, w) {
					t.Errorf("%s.%s: %q is not said", name, lang, w)
				}
			}
		}
	}
}

// TestLetterHTMLFetchesNothing: whatever people call themselves or say, a letter holds
// no script, loads nothing, and links to nothing but its reply address.
func TestLetterHTMLFetchesNothing(t *testing.T) {
	c := speaking(t)
	allowed := strings.Fields("html head meta title style body div p strong b h2 ul li code a span br hr table tbody tr th td blockquote q")
	for _, nasty := range hostile {
		l := turnLetter("en")
		l.ReplyTo, l.Reader, l.Names = replyTo, nasty, engine.Roster{nasty, nasty, "Cem"}
		l.Talk = []Remark{{Name: nasty, Text: nasty}}
		l.Answers = []engine.Answer{{Line: nasty, Verdict: engine.NotRead}}
		l.Page.Blocks = append(l.Page.Blocks, engine.Choices{Items: []engine.Choice{{Order: nasty, Gloss: nasty}}})
		for _, n := range nodes(t, c.LetterHTML(l, "en")) {
			if n.Type != html.ElementNode {
				continue
			}
			if !slices.Contains(allowed, n.Data) {
				t.Errorf("%q makes an element %s", nasty, n.Data)
			}
			for _, a := range n.Attr {
				outside := strings.Contains(a.Val, "url(") || strings.Contains(a.Val, "//")
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || outside || a.Key == "href" && a.Val != "#orders" && !strings.HasPrefix(a.Val, "mailto:game+") {
					t.Errorf("%q makes %s=%q", nasty, a.Key, a.Val)
				}
			}
		}
	}
}

// TestTheRuleOfARefusalIsALink: the number asks for that ruling, where there is an
// address to ask; the text says the same without it. (These words have no vocabulary:
// the service's letters ask in the reader's language.)
func TestTheRuleOfARefusalIsALink(t *testing.T) {
	c := speaking(t)
	for _, lang := range languages {
		l := refusalLetter(lang)
		if strings.Contains(c.LetterHTML(l, lang), "<a ") {
			t.Errorf("%s: links without an address to write to", lang)
		}
		l.ReplyTo = replyTo
		found := false
		for _, n := range nodes(t, c.LetterHTML(l, lang)) {
			if n.Type != html.ElementNode || n.Data != "a" {
				continue
			}
			link, err := url.Parse(attribute(n, "href"))
			if err != nil || n.FirstChild == nil {
				t.Fatalf("%s: %v, %v", lang, n.Attr, err)
			}
			found = found || n.FirstChild.Data == "K10" && link.Query().Get("body") == "rules K10"
		}
		if !found {
			t.Errorf("%s: K10 is no link:\n%s", lang, c.LetterHTML(l, lang))
		}
		if text := c.Text(l, lang); !strings.Contains(text, " K10).") {
			t.Errorf("%s: the text is\n%s", lang, text)
		}
	}
}

// TestLetterSaysItsLanguage, whatever the player's is called: by none it is English.
func TestLetterSaysItsLanguage(t *testing.T) {
	c := speaking(t)
	for asked, want := range map[string]string{"": "en", "en": "en", "NL": "nl", "nl-BE": "nl", "xx": "en"} {
		for _, n := range nodes(t, c.LetterHTML(turnLetter("en"), asked)) {
			if n.Data == "html" && n.Type == html.ElementNode && attribute(n, "lang") != want {
				t.Errorf("a letter in %q says that it is in %q, want %q", asked, attribute(n, "lang"), want)
			}
		}
	}
}
