package templates

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

var update = flag.Bool("update", false, "write the goldens anew")

// trial are words as a game brings them.
var trial = map[string][]byte{
	"en": []byte(`
[refused.trial-few]
one = "You hold {{.Count}} card for {{.Who}}, not {{.Wanted}}."
other = "You hold {{.Count}} cards for {{.Who}}, not {{.Wanted}}."
[answered]
trial = "What {{.Seat}} gave you is yours alone to know until one of you shows it to the others."
`),
	"nl": []byte(`
[refused.trial-few]
one = "Je hebt {{.Count}} kaart voor {{.Who}}, geen {{.Wanted}}."
other = "Je hebt {{.Count}} kaarten voor {{.Who}}, geen {{.Wanted}}."
[answered]
trial = "Wat {{.Seat}} je gaf weet jij alleen, tot een van jullie het de anderen toont."
`),
}

// vocabularies are words of orders as a game and the lobby bring them.
var vocabularies = []engine.Lexicon{
	{
		Written: map[string]map[string]string{"nl": {
			"draw": "trek", "deck": "stapel", "pass": "pas", "convoy": "konvooi", "let go": "laat gaan", "inspect": "controleer",
			"check": "draai", "when": "wanneer", "of": "van", "from": "van", "swap": "ruil",
		}},
	},
	{
		Written:   map[string]map[string]string{"nl": {"new": "nieuw", "for": "voor", "join": "meedoen", "as": "als", "say": "zeg", "tell": "fluister", "forget me": "vergeet mij"}},
		TextAfter: map[string]int{"say": 1, "tell": 2},
	},
}

// speaking is a catalog in which whatever cannot be said fails the test.
func speaking(t interface {
	Helper()
	Fatal(...any)
	Errorf(string, ...any)
}) *Catalog {
	t.Helper()
	c, err := NewCatalog(trial)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Spell(vocabularies...); err != nil {
		t.Fatal(err)
	}
	c.Unsaid = func(lang, key string, err error) { t.Errorf("%s: %s: %v", lang, key, err) }
	return c
}

func TestGoldens(t *testing.T) {
	letters := map[string]func(string) Letter{
		"turn": turnLetter, "invited": invitedLetter, "said": saidLetter, "resent": resentLetter, "convoy": convoyLetter, "refusal": refusalLetter, "mixed": mixedLetter,
		"opening": openingLetter, "over": overLetter, "service": serviceLetter, "forget": forgetLetter, "forgotten": forgottenLetter,
		"ruling": rulingLetter, "paused": pausedLetter, "taken": takenLetter, "ended": endedLetter, "waits": waitsLetter, "sealed": sealedLetter,
	}
	c := speaking(t)
	for name, letter := range letters {
		for _, lang := range languages {
			t.Run(name+"."+lang, func(t *testing.T) {
				l := letter(lang)
				text := "Subject: " + c.Subject(l, lang) + "\n\n" + c.Text(l, lang)
				narrow(t, text)
				golden(t, name+"."+lang+".txt", text)
				l.ReplyTo = replyTo
				golden(t, name+"."+lang+".html", c.LetterHTML(l, lang))
			})
		}
	}
}

func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// narrow tests that no line is too wide, and none ends in a blank but the one
// that a foot begins with.
func narrow(t interface {
	Helper()
	Errorf(string, ...any)
}, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if measure(line) > columns {
			t.Errorf("%d columns: %q", measure(line), line)
		}
		if line != "-- " && strings.TrimRight(line, " ") != line {
			t.Errorf("blanks at the end: %q", line)
		}
	}
}

func TestChoicesOfGolden(t *testing.T) {
	c := speaking(t)
	for lang, want := range map[string][]string{
		"en": {"let go", "inspect INS", "inspect INS check 4 1 2", "when convoy of 3+ from Bob inspect CPT"},
		"nl": {"laat gaan", "controleer INS", "controleer INS draai 4 1 2", "wanneer konvooi van 3+ van Bob controleer CPT"},
	} {
		text := strings.ReplaceAll(c.Text(convoyLetter(lang), lang), "\n", "\r\n")
		if diff := cmp.Diff(want, Choices(text)); diff != "" {
			t.Errorf("%s: -want +got\n%s", lang, diff)
		}
	}
}
