package konvooi

import (
	"os"
	"path/filepath"
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
	if all.Passed < 70 {
		t.Errorf("only %d cases passed", all.Passed)
	}
}

// TestRulingsAreCited holds rules, code and cases together: every ruling of the
// rules texts stands in the code and heads a case, and nothing else is cited.
func TestRulingsAreCited(t *testing.T) {
	gametest.Rulings{Game: Game, Folder: os.DirFS("."), Texts: data.Rules, Letter: "K", Count: 33, Cases: "testdata/*.scn"}.Check(t)
}
