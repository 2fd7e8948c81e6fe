//go:build python

// The script of verifying.md is run by what this package writes. It takes a python3 on
// the machine, which go test alone does not ask for: go test -tags python.

package export_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"contrapost/engine/games"
	"contrapost/events/export"
)

// script takes the program out of the page.
func script(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("verifying.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, ok := strings.Cut(string(page), "```python\n")
	program, _, ended := strings.Cut(program, "```\n")
	if !ok || !ended {
		t.Fatal("the page holds no program")
	}
	path := filepath.Join(t.TempDir(), "verify.py")
	if err := os.WriteFile(path, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// check runs the program over a history and gives what it prints.
func check(t *testing.T, program string, text []byte) (printed string, held bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.jsonl")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "python3", program, path).CombinedOutput()
	if _, ran := err.(*exec.ExitError); err != nil && !ran {
		t.Fatal(err)
	}
	return string(out), err == nil
}

// TestPythonHolds: the program finds honest games of every kind to be so.
func TestPythonHolds(t *testing.T) {
	program := script(t)
	for _, game := range games.All() {
		n, id := played(t, game.Name())
		for name, h := range map[string]*export.History{"whole": n.gather(id), "anonymous": n.gather(id).Anonymized(), "kept": n.gather(id).Kept()} {
			printed, held := check(t, program, written(t, h))
			if want := "held file\nheld chain\nheld commitment\nheld deck\nheld joins\nheld seed\nheld deal\n"; !held || printed != want {
				t.Errorf("%s, %s: %s", game.Name(), name, printed)
			}
		}
	}
}

// TestPythonFinds: it finds the tamperings that are about what it checks, by their
// names, and a file that is not whole.
func TestPythonFinds(t *testing.T) {
	program := script(t)
	n, id := played(t, "konvooi")
	found := 0
	for _, c := range tamperings {
		h := clone(n.gather(id))
		c.do(h)
		if c.chain {
			rechain(h)
		}
		if !h.Over() || !slices.Contains([]string{"chain", "commitment", "deck", "joins", "seed", "deal"}, c.found) {
			continue
		}
		found++
		if printed, held := check(t, program, written(t, h)); held || !strings.Contains(printed, "broken "+c.found+"\n") {
			t.Errorf("%s: %s", c.name, printed)
		}
	}
	if found < 12 {
		t.Errorf("only %d tamperings were tried", found)
	}
	text := string(written(t, n.gather(id)))
	if printed, held := check(t, program, []byte(strings.Replace(text, `"at":17`, `"at":18`, 1))); held || !strings.Contains(printed, "broken file\nbroken chain\n") {
		t.Errorf("a digit changed: %s", printed)
	}
}
