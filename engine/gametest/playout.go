package gametest

import (
	"crypto/sha256"
	"testing"

	"contrapost/engine"
)

// Mover gives a seat's next order.
type Mover func(p engine.Play, s engine.Seat, luck engine.Chance) string

// ByBot has the game's own bot move.
func ByBot(p engine.Play, s engine.Seat, luck engine.Chance) string { return p.Bot(s, luck) }

// ByChance picks one of the legal moves.
func ByChance(p engine.Play, s engine.Seat, luck engine.Chance) string {
	all := p.Moves(s)
	return all[luck.Intn("test/move", len(all))]
}

// Played tells what happened in a game.
type Played struct {
	Orders int
	Kinds  map[string]int // events, by kind
	Result engine.Result

	Records []engine.Record // all of them
}

// Setup gives a game's own deck, which deck reads, and its usual options but for
// those that are chosen.
func Setup(t testing.TB, g engine.Game, deck func(name string) ([]byte, error), seats int, chosen map[string]string) engine.Setup {
	t.Helper()
	text, err := deck(g.DefaultDeck())
	if err != nil {
		t.Fatal(err)
	}
	all, err := engine.Choose(g.Options(), chosen)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Setup{Seats: seats, Options: all, Deck: engine.Deck{Name: g.DefaultDeck(), Text: text}}
}

// mostOrders is when a game is taken never to end.
const mostOrders = 5000

// PlayOut plays a whole game, each seat by its mover; after each order watch, if any,
// sees it.
func PlayOut(t testing.TB, g engine.Game, setup engine.Setup, seed string, movers []Mover, watch func(engine.Play)) Played {
	t.Helper()
	key := sha256.Sum256([]byte(seed))
	records, err := g.Deal(setup, engine.NewChance(key, 0))
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Play(records)
	if err != nil {
		t.Fatal(err)
	}
	done := Played{Kinds: map[string]int{}, Records: records}
	version := int64(len(records))
	step := func(s engine.Seat, cmd engine.Command, luck engine.Chance) {
		more, err := engine.Step(p, s, cmd, luck)
		if err != nil {
			t.Fatalf("seed %s: %s by %s: %v", seed, cmd, s, err)
		}
		version += int64(len(more))
		done.Records = append(done.Records, more...)
		for _, r := range more {
			done.Kinds[r.Kind]++
		}
	}
	for range mostOrders {
		var over bool
		if done.Result, over = p.Result(); over {
			return done
		}
		luck := engine.NewChance(key, version)
		if engine.Unsettled(p) {
			step(engine.Onlooker, p.Lapse(engine.Onlooker, luck), luck)
			continue
		}
		s := p.Awaited()[0]
		order := movers[s-1](p, s, luck)
		cmd, err := p.Hear(s, g.Lexicon().Read(order, nil))
		if err != nil {
			t.Fatalf("seed %s: %q of %s is refused: %v", seed, order, s, err)
		}
		step(s, cmd, luck)
		done.Orders++
		if watch != nil {
			watch(p)
		}
	}
	t.Fatalf("seed %s: the game does not end", seed)
	return done
}
