package declare

import (
	"strings"
	"testing"

	"contrapost/data"
	"contrapost/engine"
)

// playedOut stages a deal written as in a case and plays orders, "SEAT ORDER" each.
func playedOut(t *testing.T, deal []string, orders ...string) engine.Play {
	t.Helper()
	return playedWith(t, nil, deal, orders...)
}

// playedWith is playedOut at a table with options.
func playedWith(t *testing.T, chosen map[string]string, deal []string, orders ...string) engine.Play {
	t.Helper()
	text, err := data.Deck(Game.DefaultDeck())
	if err != nil {
		t.Fatal(err)
	}
	options, err := engine.Choose(Game.Options(), chosen)
	if err != nil {
		t.Fatal(err)
	}
	var lines []engine.Line
	for i, l := range deal {
		lines = append(lines, engine.Line{Words: strings.Fields(l), Number: i + 1})
	}
	luck := engine.NewChance([32]byte{1}, 0)
	records, err := Game.Stage(engine.Setup{Seats: 2, Options: options, Deck: engine.Deck{Name: Game.DefaultDeck(), Text: text}}, lines, luck)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Game.Play(records)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range orders {
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
	return p
}

func text(p engine.Page) string {
	var b strings.Builder
	for _, block := range p.Blocks {
		switch block := block.(type) {
		case engine.Paragraph:
			b.WriteString(block.Text + "\n")
		case engine.Listing:
			b.WriteString(strings.Join(block.Lines, "\n") + "\n")
		}
	}
	return b.String()
}

// TestForesight is given where the slot named will hold the same card when the
// seventh one comes, and nowhere else (N17).
func TestForesight(t *testing.T) {
	for passenger, wanted := range map[string]bool{
		"5":  true,  // reveal-1: own cards stay where they are
		"22": true,  // discard: of an opponent
		"10": false, // swap-own
		"26": false, // steal: two cards may come
		"27": false, // trade
		"20": false, // swap-any
	} {
		p := playedOut(t, []string{
			"baggage #1 2- 1- 3- 1- 2- 2-", "baggage #2 3- 3- . . . .",
			"passengers #1 " + passenger, "passengers #2 36", "pile 1 1",
		}, "#1 play "+passenger, "#2 play 36")
		if got := strings.Contains(text(p.Page(engine.Plain{}, 1, 0)), "declare.foresight"); got != wanted {
			t.Errorf("passenger %s: foresight %v, want %v", passenger, got, wanted)
		}
	}
}

// TestSpentPassengerActsNoMore: once its action is over, a page no longer says that
// the passenger of the turn acts now, whatever is still asked (N6).
func TestSpentPassengerActsNoMore(t *testing.T) {
	deal := []string{
		"baggage #1 2- 1- 3- 1- 2- 2-", "baggage #2 3- 3- . . . .",
		"passengers #1 5", "passengers #2 36", "pile 1 1",
	}
	before := playedOut(t, deal, "#1 play 5", "#2 play 36")
	after := playedOut(t, deal, "#1 play 5", "#2 play 36", "#1 reveal #2 1")
	for _, c := range []struct {
		p    engine.Play
		asks string
		now  bool
	}{{before, phaseAction, true}, {after, phaseOverflow, false}} {
		if c.p.Asked(1).Kind != c.asks {
			t.Fatalf("asked %q, want %q", c.p.Asked(1).Kind, c.asks)
		}
		for _, reader := range []engine.Seat{1, 2} {
			if got := strings.Contains(text(c.p.Page(engine.Plain{}, reader, 0)), "declare.round.now"); got != c.now {
				t.Errorf("%s, reader %d: acts now %v, want %v", c.asks, reader, got, c.now)
			}
		}
	}
}
