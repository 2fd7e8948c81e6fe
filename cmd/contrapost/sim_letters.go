package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
)

// letterFigures is what games by mail cost their players, from the opening of the
// table to the closing letter. Medians are over all players of all games.
type letterFigures struct {
	Sent     int                `json:"letters_sent_median"`    // to a player
	Written  int                `json:"letters_written_median"` // by a player
	Days     float64            `json:"days_median"`            // a game lasts
	Silences float64            `json:"silences_mean"`          // taken for an answer, a game
	Kinds    map[string]float64 `json:"letters_sent_by_kind"`   // to a player, mean
}

// mailedGame is one game by mail, and what it cost.
type mailedGame struct {
	sent, written []int // by player
	kinds         map[string]int
	lasted        time.Duration
	silences      int
	orders        int
	result        engine.Result
}

// byMail plays the games by mail and counts.
func (s *sim) byMail(ctx context.Context, game engine.Game) (simFigures, error) {
	f := simFigures{Game: s.Game, Players: s.Players, Games: s.Games, ScoresMean: make([]float64, s.Players)}
	start := time.Now()
	var all []mailedGame
	for i := range s.Games {
		e, err := s.evening(ctx, game, i)
		if ctx.Err() != nil {
			return f, ctx.Err()
		}
		if err != nil {
			f.stick(fmt.Errorf("game %d: %w", i, err))
			continue
		}
		all = append(all, e)
		f.count(e)
	}
	f.letterFigures = summedUp(all)
	f.finish(time.Since(start))
	return f, nil
}

// count adds a game by mail to the figures of any simulation.
func (f *simFigures) count(e mailedGame) {
	f.Orders += e.orders
	for _, n := range e.sent {
		f.LettersMean += float64(n)
	}
	for i, score := range e.result.Scores {
		f.ScoresMean[i] += float64(score)
	}
}

// evening plays one game in a folder of its own.
func (s *sim) evening(ctx context.Context, game engine.Game, number int) (e mailedGame, err error) {
	dir, err := os.MkdirTemp("", "contrapost-sim-")
	if err != nil {
		return e, err
	}
	defer os.RemoveAll(dir)
	seed := sha256.Sum256(fmt.Appendf(nil, "sim %d game %d", s.Seed, number))
	p, err := newParlour(ctx, dir, rand.NewChaCha8(seed), seed)
	if err != nil {
		return e, err
	}
	defer p.close()
	for _, name := range demoNames[:s.Players] {
		p.guests = append(p.guests, &guest{name: name, ahead: s.Ahead, settings: s.settings()})
	}
	if err := p.seat(ctx, fmt.Sprintf("new %s for %d", game.Name(), s.Players)); err != nil {
		return e, err
	}
	if err := p.play(ctx); err != nil {
		return e, err
	}
	return p.evening(ctx)
}

func (s *sim) settings() string {
	if s.Digest == "" {
		return ""
	}
	return "digest " + s.Digest
}

// evening sums up a game that is over.
func (p *parlour) evening(ctx context.Context) (mailedGame, error) {
	e := mailedGame{lasted: p.now.Sub(firstHour), kinds: map[string]int{}}
	for _, g := range p.guests {
		e.sent, e.written = append(e.sent, g.letters), append(e.written, g.mails)
	}
	letters, err := p.service.store.Letters(ctx, p.table)
	if err != nil {
		return e, err
	}
	for _, l := range letters {
		if !l.Sent.IsZero() {
			e.kinds[l.Kind]++
		}
	}
	t, err := p.look(ctx)
	if err != nil {
		return e, err
	}
	e.result, _ = t.Play.Result()
	e.silences = len(t.Silences(engine.Onlooker, 0))
	entries, err := p.service.store.Stream(ctx, p.table, 1, 0)
	for _, entry := range entries {
		if entry.Order != "" && !lobby.Owns(entry.Kind) {
			e.orders++
		}
	}
	return e, err
}

func summedUp(all []mailedGame) *letterFigures {
	var sent, written, hours []int
	f := letterFigures{Kinds: map[string]float64{}}
	for _, e := range all {
		sent, written = append(sent, e.sent...), append(written, e.written...)
		hours = append(hours, int(e.lasted/time.Hour))
		f.Silences += float64(e.silences) / float64(len(all))
		for kind, n := range e.kinds {
			f.Kinds[kind] += float64(n) / float64(len(e.sent)*len(all))
		}
	}
	f.Sent, f.Written, f.Days = median(sent), median(written), float64(median(hours))/24
	return &f
}

func median(all []int) int {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func (f *letterFigures) print(t *terminal) error {
	fmt.Fprintf(t.out, "by mail: a player gets %d letters and writes %d in a game of %.1f days (medians); %.1f silences a game\n", f.Sent, f.Written, f.Days, f.Silences)
	fmt.Fprint(t.out, "letters a player gets, by what for:")
	for _, kind := range slices.Sorted(maps.Keys(f.Kinds)) {
		fmt.Fprintf(t.out, " %s %.1f", kind, f.Kinds[kind])
	}
	_, err := fmt.Fprintln(t.out)
	return err
}
