package declare

import (
	"crypto/sha256"
	"fmt"
	"slices"
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

// movers seats the first mover in seat 1, and others after it.
func movers(seats int, one, rest mover) []mover {
	return append([]mover{one}, slices.Repeat([]mover{rest}, seats-1)...)
}

// census counts what happened in a game.
type census struct {
	orders []int // by seat
	mails  []int // by seat: a discard for a seventh card goes along with the order that brings it
	kinds  map[string]int
	result engine.Result
}

// waits is how often the table began to wait for somebody; the first time, for
// placing, is in the deal.
func (c census) waits() int {
	n := 1
	for _, e := range []event{roundBegun{}, extraAsked{}, actionAsked{}, answersAsked{}, drawAsked{}, overflowAsked{}, inspectionAsked{}} {
		n += c.kinds[e.Kind()]
	}
	return n
}

func newSetup(t testing.TB, seats int, chosen map[string]string) engine.Setup {
	t.Helper()
	text, err := data.Deck("ntd-36")
	if err != nil {
		t.Fatal(err)
	}
	all, err := engine.Choose(options, chosen)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Setup{Seats: seats, Options: all, Deck: engine.Deck{Name: "ntd-36", Text: text}}
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
	c := census{orders: make([]int, setup.Seats), mails: make([]int, setup.Seats), kinds: map[string]int{}}
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
	var last engine.Seat // who has ordered last
	for range 5000 {
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
		if p.Asked(s).Kind != phaseOverflow || last != s {
			c.mails[s-1]++
		}
		last = s
		order := movers[s-1](p, s, luck)
		cmd, err := p.Hear(s, Game.Lexicon().Read(order, nil))
		if err != nil {
			t.Fatalf("seed %s: %q of %s is refused: %v", seed, order, s, err)
		}
		step(s, cmd, luck)
		c.orders[s-1]++
		if watch != nil {
			watch(p)
		}
	}
	t.Fatalf("seed %s: the game does not end", seed)
	return c
}

// TestBotBeatsChance: one bot against three players who move by chance wins 40 of
// 100 games at least, shared wins counted by their share.
func TestBotBeatsChance(t *testing.T) {
	const games = 400
	won, scores := 0.0, [2]int{}
	for i := range games {
		all := movers(4, byChance, byChance)
		own := i % 4
		all[own] = byBot
		c := playOut(t, newSetup(t, 4, nil), fmt.Sprint("chance ", i), all, nil)
		if slices.Contains(c.result.Winners, engine.Seat(own+1)) {
			won += 1 / float64(len(c.result.Winners))
		}
		for s, n := range c.result.Scores {
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
	plain, waitsPlain := letters(t, games, withoutAdvance(byBot))
	ahead, waitsAhead := letters(t, games, byBot)
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
			c := playOut(t, newSetup(t, seats, nil), fmt.Sprint("bots ", i), movers(seats, byBot, byBot), nil)
			for kind, n := range c.kinds {
				sum[kind] += n
			}
			for _, n := range c.result.Scores {
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
		playOut(b, setup, fmt.Sprint("bench ", i), movers(4, byBot, byBot), nil)
	}
}
