package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/BurntSushi/toml"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
)

// wordsFiles are the words of the frame and of the games, by file and language.
func wordsFiles(t *testing.T) map[string]map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]map[string]string{}
	add := func(name, lang string, text []byte) {
		var tree map[string]any
		if err := toml.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
		if all[name] == nil {
			all[name] = map[string]map[string]string{}
		}
		all[name][lang] = map[string]string{}
		flatten(all[name][lang], "", tree)
	}
	for _, lang := range []string{"en", "nl"} {
		text, err := os.ReadFile("../../templates/words." + lang + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		add("frame", lang, text)
		for _, g := range games.All() {
			add(g.Name(), lang, g.Words()[lang])
		}
	}
	return all
}

func flatten(flat map[string]string, prefix string, tree map[string]any) {
	for key, v := range tree {
		switch v := v.(type) {
		case string:
			flat[prefix+key] = v
		case map[string]any:
			flatten(flat, prefix+key+".", v)
		}
	}
}

// sameInBoth are messages that are the same in English and in Dutch.
var sameInBoth = []string{"konvooi.column.hand", "konvooi.choice.draw-open"}

var gap = regexp.MustCompile(`\{\{[^}]*\}\}`)

// TestDutchIsTranslated: a Dutch message is not the English one.
func TestDutchIsTranslated(t *testing.T) {
	n := 0
	for name, words := range wordsFiles(t) {
		for key, en := range words["en"] {
			n++
			bare := gap.ReplaceAllString(en, "")
			if en == words["nl"][key] && strings.ContainsFunc(bare, unicode.IsLetter) && !slices.Contains(sameInBoth, key) {
				t.Errorf("%s: %s is %q in both languages", name, key, en)
			}
		}
	}
	if n < 700 {
		t.Errorf("only %d messages were read", n)
	}
}

// outOfUse are words that would be a second name for something, by the text that has
// the first: "konvooi.nl" is Konvooi in Dutch, letters and rules, "nl" everything.
var outOfUse = map[string][]string{
	"nl":         {"pagina", "postbus", "spel is uit", "spel is voorbij", "spel voorbij is"},
	"konvooi.en": {"contraband", "storehouse"},
	"konvooi.nl": {"smokkelwaar", "pakhuis", "gedekt"},
	"declare.en": {"face-down card", "cards face down", "luggage"},
	"declare.nl": {"gesloten kaart", "koffer"},
}

// TestOneWordForOneThing, in letters, help, refusals and rules.
func TestOneWordForOneThing(t *testing.T) {
	for name, words := range wordsFiles(t) {
		for lang, messages := range words {
			for key, text := range messages {
				inUse(t, name+"."+lang, key, text)
			}
		}
	}
	for _, g := range games.All() {
		for _, lang := range []string{"en", "nl"} {
			inUse(t, g.Name()+"."+lang, "rules", rulesOf(t, g, lang))
		}
	}
}

func inUse(t *testing.T, of, key, text string) {
	t.Helper()
	lang := of[strings.LastIndex(of, ".")+1:]
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, word := range slices.Concat(outOfUse[lang], outOfUse[of]) {
		if strings.Contains(text, word) {
			t.Errorf("%s, %s: %q is called otherwise elsewhere", of, key, word)
		}
	}
}

func rulesOf(t *testing.T, g engine.Game, lang string) string {
	t.Helper()
	text, err := data.Rules(g.Name(), lang)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rows are the cells of the tables of a text in Markdown.
func rows(text string) [][]string {
	var all [][]string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "|") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.Trim(strings.TrimSpace(cells[i]), "`")
		}
		all = append(all, cells)
	}
	return all
}

