package mailer_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// played lists what the scripted servers do: the tests, and the named cases of each.
func played(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("rogue_*_test.go")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	tests := map[string][]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Test") {
				tests[f.Name.Name] = cases(f)
			}
		}
	}
	return tests
}

// cases are the names that the rows of a test's table begin with, and those that are
// run by name.
func cases(f *ast.FuncDecl) (names []string) {
	name := func(e ast.Expr) {
		if word, ok := e.(*ast.BasicLit); ok && word.Kind == token.STRING {
			text, _ := strconv.Unquote(word.Value)
			names = append(names, text)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if !isTable(n) {
				break
			}
			for _, row := range n.Elts {
				if row, ok := row.(*ast.CompositeLit); ok && len(row.Elts) > 0 {
					name(row.Elts[0])
				}
			}
		case *ast.CallExpr:
			if run, ok := n.Fun.(*ast.SelectorExpr); ok && run.Sel.Name == "Run" && len(n.Args) == 2 {
				name(n.Args[0])
			}
		}
		return true
	})
	return names
}

// isTable tells a table of cases, []struct{...}{...}, from other literals.
func isTable(l *ast.CompositeLit) bool {
	array, ok := l.Type.(*ast.ArrayType)
	if !ok {
		return false
	}
	_, rows := array.Elt.(*ast.StructType)
	return rows
}

// TestFaultsAreListed: the page of faults names every test with a scripted server and
// every case of it, and nothing that is not there.
func TestFaultsAreListed(t *testing.T) {
	page, err := os.ReadFile("servers.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\|.*\\| `(Test\\w+)(?:/([^`]+))?` \\|$").FindAllStringSubmatch(string(page), -1) {
		listed[row[1]+"/"+row[2]] = true
	}
	if rows := strings.Count(string(page), "\n| ") - strings.Count(string(page), "| fault |"); rows != len(listed) {
		t.Errorf("%d rows, %d of them name a test, each another", rows, len(listed))
	}
	for test, cases := range played(t) {
		if !listed[test+"/"] && len(cases) == 0 {
			t.Errorf("the page lacks %s", test)
		}
		for _, c := range cases {
			if !listed[test+"/"+c] {
				t.Errorf("the page lacks %s/%s", test, c)
			}
			delete(listed, test+"/"+c)
		}
		delete(listed, test+"/")
	}
	for name := range listed {
		if !exists(t, strings.TrimSuffix(name, "/")) {
			t.Errorf("the page names %s, which is not there", name)
		}
	}
}

// exists tells whether a test of another file is there.
func exists(t *testing.T, test string) bool {
	t.Helper()
	files, _ := filepath.Glob("*_test.go")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "func "+test+"(t *testing.T)") {
			return true
		}
	}
	return false
}
