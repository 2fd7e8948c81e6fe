package declare

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/gametest"
	"contrapost/engine/scenario"
)

func caseFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.scn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no case files: %v", err)
	}
	return files
}

func TestCases(t *testing.T) {
	games := map[string]engine.Game{Game.Name(): Game}
	var all scenario.Report
	for _, name := range caseFiles(t) {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Add(scenario.Run(f, name, games, data.Deck))
		f.Close()
	}
	for _, failure := range all.Failures {
		t.Error(failure)
	}
	t.Log(all)
	if all.Passed < 80 {
		t.Errorf("only %d cases passed", all.Passed)
	}
}

var title = regexp.MustCompile(`(?m)^case .*$`)

// TestRulingsAreCited holds rules, code and cases together: every ruling of the
// rules texts stands in the code and heads a case, and nothing else is cited.
func TestRulingsAreCited(t *testing.T) {
	gametest.Rulings{Game: Game, Folder: os.DirFS("."), Texts: data.Rules, Letter: "N", Count: 26, Cases: "testdata/*.scn", Part: title}.Check(t)
}

// TestEveryEffectHasACase: a case is named after each of them.
func TestEveryEffectHasACase(t *testing.T) {
	var titles []string
	for _, name := range caseFiles(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		titles = append(titles, title.FindAllString(string(text), -1)...)
	}
	for name := range effects {
		of := "case " + name + ":"
		if !slices.ContainsFunc(titles, func(s string) bool { return strings.HasPrefix(s, of) }) {
			t.Errorf("no case begins with %q", of)
		}
	}
}

// TestRulesListThePassengers holds the list in the rules texts to the deck.
func TestRulesListThePassengers(t *testing.T) {
	text, err := data.Deck("ntd-36")
	if err != nil {
		t.Fatal(err)
	}
	d, err := readDeck(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "nl"} {
		rules, err := data.Rules(Game.Name(), lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range d.Passengers {
			row := fmt.Sprintf("| %s | %s |", strconv.Itoa(p.Number), p.Name[lang])
			if !strings.Contains(string(rules), row) {
				t.Errorf("the rules in %s do not list %q", lang, row)
			}
		}
	}
}
