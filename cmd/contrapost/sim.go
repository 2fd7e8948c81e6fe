package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
)

type sim struct {
	Game    string `arg:"" name:"GAME" help:"The game to play."`
	Players int    `default:"4" help:"Seats at the table."`
	Games   int    `default:"1000" help:"How many games."`
	Seed    int64  `default:"1" help:"Deals and bots follow from it."`
	Letters bool   `help:"Play by mail, in a time that leaps, and count what every player gets and writes."`
	Digest  string `placeholder:"HOUR" help:"With --letters: everybody has their letters bundled, at this hour."`
	Ahead   bool   `help:"With --letters: everybody says in advance whatever can be said."`
	JSON    bool   `name:"json" help:"Print one JSON object."`
}

// simFigures is what sim reports. Seconds are of wall time.
type simFigures struct {
	Game         string    `json:"game"`
	Players      int       `json:"players"`
	Games        int       `json:"games"`
	Stuck        int       `json:"stuck"`
	Orders       int       `json:"orders"`
	Seconds      float64   `json:"seconds"`
	GamesPerS    float64   `json:"games_per_s"`
	OrdersPerS   float64   `json:"orders_per_s"`
	TurnsMean    float64   `json:"turns_mean"`
	ScoresMean   []float64 `json:"scores_mean"`
	LettersMean  float64   `json:"letters_mean"`
	firstStuckBy error

	*letterFigures
}

// longestGame bounds a game of bots, in orders: past it the game counts as stuck.
const longestGame = 5000

// Run plays the games and prints the figures.
func (s *sim) Run(ctx context.Context, t *terminal) error {
	game, ok := games.Find(s.Game)
	if !ok {
		return misuse("sim: no game %q; there is %s", s.Game, strings.Join(gameNames(), ", "))
	}
	least, most := game.Seats()
	if s.Players < least || s.Players > most || s.Games < 1 {
		return misuse("sim: %s seats %d to %d players, and at least 1 game is needed", s.Game, least, most)
	}
	if !s.Letters && (s.Digest != "" || s.Ahead) {
		return misuse("sim: --digest and --ahead make a difference only with --letters")
	}
	figures, err := s.figures(ctx, game)
	if err != nil {
		return fmt.Errorf("sim %s: %w", s.Game, err)
	}
	if err := figures.print(t, s.JSON); err != nil {
		return err
	}
	if figures.Stuck > 0 {
		fmt.Fprintln(t.err, "contrapost: stuck:", figures.firstStuckBy)
		return errNotHeld
	}
	return nil
}

func (s *sim) figures(ctx context.Context, game engine.Game) (simFigures, error) {
	if s.Letters {
		return s.byMail(ctx, game)
	}
	return s.play(ctx, game)
}

func gameNames() []string {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Name())
	}
	return names
}

func (s *sim) play(ctx context.Context, game engine.Game) (simFigures, error) {
	f := simFigures{Game: s.Game, Players: s.Players, Games: s.Games, ScoresMean: make([]float64, s.Players)}
	text, err := data.Deck(game.DefaultDeck())
	if err != nil {
		return f, err
	}
	options, err := engine.Choose(game.Options(), nil)
	if err != nil {
		return f, err
	}
	setup := engine.Setup{Seats: s.Players, Options: options, Deck: engine.Deck{Name: game.DefaultDeck(), Text: text}}
	start := time.Now()
	for i := range s.Games {
		if err := ctx.Err(); err != nil {
			return f, err
		}
		one := simGame{setup: setup, seed: sha256.Sum256(fmt.Appendf(nil, "sim %d game %d", s.Seed, i))}
		if err := one.play(game); err != nil {
			f.stick(fmt.Errorf("game %d: %w", i, err))
			continue
		}
		f.add(one)
	}
	f.finish(time.Since(start))
	return f, nil
}

// simGame is one game of bots, and what it cost.
type simGame struct {
	setup                  engine.Setup
	seed                   [32]byte
	entries                int64
	orders, turns, letters int
	result                 engine.Result
}

