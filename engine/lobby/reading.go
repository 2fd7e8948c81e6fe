package lobby

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// Reading is the order `rules [GAME] [NUMBER ...]`.
type Reading struct {
	Game    engine.Game
	Rulings []string // by their numbers; nil: all of the rules
}

// MayReadRules judges what is asked for of the rules: a game by its name or by its
// rulings' numbers, or else the one played at the table.
func (l Lobby) MayReadRules(words []string, atTable string) (Reading, error) {
	r := Reading{Game: l.Game(atTable)}
	for i, word := range words[1:] {
		switch g := l.Game(word); {
		case g != nil && i == 0:
			r.Game = g
		case l.citing(word) != nil:
			if i == 0 {
				r.Game = l.citing(word)
			}
			r.Rulings = append(r.Rulings, numbered(word))
		default:
			return r, engine.Refuse("", "rules-form", "Games", l.titles())
		}
	}
	if r.Game == nil {
		return r, engine.Refuse("", "rules-form", "Games", l.titles())
	}
	known := r.Game.Rulings()
	for _, n := range r.Rulings {
		if !slices.Contains(known, n) {
			return r, engine.Refuse("", "rules-number", "Game", r.Game.Title(), "Number", n, "First", known[0], "Last", known[len(known)-1])
		}
	}
	return r, nil
}

// citing is the game that numbers its rulings with the letter that a word begins with,
// if the word is such a number, whether there is that ruling or not; nil: none.
func (l Lobby) citing(word string) engine.Game {
	n := numbered(word)
	if len(n) < 2 || len(n) > 4 || !isNumber(n[1:]) {
		return nil
	}
	i := slices.IndexFunc(l.Games, func(g engine.Game) bool {
		all := g.Rulings()
		return len(all) > 0 && all[0][:1] == n[:1]
	})
	if i < 0 {
		return nil
	}
	return l.Games[i]
}

// numbered spells a ruling's number as rulings are numbered.
func numbered(word string) string { return strings.ToUpper(strings.TrimSuffix(word, ",")) }
