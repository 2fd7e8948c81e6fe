package declare

import (
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
)

// command is one order, understood. Which fields count depends on the verb.
type command struct {
	verb   string
	places []string   // place: faces for the slots 1 to 3
	number int        // play: the passenger; cancel: which, 0 for all
	deed   deed       // what an action, an answer or the extra action does
	with   *deed      // play: given in advance
	prefer preference // when

	advance []string // play: the words after "with", until the passenger is looked up
}

// deed is an action spelled out: a verb and the cards it is about.
type deed struct {
	Verb  string   `json:"verb"`
	Cards []target `json:"cards,omitempty"`
}

// preference is a standing order for inspections (N11): the lowest or highest
// card, or slots of which the first that is legal is turned.
type preference struct {
	Word  string `json:"word,omitempty"`
	Slots []int  `json:"slots,omitempty"`
}

// String spells the command canonically.
func (c command) String() string {
	switch c.verb {
	case verbPlace:
		return strings.Join(append([]string{verbPlace}, c.places...), " ")
	case verbPlay:
		words := verbPlay + " " + strconv.Itoa(c.number)
		switch {
		case c.with != nil:
			words += " " + wordWith + " " + c.with.unnamed()
		case len(c.advance) > 0:
			words += " " + wordWith + " " + strings.Join(c.advance, " ")
		}
		return words
	case verbExtra:
		return c.extra()
	case verbWhen:
		return c.prefer.String()
	case verbCancel:
		if c.number == 0 {
			return verbCancel + " " + wordAll
		}
		return verbCancel + " " + strconv.Itoa(c.number)
	case verbDraw, verbOpen:
		return c.verb
	}
	return c.deed.String()
}

// extra names the speaker too: the card may be anybody's.
func (c command) extra() string {
	words := []string{verbExtra, c.deed.Verb}
	for _, t := range c.deed.Cards {
		if t.Seat == 0 {
			words = append(words, wordMe)
		}
		words = append(words, t.String())
	}
	return strings.Join(words, " ")
}

func (d deed) String() string {
	words := []string{d.Verb}
	for i, t := range d.Cards {
		if d.Verb == verbDiscard && i > 0 {
			words = append(words, verbSteal)
		}
		words = append(words, t.String())
	}
	return strings.Join(words, " ")
}

// unnamed spells the deed without its verb, as it follows a passenger.
func (d deed) unnamed() string {
	if d.Verb == verbNothing {
		return verbNothing
	}
	_, rest, _ := strings.Cut(d.String(), " ")
	return rest
}

func (t target) String() string {
	if t.Seat == 0 {
		return strconv.Itoa(t.Slot)
	}
	return t.Seat.String() + " " + strconv.Itoa(t.Slot)
}

func (p preference) String() string {
	words := []string{verbWhen, wordInspected, verbReveal}
	if p.Word != "" {
		words = append(words, p.Word)
	}
	for _, slot := range p.Slots {
		words = append(words, strconv.Itoa(slot))
	}
	return strings.Join(words, " ")
}

// spoken puts the speaker's own seat out of a deed: "#2" of seat 2 is "me".
func (d deed) spoken(self engine.Seat) deed {
	d.Cards = slices.Clone(d.Cards)
	for i := range d.Cards {
		if d.Cards[i].Seat == self {
			d.Cards[i].Seat = 0
		}
	}
	return d
}

// ruleOf names the ruling that offers each order.
var ruleOf = engine.Offers(forms)

// parse understands canonical words. What cannot be understood is refused under
// the rule that says how such an order goes.
func parse(words []string) (command, *engine.Refusal) {
	if len(words) == 0 {
		return command{}, engine.Refuse("N6", "declare.unknown-order", "Word", "")
	}
	c := command{verb: words[0]}
	further := words[1:]
	switch c.verb {
	case verbPlace:
		return c.parsePlace(further)
	case verbPlay:
		return c.parsePlay(further)
	case verbConceal, verbReveal, verbSafe, verbSwap, verbSteal, verbDiscard:
		var no *engine.Refusal
		c.deed, no = parseDeed(c.verb, further)
		return c, no
	case verbExtra:
		return c.parseExtra(further)
	case verbWhen:
		return c.parseWhen(further)
	case verbCancel:
		return c.parseCancel(further)
	case verbNothing, verbDraw:
		if len(further) > 0 {
			return c, engine.Refuse(ruleOf[c.verb], "declare.stands-alone", "Verb", engine.Order(c.verb), "Word", engine.Order(further[0])).Instead(c.verb)
		}
		c.deed.Verb = c.verb
		return c, nil
	}
	return c, engine.Refuse("N6", "declare.unknown-order", "Word", engine.Order(words[0]))
}

