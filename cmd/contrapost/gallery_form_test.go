package main

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"contrapost/templates"
)

// keptLetters are the texts of the gallery, by file, each with its HTML.
func keptLetters(t *testing.T) map[string][2]string {
	t.Helper()
	files, err := filepath.Glob(galleryPath + "/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][2]string{}
	for _, file := range files {
		var parts [2]string
		for i, path := range []string{file, strings.TrimSuffix(file, "txt") + "html"} {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			parts[i] = string(text)
		}
		all[filepath.Base(file)] = parts
	}
	if len(all) < 100 {
		t.Fatalf("only %d letters are kept", len(all))
	}
	return all
}

// TestGalleryIsNarrow: no line of a text letter is wider than 72 columns, the subject
// aside, which is no line of it.
func TestGalleryIsNarrow(t *testing.T) {
	for name, l := range keptLetters(t) {
		_, text, _ := strings.Cut(l[0], "\n\n")
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 72 {
				t.Errorf("%s: %d columns: %q", name, n, line)
			}
		}
	}
}

// citesRule is what the number of a ruling asks for, which is a link in HTML alone.
var citesRule = regexp.MustCompile(`^(rules|regels) [A-Z]\d+$`)

// TestGalleryOffersTheSameInBoth: the orders that a text letter lists are the links of
// its HTML, in the same order.
func TestGalleryOffersTheSameInBoth(t *testing.T) {
	offered := 0
	for name, l := range keptLetters(t) {
		var bodies []string
		doc, err := html.Parse(strings.NewReader(l[1]))
		if err != nil {
			t.Fatal(err)
		}
		for n := range doc.Descendants() {
			if n.Data != "a" || n.Type != html.ElementNode {
				continue
			}
			for _, a := range n.Attr {
				if link, err := url.Parse(a.Val); a.Key == "href" && err == nil {
					if body := link.Query().Get("body"); !citesRule.MatchString(body) {
						bodies = append(bodies, body)
					}
				}
			}
		}
		choices := templates.Choices(l[0])
		offered += len(choices)
		text := strings.Join(strings.Fields(l[0]), " ")
		bodies = slices.DeleteFunc(bodies, func(body string) bool { // of what can always be written
			return !slices.Contains(choices, body) && strings.Contains(text, body)
		})
		if len(bodies) > 0 && !slices.Equal(choices, bodies) {
			t.Errorf("%s: the text offers %q, the links %q", name, choices, bodies)
		}
		if asksAtATable := strings.HasPrefix(name, "konvooi-") || strings.HasPrefix(name, "declare-"); asksAtATable && len(choices) > 0 && len(bodies) == 0 {
			t.Errorf("%s: no order is a link", name)
		}
	}
	if offered < 300 {
		t.Errorf("only %d orders are offered", offered)
	}
}
