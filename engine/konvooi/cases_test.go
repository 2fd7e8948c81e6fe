package konvooi

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	if all.Passed < 70 {
		t.Errorf("only %d cases passed", all.Passed)
	}
}

var (
	ruling  = regexp.MustCompile(`\bK([1-9][0-9]?)\b`)
	heading = regexp.MustCompile(`(?m)^\*\*(K[1-9][0-9]?)\*\*`)
)

// cited collects the rulings that the texts of files cite.
func cited(t *testing.T, files []string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range ruling.FindAllString(string(text), -1) {
			found[k] = true
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
	code := cited(t, slices.DeleteFunc(all, func(n string) bool { return strings.HasSuffix(n, "_test.go") }))
	cases := cited(t, caseFiles(t))
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
		if len(told) != 33 {
			t.Errorf("the rules in %s have %d rulings", lang, len(told))
		}
		for _, where := range []map[string]bool{code, cases} {
			for k := range where {
				if !slices.Contains(told, k) {
					t.Errorf("%s is cited, but not in the rules in %s", k, lang)
				}
			}
		}
	}
}
