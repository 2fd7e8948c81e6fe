package declare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/card"
	"contrapost/engine/gametest"
)

func TestSuite(t *testing.T) { gametest.Run(t, suite(rules)) }

type ruleset = engine.Rules[state, command, event, fact]

// suite hangs the oracles on the rules, as they are or spoiled.
func suite(r ruleset) gametest.Suite {
	return gametest.Suite{
		Game: engine.Define(r), Deck: data.Deck, Events: gametest.Kinds(r.Events),
		MaxOrders: 600,
		Rare: []string{ // in scenarios only: no deck lets the pile run out
			baggageStaged{}.Kind(), drawSkipped{}.Kind(),
		},
		Probes: []string{
			"place 1 2 3", "place 3 1 2", "play 14 with 1 #2 3", "play 10 with 2 #1 1", "play 5 with #3 2", "play 5 with #2 1",
			"play 11 with 1 2", "play 3 with 1 3", "play 8 with nothing", "play 27 with 1 steal #2 2", "play 31 with 2 steal #1 1",
			"play 26 with #2 1", "play 36 with #1 2", "play 25 with #2 1 #2 2", "play 20 with me 1 #2 2", "play 32 with #1 1 #2 2",
			"play 23 with 1 2", "play 2 with 1", "play 19 with #1 1", "play 24 with 1 #2 1", "play 4 with 1", "play 30 with 2",
			"conceal 1", "conceal 2 3", "safe 1", "reveal 1", "reveal #2 1", "reveal #1 2 #2 3", "swap 1 #2 1", "swap #1 1 #2 1",
			"steal #1 1", "steal #2 2", "discard 1", "discard #2 1", "discard 1 steal #2 1", "nothing", "draw",
			"extra reveal #1 1", "extra reveal me 1", "extra conceal #2 2", "extra nothing",
			"when inspected reveal lowest", "when inspected reveal highest", "when inspected reveal 3 1", "when inspected reveal 2 4 1",
			"cancel 1", "cancel all",
		},
		Listed: func(order string) bool {
			return !strings.Contains(order, " with ") && !strings.HasPrefix(order, verbWhen) && !strings.HasPrefix(order, verbCancel)
		},
		Held: func(records []engine.Record) ([]card.Card, error) {
			s, err := gametest.Truth(r, records)
			return s.everyCard(), err
		},
		Witness: witnessed,
		Own: func(records []engine.Record, s engine.Seat, facts []any) error {
			return ownTrue(r, records, s, facts)
		},
		Reseal: reseal,
	}
}

// everyCard gathers the cards from wherever one can lie between two orders.
func (s state) everyCard() []card.Card {
	all := slices.Concat(s.pile, s.aside, s.spent, s.gone, []card.Card{s.held})
	for i, p := range s.players {
		all = slices.Concat(all, p.hand, p.unplaced)
		for _, sp := range s.board[i].spots {
			all = append(all, sp.card)
		}
	}
	return slices.DeleteFunc(all, func(c card.Card) bool { return c.Face == "" })
}

// witnessed tells who has seen what, from the rulings alone: own baggage and
// passengers are seen by their owner (N4, N9); a card changing hands by who gives
// and who gets it (N4); opened passengers (N5), revealed and discarded cards (N14,
// N19) and inspections (N10) by everybody; and all of it after the game.
func witnessed(records []engine.Record) []map[engine.Seat][]card.Card {
	all := make([]map[engine.Seat][]card.Card, len(records))
	for i, record := range records {
		e, err := gametest.Decoded(rules, record)
		if err != nil {
			continue // told by the codec's guard
		}
		w := sight{}
		w.deal(e)
		w.turn(e)
		all[i] = w
	}
	return all
}

type sight map[engine.Seat][]card.Card

func (w sight) see(s engine.Seat, cards ...card.Card) { w[s] = append(w[s], cards...) }
func (w sight) all(cards ...card.Card)                { w.see(engine.Onlooker, cards...) }

func (w sight) deal(e event) {
	switch e := e.(type) {
	case baggageDealt:
		w.see(e.Seat, e.Cards...)
	case baggageStaged:
		for _, c := range e.Cards {
			w.see(e.Seat, c.Card)
			if c.Up {
				w.all(c.Card)
			}
		}
	case handDealt:
		w.see(e.Seat, e.Cards...)
	case handPassed:
		w.see(e.Seat, e.Cards...)
	case passengersOpened:
		for _, p := range e.Played {
			w.all(p.Card)
		}
	case gameEnded:
		for _, area := range e.Baggage {
			for _, c := range area {
				w.all(c.Card)
			}
		}
		w.all(slices.Concat(e.Pile, e.Aside)...)
	}
}

func (w sight) turn(e event) {
	switch e := e.(type) {
	case cardsRevealed:
		for _, c := range e.Cards {
			w.all(c.Card)
		}
	case cardsSwapped:
		w.see(e.A.Seat, e.A.Card, e.B.Card)
		w.see(e.B.Seat, e.A.Card, e.B.Card)
		if e.KeepSide { // N16: the place of A shows B's card now
			w.all(e.B.Card)
		}
	case cardStolen:
		w.see(e.Seat, e.Card)
		w.see(e.From, e.Card)
	case cardDrawn:
		w.see(e.Seat, e.Card)
	case inspectionDrawn:
		w.all(e.Card)
	case baggageDiscarded:
		w.all(e.Card)
	case receivedDiscarded:
		w.all(e.Card)
	case passengerSpent:
		w.all(e.Card)
	}
}

