package konvooi

import (
	"cmp"
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
		MaxOrders: 3000,
		Rare:      []string{warehouseStocked{}.Kind()}, // in scenarios only
		Probes: []string{
			"draw deck", "draw 1 2", "draw 2 look", "draw deck 3", "done", "pass", "draw deck deck",
			"convoy L L", "convoy L X L bribe LT", "convoy L L bribe L", "convoy X L L L bribe X L",
			"convoy X X bribe L", "convoy L X bribe CPT", "convoy L LT bribe X", "convoy INS CPT bribe L",
			"inspect LT", "inspect CPT check 2", "inspect INS check 3 1 2", "let go",
			"bribe L", "bribe X LT", "no bribe", "accept", "refuse", "check 1", "check 4 1",
			"when convoy inspect CPT", "when convoy of 3+ from #2 inspect INS check 1 2 4",
			"when convoy of 2 let go", "when convoy from #1 inspect LT check 3", "cancel 1", "cancel all",
		},
		Listed: func(order string) bool {
			rider := strings.HasPrefix(order, verbConvoy) && strings.Contains(order, verbBribe)
			return !rider && !strings.HasPrefix(order, verbWhen) && !strings.HasPrefix(order, verbCancel)
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
	all := slices.Concat(s.pile, s.convoy.cards, s.convoy.offer, s.display[:], []card.Card{s.convoy.officer})
	for _, p := range s.players {
		all = slices.Concat(all, p.hand, p.warehouse)
	}
	return slices.DeleteFunc(all, func(c card.Card) bool { return c.Face == "" })
}

// witnessed tells who has seen what, from the rulings alone: own cards are seen by
// their owner, the display, committed officers and turned cards by everybody (K4,
// K14, K21); offers by whom the option names (K17); a seized convoy by smuggler
// and inspector (K25); a bought bribe by the buyer, in whose warehouse it lies
// (K4); and everything by everybody after the game (K25).
func witnessed(records []engine.Record) []map[engine.Seat][]card.Card {
	all := make([]map[engine.Seat][]card.Card, len(records))
	view := ""
	for i, record := range records {
		e, err := gametest.Decoded(rules, record)
		if err != nil {
			continue // told by the codec's guard
		}
		if e, ok := e.(gameDealt); ok {
			view = e.Options["bribe-view"]
		}
		w := sight{}
		w.cards(e)
		w.convoy(e)
		w.bribe(e, view)
		all[i] = w
	}
	return all
}

type sight map[engine.Seat][]card.Card

func (w sight) see(s engine.Seat, cards ...card.Card) { w[s] = append(w[s], cards...) }
func (w sight) all(cards ...card.Card)                { w.see(engine.Onlooker, cards...) }

func (w sight) cards(e event) {
	switch e := e.(type) {
	case handDealt:
		w.see(e.Seat, e.Cards...)
	case warehouseStocked:
		w.see(e.Seat, e.Cards...)
	case displayLaid:
		for _, c := range e.Cards {
			w.all(c.Card)
		}
	case openTaken:
		w.all(e.Card)
	case slotRefilled:
		w.all(e.Card)
	case closedTaken:
		w.see(e.Seat, e.Card)
	case gameEnded:
		w.all(slices.Concat(slices.Concat(e.Hands...), slices.Concat(e.Warehouses...), e.Pile)...)
	}
}

func (w sight) convoy(e event) {
	switch e := e.(type) {
	case answersOpened:
		for _, o := range e.Officers {
			w.all(o.Card)
		}
	case inspectorChosen:
		w.all(e.Officer)
	case cardTurned:
		w.all(e.Card)
	case convoySeized:
		w.see(e.Seat, e.Cards...)
		w.see(e.Smuggler, e.Cards...)
	}
}

func (w sight) bribe(e event, view string) {
	switch e := e.(type) {
	case bribeOffered:
		switch view {
		case "public":
			w.all(e.Cards...)
		case "sealed":
			w.see(e.Inspector, e.Cards...)
		}
	case bribeAccepted:
		w.see(e.Seat, e.Cards...)
	}
}

// ownTrue compares a seat's knowledge with the truth: its own cards, answers and
// standing bids whole, everybody's counts, and of the others nothing that is not
// so.
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
		{"hand", sorted(k.hand), sorted(own.hand)},
		{"warehouse", sorted(k.warehouse), sorted(own.warehouse)},
		{"standing bids", k.standing, own.standing},
		{"phase", k.phase, t.phase},
		{"display", k.display, t.display},
		{"pile", k.pile, len(t.pile)},
		{"turned cards", k.turnedPositions(), t.convoy.turned},
		{"last", k.last, t.last},
	} {
		if fmt.Sprintf("%v", thing.know) != fmt.Sprintf("%v", thing.truth) {
			return fmt.Errorf("%s: knows %v, is %v", thing.what, thing.know, thing.truth)
		}
	}
	if err := convoyTrue(k, t); err != nil {
		return err
	}
	return othersTrue(k, t)
}

func sorted(cards []card.Card) []card.Card {
	return slices.SortedFunc(slices.Values(cards), func(a, b card.Card) int { return cmp.Compare(a.ID, b.ID) })
}

