package templates

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"contrapost/engine"
)

// Anything a game or a person may bring: words that fit a line, of letters narrow,
// wide and combining, with blanks and line ends of all kinds between them.
var (
	someWord  = rapid.StringMatching(`[a-zA-Zé一\x{301}'.,:!?#$*>-]{1,14}`)
	someText  = texts(0, 25)
	someLabel = texts(0, 3)
	someOrder = rapid.Custom(func(t *rapid.T) string {
		return tidy(texts(1, 14).Draw(t, "order"))
	})
)

func texts(least, most int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		all := rapid.SliceOfN(someWord, least, most).Draw(t, "words")
		return strings.Join(all, rapid.SampledFrom([]string{" ", "  ", "\n", "\r\n", "\t", "\u00a0", " \u202e\u2028"}).Draw(t, "blank"))
	})
}

// firstID is where the serials of drawn cards begin: no other number comes near.
const firstID = 770000

func someFaces(most int) *rapid.Generator[[]engine.Face] {
	one := rapid.Custom(func(t *rapid.T) engine.Face {
		f := engine.Face{Label: someLabel.Draw(t, "label"), Mark: "L", Tone: "good", Down: rapid.Bool().Draw(t, "down")}
		return f.WithID(rapid.IntRange(firstID, firstID+9999).Draw(t, "id"))
	})
	return rapid.SliceOfN(one, 0, most)
}

var someTable = rapid.Custom(func(t *rapid.T) engine.Table {
	n := rapid.IntRange(0, 9).Draw(t, "columns")
	var table engine.Table
	for range n {
		table.Columns = append(table.Columns, engine.Column{Label: someLabel.Draw(t, "column"), Number: rapid.Bool().Draw(t, "number")})
	}
	cell := rapid.Custom(func(t *rapid.T) engine.Cell {
		return engine.Cell{Text: someLabel.Draw(t, "cell"), Faces: someFaces(3).Draw(t, "cards")}
	})
	table.Rows = rapid.SliceOfN(rapid.SliceOfN(cell, 0, n+1), 0, 4).Draw(t, "rows")
	return table
})

var someChoices = rapid.Custom(func(t *rapid.T) engine.Choices {
	one := rapid.Custom(func(t *rapid.T) engine.Choice {
		return engine.Choice{Order: someOrder.Draw(t, "order"), Gloss: someText.Draw(t, "gloss"), Example: rapid.Bool().Draw(t, "example")}
	})
	return engine.Choices{Items: rapid.SliceOfN(one, 0, 6).Draw(t, "choices")}
})

var someBlock = rapid.Custom(func(t *rapid.T) engine.Block {
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		return engine.Heading{Text: someText.Draw(t, "heading")}
	case 1:
		return engine.Paragraph{Text: someText.Draw(t, "paragraph")}
	case 2:
		return engine.Listing{Lines: rapid.SliceOfN(someText, 0, 4).Draw(t, "lines")}
	case 3:
		return engine.Cards{Label: someText.Draw(t, "label"), Faces: someFaces(12).Draw(t, "cards"), Note: someText.Draw(t, "note")}
	case 4:
		return someTable.Draw(t, "table")
	}
	return someChoices.Draw(t, "choices")
})

var someAnswer = rapid.Custom(func(t *rapid.T) engine.Answer {
	a := engine.Answer{
		Line:    someText.Draw(t, "line"),
		Verdict: rapid.SampledFrom([]engine.Verdict{engine.Done, engine.Refused, engine.NotTried, engine.NotRead}).Draw(t, "verdict"),
	}
	switch a.Verdict {
	case engine.Done:
		a.Order = someOrder.Draw(t, "order")
		a.Say("trial", "Seat", engine.Seat(2))
	case engine.Refused:
		a.Refusal = engine.Refuse("K1", "option-value", "option", someText.Draw(t, "option"), "values", someText.Draw(t, "values"))
		a.Refusal.Try = someOrder.Draw(t, "try")
	}
	return a
})