func (c command) parsePlace(words []string) (command, *engine.Refusal) {
	for _, word := range words {
		c.places = append(c.places, strings.TrimSuffix(word, ","))
	}
	if !slices.Equal(slices.Sorted(slices.Values(c.places)), faces[:values]) {
		return c, engine.Refuse("N1", "declare.place-what")
	}
	return c, nil
}

// parsePlay reads "NUMBER [with ACTION]"; the action's words are understood once
// it is known which order the passenger wants.
func (c command) parsePlay(words []string) (command, *engine.Refusal) {
	if len(words) == 0 {
		return c, engine.Refuse("N5", "declare.play-what")
	}
	n, ok := digits(words[0])
	if !ok || n < 1 || n > highestNumber {
		return c, engine.Refuse("N5", "declare.play-what")
	}
	c.number = n
	switch {
	case len(words) == 1:
		return c, nil
	case words[1] != wordWith || len(words) == 2:
		return c, engine.Refuse("N7", "declare.play-words")
	}
	c.advance = words[2:]
	return c, nil
}

// parseDeed reads the cards of an action. "steal" stands before the second half of
// a trade.
func parseDeed(verb string, words []string) (deed, *engine.Refusal) {
	d := deed{Verb: verb}
	stole := false
	for i := 0; i < len(words); i++ {
		if verb == verbDiscard && words[i] == verbSteal && len(d.Cards) == 1 && !stole && i+1 < len(words) {
			stole = true // once, and before the card that is stolen
			continue
		}
		t, used, no := parseTarget(words[i:])
		if no != nil {
			return d, no
		}
		d.Cards = append(d.Cards, t)
		i += used - 1
	}
	if len(d.Cards) == 0 {
		return d, engine.Refuse("N8", "declare.cards-what."+verb)
	}
	return d, nil
}

// parseTarget reads "SLOT", "NAME SLOT" or "me SLOT", and tells how many words it
// took.
func parseTarget(words []string) (target, int, *engine.Refusal) {
	var t target
	used := 1
	if seat, ok := engine.ParseSeat(words[0]); ok || words[0] == wordMe {
		if len(words) == 1 {
			return t, 1, engine.Refuse("N8", "declare.slot-missing", "Word", engine.Order(words[0]))
		}
		t.Seat, used = seat, 2
	}
	n, ok := digits(words[used-1])
	switch {
	case !ok:
		return t, used, engine.Refuse("N8", "declare.card-words", "Word", engine.Order(words[used-1]))
	case n < 1 || n > slots:
		return t, used, engine.Refuse("N3", "declare.slot-unknown", "Slot", n)
	}
	t.Slot = n
	return t, used, nil
}

func (c command) parseExtra(words []string) (command, *engine.Refusal) {
	if len(words) == 0 {
		return c, engine.Refuse("N23", "declare.extra-what")
	}
	c.deed.Verb = words[0]
	switch {
	case words[0] == verbNothing && len(words) == 1:
		return c, nil
	case words[0] != verbReveal && words[0] != verbConceal:
		return c, engine.Refuse("N23", "declare.extra-what")
	}
	var no *engine.Refusal
	if c.deed, no = parseDeed(words[0], words[1:]); no != nil {
		return c, no
	}
	if len(c.deed.Cards) != 1 {
		return c, engine.Refuse("N23", "declare.extra-one")
	}
	return c, nil
}

func (c command) parseWhen(words []string) (command, *engine.Refusal) {
	if len(words) < 3 || words[0] != wordInspected || words[1] != verbReveal {
		return c, engine.Refuse("N11", "declare.when-words")
	}
	words = words[2:]
	if words[0] == wordLowest || words[0] == wordHighest {
		c.prefer.Word = words[0]
		if len(words) > 1 {
			return c, engine.Refuse("N11", "declare.when-words").Instead(c.String())
		}
		return c, nil
	}
	for _, word := range words {
		n, ok := digits(word)
		switch {
		case !ok:
			return c, engine.Refuse("N11", "declare.when-words")
		case n < 1 || n > slots:
			return c, engine.Refuse("N3", "declare.slot-unknown", "Slot", n)
		case slices.Contains(c.prefer.Slots, n):
			return c, engine.Refuse("N11", "declare.slot-twice", "Slot", n)
		}
		c.prefer.Slots = append(c.prefer.Slots, n)
	}
	return c, nil
}

func (c command) parseCancel(words []string) (command, *engine.Refusal) {
	if len(words) == 1 {
		if words[0] == wordAll {
			return c, nil
		}
		if n, ok := digits(words[0]); ok && n > 0 {
			c.number = n
			return c, nil
		}
	}
	return c, engine.Refuse("N11", "declare.cancel-what")
}

// digits reads a plain whole number, spelled as one would.
func digits(word string) (int, bool) {
	word = strings.TrimSuffix(word, ",")
	n, err := strconv.Atoi(word)
	if err != nil || !number(word) || strconv.Itoa(n) != word {
		return 0, false
	}
	return n, true
}
