package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
)

var seatLists = regexp.MustCompile(`"(winners|witnesses|asked)":"[A-Za-z0-9+/=]*"`)

// TestToldAsStored: of every event of the recorded games, what is told is what is
// stored, to the byte, but for lists of seats, which are numbers.
func TestToldAsStored(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "data", "games", "*", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	lists := map[string]bool{}
	for _, path := range paths {
		h := recordedAt(t, path)
		game, _ := games.Find(h.Game)
		for _, e := range h.Entries {
			if lobby.Owns(e.Kind) {
				continue
			}
			what, err := game.Read(recordOf(e))
			if err != nil {
				t.Fatal(err)
			}
			got, err := jsonOf(what)
			if err != nil {
				t.Fatal(err)
			}
			want := seatLists.ReplaceAllFunc(e.Data, func(list []byte) []byte {
				key, value, _ := bytes.Cut(list, []byte(":"))
				lists[string(key)] = true
				return []byte(string(key) + ":" + numbers(t, value))
			})
			if !bytes.Equal(got, want) {
				t.Fatalf("%s, version %d: %s is told, and stored is %s", path, e.Version, got, e.Data)
			}
		}
	}
	if len(lists) != 3 {
		t.Errorf("of lists of seats, only %v were seen", lists)
	}
}

// numbers spells the bytes in base64 as a list.
func numbers(t *testing.T, list []byte) string {
	t.Helper()
	var seats []byte
	if err := json.Unmarshal(list, &seats); err != nil {
		t.Fatal(err)
	}
	all := make([]string, len(seats))
	for i, s := range seats {
		all[i] = strings.TrimPrefix(engine.Seat(s).String(), "#")
	}
	return "[" + strings.Join(all, ",") + "]"
}

// TestAuditedFactsHaveKinds: what a seat knew is told with a kind each, in the keys
// that the log has.
func TestAuditedFactsHaveKinds(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	v.moderate(exitDone, id, "close")
	var out, complaint strings.Builder
	if code := run(v.ctx, []string{"audit", "--json", "--db", v.db, "--seat", "1", id}, nil, &out, &complaint); code != exitDone {
		t.Fatalf("exit code %d: %s", code, &complaint)
	}
	for _, want := range []string{
		`{"kind":"game-dealt","rules":1,`, `{"kind":"hand-dealt","seat":1,"cards":[`, `{"kind":"hand-seen","seat":2,"count":6,"sure":["CPT","INS"]}`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %s:\n%s", want, &out)
		}
	}
}
