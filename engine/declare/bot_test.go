package declare

import (
	"fmt"
	"slices"
	"testing"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/gametest"
)

type mover = gametest.Mover

// movers seats the first mover in seat 1, and others after it.
func movers(seats int, one, rest mover) []mover {
	return append([]mover{one}, slices.Repeat([]mover{rest}, seats-1)...)
}

// census counts what happened in a game.
type census struct {
	gametest.Played
	mails []int // by seat: a discard for a seventh card goes along with the order that brings it
}

// waits is how often the table began to wait for somebody; the first time, for
// placing, is in the deal.
func (c census) waits() int {
	n := 1
	for _, e := range []event{roundBegun{}, extraAsked{}, actionAsked{}, answersAsked{}, drawAsked{}, overflowAsked{}, inspectionAsked{}} {
		n += c.Kinds[e.Kind()]
	}
	return n
}

func newSetup(t testing.TB, seats int, chosen map[string]string) engine.Setup {
	t.Helper()
	return gametest.Setup(t, Game, data.Deck, seats, chosen)
}

// playOut plays a whole game and counts the mails; after each step watch sees it.
func playOut(t testing.TB, setup engine.Setup, seed string, movers []mover, watch func(engine.Play)) census {
	t.Helper()
	mails := make([]int, setup.Seats)
	var last engine.Seat // who has ordered last
	counted := make([]mover, len(movers))
	for i, next := range movers {
		counted[i] = func(p engine.Play, s engine.Seat, luck engine.Chance) string {
			if p.Asked(s).Kind != phaseOverflow || last != s {
				mails[s-1]++
			}
			last = s
			return next(p, s, luck)
		}
	}
	return census{gametest.PlayOut(t, Game, setup, seed, counted, watch), mails}
}

// TestBotBeatsChance: one bot against three players who move by chance wins 40 of
// 100 games at least, shared wins counted by their share.
func TestBotBeatsChance(t *testing.T) {
	const games = 400
	won, scores := 0.0, [2]int{}
	for i := range games {
		all := movers(4, gametest.ByChance, gametest.ByChance)
		own := i % 4
		all[own] = gametest.ByBot
		c := playOut(t, newSetup(t, 4, nil), fmt.Sprint("chance ", i), all, nil)
		if slices.Contains(c.Result.Winners, engine.Seat(own+1)) {
			won += 1 / float64(len(c.Result.Winners))
		}
		for s, n := range c.Result.Scores {
			if s == own {
				scores[0] += n
			} else {
				scores[1] += n
			}
		}
	}
	t.Logf("the bot won %.1f of %d, mean score %.1f against %.1f", won, games, float64(scores[0])/games, float64(scores[1])/games/3)
	if won < games*0.4 {
		t.Errorf("the bot won %.1f of %d games", won, games)
	}
}

// TestLettersAPlayerWrites: over whole games of bots at a table of four, a player
// who gives actions in advance writes at most 14 mails in the median, and fewer than
// one who waits to be asked. Slots being full is no secret to their owner, so that
// the discard for a seventh card goes in the same mail as the order that brings it.
// With the usual deck that is 13 mails against 16, and 25 rounds of waiting against 42.
func TestLettersAPlayerWrites(t *testing.T) {
	const games, most = 200, 14
	plain, waitsPlain := letters(t, games, withoutAdvance(gametest.ByBot))
	ahead, waitsAhead := letters(t, games, gametest.ByBot)
	t.Logf("a player writes %d letters in the median, %d with actions in advance; the table waits %d and %d times a game", plain, ahead, waitsPlain, waitsAhead)
	if ahead > most || ahead >= plain {
		t.Errorf("a player writes %d letters, and %d with actions in advance; at most %d, and fewer in advance", plain, ahead, most)
	}
}

// withoutAdvance strips an order of what is given in advance.
func withoutAdvance(next mover) mover {
	return func(p engine.Play, s engine.Seat, luck engine.Chance) string {
		order := next(p, s, luck)
		c, no := parse(lexicon.Read(order, nil))
		if no == nil && c.verb == verbPlay {
			return command{verb: verbPlay, number: c.number}.String()
		}
		return order
	}
}

// letters gives the median of mails a player writes, and of rounds of waiting.
func letters(t *testing.T, games int, next mover) (int, int) {
	t.Helper()
	var mails, waits []int
	for i := range games {
		c := playOut(t, newSetup(t, 4, nil), fmt.Sprint("letters ", i), movers(4, next, next), nil)
		mails = append(mails, c.mails...)
		waits = append(waits, c.waits())
	}
	slices.Sort(mails)
	slices.Sort(waits)
	return mails[len(mails)/2], waits[len(waits)/2]
}

// TestGamesAreOfUsualSize: inspections, seventh cards and scores of bots stay where
// games of people can be expected, with any number of players.
func TestGamesAreOfUsualSize(t *testing.T) {
	const games = 60
	for seats := minSeats; seats <= maxSeats; seats++ {
		sum, points := map[string]int{}, 0
		for i := range games {
			c := playOut(t, newSetup(t, seats, nil), fmt.Sprint("bots ", i), movers(seats, gametest.ByBot, gametest.ByBot), nil)
			for kind, n := range c.Kinds {
				sum[kind] += n
			}
			for _, n := range c.Result.Scores {
				points += n
			}
		}
		per := func(e event) float64 { return float64(sum[e.Kind()]) / games }
		mean := float64(points) / games / float64(seats)
		t.Logf("%d players: inspections %.1f, seventh cards %.1f, received and lost %.2f, score %.1f, dropped in advance %.1f",
			seats, per(inspectionDrawn{}), per(overflowAsked{}), per(receivedDiscarded{}), mean, per(attachmentDropped{}))
		if n := per(inspectionDrawn{}); n < 2.5 || n > 5.5 {
			t.Errorf("%d players: %.1f inspections a game", seats, n)
		}
		if n := per(overflowAsked{}); n < 3 || n > 16 {
			t.Errorf("%d players: %.1f seventh cards a game", seats, n)
		}
		if mean < 4.5 || mean > 14 {
			t.Errorf("%d players: a mean score of %.1f", seats, mean)
		}
	}
}

func BenchmarkBotGame(b *testing.B) {
	setup := newSetup(b, 4, nil)
	for i := 0; b.Loop(); i++ {
		playOut(b, setup, fmt.Sprint("bench ", i), movers(4, gametest.ByBot, gametest.ByBot), nil)
	}
}
