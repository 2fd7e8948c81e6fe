package engine

import "testing"

func TestDecodeDeckSaysWhichLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{\n\"game\": \"g\"}\n", ""},
		{"{\n\"game\": 3}", `line 2: "game" cannot be a number`},
		{"{\n\n\"game\" \"g\"}", "line 3: invalid character '\"' after object key"},
		{"{\n\"game\": \"g\",\n\"more\": 1}", `line 3: unknown field "more"`},
		{"{\"game\":", "line 1: the deck ends too early"},
		{"", "line 1: the deck ends too early"},
		{"{\"game\": \"g\"}\n{}", "line 2: text follows the end of the deck"},
	} {
		var file struct {
			Game string `json:"game"`
		}
		got := ""
		if err := DecodeDeck([]byte(c.text), &file); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
