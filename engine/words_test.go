package engine_test

import (
	"slices"
	"strings"
	"testing"

	"contrapost/engine"
)

var lexicon = engine.Lexicon{
	Spell: map[string]string{
		"draw": "draw", "trek": "draw", "let go": "let go", "laat gaan": "let go",
		"legal": "L", "legaal": "L", "l": "L", "from": "from", "van": "from", "when": "when",
	},
	NameAfter: []string{"from"},
	Written:   map[string]map[string]string{"nl": {"draw": "trek", "let go": "laat gaan", "from": "van"}},
	TextAfter: map[string]int{"say": 1, "tell": 2},
}

var verbs = []engine.Verb{
	{Word: "draw", Further: func(w string) bool { return w == "deck" || w == "1" }},
	{Word: "let go", Alone: true},
	{Word: "when"},
}

func TestFold(t *testing.T) {
	for line, want := range map[string]string{
		"  Draw\t1  DECK. ": "draw|1|deck",
		"draw 1..":          "draw|1.",
		".":                 "",
		"":                  "",
		"É":                 "é",
	} {
		if got := strings.Join(engine.Fold(line), "|"); got != want {
			t.Errorf("%q folds to %s, want %s", line, got, want)
		}
	}
}

func TestRead(t *testing.T) {
	names := engine.Roster{"Ann", "Lou", "Drew", "Dre"}
	for line, want := range map[string]string{
		"TREK 1":          "draw|1",
		"laat gaan":       "let go",
		"laat":            "laat",
		"2legaal 3L 4x":   "2L|3L|4x",
		"12":              "12",
		"draw ann":        "draw|#1",
		"draw lo":         "draw|#2",
		"draw dr":         "draw|dr", // Drew or Dre
		"draw dre":        "draw|#4", // an exact name
		"draw l":          "draw|L",
		"from l":          "from|#2",
		"van l":           "from|#2",
		"from legal":      "from|L", // nobody's name
		"from":            "from",
		"draw #2":         "draw|#2",
		"When Let Go Ann": "when|let go|#1",
		"":                "",
	} {
		if got := strings.Join(lexicon.Read(line, names), "|"); got != want {
			t.Errorf("%q reads %s, want %s", line, got, want)
		}
	}
}

func TestReadGivesItsOwnSpellingBack(t *testing.T) {
	for _, line := range []string{"draw 1 deck", "let go", "draw 2L", "from #2", "when let go from #1"} {
		once := lexicon.Read(line, nil)
		if again := lexicon.Read(strings.Join(once, " "), engine.Roster{"Ann"}); !slices.Equal(once, again) {
			t.Errorf("%q reads %q and then %q", line, once, again)
		}
	}
}

func TestWrite(t *testing.T) {
	names := engine.Roster{"Ann", "Draw"}
	for order, want := range map[engine.Order]string{
		"draw 1 deck":          "trek 1 deck",
		"when let go from #2":  "when laat gaan van Draw", // a name is no word
		"let 2 go":             "let 2 go",
		"2L L":                 "2L L",
		"from #3":              "van #3", // nobody sits there
		"say draw and let go":  "say draw and let go",
		"tell #1 draw from #2": "tell Ann draw from #2",
		"":                     "",
	} {
		if got := lexicon.Write(order, "nl", names); got != want {
			t.Errorf("%q is written %q, want %q", order, got, want)
		}
	}
	if got := lexicon.Write("draw from #1", "fr", names); got != "draw from Ann" {
		t.Errorf("in a language without words: %q", got)
	}
}

func TestWriteIsReadBack(t *testing.T) {
	names := engine.Roster{"Ann", "Lou"}
	for _, order := range []string{"draw 1 deck", "let go", "draw 2L", "from #2", "when let go from #1"} {
		line := lexicon.Write(engine.Order(order), "nl", names)
		if got := strings.Join(lexicon.Read(line, names), " "); got != order {
			t.Errorf("%q is written %q and read %q", order, line, got)
		}
	}
}

func TestIsOrder(t *testing.T) {
	for line, want := range map[string]bool{
		"draw 1": true, "draw my deck": true, "draw": false, "draw well": false,
		"let go": true, "let go of it": false, "when": false, "when 1": false, "hello": false, "": false,
	} {
		if got := engine.IsOrder(verbs, lexicon.Read(line, nil)); got != want {
			t.Errorf("%q is an order: %v", line, got)
		}
	}
}

func TestSeat(t *testing.T) {
	for word, want := range map[string]engine.Seat{"#1": 1, "#12": 12, "#255": 255, "#0": 0, "#01": 0, "#256": 0, "#": 0, "1": 0, "#+1": 0} {
		s, ok := engine.ParseSeat(word)
		if s != want || ok != (want > 0) {
			t.Errorf("%q is the seat %d, %v", word, s, ok)
		}
		if ok && s.String() != word {
			t.Errorf("%q is spelled %s", word, s)
		}
	}
	if !slices.Equal(engine.Seats(3), []engine.Seat{1, 2, 3}) {
		t.Error(engine.Seats(3))
	}
}

func TestRoster(t *testing.T) {
	r := engine.Roster{"Bo", "Bob", "Ann"}
	for word, want := range map[string]engine.Seat{"bo": 1, "BOB": 2, "a": 3, "b": 255, "": 0, "cem": 0} {
		if s, ok := r.Find(word); s != want || ok != (want > 0 && want < 255) {
			t.Errorf("%q is %d, %v", word, s, ok)
		}
	}
	for s, want := range map[engine.Seat]string{0: "#0", 1: "Bo", 3: "Ann", 4: "#4"} {
		if got := r.Name(s); got != want {
			t.Errorf("seat %d is called %s", s, got)
		}
	}
}
