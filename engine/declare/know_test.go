package declare

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"contrapost/engine"
	"contrapost/engine/card"
	"contrapost/engine/gametest"
)

// TestDealIsFair: every card of both decks has a serial of its own, everybody gets
// one of each value, and hands say nothing by their order.
func TestDealIsFair(t *testing.T) {
	for seats := minSeats; seats <= maxSeats; seats++ {
		setup := newSetup(t, seats, nil)
		events, err := deal(setup, engine.NewChance([32]byte{9}, 0))
		if err != nil {
			t.Fatal(err)
		}
		var s state
		for _, e := range events {
			s = evolve(s, e)
		}
		all := s.everyCard()
		if len(all) != 54+36 {
			t.Errorf("%d players: %d cards", seats, len(all))
		}
		ids := map[int]bool{}
		for _, c := range all {
			if c.ID < 1 || c.ID > len(all) || ids[c.ID] {
				t.Errorf("serial %d is not its card's own", c.ID)
			}
			ids[c.ID] = true
		}
		for _, p := range s.players {
			if !card.Holds(p.unplaced, faces[:values]) || len(p.unplaced) != values {
				t.Errorf("%d players: dealt %v", seats, p.unplaced)
			}
			for i := 1; i < len(p.hand); i++ {
				if numberOf(p.hand[i]) <= numberOf(p.hand[i-1]) {
					t.Errorf("%d players: the hand %v is not sorted", seats, p.hand)
				}
			}
		}
	}
}

// TestEventsKeep: every kind survives its encoding, even when empty.
func TestEventsKeep(t *testing.T) {
	for _, e := range rules.Events {
		text, err := json.Marshal(e)
		if err != nil {
			t.Errorf("%s: %v", e.Kind(), err)
		}
		if fields := reflect.TypeOf(e).NumField(); fields == 0 {
			t.Errorf("%s says nothing: %s", e.Kind(), text)
		}
	}
}

func TestCommandsSpellThemselves(t *testing.T) {
	for _, order := range []string{
		"place 3 1 2", "play 14", "conceal 2 3", "safe 1", "reveal 3", "reveal #2 3 #3 1", "swap 1 #2 3", "swap #1 2 #3 4",
		"steal #4 6", "discard 2", "discard #2 2", "discard 2 steal #3 1", "nothing", "draw", "extra reveal #2 1",
		"extra conceal me 3", "extra nothing", "when inspected reveal lowest", "when inspected reveal 4 2", "cancel 1", "cancel all",
	} {
		c, no := parse(lexicon.Read(order, nil))
		if no != nil || c.String() != order {
			t.Errorf("%q is read as %q, %v", order, c, no)
		}
	}
}

func TestOrdersAndProse(t *testing.T) {
	for line, want := range map[string]bool{
		"play 14 with 2 bob 3": true, "Speel 14.": true, "nothing": true, "draw": true, "extra nothing": true, "verberg 2, 3": true,
		"wanneer controle toon hoogste": true, "steel bob 2": true, "cancel all": true, "leg 3 1 2": true,
		"nothing to declare": false, "draw a picture": false, "play it again": false, "when will you play?": false,
		"steal my heart": false, "reveal yourself": false, "safe travels": false, "extra cheese": false, "": false,
	} {
		if got := engine.IsOrder(verbs, lexicon.Read(line, engine.Roster{"Ann", "Bob"})); got != want {
			t.Errorf("%q is an order: %v", line, got)
		}
	}
}

// TestNobodyOpensForThem: the clock's command cannot be spelled by a player.
func TestNobodyOpensForThem(t *testing.T) {
	if _, no := parse([]string{verbOpen}); no == nil {
		t.Error("a player may open what is sealed")
	}
	if got := (command{verb: verbOpen}).String(); got != "open answers" {
		t.Errorf("the clock's command is spelled %q", got)
	}
}

