package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows say which rooms of the house may be imported by which. A room is the
// longest entry that a package's path begins with; what is not listed may import
// nothing of ours. "*" in a room's list is everything.
var arrows = map[string][]string{
	"cmd/contrapost":      {"*"},
	"events":              {},
	"events/table":        {"engine", "engine/lobby", "events"},
	"events/projector":    {"engine", "engine/lobby", "events"},
	"events/export":       {"engine", "engine/lobby", "events"},
	"events/eventstest":   {"events"},
	"templates":           {"engine", "data"},
	"mailer":              {},
	"mailer/loopback":     {"mailer"},
	"data":                {},
	"engine":              {},
	"engine/card":         {},
	"engine/lobby":        {"engine", "engine/card", "data"},
	"engine/konvooi":      {"engine", "engine/card", "data"},
	"engine/declare":      {"engine", "engine/card", "data"},
	"engine/games":        {"engine", "engine/konvooi", "engine/declare"},
	"engine/scenario":     {"engine", "engine/card"},
	"engine/gametest":     {"engine", "engine/card"},
	"events/export_test":  {"events/table"},
	"engine/konvooi_test": {"engine", "engine/card", "data", "engine/scenario", "engine/gametest"},
	"engine/declare_test": {"engine", "engine/card", "data", "engine/scenario", "engine/gametest"},
}

// rooms are the only folders at the top that may hold Go.
var rooms = []string{"cmd", "events", "engine", "mailer", "templates", "data"}

// gamePackages may export one name, Game, so that no other package can spell the
// type of a secret.
var gamePackages = []string{"engine/konvooi", "engine/declare"}

// pureImports is what the standard library may not lend to the rules.
var impure = []string{"time", "math/rand", "math/rand/v2", "crypto/rand", "os", "io/fs", "net", "net/http", "log", "log/slog", "database/sql"}

type source struct {
	path string // of the file, from the module's root
	room string
	test bool
	file *ast.File
}

func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var all []source
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		room, _ := filepath.Split(rel)
		all = append(all, source{path: rel, room: strings.TrimSuffix(room, "/"), test: strings.HasSuffix(rel, "_test.go"), file: file})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Fatalf("only %d Go files found below %s", len(all), root)
	}
	return all
}

// TestArrows holds every import of ours against the table.
func TestArrows(t *testing.T) {
	for _, s := range sources(t) {
		if top, _, _ := strings.Cut(s.path, "/"); !slices.Contains(rooms, top) {
			t.Errorf("%s: Go stands under %s and nowhere else", s.path, strings.Join(rooms, ", "))
		}
		for _, imported := range s.file.Imports {
			path, _ := strconv.Unquote(imported.Path.Value)
			if ours, ok := strings.CutPrefix(path, "contrapost/"); ok {
				if msg := misplaced(s, ours); msg != "" {
					t.Error(msg)
				}
			} else if strings.HasPrefix(s.room, "engine") && !s.test {
				checkPure(t, s, path)
			}
		}
	}
}

// misplaced says why a package may not import another, or "".
func misplaced(s source, imported string) string {
	room := s.room
	if strings.HasPrefix(room, "cmd/contrapost") {
		room = "cmd/contrapost"
	}
	allowed := slices.Clone(arrows[room])
	if s.test {
		// A test may stand on the suite of its kind, and on what it is a test of.
		allowed = append(allowed, arrows[room+"_test"]...)
		allowed = append(allowed, room, "events/eventstest", "engine/games", "engine/konvooi", "mailer/loopback", "data")
	}
	if slices.Contains(allowed, "*") || slices.Contains(allowed, imported) {
		return ""
	}
	return fmt.Sprintf("%s: %s may not import %s", s.path, s.room, imported)
}

// checkPure: the engine and its games know no clock, no luck but Chance, no
// environment and no I/O. The lobby may speak of moments and lengths of
// time.
func checkPure(t *testing.T, s source, path string) {
	t.Helper()
	testing := s.room == "engine/gametest" || s.room == "engine/scenario"
	if path == "time" && s.room == "engine/lobby" || testing {
		return
	}
	if slices.Contains(impure, path) {
		t.Errorf("%s: the engine may not import %q", s.path, path)
	}
	if strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
		t.Errorf("%s: the engine stands on the standard library, not on %s", s.path, path)
	}
}

