package konvooi

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"contrapost/engine"
	"contrapost/engine/card"
)

// TestKnowledgeIsTrue folds random games and holds every seat's knowledge against
// the truth: counts exactly, what is sure of others' cards as a part of them.
func TestKnowledgeIsTrue(t *testing.T) {
	for i := range 10 {
		seats := 2 + i%5
		all, err := engine.Choose(options, map[string]string{optBribeView: options[2].Values[i%3], optBribeRounds: "3"})
		if err != nil {
			t.Fatal(err)
		}
		setup := newSetup(t, seats, all)
		luck := func(n int) engine.Chance { return engine.NewChance([32]byte{byte(i)}, int64(n)) }
		events, err := deal(setup, luck(0))
		if err != nil {
			t.Fatal(err)
		}
		var s state
		facts := make([][]fact, seats+1)
		fold := func(events []event) {
			for _, e := range events {
				s = evolve(s, e)
				for seat := range facts {
					if f, ok := show(e, engine.Seat(seat)); ok {
						facts[seat] = append(facts[seat], f)
					}
				}
			}
		}
		fold(events)
		for n := 1; s.phase != phaseOver && n < 3000; n++ {
			seat, c := engine.Onlooker, lapse(s, engine.Onlooker, luck(n))
			if open := awaited(s); len(open) > 0 {
				seat = open[0]
				orders := moves(seat, facts[seat])
				c, err = hear(seat, facts[seat], lexicon.Read(orders[luck(n).Intn("order", len(orders))], nil))
				if err != nil {
					t.Fatal(err)
				}
			}
			events, err := decide(s, seat, c, luck(n))
			if err != nil {
				t.Fatal(err)
			}
			fold(events)
			for seat := range facts {
				compareKnowledge(t, s, know(engine.Seat(seat), facts[seat]))
			}
			if t.Failed() {
				t.Fatalf("after %s in game %d", c, i)
			}
		}
	}
}

func compareKnowledge(t *testing.T, s state, k *knowledge) {
	t.Helper()
	if k.phase != s.phase || k.turn != s.turn || k.pile != len(s.pile) || k.display != s.display || k.last != s.last {
		t.Errorf("%s: the table is not as %s knows it", s.phase, k.self)
	}
	for i, p := range s.players {
		seat := engine.Seat(i + 1)
		got := k.players[i]
		if got.hand != len(p.hand) || got.warehouse != len(p.warehouse) {
			t.Errorf("%s counts %d and %d of %s, in truth %d and %d", k.self, got.hand, got.warehouse, seat, len(p.hand), len(p.warehouse))
		}
		if seat == k.self {
			if count(k.hand) != count(p.hand) || count(k.warehouse) != count(p.warehouse) {
				t.Errorf("%s does not know its own cards", seat)
			}
			continue
		}
		hand, stored := count(p.hand), count(p.warehouse)
		sure := k.sureHand(seat)
		for j := range kinds {
			if sure[j] > hand[j] || got.stored[j] > stored[j] {
				t.Errorf("%s thinks %v and %v of %s, in truth %v and %v", k.self, sure, got.stored, seat, hand, stored)
				break
			}
		}
	}
}

// TestDealIsFair: every card has a serial of its own, officers are dealt by rule,
// and the facts of others hold no serial of a hand.
func TestDealIsFair(t *testing.T) {
	for seats := minSeats; seats <= maxSeats; seats++ {
		events, err := deal(newSetup(t, seats, nil), engine.NewChance([32]byte{9}, 0))
		if err != nil {
			t.Fatal(err)
		}
		var s state
		for _, e := range events {
			s = evolve(s, e)
		}
		ids := map[int]bool{}
		note := func(cards []card.Card) {
			for _, c := range cards {
				if c.ID < 1 || ids[c.ID] {
					t.Errorf("serial %d is not its card's own", c.ID)
				}
				ids[c.ID] = true
			}
		}
		note(s.pile)
		note(s.display[:])
		for _, p := range s.players {
			note(p.hand)
			if len(p.hand) != dealtEach+2 || card.Count(p.hand, captain) != 1 || card.Count(p.hand, inspector) != 1 {
				t.Errorf("%d players: dealt %v", seats, p.hand)
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
		"draw 3 look", "draw deck 2", "convoy L X bribe L CPT", "pass", "let go", "inspect INS check 4 1 2", "bribe L L X",
		"no bribe", "accept", "refuse", "check 2 1", "when convoy of 3+ from #2 inspect CPT check 1", "when convoy let go",
		"cancel 3", "cancel all", "done",
	} {
		c, no := parse(lexicon.Read(order, nil))
		if no != nil || c.String() != order {
			t.Errorf("%q is read as %q, %v", order, c, no)
		}
	}
}

func TestOrdersAndProse(t *testing.T) {
	for line, want := range map[string]bool{
		"convoy 3 5 7": true, "draw open 2 closed": true, "inspect captain": true, "check 1": true, "Laat gaan.": true,
		"convoy L, X, L": true, "wanneer konvooi laat gaan": true, "cancel all": true, "pas": true,
		"pass me the salt": false, "accept my apologies": false, "check it out": false, "draw a picture": false,
		"let go of it": false, "when will you play?": false, "": false, "done deal": false,
	} {
		if got := engine.IsOrder(verbs, lexicon.Read(line, engine.Roster{"Lou", "Ann"})); got != want {
			t.Errorf("%q is an order: %v", line, got)
		}
	}
}

func TestNamesAfterFrom(t *testing.T) {
	words := lexicon.Read("when convoy of 3+ from L inspect INS", engine.Roster{"Ann", "Lou"})
	if c, no := parse(words); no != nil || c.when.From != 2 {
		t.Errorf("%v: %v, %v", words, c, no)
	}
	if _, no := parse([]string{verbOpen}); no == nil {
		t.Error("a player may open the answers")
	}
	if fmt.Sprint(command{verb: verbOpen}) != "open answers" {
		t.Error("the clock's command is spelled otherwise")
	}
}
