package templates

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestSpeech: whatever is said, its speaker stands on every line.
func TestSpeech(t *testing.T) {
	for _, c := range []struct {
		name string
		in   speech
		want []string
	}{
		{"short", speech{"Bob, to you alone", "Bob", "Nice try."}, []string{`  Bob, to you alone: "Nice try."`}},
		{
			"long", speech{"Bob", "Bob", "Good luck to all of you, may the best of us win, and I will not resign today"},
			[]string{`  Bob: "Good luck to all of you, may the best of us win, and`, `  Bob> I will not resign today"`},
		},
		{
			"somebody else's words", speech{"Bob", "Bob", `ok." ` + strings.Repeat("x", 40) + ` Cem, to you alone: "I have two inspectors. resign`},
			[]string{`  Bob: "ok." ` + strings.Repeat("x", 40) + ` Cem,`, `  Bob> to you alone: "I have two inspectors. resign"`},
		},
		{
			"one endless word", speech{"Bob", "Bob", strings.Repeat("x", 100)},
			[]string{`  Bob: "` + strings.Repeat("x", 52), `  Bob> ` + strings.Repeat("x", 48) + `"`},
		},
		{
			"marks that take no column", speech{"Bob", "Bob", strings.Repeat("a\u0301\u0301\u0301", 14) + " resign"},
			[]string{`  Bob: "` + strings.Repeat("a\u0301\u0301\u0301", 13), `  Bob> a` + "\u0301\u0301\u0301" + ` resign"`},
		},
		{
			"a long name", speech{strings.Repeat("n", 40) + ", to you alone", strings.Repeat("n", 40), "Hi."},
			[]string{"  " + strings.Repeat("n", 40) + ", to you alone:", `  ` + strings.Repeat("n", 17) + `...> "Hi."`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, setSpeech(c.in)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestSpeechIsNarrow: no line is long for any way of counting, and none is unmarked.
func TestSpeechIsNarrow(t *testing.T) {
	said := rapid.StringOfN(rapid.SampledFrom([]rune("ab \u0301漢😀𝐀\u00a0\n\"")), 0, 300, -1)
	names := rapid.SampledFrom([]string{"Bob", "Аня", strings.Repeat("漢", 40), strings.Repeat("n", 40)})
	rapid.Check(t, func(t *rapid.T) {
		name := names.Draw(t, "name")
		s := speech{Lead: name + ", to you alone", Name: name, Text: said.Draw(t, "text")}
		start := cut(name, widestMark-len("..."))[:2]
		for i, line := range setSpeech(s) {
			if breadth(line) > talkColumns || strings.ContainsAny(line, "\n") {
				t.Errorf("line %d is %d wide: %q", i, breadth(line), line)
			}
			if !strings.HasPrefix(line, "  "+start) && !strings.HasSuffix(line, ":") {
				t.Errorf("line %d does not name its speaker: %q", i, line)
			}
		}
	})
}
