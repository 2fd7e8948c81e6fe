package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const testMails = "../../mailer/testdata/mails"

// wantedMail is a .want: the orders of the games, which mailer does not know.
type wantedMail struct {
	parsed
	Lines []string `json:"body_command_lines"`
	Auto  bool     `json:"auto"`
}

func parseAll(t *testing.T, args ...string) (lines []parsed, code int, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), append([]string{"parse"}, args...), nil, &out, &errs)
	for dec := json.NewDecoder(&out); dec.More(); {
		var p parsed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, p)
	}
	return lines, code, errs.String()
}

// TestParseMails reads every mail of mailer's with the words of both games.
func TestParseMails(t *testing.T) {
	all, code, stderr := parseAll(t, testMails)
	if code != exitDone || len(all) < 300 {
		t.Fatalf("%d mails, exit code %d: %s", len(all), code, stderr)
	}
	if !slices.IsSortedFunc(all, func(a, b parsed) int { return strings.Compare(a.File, b.File) }) {
		t.Error("not in order")
	}
	for _, p := range all {
		var w wantedMail
		if err := json.Unmarshal([]byte(read(t, strings.TrimSuffix(p.File, ".eml")+".want")), &w); err != nil {
			t.Fatal(p.File, err)
		}
		w.File, w.Orders, w.Automatic = p.File, w.Lines, w.Auto
		if diff := cmp.Diff(w.parsed, p); diff != "" {
			t.Errorf("%s: -want +got\n%s", p.File, diff)
		}
	}
}

func TestParseGoesOn(t *testing.T) {
	dir := t.TempDir()
	bad, good := filepath.Join(dir, "bad.eml"), filepath.Join(dir, "good.eml")
	for file, text := range map[string]string{bad: "no header\n", good: "From: a@b.example\n\nPass\n", filepath.Join(dir, "other.txt"): "x"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, code, stderr := parseAll(t, filepath.Join(dir, "none.eml"), dir, good)
	if code != exitFault || len(all) != 2 || all[0].File != good || all[1].Orders[0] != "pass" {
		t.Errorf("exit code %d, %+v", code, all)
	}
	for _, want := range []string{"contrapost: read mail: stat " + filepath.Join(dir, "none.eml") + ": no such file", "contrapost: read mail: " + bad + ": not a mail\n"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("%q lacks %q", stderr, want)
		}
	}
	if strings.Count(stderr, "\n") != 2 {
		t.Errorf("not a line for each: %q", stderr)
	}
}

func TestParseNothing(t *testing.T) {
	if _, code, stderr := parseAll(t); code != exitUsage || !strings.Contains(stderr, "FILE") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, code, stderr := parseAll(t, t.TempDir()); code != exitFault || !strings.Contains(stderr, "no *.eml in ") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestParseTooBig: a mail past the limit is refused by what its header says.
func TestParseTooBig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "big.eml")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("From: a@b.example\n\nplay 1\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(40 << 20); err != nil {
		t.Fatal(err)
	}
	all, code, stderr := parseAll(t, file)
	if code != exitDone || len(all) != 1 || all[0].Verdict != "refuse" || all[0].Sender != "a@b.example" || len(all[0].Orders) > 0 {
		t.Errorf("exit code %d, %+v, %s", code, all, stderr)
	}
}

func TestSpelled(t *testing.T) {
	for in, want := range map[string]string{
		"Play 14.": "play 14", "LET GO.": "let go", "No Bribe": "no bribe", "Geen Bod": "geen bod", "Say Hello There.": "say Hello There.",
		"Tell Bob No.": "tell Bob No.", "ZEG Ja.": "zeg Ja.", "Swap 2 Bob 3": "swap 2 Bob 3", "PASS": "pass", "Pas.": "pas", "Forget Me": "forget me",
	} {
		if got := spelled(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