// ownTrue compares a seat's knowledge with the truth: its own cards, answers and
// orders whole, everybody's slots, sides and marks, and of the others' values
// nothing that is not so.
func ownTrue(r ruleset, records []engine.Record, s engine.Seat, facts []any) error {
	t, err := gametest.Truth(r, records)
	if err != nil {
		return err
	}
	known := make([]fact, len(facts))
	for i, f := range facts {
		known[i] = f
	}
	k := know(s, known)
	own := t.seat(s)
	for _, thing := range []struct {
		what        string
		know, truth any
	}{
		{"passengers", k.hand, own.hand},
		{"baggage to place", k.unplaced, own.unplaced},
		{"placement", k.placed, own.placed},
		{"choice", k.chosen, own.chosen},
		{"order in advance", spelled(k.with), spelled(own.with)},
		{"answer", k.answer, own.answer},
		{"standing order", fmt.Sprint(k.prefer), fmt.Sprint(own.prefer)},
		{"phase", k.phase, t.phase},
		{"round", k.round, t.round},
		{"turn", k.turn(), t.turn()},
		{"pile", k.pile, len(t.pile)},
		{"asked", k.asked, t.asked},
		{"discards", len(k.gone), len(t.gone)},
	} {
		if fmt.Sprintf("%v", thing.know) != fmt.Sprintf("%v", thing.truth) {
			return fmt.Errorf("%s: knows %v, is %v", thing.what, thing.know, thing.truth)
		}
	}
	if t.turn() == s && k.held != t.held {
		return fmt.Errorf("received: knows %v, is %v", k.held, t.held)
	}
	return boardTrue(k, t)
}

func spelled(d *deed) string {
	if d == nil {
		return ""
	}
	return d.String()
}

func boardTrue(k *knowledge, t state) error {
	for i := range t.board {
		seat := engine.Seat(i + 1)
		if k.hands[i] != len(t.players[i].hand) {
			return fmt.Errorf("%s: knows of %d passengers, there are %d", seat, k.hands[i], len(t.players[i].hand))
		}
		if k.board[i].protected != t.board[i].protected {
			return fmt.Errorf("%s: protected %v", seat, t.board[i].protected)
		}
		for j, is := range t.board[i].spots {
			sees := k.board[i].spots[j]
			visible := is.full && (is.up || seat == k.self)
			if sees.card.Face == "" && !visible {
				sees.card = is.card
			}
			if sees != is {
				return fmt.Errorf("%s, slot %d: knows %+v, is %+v", seat, j+1, sees, is)
			}
		}
	}
	return nil
}

// reseal changes what others keep to themselves without a card to show for it:
// placements and choices (N1, N5), orders given in advance (N7), sealed answers
// (N10, N26) and standing orders (N11). Each may be dropped or be another; and one
// may be there that was not.
func reseal(l gametest.Log, s engine.Seat, luck engine.Chance) (gametest.Log, error) {
	other := make(gametest.Log, len(l))
	var t state
	for i, step := range l {
		for j, record := range step {
			e, err := gametest.Decoded(rules, record)
			if err != nil {
				return nil, err
			}
			t = evolve(t, e)
			for _, e := range otherwise(e, t, s, resealing{luck, fmt.Sprint(i, ".", j)}) {
				again, err := gametest.Encode(e)
				if err != nil {
					return nil, err
				}
				other[i] = append(other[i], again)
			}
		}
	}
	return unforeseen(other, t, s, resealing{luck, "end"})
}

// resealing draws for one event.
type resealing struct {
	engine.Chance
	at string
}

func (r resealing) below(what string, n int) int { return r.Intn(r.at+what, n) }

func otherwise(e event, t state, s engine.Seat, r resealing) []event {
	drop := r.below("drop", 2) == 0
	switch secret := e.(type) {
	case placementSealed:
		if secret.Seat != s && drop {
			return nil
		}
	case choiceSealed:
		if secret.Seat == s {
			break
		}
		if drop {
			return nil
		}
		hand := t.seat(secret.Seat).hand
		secret.Card, secret.With = hand[r.below("card", len(hand))], nil
		if r.below("with", 2) == 0 {
			secret.With = &deed{verbSteal, []target{{s, 1 + r.below("slot", slots)}}}
		}
		return []event{secret}
	case answerSealed:
		if secret.Seat == s {
			break
		}
		if drop {
			return nil
		}
		secret.Slots = []int{1 + r.below("slot", slots)}
		return []event{secret}
	case attachmentDropped:
		if secret.Seat != s {
			return nil
		}
	case preferenceGiven:
		if secret.Seat == s {
			break
		}
		if drop {
			return nil
		}
		secret.Prefer = preference{Word: wordHighest}
		return []event{secret}
	case preferenceDropped:
		if secret.Seat != s && drop {
			return nil
		}
	}
	return []event{e}
}

// unforeseen adds a word by another: a standing order, or an answer while a window
// is open.
func unforeseen(l gametest.Log, t state, s engine.Seat, r resealing) (gametest.Log, error) {
	o := engine.Seat(1 + r.below("who", len(t.players)))
	if o == s {
		return l, nil
	}
	var e event = preferenceGiven{o, preference{Slots: []int{1 + r.below("slot", slots)}}}
	switch {
	case t.asked != nil && slices.Contains(t.asked, o):
		e = answerSealed{Seat: o, Slots: []int{1}}
	case t.phase == phaseChoose:
		e = choiceSealed{Seat: o, Card: t.seat(o).hand[0]}
	case t.phase == phasePlace:
		e = placementSealed{Seat: o, Cards: t.seat(o).unplaced}
	}
	record, err := gametest.Encode(e)
	l[len(l)-1] = append(l[len(l)-1], record)
	return l, err
}
