package main

import (
	"strings"
	"testing"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
)

// TestEveryOrderSaysWhatItDoes: of whatever can be ordered in a game, a preview says in a
// sentence what it would do, in every language.
func TestEveryOrderSaysWhatItDoes(t *testing.T) {
	catalog, err := newCatalog()
	if err != nil {
		t.Fatal(err)
	}
	names := engine.Roster{"Ann", "Bob", "Cem"}
	for _, g := range games.All() {
		text, err := data.Deck(g.DefaultDeck())
		if err != nil {
			t.Fatal(err)
		}
		options, err := engine.Choose(g.Options(), nil)
		if err != nil {
			t.Fatal(err)
		}
		luck := engine.NewChance([32]byte{7}, 0)
		records, err := g.Deal(engine.Setup{Seats: 3, Options: options, Deck: engine.Deck{Name: g.DefaultDeck(), Text: text}}, luck)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Play(records)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for n := range 150 {
			if _, over := p.Result(); over {
				break
			}
			var seat engine.Seat
			for s := engine.Seat(1); s <= 3; s++ {
				orders := p.Moves(s)
				if p.Asked(s).Kind != "" {
					seat = s
				}
				for i, order := range orders {
					if i%7 != n%7 {
						continue
					}
					for _, lang := range []string{"en", "nl"} {
						does := p.Does(catalog.For(lang, names), s, order)
						if !strings.HasSuffix(does, ".") || strings.ContainsAny(does, "[…") {
							t.Fatalf("%s: %q is said to do %q", g.Name(), order, does)
						}
					}
					said[strings.Fields(order)[0]] = true
				}
			}
			luck := engine.NewChance([32]byte{7}, int64(n+1))
			var command engine.Command
			if seat == 0 {
				command = p.Lapse(engine.Onlooker, luck)
			} else if command, err = p.Hear(seat, g.Lexicon().Read(p.Bot(seat, luck), nil)); err != nil {
				t.Fatal(err)
			}
			records, err := p.Decide(seat, command, luck)
			if err == nil {
				err = p.Evolve(records...)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(said) < 5 {
			t.Errorf("%s: only %v were seen", g.Name(), said)
		}
	}
}