// TestWindowsStayShut: that all have spoken shows nowhere; the table looks the same
// to a seat whether others have chosen or not.
func TestWindowsStayShut(t *testing.T) {
	records, err := Game.Deal(newSetup(t, 3, nil), engine.NewChance([32]byte{4}, 0))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Game.Play(records)
	if err != nil {
		t.Fatal(err)
	}
	known := p.Known(1)
	for _, s := range []engine.Seat{2, 3} {
		c, err := p.Hear(s, []string{"place", "1", "2", "3"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := engine.Step(p, s, c, engine.NewChance([32]byte{4}, 50)); err != nil {
			t.Fatal(err)
		}
	}
	if p.Known(1) != known || p.Known(engine.Onlooker) > known {
		t.Error("a placement of another is told before all are opened")
	}
	c, _ := p.Hear(1, []string{"place", "2", "1", "3"})
	if _, err := engine.Step(p, 1, c, engine.NewChance([32]byte{4}, 60)); err != nil {
		t.Fatal(err)
	}
	if !engine.Unsettled(p) {
		t.Error("the table does not wait for the clock once all have placed")
	}
}

// TestLettersForget: by option a letter stops telling what was revealed once it is
// concealed; otherwise what happened goes on telling it (N4).
func TestLettersForget(t *testing.T) {
	for memory, want := range map[string]bool{"log": true, memoryNone: false} {
		var lines []engine.Line
		for _, l := range []string{"baggage #1 1- 1-", "baggage #2 1-", "baggage #3 3- 1+", "passengers #1 2 1", "passengers #2 5 3", "passengers #3 30 4", "pile -"} {
			lines = append(lines, engine.Line{Words: strings.Fields(l)})
		}
		luck := engine.NewChance([32]byte{7}, 0)
		records, err := Game.Stage(newSetup(t, 3, map[string]string{optMemory: memory}), lines, luck)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Game.Play(records)
		if err != nil {
			t.Fatal(err)
		}
		say := func(s engine.Seat, order string) {
			c, err := p.Hear(s, lexicon.Read(order, nil))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := engine.Step(p, s, c, luck); err != nil {
				t.Fatal(err)
			}
			if _, err := engine.Settle(p, func(int) engine.Chance { return luck }); err != nil {
				t.Fatal(err)
			}
		}
		say(1, "play 2")
		say(2, "play 5")
		say(3, "play 30")
		say(2, "reveal #3 1")
		tells := func() bool {
			return strings.Contains(fmt.Sprint(p.Page(engine.Plain{}, 1, 0)), "declare.face.3")
		}
		if !tells() {
			t.Errorf("memory %s: a revealed card is not told", memory)
		}
		say(3, "conceal 1")
		if tells() != want {
			t.Errorf("memory %s: what was revealed is told: %v", memory, !want)
		}
	}
}

// TestSilenceIsForetold: the order that a letter says silence stands for is the one
// that the clock gives (N25).
func TestSilenceIsForetold(t *testing.T) {
	told := 0
	for i := range 30 {
		chosen := map[string]string{}
		for j, o := range options {
			chosen[o.Name] = o.Values[(i>>j)%2]
		}
		seats := 2 + i%5
		playOut(t, newSetup(t, seats, chosen), fmt.Sprint("silence ", i), movers(seats, gametest.ByChance, gametest.ByChance), func(p engine.Play) {
			for _, s := range p.Awaited() {
				c := p.Lapse(s, engine.NewChance([32]byte{1}, 1))
				switch p.Asked(s).Kind {
				case phaseAction, phaseOverflow, phaseInspection:
					told++
					says := p.Page(engine.Plain{}, s, 0).Silence
					if c.String() != verbNothing && !strings.Contains(says, "Order="+c.String()+")") {
						t.Errorf("silence of %s is foretold as %q and comes to %q", s, says, c)
					}
				}
				if _, err := p.Hear(s, lexicon.Read(c.String(), nil)); err != nil {
					t.Errorf("silence of %s comes to %q, which could not be written: %v", s, c, err)
				}
			}
		})
	}
	if told < 300 {
		t.Errorf("only %d silences foretold", told)
	}
}
