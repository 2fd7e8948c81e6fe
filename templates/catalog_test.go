package templates

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

func TestFrameSaysTheSameInEveryLanguage(t *testing.T) {
	c, err := NewCatalog()
	if err != nil {
		t.Fatal(err)
	}
	if missing := c.Missing(); missing != nil {
		t.Errorf("missing: %q", missing)
	}
	if diff := cmp.Diff(c.Keys("en"), c.Keys("nl")); diff != "" {
		t.Errorf("-en +nl\n%s", diff)
	}
	for key, m := range c.messages["en"] {
		if diff := cmp.Diff(m, c.messages["nl"][key], cmp.AllowUnexported(message{})); diff != "" {
			t.Errorf("%s: -en +nl\n%s", key, diff)
		}
	}
}

func TestMissing(t *testing.T) {
	c, err := NewCatalog(map[string][]byte{"en": []byte(`"trial.en" = "a"`), "nl": []byte(`"trial.nl" = "b"`)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"en: trial.nl", "nl: trial.en"}, c.Missing()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestNewCatalogRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, says string }{
		"a key of the frame": {`[choices]` + "\n" + `heading = "x"`, "twice"},
		"a broken gap":       {`trial = "a {{.X"`, "trial"},
		"no other":           {`trial = { one = "a" }`, "other"},
		"no TOML":            {`trial`, "toml"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewCatalog(map[string][]byte{"en": []byte(c.text)})
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want an error with %q", err, c.says)
			}
		})
	}
	same := map[string][]byte{"en": []byte(`trial = "a"`)}
	if _, err := NewCatalog(same, same); err == nil {
		t.Error("two games with one key: want an error")
	}
}

const sayings = `
who = "{{.Who}} and {{.Others}} see {{.cards}}"
quote = "{{.Who}}: {{.Text}}"
[many]
one = "{{.N}} card"
other = "{{.N}} cards"
`

func TestSay(t *testing.T) {
	c, err := NewCatalog(map[string][]byte{"en": []byte(sayings), "nl": []byte(sayings)})
	if err != nil {
		t.Fatal(err)
	}
	w := c.For("en-GB", engine.Roster{"Ann", "Bob\r\n", "Cem"})
	for _, s := range []struct {
		key, want string
		args      engine.Args
	}{
		{"who", "Ann and Bob  , Cem see L, X", engine.Args{"Who": engine.Seat(1), "Others": []engine.Seat{2, 3}, "Cards": []string{"L", "X"}}},
		{"quote", "Cem: a b{{.Who}}<i>", engine.Args{"who": engine.Seat(3), "Text": "a\nb\x07\u202e{{.Who}}<i>"}},
		{"many", "1 card", engine.Args{"N": 1}},
		{"many", "0 cards", engine.Args{"N": 0}},
		{"many", "2 cards", engine.Args{"n": 2}},
	} {
		if got := w.Say(s.key, s.args); got != s.want {
			t.Errorf("%s %v: got %q, want %q", s.key, s.args, got, s.want)
		}
	}
	if w.Lang() != "en" || c.For("xx", nil).Lang() != "en" || c.For("NL", nil).Lang() != "nl" {
		t.Error("languages are not found as they should be")
	}
}

func TestUnsaid(t *testing.T) {
	c, err := NewCatalog(map[string][]byte{"en": []byte(sayings + "\n" + `["trial"]` + "\n" + `english = "only"`)})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	c.Unsaid = func(lang, key string, _ error) { told = append(told, lang+" "+key) }
	w := c.For("nl", engine.Roster{"Ann"})
	got := []string{w.Say("nowhere", nil), w.Say("trial.english", nil), c.For("en", nil).Say("quote", engine.Args{"Who": "x"})}
	if diff := cmp.Diff([]string{"[nowhere]", "only", "x: …"}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff([]string{"nl nowhere", "nl trial.english", "en quote"}, told); diff != "" {
		t.Errorf("told: -want +got\n%s", diff)
	}
}

// The help says the same orders in both languages as the other words do.
func TestHelpNamesTheOrdersOfOtherWords(t *testing.T) {
	c := speaking(t)
	join := regexp.MustCompile(`: (\w+) K7F3Q`)
	for _, lang := range languages {
		w := c.For(lang, nil)
		verb := join.FindStringSubmatch(w.Say("answered.opened", engine.Args{"Table": "K7F3Q", "Game": "g"}))
		if verb == nil || !slices.Contains(strings.Fields(w.Say("help.short", nil)), verb[1]) {
			t.Errorf("%s: the help does not explain %q", lang, verb)
		}
	}
}

func TestCatalogIsSharedSafely(t *testing.T) {
	c := speaking(t)
	want := c.Text(mixedLetter("nl"), "nl")
	for range 4 {
		t.Run("reader", func(t *testing.T) {
			t.Parallel()
			fresh := speaking(t)
			got := make(chan string, 2)
			for range 2 {
				go func() { got <- fresh.Text(mixedLetter("nl"), "nl") }()
			}
			for range 2 {
				if <-got != want {
					t.Error("two readers at once read something else")
				}
			}
		})
	}
}
