package main

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-message/mail"

	"contrapost/events/table"
)

// galleryPath is where one letter of every kind lies, in each language as text and as
// HTML, as the service sends it. TestGallery writes them with -update.
const galleryPath = "testdata/gallery"

// exhibit is a letter of the gallery.
type exhibit struct {
	name       string
	kind       string // one of the kinds of letters
	text, html string // text with its subject
}

// curator has letters come about at a desk, and keeps those that are to be shown.
type curator struct {
	*desk
	shown   map[string]exhibit // by name
	seen    int                // letters that were looked at for what they ask
	wanting []string           // what nobody was asked in a game that ended too soon
}

// What differs with every change of a log says nothing of how a
// letter looks.
var (
	headInLetter = regexp.MustCompile(`[0-9a-f]{4}( [0-9a-f]{4}){3}`)
	tokenInLink  = regexp.MustCompile(`\.[a-z2-7]{16}@`)
)

func steadied(text string) string {
	text = headInLetter.ReplaceAllString(text, "0123 4567 89ab cdef")
	return tokenInLink.ReplaceAllString(text, ".abcdefghij234567@")
}

// hang keeps the last letter of a kind that somebody got.
func (c *curator) hang(name, reader, kind string) {
	c.Helper()
	for _, l := range slices.Backward(c.letters) {
		if l.to == c.writer(reader) && c.kindOf(l) == kind {
			c.frame(name, kind, l)
			return
		}
	}
	last := c.letters[len(c.letters)-1]
	c.Fatalf("%s: %s got no letter of the kind %s; the last was to %s, %s:\n%s", name, reader, kind, last.to.name, c.kindOf(last), last.text)
}

// hangAny keeps the last letter of a kind, whoever got it.
func (c *curator) hangAny(name, kind string) {
	c.Helper()
	for _, l := range slices.Backward(c.letters) {
		if c.kindOf(l) == kind {
			c.frame(name, kind, l)
			return
		}
	}
	c.Fatalf("%s: there is no letter of the kind %s", name, kind)
}

func (c *curator) frame(name, kind string, l dispatched) {
	c.Helper()
	c.shown[name] = exhibit{
		name: name, kind: kind, text: steadied("Subject: " + l.subject + "\n\n" + l.text), html: steadied(c.htmlOf(l.raw)),
	}
}

func (c *curator) kindOf(l dispatched) string {
	c.Helper()
	letter, err := c.service.store.LetterByMessage(c.Context(), l.messageID)
	c.must(err)
	return letter.Kind
}

// htmlOf is the HTML part of a letter.
func (c *curator) htmlOf(raw []byte) string {
	c.Helper()
	r, err := mail.CreateReader(bytes.NewReader(raw))
	c.must(err)
	for {
		part, err := r.NextPart()
		c.must(err)
		if header, ok := part.Header.(*mail.InlineHeader); ok {
			if kind, _, _ := header.ContentType(); kind == "text/html" {
				text, err := io.ReadAll(part.Body)
				c.must(err)
				return strings.ReplaceAll(string(text), "\r\n", "\n")
			}
		}
	}
}

// hung is the whole gallery in a language.
func hung(t *testing.T, lang string) map[string]exhibit {
	t.Helper()
	shown := map[string]exhibit{}
	for i, scene := range scenes {
		for attempt := range 10 {
			desk := furnishedDesk(t, fated(10*i+attempt), lang, func(s *settings) {
				s.operator, s.moderators, s.authserv = addressOf("Odette"), []string{addressOf("Odette")}, "mx.elsewhere.test"
				s.limits = scene.limits
			})
			c := &curator{desk: desk, shown: shown}
			if scene.play(c); c.wanting == nil {
				break
			}
		}
	}
	return shown
}

// TestGallery holds the letters of every kind against those that are kept; -update keeps
// them anew.
func TestGallery(t *testing.T) {
	for _, lang := range []string{"en", "nl"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			shown := hung(t, lang)
			for _, name := range slices.Sorted(maps.Keys(shown)) {
				file := filepath.Join(galleryPath, name+"."+lang)
				compare(t, file+".txt", shown[name].text)
				compare(t, file+".html", shown[name].html)
			}
			complete(t, lang, shown)
			kept, err := filepath.Glob(filepath.Join(galleryPath, "*."+lang+".*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range kept {
				name, _, _ := strings.Cut(filepath.Base(file), ".")
				if _, ok := shown[name]; !ok {
					t.Errorf("%s: nothing makes it", file)
				}
			}
		})
	}
}

// kindInSource is a kind of letters as the code names it.
var kindInSource = regexp.MustCompile(`(?m)^\tKind\w+\s+= "([a-z-]+)"`)

// complete wants a letter of every kind, with every question of every game, and every
// note and ruling there is to be told.
func complete(t *testing.T, lang string, shown map[string]exhibit) {
	t.Helper()
	source, err := os.ReadFile("../../events/table/work.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := kindInSource.FindAllStringSubmatch(string(source), -1)
	if len(kinds) < 20 {
		t.Errorf("only %d kinds of letters are known", len(kinds))
	}
	all := slices.Collect(maps.Values(shown))
	for _, kind := range kinds {
		if !slices.ContainsFunc(all, func(e exhibit) bool { return e.kind == kind[1] }) {
			t.Errorf("no letter is shown of the kind %s", kind[1])
		}
	}
	for _, name := range questions {
		if _, ok := shown[name]; !ok {
			t.Errorf("no letter is shown that asks %s", name)
		}
	}
	everyNote(t, lang, all)
}

// questions are the names of letters that a player is asked something by.
var questions = []string{
	"konvooi-turn", "konvooi-second-card", "konvooi-bids", "konvooi-bribe", "konvooi-answer", "konvooi-check",
	"declare-place", "declare-choose", "declare-extra", "declare-draw", "declare-overflow", "declare-inspection",
	"declare-action-conceal", "declare-action-reveal", "declare-action-swap", "declare-action-steal", "declare-action-discard",
	"declare-action-safe",
}

// conditional is what a message says only if it has something to say it of.
var conditional = regexp.MustCompile(`(?s)\{\{if.*?\{\{end\}\}`)

// everyNote wants every note and ruling of the words files to stand in some letter.
func everyNote(t *testing.T, lang string, all []exhibit) {
	t.Helper()
	var texts strings.Builder
	for _, e := range all {
		texts.WriteString(strings.Join(strings.Fields(e.text), " ") + "\n")
	}
	n := 0
	for key, message := range wordsFiles(t)["frame"][lang] {
		first, _, _ := strings.Cut(key, ".")
		if first != "note" && first != "ruling" || strings.HasSuffix(key, ".one") {
			continue
		}
		n++
		var pattern strings.Builder
		pattern.WriteString("(?i)") // headings are in capitals
		message = conditional.ReplaceAllString(message, "{{}}")
		for i, part := range gap.Split(strings.Join(strings.Fields(message), " "), -1) {
			if i > 0 {
				pattern.WriteString(".*")
			}
			pattern.WriteString(regexp.QuoteMeta(part))
		}
		if !regexp.MustCompile(pattern.String()).MatchString(texts.String()) {
			t.Errorf("no letter is shown that says %s: %s", key, message)
		}
	}
	if n < 40 {
		t.Errorf("only %d notes are known", n)
	}
}

// answered has somebody write to the table, and keeps the answer.
func (c *curator) answered(name, reader, text string) {
	c.Helper()
	c.reply(reader, text)
	c.hang(name, reader, table.KindAnswer)
}