func (g *simGame) luck() engine.Chance { return engine.NewChance(g.seed, g.entries) }

func (g *simGame) play(game engine.Game) error {
	records, err := game.Deal(g.setup, g.luck())
	if err != nil {
		return err
	}
	p, err := game.Play(records)
	if err != nil {
		return err
	}
	g.entries = int64(len(records))
	g.letters = g.setup.Seats // everybody is told of the deal
	if err := g.settle(p); err != nil {
		return err
	}
	for over := false; !over; _, over = p.Result() {
		if g.orders == longestGame {
			return fmt.Errorf("not over after %d orders", longestGame)
		}
		if err := g.order(game, p); err != nil {
			return err
		}
	}
	g.result, _ = p.Result()
	return nil
}

// order lets the first awaited seat's bot play, as its mail would: the mail is
// answered, and everybody who is asked something gets a letter.
func (g *simGame) order(game engine.Game, p engine.Play) error {
	awaited := p.Awaited()
	if len(awaited) == 0 {
		return fmt.Errorf("nobody is awaited after %d orders", g.orders)
	}
	seat := awaited[0]
	if p.Asked(seat).Turn {
		g.turns++
	}
	before := engine.Asking(p, g.setup.Seats)
	order := p.Bot(seat, g.luck())
	command, err := p.Hear(seat, game.Lexicon().Read(order, nil))
	if err != nil {
		return fmt.Errorf("bot in seat %d said %q: %w", seat, order, err)
	}
	records, err := engine.Step(p, seat, command, g.luck())
	if err != nil {
		return err
	}
	g.entries += int64(len(records))
	g.orders++
	g.letters++
	for _, due := range before.Due(p) {
		if due != seat {
			g.letters++
		}
	}
	return g.settle(p)
}

func (g *simGame) settle(p engine.Play) error {
	before := engine.Asking(p, g.setup.Seats)
	records, err := engine.Settle(p, func(added int) engine.Chance {
		return engine.NewChance(g.seed, g.entries+int64(added))
	})
	g.entries += int64(len(records))
	g.letters += len(before.Due(p))
	return err
}

func (f *simFigures) stick(err error) {
	if f.Stuck == 0 {
		f.firstStuckBy = err
	}
	f.Stuck++
}

func (f *simFigures) add(g simGame) {
	f.Orders += g.orders
	f.TurnsMean += float64(g.turns)
	f.LettersMean += float64(g.letters)
	for i, score := range g.result.Scores {
		f.ScoresMean[i] += float64(score)
	}
}

// finish turns sums into means over the games that ended.
func (f *simFigures) finish(took time.Duration) {
	f.Seconds = took.Seconds()
	f.GamesPerS = float64(f.Games) / f.Seconds
	f.OrdersPerS = float64(f.Orders) / f.Seconds
	ended := float64(max(f.Games-f.Stuck, 1))
	f.TurnsMean /= ended
	f.LettersMean /= ended
	for i := range f.ScoresMean {
		f.ScoresMean[i] /= ended
	}
}

func (f *simFigures) print(t *terminal, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(t.out).Encode(f)
	}
	fmt.Fprintf(t.out, "%s, %d players: %d games, %d stuck, %d orders in %.2f s\n", f.Game, f.Players, f.Games, f.Stuck, f.Orders, f.Seconds)
	fmt.Fprintf(t.out, "%.0f games/s, %.0f orders/s\n", f.GamesPerS, f.OrdersPerS)
	if f.letterFigures == nil {
		fmt.Fprintf(t.out, "a game has %.1f turns and ", f.TurnsMean)
	}
	fmt.Fprintf(t.out, "%.1f letters; mean scores by seat:", f.LettersMean)
	for _, score := range f.ScoresMean {
		fmt.Fprintf(t.out, " %.1f", score)
	}
	fmt.Fprintln(t.out)
	if f.letterFigures != nil {
		return f.letterFigures.print(t)
	}
	return nil
}