var someLetter = rapid.Custom(func(t *rapid.T) Letter {
	name := rapid.StringMatching(`[A-Za-z][A-Za-z0-9-]{0,39}`)
	l := Letter{
		Kind: rapid.SampledFrom([]string{KindAnswer, KindAsked, KindBegun, KindOver, KindNotice, KindInvited, KindSaid, KindResent}).Draw(t, "kind"),
		Game: "Nothing To Declare", Table: rapid.SampledFrom([]string{"", "K7F3Q"}).Draw(t, "table"),
		Names: rapid.SliceOfN(name, 1, 6).Draw(t, "names"), Seat: 1,
		Answers:  rapid.SliceOfN(someAnswer, 0, 12).Draw(t, "answers"),
		Deadline: deadline, Now: now.Add(time.Duration(rapid.IntRange(0, 80).Draw(t, "later")) * time.Hour),
		Zone:   rapid.SampledFrom([]*time.Location{nil, amsterdam, time.FixedZone("", -11*3600)}).Draw(t, "zone"),
		Number: 3, Head: rapid.SampledFrom([]string{"", "9f2c 81d4 77a0 3be1"}).Draw(t, "head"),
	}
	l.Talk = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Remark {
		return Remark{Name: someLabel.Draw(t, "speaker"), Private: rapid.Bool().Draw(t, "private"), Own: rapid.Bool().Draw(t, "own"),
			To: someLabel.Draw(t, "hearer"), Text: someText.Draw(t, "remark")}
	}), 0, 3).Draw(t, "talk")
	if rapid.Bool().Draw(t, "has a page") {
		l.Page = &engine.Page{Asks: someText.Draw(t, "asks"), Silence: someText.Draw(t, "silence"),
			Blocks: rapid.SliceOfN(someBlock, 0, 7).Draw(t, "blocks")}
	}
	return l
})

func TestTextIsNarrowAndTellsNoSerial(t *testing.T) {
	c := speaking(t)
	rapid.Check(t, func(t *rapid.T) {
		l, lang := someLetter.Draw(t, "letter"), rapid.SampledFrom(languages).Draw(t, "lang")
		text := c.Text(l, lang)
		narrow(t, text)
		if l.Page == nil {
			return
		}
		for _, id := range l.Page.IDs() {
			if strings.Contains(text, strconv.Itoa(id)) {
				t.Errorf("the serial %d is printed", id)
			}
		}
	})
}

func TestChoicesAreReadBack(t *testing.T) {
	c := speaking(t)
	rapid.Check(t, func(t *rapid.T) {
		l, lang := someLetter.Draw(t, "letter"), rapid.SampledFrom(languages).Draw(t, "lang")
		l.Answers = nil
		v := c.voice(lang, l.Names)
		var want []string
		if l.Page != nil {
			for _, b := range l.Page.Blocks {
				want = append(want, ordersOf(b, v)...)
			}
		}
		text := c.Text(l, lang)
		if diff := cmp.Diff(want, Choices(text)); diff != "" {
			t.Errorf("-want +got\n%s\n%s", diff, text)
		}
		if diff := cmp.Diff(want, Choices(strings.ReplaceAll(text, "\n", "\r\n"))); diff != "" {
			t.Errorf("CRLF: -want +got\n%s", diff)
		}
	})
}

func ordersOf(b engine.Block, v voice) []string {
	var orders []string
	if c, ok := b.(engine.Choices); ok {
		for _, item := range c.Items {
			if sendable(item) {
				orders = append(orders, spelled(item, v))
			}
		}
	}
	return orders
}

// Whatever a card face down has besides, it looks like every other.
func TestCardsFaceDownAreAlike(t *testing.T) {
	c := speaking(t)
	bare := Letter{Page: &engine.Page{Blocks: []engine.Block{engine.Cards{Faces: downs(2)}, engine.Table{Rows: [][]engine.Cell{{{Faces: downs(1)}}}}}}}
	odd := engine.Face{Label: "legal", Mark: "L", Tone: "good", Down: true}
	told := Letter{Page: &engine.Page{Blocks: []engine.Block{engine.Cards{Faces: []engine.Face{odd, {Down: true}}}, engine.Table{Rows: [][]engine.Cell{{{Faces: []engine.Face{odd}}}}}}}}
	if diff := cmp.Diff(c.Text(bare, "en"), c.Text(told, "en")); diff != "" {
		t.Error(diff)
	}
}
