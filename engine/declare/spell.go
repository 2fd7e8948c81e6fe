package declare

import (
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
)

// highestCancelled is more than anybody has standing orders to cancel, in two digits.
const highestCancelled = 99

// inDeeds are the words that an action can have besides cards.
var inDeeds = []string{verbNothing, verbConceal, verbReveal, verbSafe, verbSwap, verbSteal, verbDiscard, wordMe}

// spell understands an order by its form alone, nobody's cards being known. Which verb an
// action given in advance wants hangs on its passenger, who is not looked up: its words
// are kept, if they can be those of any action.
func spell(words []string) (command, error) {
	c, no := parse(words)
	switch {
	case no != nil:
	case c.number > highestCancelled && c.verb == verbCancel:
		no = engine.Refuse("N11", "declare.cancel-what")
	default:
		c.advance, no = spellAdvance(c.advance)
	}
	if no != nil {
		return command{}, no
	}
	return c, nil
}

func spellAdvance(words []string) ([]string, *engine.Refusal) {
	spelled := make([]string, len(words))
	for i, word := range words {
		_, seat := engine.ParseSeat(word)
		n, ok := digits(word)
		switch {
		case ok && n >= 1 && n <= slots:
			spelled[i] = strconv.Itoa(n)
		case seat || slices.Contains(inDeeds, strings.TrimSuffix(word, ",")):
			spelled[i] = strings.TrimSuffix(word, ",")
		default:
			return nil, engine.Refuse("N7", "declare.card-words", "Word", engine.Order(word))
		}
	}
	return spelled, nil
}
