package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine/games"
	"contrapost/events/export"
)

var recordAnew = flag.Bool("record", false, "play the games of data/games anew")

// recordings are all games that are recorded.
func recordings() []recording { return slices.Concat(konvooiRecordings(), declareRecordings()) }

// endings are the ways to end that a game has: its own, and those of any table.
func endings(game string) map[string]func(past) bool {
	own := map[string]map[string]func(past) bool{"konvooi": konvooiEnds, "declare": declareEnds}[game]
	all := maps.Clone(tableEnds)
	maps.Copy(all, own)
	if len(own) == 0 {
		return nil
	}
	return all
}

// path is where a recording's files lie, without their endings.
func (r recording) path() string { return filepath.Join("..", "..", "data", "games", r.game, r.name) }

func (r recording) lettersPath(lang string) string {
	if lang == "en" {
		return r.path() + ".letters"
	}
	return r.path() + "." + lang + ".letters"
}

func (r recording) languages() []string {
	if r.langs == nil {
		return []string{"en"}
	}
	return r.langs
}

// TestRecordedGames replays finished games: every order is heard and decided again,
// whatever falls due falls due again, and the log and the letters must come out as
// they are recorded. With -update what came out is recorded; with -record the games
// are played anew.
func TestRecordedGames(t *testing.T) {
	for _, r := range recordings() {
		t.Run(r.game+"/"+r.name, func(t *testing.T) {
			t.Parallel()
			if *recordAnew {
				keep(t, r.path()+".txt", inNotation(t, r.record(t)))
			}
			for _, lang := range r.languages() {
				t.Run(lang, func(t *testing.T) {
					t.Parallel()
					r.replayed(t, lang)
				})
			}
		})
	}
}

// replayed replays a game with its letters in a language.
func (r recording) replayed(t *testing.T, lang string) {
	t.Helper()
	h := recordedAt(t, r.path()+".txt")
	d := newDesk(t, dictate(t, h), lang)
	again := d.replay(h, r.slips)
	if lang == "en" {
		compare(t, r.path()+".txt", inNotation(t, again))
	}
	compare(t, r.lettersPath(lang), d.sheets(r.readers))
}

// recordedAt reads a recorded game, decided again as it is read. The head that its last
// line names is left out: what came to be different is to be seen where it is.
func recordedAt(t *testing.T, path string) *export.History {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; to have it played, run TestRecordedGames with -record", err)
	}
	n, err := notation()
	if err != nil {
		t.Fatal(err)
	}
	decisions, _, _ := bytes.Cut(text, []byte("\n-- "))
	h, err := n.Read(bytes.NewReader(append(decisions, '\n')))
	if wrong, ok := errors.AsType[*export.FileError](err); ok {
		t.Fatalf("%s:%d: this game can no longer be played as it was: %s\n%s", path, wrong.Line, wrong.What, lineOf(text, wrong.Line))
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return h
}

func lineOf(text []byte, number int) string {
	lines := strings.Split(string(text), "\n")
	if number < 1 || number > len(lines) {
		return ""
	}
	return lines[number-1]
}

// inNotation is a game as it is recorded.
func inNotation(t *testing.T, h *export.History) string {
	t.Helper()
	var b bytes.Buffer
	if err := writeText(h, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// compare holds what came out against what is recorded, or records it.
func compare(t *testing.T, path, got string) {
	t.Helper()
	if *updateStories || *recordAnew {
		keep(t, path, got)
	}
	kept, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if string(kept) != got {
		t.Error(firstChange(path, string(kept), got))
	}
}

// firstChange shows where two texts begin to differ.
func firstChange(path, kept, got string) string {
	const around = 3
	before, after := strings.Split(kept, "\n"), strings.Split(got, "\n")
	same := 0
	for same < min(len(before), len(after)) && before[same] == after[same] {
		same++
	}
	part := func(lines []string) []string { return lines[max(0, same-around):min(len(lines), same+2*around)] }
	return fmt.Sprintf("%s:%d: what came out is not what is recorded (- recorded, + now); if it is meant to be, run with -update:\n%s",
		path, same+1, cmp.Diff(part(before), part(after)))
}

func keep(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// signature is what signs a reply address.
var signature = regexp.MustCompile(`\.[a-z2-7]{16}@`)

// sheets are the letters of some readers, or of all, as text in the order in which
// they left. Of reply addresses all is kept but the signature.
func (d *desk) sheets(readers []string) string {
	var b strings.Builder
	for _, l := range d.letters {
		if readers != nil && !slices.Contains(readers, l.to.name) {
			continue
		}
		fmt.Fprintf(&b, "=== to %s, %s, reply to %s\nSubject: %s\n\n%s\n", l.to.name, l.at.Format("2006-01-02 15:04"),
			signature.ReplaceAllString(l.replyTo, ".(signature)@"), l.subject, l.text)
	}
	return b.String()
}

// pasts reads what is recorded of a game, by the name of the file.
func pasts(t *testing.T, game string) map[string]past {
	t.Helper()
	all := map[string]past{}
	for _, r := range recordings() {
		if r.game == game {
			all[r.name] = past(recordedAt(t, r.path()+".txt").Entries)
		}
	}
	return all
}

// TestRecordedGamesAreOfEverySort: there is one for every value of an option that is
// not the usual one, in which the option is what it was recorded for, and one for
// every way to end. A new option, or a new game, needs one.
func TestRecordedGamesAreOfEverySort(t *testing.T) {
	var happened []past
	for _, g := range games.All() {
		recorded := pasts(t, g.Name())
		some := func(is func(past) bool) bool {
			return slices.ContainsFunc(slices.Collect(maps.Values(recorded)), is)
		}
		for _, o := range g.Options() {
			for _, value := range o.Values[1:] {
				if !some(func(p past) bool { return p.counted() && p.option(o.Name) == value }) {
					t.Errorf("%s: no game with %s=%s is recorded", g.Name(), o.Name, value)
				}
			}
		}
		ends := endings(g.Name())
		if len(ends) == 0 {
			t.Errorf("%s: it is not said how games of it end", g.Name())
		}
		for _, name := range slices.Sorted(maps.Keys(ends)) {
			if !some(ends[name]) {
				t.Errorf("%s: no game that ended like %s is recorded", g.Name(), name)
			}
		}
		happened = append(happened, slices.Collect(maps.Values(recorded))...)
	}
	for _, name := range slices.Sorted(maps.Keys(tableEvents)) {
		if !slices.ContainsFunc(happened, tableEvents[name]) {
			t.Errorf("no game at whose table it came to %s is recorded", name)
		}
	}
}

// TestRecordedGamesAreWanted: each is still what it was recorded for, and no file lies
// there that nothing replays.
func TestRecordedGamesAreWanted(t *testing.T) {
	known := map[string]bool{}
	for _, r := range recordings() {
		if !r.wanted(recordedAt(t, r.path()+".txt").Entries) {
			t.Errorf("%s: the game is not what it was recorded for", r.path())
		}
		known[r.path()+".txt"] = true
		for _, lang := range r.languages() {
			known[r.lettersPath(lang)] = true
		}
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "data", "games", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	for _, path := range files {
		if !known[path] {
			t.Errorf("%s: nothing replays it", path)
		}
		about, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		size += about.Size()
	}
	if size > 4<<20 {
		t.Errorf("the recorded games have grown to %d bytes", size)
	}
}
