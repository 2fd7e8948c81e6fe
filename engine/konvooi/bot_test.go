package konvooi

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"contrapost/data"
	"contrapost/engine"
)

// mover gives a seat's next order.
type mover func(p engine.Play, s engine.Seat, luck engine.Chance) string

func byBot(p engine.Play, s engine.Seat, luck engine.Chance) string { return p.Bot(s, luck) }

func byChance(p engine.Play, s engine.Seat, luck engine.Chance) string {
	all := p.Moves(s)
	return all[luck.Intn("test/move", len(all))]
}

// census counts what happened in a game.
type census struct {
	orders int
	kinds  map[string]int
	result engine.Result
}

func newSetup(t testing.TB, seats int, chosen map[string]string) engine.Setup {
	t.Helper()
	text, err := data.Deck("konvooi")
	if err != nil {
		t.Fatal(err)
	}
	all, err := engine.Choose(options, chosen)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Setup{Seats: seats, Options: all, Deck: engine.Deck{Name: "konvooi", Text: text}}
}

// playOut plays a whole game; after each step watch sees it.
func playOut(t testing.TB, setup engine.Setup, seed string, movers []mover, watch func(engine.Play)) census {
	t.Helper()
	key := sha256.Sum256([]byte(seed))
	records, err := Game.Deal(setup, engine.NewChance(key, 0))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Game.Play(records)
	if err != nil {
		t.Fatal(err)
	}
	c := census{kinds: map[string]int{}}
	version := int64(len(records))
	step := func(s engine.Seat, cmd engine.Command, luck engine.Chance) {
		more, err := engine.Step(p, s, cmd, luck)
		if err != nil {
			t.Fatalf("seed %s: %s by %s: %v", seed, cmd, s, err)
		}
		version += int64(len(more))
		for _, r := range more {
			c.kinds[r.Kind]++
		}
	}
	for c.orders < 5000 {
		var over bool
		if c.result, over = p.Result(); over {
			return c
		}
		luck := engine.NewChance(key, version)
		if engine.Unsettled(p) {
			step(engine.Onlooker, p.Lapse(engine.Onlooker, luck), luck)
			continue
		}
		s := p.Awaited()[0]
		order := movers[s-1](p, s, luck)
		cmd, err := p.Hear(s, Game.Lexicon().Read(order, nil))
		if err != nil {
			t.Fatalf("seed %s: %q of %s is refused: %v", seed, order, s, err)
		}
		step(s, cmd, luck)
		c.orders++
		if watch != nil {
			watch(p)
		}
	}
	t.Fatalf("seed %s: the game does not end", seed)
	return c
}

func fourth[T any](one T, three T) []T { return []T{one, three, three, three} }

// TestBotBeatsChance: one bot against three players who move by chance.
func TestBotBeatsChance(t *testing.T) {
	const games = 400
	won, scores := 0, [2]int{}
	for i := range games {
		movers := make([]mover, 4)
		for s := range movers {
			movers[s] = byChance
		}
		own := i % 4
		movers[own] = byBot
		c := playOut(t, newSetup(t, 4, nil), fmt.Sprint("chance ", i), movers, nil)
		if len(c.result.Winners) == 1 && int(c.result.Winners[0]) == own+1 {
			won++
		}
		for s, n := range c.result.Scores {
			if s == own {
				scores[0] += n
			} else {
				scores[1] += n
			}
		}
	}
	t.Logf("the bot won %d of %d, mean score %d against %d", won, games, scores[0]/games, scores[1]/games/3)
	if won*100 < games*60 {
		t.Errorf("the bot won %d of %d games", won, games)
	}
}

// TestBotGamesAreOfUsualSize: bots neither hoard nor rush, and look into some
// convoys, but not into all.
func TestBotGamesAreOfUsualSize(t *testing.T) {
	const games = 60
	sum := map[string]int{}
	orders := 0
	for i := range games {
		c := playOut(t, newSetup(t, 4, nil), fmt.Sprint("bots ", i), fourth[mover](byBot, byBot), nil)
		orders += c.orders
		for kind, n := range c.kinds {
			sum[kind] += n
		}
	}
	turns := float64(sum["turn-begun"]+games) / games
	convoys, checks := float64(sum["convoy-laid"])/games, float64(sum["inspector-chosen"])/games
	t.Logf("orders %.1f turns %.1f convoys %.1f inspections %.1f bribes %.1f accepted %.1f seized %.1f", float64(orders)/games, turns, convoys, checks,
		float64(sum["bribe-offered"])/games, float64(sum["bribe-accepted"])/games, float64(sum["convoy-seized"])/games)
	if turns < 25 || turns > 60 || convoys < 9 || convoys > 24 || checks < 3 || checks > 16 {
		t.Errorf("a game has %.1f turns, %.1f convoys and %.1f inspections", turns, convoys, checks)
	}
}

func BenchmarkBotGame(b *testing.B) {
	setup := newSetup(b, 4, nil)
	for i := 0; b.Loop(); i++ {
		playOut(b, setup, fmt.Sprint("bench ", i), fourth[mover](byBot, byBot), nil)
	}
}
