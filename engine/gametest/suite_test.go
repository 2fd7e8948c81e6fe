package gametest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"contrapost/engine"
	"contrapost/engine/card"
)

func TestTender(t *testing.T) { Run(t, suiteOf(tender())) }

func TestTheSameSeedFindsTheSame(t *testing.T) {
	s := suiteOf(tender())
	s.MaxOrders = 5
	a, b := Check(s, 8, "x"), Check(s, 8, "x")
	if len(a) == 0 || !reflect.DeepEqual(a, b) {
		t.Errorf("first %v\nthen %v", a, b)
	}
	if c := Check(s, 8, "y"); reflect.DeepEqual(a, c) {
		t.Errorf("another seed finds the same: %v", c)
	}
}

func TestSuiteWithoutOracles(t *testing.T) {
	for _, spoil := range []func(*Suite){
		func(s *Suite) { s.Game = nil }, func(s *Suite) { s.MaxOrders = 0 }, func(s *Suite) { s.Events = nil },
		func(s *Suite) { s.Held = nil }, func(s *Suite) { s.Witness = nil }, func(s *Suite) { s.Own = nil },
	} {
		s := suiteOf(tender())
		spoil(&s)
		if s.complete() == nil {
			t.Errorf("%+v is taken for complete", s)
		}
	}
}

// suiteOf hangs the oracles on a game of tender, spoiled or not.
func suiteOf(r rules) Suite {
	return Suite{
		Game: engine.Define(r), MaxOrders: 60, Events: Kinds(r.Events),
		Probes:  []string{"offer A", "offer B", "offer all", "offer A B"},
		Witness: witnessOf,
		Own:     ownOf,
		Reseal:  resealOf,
		Held: func(records []engine.Record) ([]card.Card, error) {
			h := hall{}
			for _, record := range records {
				e, err := Decode(r.Events, record)
				if err != nil {
					return nil, err
				}
				h = r.Evolve(h, e)
			}
			return slices.Concat(h.pile, h.spent, slices.Concat(h.hands...)), nil
		},
	}
}

func decoded(r engine.Record) engine.Event {
	e, err := Decode(tender().Events, r)
	if err != nil {
		panic(err)
	}
	return e
}

// witnessOf: a seat sees its own cards, everybody those opened.
func witnessOf(records []engine.Record) []map[engine.Seat][]card.Card {
	all := make([]map[engine.Seat][]card.Card, len(records))
	for i, r := range records {
		all[i] = witnessOfOne(r)
	}
	return all
}

func witnessOfOne(r engine.Record) map[engine.Seat][]card.Card {
	seen := map[engine.Seat][]card.Card{}
	switch e := decoded(r).(type) {
	case dealt:
		seen[e.Seat] = e.Cards
	case drew:
		seen[e.Seat] = []card.Card{e.Card}
	case opened:
		for _, o := range e.Offers {
			seen[engine.Onlooker] = append(seen[engine.Onlooker], o.Card)
		}
	}
	return seen
}

// ownOf: what a seat was dealt and drew, less what was opened, is its hand.
func ownOf(records []engine.Record, s engine.Seat, facts []any) error {
	var truth []card.Card
	for _, r := range records {
		switch e := decoded(r).(type) {
		case dealt:
			if e.Seat == s {
				truth = append(truth, e.Cards...)
			}
		case drew:
			if e.Seat == s {
				truth = append(truth, e.Card)
			}
		case opened:
			truth = card.Without(truth, []card.Card{e.Offers[s-1].Card})
		}
	}
	var known []fact
	for _, f := range facts {
		known = append(known, f.(fact))
	}
	if hand := holding(s, known); !slices.Equal(hand, truth) {
		return fmt.Errorf("holds %v, knows %v", truth, hand)
	}
	return nil
}

// resealOf takes back, by chance, what others have sealed since the last opening.
func resealOf(l Log, s engine.Seat, luck engine.Chance) (Log, error) {
	other := slices.Clone(l)
	for i := len(l) - 1; i > 0 && len(l[i]) == 1; i-- { // an opening comes with further events
		if e := decoded(l[i][0]).(sealed); e.Seat != s && luck.Intn(fmt.Sprint("kept", i), 2) == 0 {
			other[i] = nil
		}
	}
	return other, nil
}
