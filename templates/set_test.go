package templates

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

func TestMeasure(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "café": 4, "cafe\u0301": 4, "一二": 4, "ＡＢ": 4, "🃏a": 3, "a\u200db": 2,
	} {
		if got := measure(text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for text, want := range map[string]string{"abcdef": "abcdef", "abc defgh": "abc...", "一二三四五": "一..."} {
		if got := cut(text, 6); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestMoment(t *testing.T) {
	v := speaking(t).voice("en", nil)
	at := time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		zone *time.Location
		want string
	}{
		{nil, "Thursday 31 December 2026, 23:30 UTC"},
		{time.FixedZone("GMT", 0), "Thursday 31 December 2026, 23:30 GMT (23:30 UTC)"},
		{amsterdam, "Friday 1 January 2027, 00:30 CET (Thursday 31 December 2026, 23:30 UTC)"},
		{time.FixedZone("-03", -3*3600), "Thursday 31 December 2026, 20:30 UTC-03:00 (23:30 UTC)"},
	} {
		if got := moment(at, c.zone, v); got != c.want {
			t.Errorf("%v: got %q, want %q", c.zone, got, c.want)
		}
	}
}

// TestSpansAreWordedExactly: a length of time that was agreed on is not rounded.
func TestSpansAreWordedExactly(t *testing.T) {
	c := speaking(t)
	for d, want := range map[time.Duration][2]string{
		0:                                {"", ""},
		time.Minute:                      {"1 minute", "1 minuut"},
		90 * time.Minute:                 {"1 hour 30 minutes", "1 uur 30 minuten"},
		24 * time.Hour:                   {"24 hours", "24 uur"},
		72 * time.Hour:                   {"72 hours", "72 uur"},
		7 * 24 * time.Hour:               {"7 days", "7 dagen"},
		100 * time.Hour:                  {"100 hours", "100 uur"},
		90 * time.Second:                 {"1m30s", "1m30s"},
		30*24*time.Hour + 20*time.Minute: {"720 hours 20 minutes", "720 uur 20 minuten"},
	} {
		for i, lang := range []string{"en", "nl"} {
			if got := c.voice(lang, nil).word(engine.Span(d)); got != want[i] {
				t.Errorf("%v in %s: got %q, want %q", d, lang, got, want[i])
			}
		}
	}
}

func TestBy(t *testing.T) {
	v := speaking(t).voice("en", nil)
	const when = "Answer by Thursday 3 December 2026, 17:00 UTC"
	for _, c := range []struct {
		left time.Duration
		want string
	}{
		{72 * time.Hour, when + ": 3 days left."},
		{71*time.Hour + 59*time.Minute, when + ": 3 days left."},
		{47*time.Hour + 59*time.Minute, when + ": 2 days left."},
		{47 * time.Hour, when + ": 47 hours left."},
		{23*time.Hour + 59*time.Minute, when + ": 24 hours left."},
		{119 * time.Minute, when + ": 119 minutes left."},
		{time.Second, when + ": 1 minute left."},
		{0, "The time to answer ended on Thursday 3 December 2026, 17:00 UTC."},
	} {
		if got := by(Letter{Deadline: deadline, Now: deadline.Add(-c.left)}, v); got != c.want {
			t.Errorf("%v: got %q, want %q", c.left, got, c.want)
		}
	}
	if got := by(Letter{Deadline: deadline}, v); got != when+"." {
		t.Errorf("got %q", got)
	}
}

// text sets blocks as a letter would, without its foot.
func text(t *testing.T, blocks ...engine.Block) string {
	t.Helper()
	all := speaking(t).Text(Letter{Kind: KindNotice, Page: &engine.Page{Blocks: blocks}}, "en")
	before, _, _ := strings.Cut(all, "\n\n-- \n")
	narrow(t, before)
	return before
}

func TestTables(t *testing.T) {
	long := strings.Repeat("word ", 16)
	row := func(cells ...string) []engine.Cell {
		var all []engine.Cell
		for _, c := range cells {
			all = append(all, engine.Cell{Text: c})
		}
		return all
	}
	for name, c := range map[string]struct {
		table engine.Table
		want  string
	}{
		"wraps": {
			engine.Table{Columns: []engine.Column{{Label: "who"}, {Label: "n", Number: true}}, Rows: [][]engine.Cell{row(long, "7"), row("b", "12")}},
			"  who" + strings.Repeat(" ", 66) + "n\n" +
				"  word word word word word word word word word word word word word     7\n" +
				"  word word word\n" +
				"  b" + strings.Repeat(" ", 67) + "12",
		},
		"stacks": {
			engine.Table{Columns: []engine.Column{{}, {Label: "left"}, {}},
				Rows: [][]engine.Cell{row("Ann", strings.Repeat("x", 40), strings.Repeat("y", 40)), row("Bob", "", "z")}},
			"  Ann\n    left: " + strings.Repeat("x", 40) + "\n    " + strings.Repeat("y", 40) + "\n  Bob\n    z",
		},
		"without labels, ragged": {
			engine.Table{Rows: [][]engine.Cell{row("a"), row("b", "c")}},
			"  a\n  b   c",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, text(t, c.table)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestCards(t *testing.T) {
	wide := engine.Face{Label: strings.TrimSpace(strings.Repeat("legal ", 12))}
	got := text(t,
		engine.Cards{Label: strings.TrimSpace(strings.Repeat("label ", 5)), Faces: []engine.Face{{Label: "legal"}, {Mark: "X"}}},
		engine.Cards{Label: "In sight"},
		engine.Cards{Label: "Pile", Faces: downs(3), Note: "Nobody knows them."},
		engine.Cards{Faces: []engine.Face{wide, {Label: "legal"}}})
	want := `  label label label label label
    1 legal   1 X
  In sight   none
  Pile       3 face down
  Nobody knows them.
  1 legal legal legal legal legal legal legal legal legal legal legal
  legal, 1 legal`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestManual(t *testing.T) {
	page := Manual([]byte("# Konvooi\n\n**K1** Two to\nfive play.\n\n| card | worth |\n|---|---|\n| `L` | $1,000 |\n- one\n  and more\n- `two`\n\nEnd.\r\n## Luck\nNone."))
	want := []engine.Block{
		engine.Heading{Text: "Konvooi"},
		engine.Paragraph{Text: "K1 Two to five play."},
		engine.Table{
			Columns: []engine.Column{{Label: "card"}, {Label: "worth"}},
			Rows:    [][]engine.Cell{{{Text: "L"}, {Text: "$1,000"}}},
		},
		engine.Listing{Lines: []string{"one and more", "two"}},
		engine.Paragraph{Text: "End."},
		engine.Heading{Text: "Luck"},
		engine.Paragraph{Text: "None."},
	}
	if diff := cmp.Diff(want, page.Blocks); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	const set = "KONVOOI\nK1 Two to five play.\n\n  card   worth\n  L      $1,000\n  one and more\n  two\n\nEnd.\n\nLUCK\nNone."
	if diff := cmp.Diff(set, text(t, page.Blocks...)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestSubject(t *testing.T) {
	c := speaking(t)
	l := Letter{Game: "Konvooi\r\nBcc: x", Table: "K7F3Q", Names: engine.Roster{"Ann\n", "Zoë"}}
	if got := c.Subject(l, "nl"); got != "[KonvooiBcc: x K7F3Q] Ann, Zoë" {
		t.Errorf("got %q", got)
	}
	for kind := range map[string]bool{KindAnswer: true, KindAsked: true, KindOver: true} {
		full := overLetter("en")
		full.Kind = kind
		if got := c.Subject(full, "en"); got != "[Konvooi K7F3Q] Ann, Bob, Cem" {
			t.Errorf("%s: got %q", kind, got)
		}
	}
}

// A line that is one column too long breaks, and one that just fits does not.
func TestEdges(t *testing.T) {
	wide := func(n int) string { return strings.Repeat("legal ", n/6) + strings.Repeat("x", n%6) }
	choices := engine.Choices{Items: []engine.Choice{
		{Order: wide(orderColumn), Gloss: "beside"},
		{Order: wide(orderColumn + 1), Gloss: "below"},
	}}
	got := text(t, choices,
		engine.Cards{Label: wide(labelColumn - 1), Faces: []engine.Face{{Label: wide(43)}}},
		engine.Paragraph{Text: wide(columns-1) + "\n" + wide(columns-2) + " xx"})
	want := "YOU MAY ANSWER\n  legal legal legal legal xxxx   beside\n  legal legal legal legal xxxxx\n" +
		strings.Repeat(" ", 33) + "below\n\n" +
		"  legal legal legal xxxxx   1 legal legal legal legal legal legal legal\n" + strings.Repeat(" ", 28) + "x\n\n" +
		wide(columns-1) + "\n" + wide(columns-2) + "\nxx"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestHelpFollowsOnce(t *testing.T) {
	c := speaking(t)
	l := Letter{Kind: KindAnswer, Answers: []engine.Answer{{Line: "hulp", Verdict: engine.Done, Order: "help", Told: sentences("helped")}}}
	want := c.Text(l, "nl")
	if strings.Count(want, "meedoen TAFEL als NAAM") != 1 {
		t.Errorf("no help, or twice:\n%s", want)
	}
	l.Notes = []Note{{Key: "help.short"}}
	if diff := cmp.Diff(want, c.Text(l, "nl")); diff != "" {
		t.Error(diff)
	}
}
