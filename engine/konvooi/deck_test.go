package konvooi

import (
	"strings"
	"testing"

	"contrapost/data"
	"contrapost/engine"
)

func TestDecksAreChecked(t *testing.T) {
	text, err := data.Deck("konvooi")
	if err != nil {
		t.Fatal(err)
	}
	usual := string(text)
	for _, c := range []struct{ name, old, new, want string }{
		{"as it is", "", "", ""},
		{"no JSON", "{", "[", "line 2: invalid"},
		{"cut short", usual[40:], "", "ends too early"},
		{"text after it", "}\n}\n", "}\n}\nmore", "follows the end"},
		{"another game", `"konvooi"`, `"declare"`, "for the game"},
		{"unknown field", `"game"`, `"color": 3, "game"`, "unknown field"},
		{"unknown kind", `"X", `, `"Y", `, `kind "Y"`},
		{"twice", `"kind": "X"`, `"kind": "L"`, "twice"},
		{"missing", "    {\"kind\": \"X\",   \"count\": 30, \"warehouse\": 4000, \"hand\": -4000},\n", "", "X is missing"},
		{"negative count", `"count": 58`, `"count": -1`, "count of L is -1"},
		{"word for a count", `"count": 58`, `"count": "many"`, "line 4"},
		{"value missing", `, "hand": 0`, "", "both"},
		{"no players", `"2": {`, `"two": {`, `"two" is no number of players`},
		{"negative removal", `{"L": 18, "X": 10, "LT": 2},`, `{"L": -18},`, "negative"},
		{"too much removed", `{"L": 18, "X": 10, "LT": 2},`, `{"L": 59},`, "cannot leave"},
		{"officers removed", `{"L": 18, "X": 10, "LT": 2},`, `{"CPT": 1},`, "only L, X, LT"},
		{"too few to deal", `{"L": 18, "X": 10, "LT": 2}
  }`, `{"L": 58, "X": 30}
  }`, "cannot seat 4"},
		{"too few captains", `"CPT", "count": 6`, `"CPT", "count": 3`, "CPT do not go round 4"},
	} {
		err := checkDeck(engine.Deck{Name: "own", Text: []byte(strings.Replace(usual, c.old, c.new, 1))}, 4)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		case err != nil && (strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), `deck "own": `)):
			t.Errorf("%s: %q is not one line that names the deck", c.name, err)
		}
	}
}
