// Package games lists the games on offer.
package games

import (
	"contrapost/engine"
	"contrapost/engine/declare"
	"contrapost/engine/konvooi"
)

// All lists the games, in the order in which they are offered.
func All() []engine.Game {
	return []engine.Game{konvooi.Game, declare.Game}
}

// Find gives a game by its name.
func Find(name string) (engine.Game, bool) {
	for _, g := range All() {
		if g.Name() == name {
			return g, true
		}
	}
	return nil, false
}

// IsOrder tells whether a line reads as an order of any game, whoever sits at the
// table.
func IsOrder(line string) bool {
	for _, g := range All() {
		if engine.IsOrder(g.Verbs(), g.Lexicon().Read(line, nil)) {
			return true
		}
	}
	return false
}
