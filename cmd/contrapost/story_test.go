package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var updateStories = flag.Bool("update", false, "write what the stories compare with anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"contrapost": main, killable: serveSeeded})
}

// TestStories runs the program as a shell would.
func TestStories(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata", UpdateScripts: *updateStories,
		Setup: func(e *testscript.Env) error {
			games, err := filepath.Abs(filepath.Join("..", "..", "engine"))
			e.Setenv("GAMES", games)
			return err
		},
	})
}

// TestReadmeIsTrue: the session pasted into the README is the one in the stories.
func TestReadmeIsTrue(t *testing.T) {
	readme := read(t, filepath.Join("..", "..", "README.md"))
	for _, command := range []string{"    go run ./cmd/contrapost demo\n", "    go test ./...\n"} {
		if screen := readme[:min(len(readme), 400)]; !strings.Contains(screen, command) {
			t.Errorf("the first screen lacks %q", command)
		}
	}
	story := read(t, filepath.Join("testdata", "readme.txtar"))
	_, seized, _ := strings.Cut(story, "-- seized.scn --\n")
	for _, line := range strings.Split(strings.TrimSpace(seized), "\n") {
		if !strings.Contains(readme, line+"\n") {
			t.Errorf("the README's case lacks %q", line)
		}
	}
	for _, line := range strings.Split(readme, "\n") {
		if command, ok := strings.CutPrefix(line, "    $ contrapost "); ok && !strings.Contains(story, "exec contrapost "+command+"\n") {
			t.Errorf("the README's command %q is in no story", command)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
