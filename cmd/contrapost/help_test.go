package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events/table"
)

// TestHelp: every topic is there, and an unknown one lists them.
func TestHelp(t *testing.T) {
	v := newVillage(t, "Ann")
	for topic, says := range map[string]string{
		"": "invite ADDRESS", " tables": "leave TABLE", " talk": "tell NAME TEXT", " settings": "reminders off",
		" konvooi": "convoy L X bribe L", " declare": "when inspected reveal highest", " chess": "tables, talk, settings, konvooi, declare",
	} {
		wants(t, v.ask("Ann", "help"+topic), "Done:", says)
	}
	v.ask("Ann", "taal nl")
	wants(t, v.ask("Ann", "hulp praten"), "fluister NAAM TEKST")
}

// gaps are filled as a reader would fill them.
var gaps = strings.NewReplacer("TABLE", "K7F3Q", "TAFEL", "K7F3Q", "NAME", "Lou", "NAAM", "Lou", "TEXT", "hello", "TEKST", "hallo",
	"ADDRESS", "lou@example.org", "ADRES", "lou@example.org")

// TestHelpIsTrue: every order that a help shows is one, in its own language.
func TestHelpIsTrue(t *testing.T) {
	v := newVillage(t)
	catalog, err := newCatalog()
	v.must(err)
	isOrder := isOrder(v.service.house.Lobby)
	shown := 0
	for _, lang := range catalog.Langs() {
		for _, key := range catalog.Keys(lang) {
			if strings.HasPrefix(key, "order.") {
				if order := gaps.Replace(catalog.For(lang, nil).Say(key, engine.Args{"Game": "konvooi"})); !isOrder(order) {
					t.Errorf("%s, %s: %q is no order", lang, key, order)
				}
			}
			if !strings.HasPrefix(key, "help.") && !strings.HasSuffix(key, ".help") {
				continue
			}
			for line := range strings.Lines(catalog.For(lang, nil).Say(key, nil)) {
				if !strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "   ") {
					continue
				}
				if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > 72 {
					t.Errorf("%s, %s: a line that breaks: %q", lang, key, line)
				}
				orders, _, _ := strings.Cut(strings.TrimSpace(line), "   ")
				for order := range strings.SplitSeq(orders, ", ") {
					shown++
					if !isOrder(gaps.Replace(order)) {
						t.Errorf("%s, %s: %q is no order", lang, key, order)
					}
				}
			}
		}
	}
	if shown < 150 {
		t.Errorf("only %d orders found", shown)
	}
}

// TestToldKeys: whatever the lobby may say has words, and so have the topics
// of its help.
func TestToldKeys(t *testing.T) {
	catalog, err := newCatalog()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, key := range catalog.Keys("en") {
		known[key] = true
	}
	for _, key := range []string{table.ToldAsked, table.ToldWaits, table.ToldHistory, table.ToldHelp, table.ToldRules} {
		if !known["answered."+key] {
			t.Errorf("no words for answered.%s", key)
		}
	}
	for _, topic := range lobby.Topics {
		if !known["help."+topic] {
			t.Errorf("no words for help.%s", topic)
		}
	}
}
