package konvooi

import (
	"slices"

	"contrapost/engine"
)

// spell understands an order by its form alone, nobody's cards being known. Numbers that
// no order of the game has are no form of one.
func spell(words []string) (command, error) {
	c, no := parse(words)
	beyond := func(n int) bool { return n < 1 || n > convoyMax }
	switch {
	case no != nil:
	case slices.ContainsFunc(c.check, beyond) || slices.ContainsFunc(c.bid.Check, beyond):
		no = engine.Refuse("K21", "konvooi.check-what")
	case c.number > mostStanding:
		no = engine.Refuse("K32", "konvooi.cancel-what")
	}
	if no != nil {
		return command{}, no
	}
	return c, nil
}