// TestRulesNameCardsAsLettersDo: the tables of the rules list the cards by the names
// that letters call them by.
func TestRulesNameCardsAsLettersDo(t *testing.T) {
	words := wordsFiles(t)
	deck, err := data.Deck("ntd-36")
	if err != nil {
		t.Fatal(err)
	}
	var cards struct {
		Passengers []struct {
			Number json.Number
			Name   map[string]string
		}
	}
	if err := json.Unmarshal(deck, &cards); err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "nl"} {
		want := map[string]string{}
		for _, mark := range []string{"L", "X", "LT", "CPT", "INS"} {
			want[mark] = words["konvooi"][lang]["konvooi.kind."+mark]
		}
		named(t, rulesOf(t, games.All()[0], lang), want)
		want = map[string]string{}
		for _, p := range cards.Passengers {
			want[p.Number.String()] = p.Name[lang]
		}
		named(t, rulesOf(t, games.All()[1], lang), want)
		if kind := words["declare"][lang]["declare.kind.I"]; !slices.ContainsFunc(rows(rulesOf(t, games.All()[1], lang)), func(r []string) bool { return r[0] == kind }) {
			t.Errorf("%s: the rules do not list %q", lang, kind)
		}
	}
}

// named wants a table to have a row for each mark whose second cell is the name, or
// begins with it and a comma.
func named(t *testing.T, rules string, want map[string]string) {
	t.Helper()
	for mark, name := range want {
		found := slices.ContainsFunc(rows(rules), func(r []string) bool {
			return len(r) > 2 && r[0] == mark && name != "" && (r[1] == name || strings.HasPrefix(r[1], name+","))
		})
		if !found {
			t.Errorf("the rules do not call %s %q", mark, name)
		}
	}
}

var (
	inCode   = regexp.MustCompile("`([^`]+)`")
	inOption = regexp.MustCompile("(?i)opti(e|on) `[^`]+`") // options are called the same everywhere
)

// TestOrdersInTextsAreInTheirLanguage: what rules and help tell to write is written in
// the language of the text.
func TestOrdersInTextsAreInTheirLanguage(t *testing.T) {
	words := wordsFiles(t)
	for _, g := range games.All() {
		for _, lang := range []string{"en", "nl"} {
			n := 0
			for _, m := range inCode.FindAllStringSubmatch(inOption.ReplaceAllString(strings.ReplaceAll(rulesOf(t, g, lang), "\n", " "), ""), -1) {
				n += tongue(t, g.Lexicon(), g.Verbs(), lang, m[1])
			}
			for line := range strings.Lines(words[g.Name()][lang][g.Name()+".help"]) {
				if strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   ") {
					for _, order := range strings.Split(line, ", ") {
						n += tongue(t, g.Lexicon(), g.Verbs(), lang, order)
					}
				}
			}
			if n < 20 {
				t.Errorf("%s in %s: only %d orders were found", g.Name(), lang, n)
			}
		}
	}
}

// tongue wants an order to be spelled as letters in a language spell it, and tells how
// many orders that was: what is none is passed over.
func tongue(t *testing.T, l engine.Lexicon, verbs []engine.Verb, lang, order string) int {
	t.Helper()
	order = strings.TrimSpace(order)
	names := engine.Roster{"Lou", "Kim", "Bob"}
	words := l.Read(order, names)
	if !engine.IsOrder(verbs, words) {
		return 0
	}
	if got := l.Write(engine.Order(strings.Join(words, " ")), lang, names); !strings.EqualFold(got, order) {
		t.Errorf("%s: %q would be written %q", lang, order, got)
	}
	return 1
}

// TestVocabulariesAgree: a word of the lobby's or a game's orders is written in one way
// in every letter, and the catalog of the service knows them all.
func TestVocabulariesAgree(t *testing.T) {
	c, err := newCatalog()
	if err != nil {
		t.Fatal(err)
	}
	v := c.For("nl", engine.Roster{"Ann"})
	house := lobby.Lobby{Games: games.All()}
	lexicons := []engine.Lexicon{house.Lexicon()}
	for _, g := range games.All() {
		lexicons = append(lexicons, g.Lexicon())
	}
	for _, l := range lexicons {
		for word, written := range l.Written["nl"] {
			if got := v.Say("refused.word-unknown", engine.Args{"Word": engine.Order(word)}); !strings.Contains(got, " "+written+" ") {
				t.Errorf("%s is not written %s: %s", word, written, got)
			}
		}
	}
}
