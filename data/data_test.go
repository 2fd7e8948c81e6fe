package data

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // where the machine has none
)

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

// TestZones: every name listed is one that package time knows, and is found in any
// case.
func TestZones(t *testing.T) {
	if n := len(Zones()); n < 500 {
		t.Fatalf("%d zones", n)
	}
	for _, name := range Zones() {
		if _, err := time.LoadLocation(name); err != nil {
			t.Error(err)
		}
		for _, written := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
			if got, ok := Zone(written); !ok || !strings.EqualFold(got, name) {
				t.Errorf("%q: %q, %v", written, got, ok)
			}
		}
	}
	for _, name := range []string{"", "Nowhere", "Europe", "../Europe/Brussels", "Local"} {
		if got, ok := Zone(name); ok {
			t.Errorf("%q is taken for %q", name, got)
		}
	}
	for city, want := range map[string]string{"brussels": "Europe/Brussels", "New York": "America/New_York", "utc": "UTC"} {
		if got, ok := Zone(city); !ok || got != want {
			t.Errorf("%q: %q, %v; want %q", city, got, ok, want)
		}
	}
}
