package gametest

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// MostOffered is how many orders a page may offer to be sent as they stand.
const MostOffered = 8

// formed wants a page that does not list every order to say how the others are written:
// with an example of the same verb.
func (t *trial) formed(s engine.Seat, page engine.Page) {
	offered := choicesOf(page)
	if len(offered) == 0 {
		return
	}
	examples := examplesOf(page)
	for _, move := range t.play.Moves(s) {
		verb, _, _ := strings.Cut(move, " ")
		if !slices.Contains(offered, move) && !slices.Contains(examples, verb) {
			t.report(Choices, "the page of %s neither offers %q nor says how such an order is written", s, move)
			return
		}
	}
}

// examplesOf are the first words of what a page shows for an example.
func examplesOf(p engine.Page) []string {
	var verbs []string
	for _, b := range p.Blocks {
		if choices, ok := b.(engine.Choices); ok {
			for _, c := range choices.Items {
				if verb, _, _ := strings.Cut(c.Order, " "); c.Example {
					verbs = append(verbs, verb)
				}
			}
		}
	}
	return verbs
}
