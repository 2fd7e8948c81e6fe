package templates

import (
	"strings"
	"testing"

	"contrapost/engine"
)

// TestClosingLetterSaysHow: with a file that is a page, with one that is a history, and
// without one; and only where the secret is out and its parts are told.
func TestClosingLetterSaysHow(t *testing.T) {
	c := speaking(t)
	for file, want := range map[string]string{
		"konvooi-K7F3Q.html":     "step through in a browser",
		"konvooi-K7F3Q.jsonl.gz": "is the history of the game",
		"":                       "contrapost export",
	} {
		l := overLetter("en")
		l.File = file
		l.Names = engine.Roster{"Ann", "A name of forty characters, all of them!", "Cem"}
		text := c.Text(l, "en")
		narrow(t, text)
		if said := strings.Join(strings.Fields(text), " "); !strings.Contains(said, want) || !strings.Contains(said, "all of them!: fedcba9876543210fedc") {
			t.Errorf("with the file %q:\n%s", file, text)
		}
		if first, _, _ := strings.Cut(text, "\n"); first != "Cem has won." {
			t.Errorf("it begins with %q", first)
		}
		l.Parts = nil
		if text = c.Text(l, "en"); strings.Contains(text, "put in") || strings.Contains(text, "verify") {
			t.Errorf("a later letter says it again:\n%s", text)
		}
	}
}

// TestPageOffersItsHistory: the link takes neither script nor network, and there is none
// where there is nothing to save.
func TestPageOffersItsHistory(t *testing.T) {
	r := shortReplay("Bob")
	bare, err := speaking(t).Replay(r, "en")
	if err != nil {
		t.Fatal(err)
	}
	r.History = Saved{Name: "konvooi-K7F3Q.jsonl.gz", Data: []byte{0xfb, 0xef, 0xbe, 1}}
	page, err := speaking(t).Replay(r, "en")
	if err != nil {
		t.Fatal(err)
	}
	link := `<a id="save" download="konvooi-K7F3Q.jsonl.gz" href="data:application/gzip;base64,++++AQ==">`
	if !strings.Contains(string(page), link) || strings.Contains(string(bare), "<a ") {
		t.Error("the page offers something else")
	}
}
