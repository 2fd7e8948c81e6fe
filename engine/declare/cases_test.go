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

var (
	ruling  = regexp.MustCompile(`\bN([1-9][0-9]?)\b`)
	heading = regexp.MustCompile(`(?m)^\*\*(N[1-9][0-9]?)\*\*`)
	title   = regexp.MustCompile(`(?m)^case .*$`)
)

// cited collects the rulings that the texts of files cite.
func cited(t *testing.T, files []string, part *regexp.Regexp) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, passage := range part.FindAllString(string(text), -1) {
			for _, n := range ruling.FindAllString(passage, -1) {
				found[n] = true
			}
		}
	}
	return found
}

// TestRulingsAreCited holds rules, code and cases together: every ruling of the
// rules texts stands in the code and heads a case, and nothing else is cited.
func TestRulingsAreCited(t *testing.T) {
	all, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	own := slices.DeleteFunc(all, func(n string) bool { return strings.HasSuffix(n, "_test.go") })
	code := cited(t, own, regexp.MustCompile(`(?s).*`))
	cases := cited(t, caseFiles(t), title)
	for _, lang := range []string{"en", "nl"} {
		text, err := data.Rules(Game.Name(), lang)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
			told = append(told, m[1])
			if !code[m[1]] {
				t.Errorf("%s is cited nowhere in the code", m[1])
			}
			if !cases[m[1]] {
				t.Errorf("%s heads no case", m[1])
			}
		}
		if len(told) != 26 {
			t.Errorf("the rules in %s have %d rulings", lang, len(told))
		}
		for _, where := range []map[string]bool{code, cases} {
			for n := range where {
				if !slices.Contains(told, n) {
					t.Errorf("%s is cited, but not in the rules in %s", n, lang)
				}
			}
		}
	}
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
