package konvooi

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/data"
	"contrapost/engine"
)

// staged plays a deal written as in a case.
func staged(t *testing.T, seats int, options map[string]string, lines ...string) engine.Play {
	t.Helper()
	text, err := data.Deck(Game.DefaultDeck())
	if err != nil {
		t.Fatal(err)
	}
	all, err := engine.Choose(Game.Options(), options)
	if err != nil {
		t.Fatal(err)
	}
	var deal []engine.Line
	for i, l := range lines {
		deal = append(deal, engine.Line{Words: strings.Fields(l), Number: i + 1})
	}
	setup := engine.Setup{Seats: seats, Options: all, Deck: engine.Deck{Name: Game.DefaultDeck(), Text: text}}
	records, err := Game.Stage(setup, deal, engine.NewChance([32]byte{1}, 0))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Game.Play(records)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func offered(p engine.Page) []string {
	var orders []string
	for _, b := range p.Blocks {
		if c, ok := b.(engine.Choices); ok {
			for _, item := range c.Items {
				orders = append(orders, item.Order)
			}
		}
	}
	return orders
}

// TestPageOffersTheOnlyConvoy: a hand of one kind of officer may set out, and where
// that is all there is to do, the page says so (K10, K11).
func TestPageOffersTheOnlyConvoy(t *testing.T) {
	for _, kind := range officers {
		p := staged(t, 2, map[string]string{optPass: "stuck"},
			"hand #1 "+kind+" "+kind, "hand #2 L", "display - - - -", "pile -", "first #1")
		want := "convoy " + kind + " " + kind
		if got := offered(p.Page(engine.Plain{}, 1, 0)); !slices.Contains(got, want) {
			t.Errorf("offered %q, want %q among them", got, want)
		}
	}
}

// TestTheLastCardHasNoFormOfItsOwn: where one card is left to turn, the list holds all
// that can be written (K21).
func TestTheLastCardHasNoFormOfItsOwn(t *testing.T) {
	for officer, formed := range map[string]bool{"LT": false, "CPT": true} {
		p := staged(t, 2, nil, "hand #1 L L L", "hand #2 "+officer, "display L L L L", "pile L L", "first #1")
		luck := engine.NewChance([32]byte{1}, 0)
		for _, o := range []string{"#1 convoy L L L", "#2 inspect " + officer} { // with nothing left to bribe by
			seat, order, _ := strings.Cut(o, " ")
			s, _ := engine.ParseSeat(seat)
			c, err := p.Hear(s, Game.Lexicon().Read(order, nil))
			if err != nil {
				t.Fatalf("%s: %v", o, err)
			}
			if _, err := engine.Step(p, s, c, luck); err != nil {
				t.Fatal(err)
			}
			if _, err := engine.Settle(p, func(int) engine.Chance { return luck }); err != nil {
				t.Fatal(err)
			}
		}
		all := offered(p.Page(engine.Plain{}, 2, 0))
		if !slices.Contains(all, "check 1") {
			t.Fatalf("%s: offered %q", officer, all)
		}
		if got := slices.Contains(all, "check konvooi.gap.position konvooi.gap.position"); got != formed {
			t.Errorf("%s: offered %q, a form: %v, want %v", officer, all, got, formed)
		}
	}
}

// TestPageTellsTheSealedAnswer: who has answered a convoy reads their answer on their
// own page alone, and the orders by which it can be changed.
func TestPageTellsTheSealedAnswer(t *testing.T) {
	deal := []string{"hand #1 L L", "hand #2 INS CPT", "hand #3 LT", "hand #4 L", "display - - - -", "pile L L L", "first #1"}
	p, sealed := staged(t, 4, nil, deal...), staged(t, 4, nil, deal...)
	gives(t, p, 1, "convoy L L")
	gives(t, sealed, 1, "convoy L L")
	gives(t, sealed, 2, "inspect INS check 2 1")
	own := sealed.Page(engine.Plain{}, 2, 0)
	if want := "konvooi.sealed (Order=inspect INS check 2 1)"; own.Sealed != want || own.Asks != "" {
		t.Errorf("asks %q, sealed %q, want %q", own.Asks, own.Sealed, want)
	}
	for _, order := range []string{"let go", "inspect CPT"} {
		if !slices.Contains(offered(own), order) {
			t.Errorf("%q is not offered to change it: %q", order, offered(own))
		}
	}
	for _, s := range []engine.Seat{1, 3, 4, engine.Onlooker} {
		before, after := p.Page(engine.Plain{}, s, 0), sealed.Page(engine.Plain{}, s, 0)
		if diff := cmp.Diff(before, after, cmp.AllowUnexported(engine.Face{})); diff != "" || after.Sealed != "" {
			t.Errorf("the page of %s: %s %s", s, after.Sealed, diff)
		}
	}
}

// gives has a seat give an order that is heard.
func gives(t *testing.T, p engine.Play, s engine.Seat, line string) {
	t.Helper()
	c, err := p.Hear(s, Game.Lexicon().Read(line, nil))
	if err != nil {
		t.Fatal(err)
	}
	records, err := p.Decide(s, c, engine.NewChance([32]byte{1}, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := p.Evolve(r); err != nil {
			t.Fatal(err)
		}
	}
}
