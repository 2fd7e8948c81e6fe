package declare

import (
	"strings"
	"testing"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/gametest"
)

func usualDeck(t testing.TB) string {
	t.Helper()
	text, err := data.Deck("ntd-36")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDecksAreChecked(t *testing.T) {
	usual := usualDeck(t)
	for _, c := range []struct{ name, old, new, want string }{
		{"as it is", "", "", ""},
		{"no JSON", "{", "[", "line 2: invalid"},
		{"cut short", usual[60:], "", "ends too early"},
		{"text after it", "}\n}\n", "}\n}\nmore", "follows the end"},
		{"another game", `"declare"`, `"konvooi"`, "for the game"},
		{"unknown field", `"game"`, `"color": 3, "game"`, "unknown field"},
		{"number twice", `"number": 7`, `"number": 6`, "number 6 stands there twice"},
		{"number too low", `"number": 7`, `"number": 0`, "entry 7: the number 0"},
		{"other numbers", `"number": 7`, `"number": 700`, ""},
		{"word for a number", `"number": 7`, `"number": "seven"`, "line 10"},
		{"unknown effect", `"effect": "swap-up"`, `"effect": "swap-down"`, `number 24 has the effect "swap-down"`},
		{"no name", `"en": "Gossip"`, `"en": ""`, "number 13 has no English name"},
		{"unknown value", `"1": 20`, `"4": 20`, `value "4"`},
		{"negative count", `"1": 20`, `"1": -1`, "value 1: -1"},
		{"too few of a value", `"3": 12`, `"3": 3`, "value 3: 3 cards do not go round 4"},
		{"short pile", `"1": 20, "2": 16`, `"1": 10, "2": 10`, "a pile of 26 cards is too short for 4 players, who may draw 28"},
		{"too many inspections", `"inspections": 6`, `"inspections": 999`, "inspections: 999"},
		{"no inspections", `"inspections": 6`, `"inspections": 0`, ""},
		{"odd players", `"2": 12`, `"two": 12`, `"two" is no number of players`},
		{"nothing dealt", `"4": 7`, `"4": 0`, "make no game"},
		{"players left out", `, "4": 7`, ``, "nothing is said of 4 players"},
		{"too few passengers", `"4": 7`, `"4": 10`, "36 cannot be dealt to 4 players, who need 40"},
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
	for seats := minSeats; seats <= maxSeats; seats++ {
		if err := checkDeck(engine.Deck{Name: "ntd-36", Text: []byte(usual)}, seats); err != nil {
			t.Error(err)
		}
	}
}

// TestAnotherDeckIsPlayed: numbers, names, counts and rounds come from the deck
// file alone.
func TestAnotherDeckIsPlayed(t *testing.T) {
	text := `{
  "game": "declare",
  "passengers": [
    {"number": 101, "effect": "steal", "name": {"en": "Magpie"}},
    {"number": 50, "effect": "conceal-all", "name": {"en": "Fog", "nl": "Mist"}},
    {"number": 7, "effect": "protect", "name": {"en": "Ghost"}},
    {"number": 8, "effect": "reveal-each", "name": {"en": "Flash"}},
    {"number": 9, "effect": "trade", "name": {"en": "Dealer"}},
    {"number": 999, "effect": "swap-any", "name": {"en": "Wind"}}
  ],
  "baggage": {"1": 4, "2": 4, "3": 4},
  "inspections": 2,
  "dealt": {"2": 3}
}`
	setup := newSetup(t, 2, nil)
	setup.Deck = engine.Deck{Name: "small", Text: []byte(text)}
	kinds := map[string]int{}
	for i := range 40 {
		c := playOut(t, setup, "small "+string(rune('a'+i)), movers(2, gametest.ByBot, gametest.ByChance), nil)
		for kind, n := range c.Kinds {
			kinds[kind] += n
		}
	}
	if kinds["round-begun"] != 3*40 || kinds["inspection-drawn"] == 0 {
		t.Errorf("40 games of the small deck: %v", kinds)
	}
}