// TestLobbyReadsNoClock: of package time the lobby may use moments, durations and zones
// that it is given, and what calendars make of them.
func TestLobbyReadsNoClock(t *testing.T) {
	allowed := []string{"Date", "DateOnly", "Duration", "Hour", "Location", "Minute", "Nanosecond", "Parse", "ParseDuration", "RFC3339", "Second", "Time", "UTC"}
	for _, s := range sources(t) {
		if s.room != "engine/lobby" || s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "time" && !slices.Contains(allowed, sel.Sel.Name) {
				t.Errorf("%s uses time.%s", s.path, sel.Sel.Name)
			}
			return true
		})
	}
}

// TestGamesExportOnlyGame keeps the types of secrets unspeakable outside.
func TestGamesExportOnlyGame(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || !slices.Contains(gamePackages, s.room) {
			continue
		}
		for _, name := range exported(s.file) {
			if name != "Game" {
				t.Errorf("%s exports %s: a game package exports Game alone", s.path, name)
			}
		}
	}
}

// hindsight is where a game may be looked back at with every card open: never where
// letters are worded, which are given what to tell of a game that is over, or orders heard.
var hindsight = []string{"engine", "engine/gametest"}

// TestNobodyElseLooksBack: what shows every card is asked for in one place alone, for the
// replay and for the letter that closes a game.
func TestNobodyElseLooksBack(t *testing.T) {
	asked := 0
	for _, s := range sources(t) {
		if s.test || slices.Contains(hindsight, s.room) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			switch {
			case !ok || sel.Sel.Name != "Hindsight":
			case s.path == "cmd/contrapost/replay_views.go":
				asked++
			default:
				t.Errorf("%s looks at a game with all cards open", s.path)
			}
			return true
		})
	}
	if asked == 0 {
		t.Error("the export does not look back: this test looks for the wrong name")
	}
}

func exported(f *ast.File) []string {
	var names []string
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						add(id)
					}
				}
			}
		}
	}
	return names
}

// TestArrowsCatch breaks each arrow once and sees it fail.
func TestArrowsCatch(t *testing.T) {
	for _, c := range []struct{ room, imported string }{
		{"engine", "engine/card"},
		{"engine/card", "engine"},
		{"engine/konvooi", "engine/lobby"},
		{"engine/konvooi", "events"},
		{"engine/declare", "engine/konvooi"},
		{"engine/konvooi", "engine/declare"},
		{"engine/lobby", "engine/konvooi"},
		{"engine/games", "events"},
		{"engine/scenario", "engine/konvooi"},
		{"engine/gametest", "engine/konvooi"},
		{"events", "engine"},
		{"events/table", "engine/konvooi"},
		{"events/table", "templates"},
		{"events/export", "events/table"},
		{"events/export", "engine/games"},
		{"events/export", "mailer"},
		{"events/projector", "engine/konvooi"},
		{"events/eventstest", "engine"},
		{"templates", "engine/konvooi"},
		{"templates", "events"},
		{"mailer", "engine"},
		{"mailer/loopback", "events"},
		{"data", "engine"},
		{"engine/unheard-of", "engine"},
	} {
		if misplaced(source{room: c.room, path: c.room + "/x.go"}, c.imported) == "" {
			t.Errorf("%s importing %s is not caught", c.room, c.imported)
		}
	}
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package konvooi\nvar Game, other int\ntype Secret struct{}\nfunc Leak() {}", 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := exported(f); !slices.Equal(got, []string{"Game", "Secret", "Leak"}) {
		t.Errorf("exported names seen: %q", got)
	}
}

// TestNothingElseAtTheTop: the repository's top holds the rooms and the files that
// a repository needs.
func TestNothingElseAtTheTop(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(rooms, e.Name()) && e.Name() != "out" {
			t.Errorf("folder %s stands at the top", e.Name())
		}
	}
}
