package templates

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"contrapost/engine"
)

// linked lists the orders that a letter's links begin a mail with.
func linked(t *testing.T, page string) (orders []string) {
	t.Helper()
	for _, n := range nodes(t, page) {
		if n.Type == html.ElementNode && n.Data == "a" && attribute(n, "href") != "#orders" {
			link, err := url.Parse(attribute(n, "href"))
			if err != nil {
				t.Fatal(err)
			}
			orders = append(orders, link.Query().Get("body"))
		}
	}
	return orders
}

// TestARefusalSaysWhatIsWanted: on a screen, what is asked is as large as what was
// refused, and what would be done instead is one tap away.
func TestARefusalSaysWhatIsWanted(t *testing.T) {
	c := speaking(t)
	for _, lang := range languages {
		l := refusalLetter(lang)
		l.Page, l.ReplyTo = turnPage(lang), replyTo
		l.Answers = append(l.Answers, engine.Answer{Line: "swpa 1 bob 2", Verdict: engine.NotRead, Meant: "swap 1 #2 2"})
		page := c.LetterHTML(l, lang)
		if !strings.Contains(page, "<strong>"+l.Page.Asks+"</strong>") {
			t.Errorf("%s: what is asked is small:\n%s", lang, page)
		}
		verb := in(lang, "swap", "ruil")
		for _, want := range []string{verb + " 1 Bob 6", verb + " 1 Bob 2"} {
			if !slices.Contains(linked(t, page), want) {
				t.Errorf("%s: %q is no link among %q", lang, want, linked(t, page))
			}
		}
		if slices.Contains(linked(t, page), verb+" 2 Cem 1") {
			t.Errorf("%s: a mere example is a link", lang)
		}
	}
}

// TestAnExampleOfTheLobbyIsNoLink: nobody has an account at example.org.
func TestAnExampleOfTheLobbyIsNoLink(t *testing.T) {
	c := speaking(t)
	l := refusalLetter("en")
	l.ReplyTo = replyTo
	l.Answers[0].Refusal = engine.Refuse("", "invite-form").Instead("invite bob@example.org")
	if all := linked(t, c.LetterHTML(l, "en")); len(all) > 0 {
		t.Errorf("links %q", all)
	}
}

// TestWholeExamplesAreLinks: what can be sent at any time is a link where others of its
// kind have gaps, and is not offered as an answer.
func TestWholeExamplesAreLinks(t *testing.T) {
	c := speaking(t)
	l := turnLetter("en")
	l.ReplyTo = replyTo
	beside := engine.Choices{Items: []engine.Choice{{Order: "say TEXT", Example: true}, {Order: "history", Example: true, Whole: true}}}
	l.Page.Blocks = append(l.Page.Blocks, beside)
	all := linked(t, c.LetterHTML(l, "en"))
	if !slices.Contains(all, "history") || slices.Contains(all, "say TEXT") {
		t.Errorf("links %q", all)
	}
	if slices.Contains(Choices(c.Text(l, "en")), "history") {
		t.Error("history is offered as an answer")
	}
}

// TestWithoutChoicesNothingIsBesides: where no order can be sent as it stands, the
// forms stand by themselves and are led over to by other words.
func TestWithoutChoicesNothingIsBesides(t *testing.T) {
	c := speaking(t)
	for _, lang := range languages {
		l := turnLetter(lang)
		l.Page = &engine.Page{Blocks: []engine.Block{
			engine.Paragraph{Text: "Cem."},
			engine.Choices{Items: []engine.Choice{{Order: "say TEXT", Example: true}}},
		}}
		lead := in(lang, "You can write:", "Je kunt schrijven:")
		if text := c.Text(l, lang); !strings.Contains(text, "Cem.\n\n"+lead+" ") {
			t.Errorf("%s: the text is\n%s", lang, text)
		}
		if page := c.LetterHTML(l, lang); !strings.Contains(page, lead) {
			t.Errorf("%s: no %q in\n%s", lang, lead, page)
		}
	}
}

// TestTheFootOfHTMLFlows: only a text has columns to break its sentences at.
func TestTheFootOfHTMLFlows(t *testing.T) {
	c := speaking(t)
	for _, lang := range languages {
		v := c.voice(lang, nil)
		for _, l := range []Letter{turnLetter(lang), serviceLetter(lang)} {
			key := "foot.keep"
			if l.Table == "" {
				key = "foot.service"
			}
			sentence := html.EscapeString(v.Say(key, nil))
			if page := c.LetterHTML(l, lang); !strings.Contains(page, sentence) {
				t.Errorf("%s: %q is broken in\n%s", lang, sentence, page)
			}
		}
	}
}

// TestALetterLeadsToItsOrders: from below what it asks, to the place where they stand,
// of which there is one; and only where there is something to lead to.
func TestALetterLeadsToItsOrders(t *testing.T) {
	c := speaking(t)
	l := turnLetter("en")
	if strings.Contains(c.LetterHTML(l, "en"), "#orders") {
		t.Error("a letter that cannot be answered leads to orders")
	}
	l.ReplyTo = replyTo
	page := c.LetterHTML(l, "en")
	asks, jump, place := strings.Index(page, l.Page.Asks), strings.Index(page, `href="#orders"`), strings.Index(page, `id="orders"`)
	if asks < 0 || jump < asks || place < jump || strings.Count(page, `id="orders"`) != 1 {
		t.Errorf("asks at %d, leads at %d to %d:\n%s", asks, jump, place, page)
	}
	l.Page.Asks = ""
	if strings.Contains(c.LetterHTML(l, "en"), "orders\"") {
		t.Error("a letter that asks nothing leads to orders")
	}
}
