package gametest

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"contrapost/engine"
)

// file is one that a game keeps in its folder.
type file struct{ name, text string }

// read reads the files of a folder that a pattern names, of which there must be some.
func read(t testing.TB, folder fs.FS, pattern string) []file {
	t.Helper()
	names, err := fs.Glob(folder, pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no file is called %s: %v", pattern, err)
	}
	all := make([]file, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = file{name, string(text)}
	}
	return all
}

// Rulings says where a game cites its rulings.
type Rulings struct {
	Game   engine.Game
	Folder fs.FS                                       // the game's
	Texts  func(game, language string) ([]byte, error) // the rules as players read them
	Letter string                                      // that the rulings are numbered by: "N" of N1, N2
	Count  int                                         // of rulings
	Cases  string                                      // which files hold the cases: a pattern below the game's folder
	Part   *regexp.Regexp                              // what counts of a case file; nil: all of it
}

// Check holds rules, code and cases together: every ruling of the rules texts
// stands in the code and in the cases, and nothing else is cited.
func (r Rulings) Check(t *testing.T) {
	t.Helper()
	own := slices.DeleteFunc(read(t, r.Folder, "*.go"), func(f file) bool { return strings.HasSuffix(f.name, "_test.go") })
	code := r.cited(own, nil)
	cases := r.cited(read(t, r.Folder, r.Cases), r.Part)
	for _, language := range []string{"en", "nl"} {
		told := r.told(t, language)
		if len(told) != r.Count {
			t.Errorf("the rules in %s have %d rulings", language, len(told))
		}
		for _, n := range told {
			if !code[n] {
				t.Errorf("%s is cited nowhere in the code", n)
			}
			if !cases[n] {
				t.Errorf("%s heads no case", n)
			}
		}
		for _, where := range []map[string]bool{code, cases} {
			for n := range where {
				if !slices.Contains(told, n) {
					t.Errorf("%s is cited, but not in the rules in %s", n, language)
				}
			}
		}
	}
}

// cited collects the rulings that files cite, in all of their texts or in parts.
func (r Rulings) cited(files []file, part *regexp.Regexp) map[string]bool {
	ruling := regexp.MustCompile(`\b` + r.Letter + `[1-9][0-9]?\b`)
	found := map[string]bool{}
	for _, f := range files {
		passages := []string{f.text}
		if part != nil {
			passages = part.FindAllString(f.text, -1)
		}
		for _, n := range ruling.FindAllString(strings.Join(passages, "\n"), -1) {
			found[n] = true
		}
	}
	return found
}

// told lists the rulings that the rules texts tell, in their order.
func (r Rulings) told(t *testing.T, language string) []string {
	t.Helper()
	text, err := r.Texts(r.Game.Name(), language)
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile(`(?m)^\*\*(` + r.Letter + `[1-9][0-9]?)\*\*`)
	var told []string
	for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
		told = append(told, m[1])
	}
	return told
}
