package gametest

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// choose finds the next order and whose it is: mostly a listed move of somebody
// awaited, at times something less expected. No command: nothing can be found.
func (t *trial) choose() (engine.Seat, engine.Command) {
	awaited := t.play.Awaited()
	if len(awaited) == 0 {
		return 0, nil // reported by watch
	}
	s := among(t.dice, awaited)
	if t.manner == byBots || t.manner == mixedManner && t.once(2) {
		return s, t.obeyBot(s)
	}
	if t.once(12) {
		return s, t.play.Lapse(s, t.chance(0))
	}
	if t.once(4) {
		if s, c := t.unasked(); c != nil {
			return s, c
		}
	}
	return s, t.move(s)
}

// probesOffered is how many probes are tried for one that is accepted.
const probesOffered = 6

// unasked is a probe, or a move of somebody not awaited (who may have more to say
// on what was answered already); none if all that were tried are refused.
func (t *trial) unasked() (engine.Seat, engine.Command) {
	s := among(t.dice, t.seats())
	if len(t.Probes) == 0 || t.once(3) {
		return s, t.move(s)
	}
	if t.once(2) {
		s = among(t.dice, t.play.Awaited())
	}
	for range probesOffered {
		if c, err := t.play.Hear(s, t.read(among(t.dice, t.Probes))); err == nil {
			return s, c
		}
	}
	return 0, nil
}

// move picks one of a seat's listed moves: first a verb, by this game's temper,
// so that a verb of few forms has its chance, then one of its orders.
func (t *trial) move(s engine.Seat) engine.Command {
	moves := t.play.Moves(s)
	if len(moves) == 0 {
		return nil
	}
	verb := t.verb(moves)
	fitting := slices.DeleteFunc(slices.Clone(moves), func(m string) bool { return first(m) != verb })
	c, err := t.play.Hear(s, t.read(among(t.dice, fitting)))
	if err != nil {
		return nil // reported by watch
	}
	return c
}

func (t *trial) verb(moves []string) string {
	var verbs, hat []string
	for _, m := range moves {
		if v := first(m); !slices.Contains(verbs, v) {
			verbs = append(verbs, v)
		}
	}
	for _, v := range verbs {
		if t.temper[v] == 0 {
			t.temper[v] = among(t.dice, []int{1, 2, 4, 12})
		}
		hat = append(hat, slices.Repeat([]string{v}, t.temper[v])...)
	}
	return among(t.dice, hat)
}

// obeyBot asks a seat's bot, holds its order to the rules, and gives it.
func (t *trial) obeyBot(s engine.Seat) engine.Command {
	luck := t.chance(0)
	order := t.play.Bot(s, luck)
	if again := t.play.Bot(s, luck); again != order {
		t.report(Steady, "asked twice, the bot of %s says %q and %q", s, order, again)
	}
	words := t.read(order)
	if !engine.IsOrder(t.Game.Verbs(), words) {
		t.report(Bots, "the bot of %s says %q, which is no order", s, order)
		return nil
	}
	c, err := t.play.Hear(s, words)
	if err != nil {
		t.report(Bots, "the bot of %s says %q: %v", s, order, err)
		return nil
	}
	return c
}

func (t *trial) read(order string) []string { return t.Game.Lexicon().Read(order, nil) }

func first(order string) string {
	word, _, _ := strings.Cut(order, " ")
	return word
}
