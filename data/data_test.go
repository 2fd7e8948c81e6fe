package data

import "testing"

func TestEveryDeckCanBeRead(t *testing.T) {
	if len(Decks()) == 0 {
		t.Fatal("no decks")
	}
	for _, name := range Decks() {
		if text, err := Deck(name); err != nil || len(text) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Deck("../data"); err == nil {
		t.Error("a deck outside the folder can be read")
	}
}

func TestRulesAreWrittenInBothLanguages(t *testing.T) {
	for _, game := range []string{"konvooi", "declare"} {
		for _, lang := range []string{"en", "nl"} {
			if text, err := Rules(game, lang); err != nil || len(text) == 0 {
				t.Errorf("%s, %s: %v", game, lang, err)
			}
		}
	}
	if _, err := Rules("konvooi", "xx"); err == nil {
		t.Error("rules in an unknown language can be read")
	}
}
