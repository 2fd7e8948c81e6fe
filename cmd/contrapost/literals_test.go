package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// wordedRooms are the folders whose Go makes what people read: what they say stands in
// words files.
var wordedRooms = []string{"engine/konvooi", "engine/declare", "engine/lobby", "events/table", "templates", "cmd/contrapost/post"}

// readAloud are the types that letters are set from; the fields beside them hold no
// wording but names, keys and canonical orders.
var readAloud = map[string][]string{
	"Heading": nil, "Paragraph": nil, "Listing": nil, "Page": nil, "Cards": nil, "Table": nil, "Column": nil, "Cell": nil, "Choices": nil,
	"Face": {"Tone", "Mark"}, "Choice": {"Order"}, "Note": {"Key"}, "Letter": {"Kind", "Cause"}, "Remark": nil,
	"sentence": nil, "told": nil, "quote": nil, "brief": nil, "speech": nil,
}

// sayings are the calls that word a message, with how many arguments come before the
// pairs of names and values.
var sayings = map[string]int{"say": 1, "Say": 1, "by": 2, "Refuse": 2, "heading": 1}

// messageKey is a name of a message, or the beginning or end of one, and a gap that the
// page's own script fills.
var messageKey = regexp.MustCompile(`^[a-z]*\.[a-z.-]*$|^\{[a-z]+\}$`)

// literals finds wording in Go.
type literals struct {
	files *token.FileSet
	found []string
}

func (l *literals) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if name := typeName(n.Type); name == "Args" {
			l.values(n)
		} else if skipped, ok := readAloud[name]; ok {
			l.fields(n, skipped)
		}
	case *ast.CallExpr:
		if before, ok := sayings[typeName(n.Fun)]; ok {
			for i := before + 1; i < len(n.Args); i += 2 {
				l.wording(n.Args[i])
			}
		}
	}
	return l
}

func (l *literals) fields(n *ast.CompositeLit, skipped []string) {
	for _, e := range n.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			if slices.Contains(skipped, typeName(pair.Key)) {
				continue
			}
			e = pair.Value
		}
		l.wording(e)
	}
}

func (l *literals) values(n *ast.CompositeLit) {
	for _, e := range n.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			l.wording(pair.Value)
		}
	}
}

// wording finds literals with letters in an expression, but for those in calls and in
// literals of other types, which are looked at by themselves.
func (l *literals) wording(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return strings.HasPrefix(typeName(n.Fun), "Sprint")
		case *ast.CompositeLit:
			return typeName(n.Type) == "" // a list of texts
		case *ast.BasicLit:
			text, err := strconv.Unquote(n.Value)
			text = strings.ReplaceAll(text, "%d", "")
			if err == nil && n.Kind == token.STRING && !messageKey.MatchString(text) && strings.ContainsFunc(text, unicode.IsLetter) {
				l.found = append(l.found, fmt.Sprintf("%s: %s", l.files.Position(n.Pos()), n.Value))
			}
		}
		return true
	})
}

// typeName is the last name of a type or a function: "Paragraph" of engine.Paragraph.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return typeName(e.X)
	}
	return ""
}

// TestWordingStandsInWordsFiles: nothing in Go reaches a reader untranslated.
func TestWordingStandsInWordsFiles(t *testing.T) {
	l := literals{files: token.NewFileSet()}
	read := 0
	for _, room := range wordedRooms {
		files, err := filepath.Glob(filepath.Join("..", "..", room, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(l.files, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Walk(&l, file)
			read++
		}
	}
	for _, found := range l.found {
		t.Error(found)
	}
	if read < 80 {
		t.Errorf("only %d files were read", read)
	}
}

func TestWordingInGoIsFound(t *testing.T) {
	const source = `package p
var _ = engine.Paragraph{Text: "It is your turn."}
var _ = engine.Choice{Order: "let go", Gloss: "no " + name}
var _ = engine.Listing{Lines: []string{w.Say("declare.a", nil), "Nobody."}}
var _ = []engine.Cell{{Text: p.say("cell", "Seat", 1, "What", "nothing")}}
var _ = engine.Refuse("K1", "konvooi.no", "Word", "the pile", "Count", 2)
var _ = w.Say("note.a", engine.Args{"What": fmt.Sprintf("after version %d", 7), "Table": id})
var _ = engine.Column{Label: "1", Number: true}
`
	l := literals{files: token.NewFileSet()}
	file, err := parser.ParseFile(l.files, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Walk(&l, file)
	var found []string
	for _, f := range l.found {
		_, text, _ := strings.Cut(f, ": ")
		found = append(found, text)
	}
	want := []string{`"It is your turn."`, `"no "`, `"Nobody."`, `"nothing"`, `"the pile"`, `"after version %d"`}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