func convoyTrue(k *knowledge, t state) error {
	if k.convoy.size != len(t.convoy.cards) || k.convoy.inspector != t.convoy.inspector || k.convoy.officer != t.convoy.officer {
		return fmt.Errorf("convoy: knows %+v, is %+v", k.convoy, t.convoy)
	}
	if len(t.convoy.cards) > 0 && t.turn == k.self {
		if !slices.Equal(k.convoy.cards, t.convoy.cards) || !slices.Equal(k.convoy.rider, t.convoy.rider) {
			return fmt.Errorf("own convoy: knows %+v, is %+v", k.convoy, t.convoy)
		}
	}
	if k.convoy.offered != len(t.convoy.offer) || k.convoy.offers != t.convoy.offers {
		return fmt.Errorf("offer: knows %+v, is %+v", k.convoy, t.convoy)
	}
	answer, answered := t.convoy.answer(k.self)
	if k.convoy.answered != answered || k.convoy.answer.String() != answer.String() {
		return fmt.Errorf("own answer: knows %v, is %v", k.convoy.answer, answer)
	}
	return nil
}

func othersTrue(k *knowledge, t state) error {
	for i, p := range t.players {
		o := engine.Seat(i + 1)
		seen := k.of(o)
		if seen.hand != len(p.hand) || seen.warehouse != len(p.warehouse) {
			return fmt.Errorf("%s: knows of %d cards in hand and %d stored, there are %d and %d", o, seen.hand, seen.warehouse, len(p.hand), len(p.warehouse))
		}
		if sure := k.sureHand(o); sure.less(count(p.hand)).sum() > 0 {
			return fmt.Errorf("%s: believes %v in hand, there are %v", o, sure.faces(), card.Faces(p.hand))
		}
		if seen.stored.less(count(p.warehouse)).sum() > 0 {
			return fmt.Errorf("%s: believes %v stored, there are %v", o, seen.stored.faces(), card.Faces(p.warehouse))
		}
	}
	return nil
}

// reseal changes what others keep to themselves without a card to show for it:
// sealed answers (K12, K13), standing bids (K32) and riders (K16). Each may be
// dropped or be another; and a rider or an answer may be there that was not.
func reseal(l gametest.Log, s engine.Seat, luck engine.Chance) (gametest.Log, error) {
	var t state
	other := make(gametest.Log, len(l))
	standings := luck.Intn("standings", 2) == 0
	for i, step := range l {
		for j, record := range step {
			e, err := gametest.Decoded(rules, record)
			if err != nil {
				return nil, err
			}
			t = evolve(t, e)
			for _, e := range otherwise(e, t, s, standings, resealing{luck, fmt.Sprint(i, ".", j)}) {
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

func otherwise(e event, t state, s engine.Seat, standings bool, r resealing) []event {
	switch secret := e.(type) {
	case bidSealed:
		if secret.Seat == s {
			break
		}
		if r.below("drop", 2) == 0 {
			return nil
		}
		secret.Bid = r.bid()
		return []event{secret}
	case standingGiven:
		if secret.Seat == s {
			break
		}
		if standings {
			return nil // all of them, or a later dropping would miss
		}
		secret.Standing.Bid = r.bid()
		return []event{secret}
	case standingDropped:
		if secret.Seat != s && standings {
			return nil
		}
	case riderPacked:
		if secret.Seat != s {
			return nil
		}
	case answersOpened:
		secret.Officers = byRankAndSeat(secret, len(t.players))
		return []event{secret}
	case convoyLaid:
		hand := t.seat(secret.Seat).hand
		if secret.Seat != s && len(hand) > 0 && r.below("rider", 3) == 0 {
			return []event{e, riderPacked{secret.Seat, hand[:1+r.below("size", len(hand))]}}
		}
	}
	return []event{e}
}

// byRankAndSeat lists the officers of an opening behind the first in the one order
// that tells nothing: any other comes from when they were bid, which is secret but
// for who got the right by it (K13, K14).
func byRankAndSeat(e answersOpened, seats int) []committed {
	after := func(s engine.Seat) int { return (int(s) - int(e.Smuggler) + seats) % seats }
	all := slices.Clone(e.Officers)
	slices.SortStableFunc(all[1:], func(a, b committed) int {
		return cmp.Or(cmp.Compare(rank(b.Card.Face), rank(a.Card.Face)), cmp.Compare(after(a.Seat), after(b.Seat)))
	})
	return all
}

func (r resealing) bid() bid {
	officer := append([]string{""}, officers...)[r.below("officer", 4)]
	if officer == "" {
		return bid{}
	}
	positions := []int{1, 2, 3, 4}
	engine.Shuffle(r.Chance, r.at+"positions", positions)
	return bid{officer, positions[:r.below("checks", rank(officer)+1)]}
}

// unforeseen adds an answer by another while a window is open.
func unforeseen(l gametest.Log, t state, s engine.Seat, r resealing) (gametest.Log, error) {
	o := engine.Seat(1 + r.below("who", len(t.players)))
	if t.phase != phaseBids || o == s || o == t.turn {
		return l, nil
	}
	record, err := gametest.Encode(bidSealed{Seat: o, Bid: r.bid()})
	l[len(l)-1] = append(l[len(l)-1], record)
	return l, err
}
