package konvooi

import (
	"fmt"
	"testing"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/gametest"
)

type mover = gametest.Mover

func newSetup(t testing.TB, seats int, chosen map[string]string) engine.Setup {
	t.Helper()
	return gametest.Setup(t, Game, data.Deck, seats, chosen)
}

func playOut(t testing.TB, setup engine.Setup, seed string, movers []mover, watch func(engine.Play)) gametest.Played {
	t.Helper()
	return gametest.PlayOut(t, Game, setup, seed, movers, watch)
}

func fourth[T any](one T, three T) []T { return []T{one, three, three, three} }

// TestBotBeatsChance: one bot against three players who move by chance.
func TestBotBeatsChance(t *testing.T) {
	const games = 400
	won, scores := 0, [2]int{}
	for i := range games {
		movers := make([]mover, 4)
		for s := range movers {
			movers[s] = gametest.ByChance
		}
		own := i % 4
		movers[own] = gametest.ByBot
		c := playOut(t, newSetup(t, 4, nil), fmt.Sprint("chance ", i), movers, nil)
		if len(c.Result.Winners) == 1 && int(c.Result.Winners[0]) == own+1 {
			won++
		}
		for s, n := range c.Result.Scores {
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
		c := playOut(t, newSetup(t, 4, nil), fmt.Sprint("bots ", i), fourth[mover](gametest.ByBot, gametest.ByBot), nil)
		orders += c.Orders
		for kind, n := range c.Kinds {
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
		playOut(b, setup, fmt.Sprint("bench ", i), fourth[mover](gametest.ByBot, gametest.ByBot), nil)
	}
}
