package konvooi

import (
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
)

// command is one order, understood. Which fields count depends on the verb.
type command struct {
	verb   string
	takes  []int    // draw: slots, 0 for a closed card
	look   bool     // draw: see the replacement before going on
	cards  []string // convoy, bribe: faces
	rider  []string // convoy: what to offer if somebody inspects
	when   terms    // when
	bid    bid      // inspect, let go, when
	check  []int    // check
	number int      // cancel; 0 for all
}

// closed stands for a card from the pile among the slots of a draw.
const closed = 0

// bid is an answer to a convoy: an officer and the positions to turn, or no
// officer, which lets the convoy go.
type bid struct {
	Officer string `json:"officer,omitempty"`
	Check   []int  `json:"check,omitempty"`
}

// terms say which convoys a standing bid answers; zero fields fit all.
type terms struct {
	Size   int         `json:"size,omitempty"`
	OrMore bool        `json:"or_more,omitempty"`
	From   engine.Seat `json:"from,omitempty"`
}

// standing is a bid given in advance (K32).
type standing struct {
	When terms `json:"when"`
	Bid  bid   `json:"bid"`
}

// String spells the command canonically.
func (c command) String() string {
	words := []string{c.verb}
	switch c.verb {
	case verbDraw:
		words = append(words, spellTakes(c.takes)...)
		if c.look {
			words = append(words, wordLook)
		}
	case verbConvoy:
		words = append(words, c.cards...)
		if len(c.rider) > 0 {
			words = append(append(words, verbBribe), c.rider...)
		}
	case verbBribe:
		words = append(words, c.cards...)
	case verbInspect, verbLetGo:
		return c.bid.String()
	case verbCheck:
		words = append(words, spellNumbers(c.check)...)
	case verbWhen:
		return standing{c.when, c.bid}.String()
	case verbCancel:
		if c.number == 0 {
			return verbCancel + " " + wordAll
		}
		words = append(words, strconv.Itoa(c.number))
	}
	return strings.Join(words, " ")
}

func (b bid) String() string {
	if b.Officer == "" {
		return verbLetGo
	}
	words := []string{verbInspect, b.Officer}
	if len(b.Check) > 0 {
		words = append(append(words, verbCheck), spellNumbers(b.Check)...)
	}
	return strings.Join(words, " ")
}

func (s standing) String() string {
	words := []string{verbWhen, verbConvoy}
	if s.When.Size > 0 {
		size := strconv.Itoa(s.When.Size)
		if s.When.OrMore {
			size += "+"
		}
		words = append(words, wordOf, size)
	}
	if s.When.From > 0 {
		words = append(words, wordFrom, s.When.From.String())
	}
	return strings.Join(append(words, s.Bid.String()), " ")
}

func spellTakes(takes []int) []string {
	words := spellNumbers(takes)
	for i, t := range takes {
		if t == closed {
			words[i] = wordDeck
		}
	}
	return words
}

func spellNumbers(numbers []int) []string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return words
}

// blank tells whether an order that names things names none.
func (c command) blank() bool {
	switch c.verb {
	case verbDraw, verbConvoy, verbBribe, verbCheck:
		return len(c.takes)+len(c.cards)+len(c.check) == 0
	}
	return false
}

// parse understands canonical words. What cannot be understood is refused under
// the rule that says how such an order goes.
func parse(words []string) (command, *engine.Refusal) {
	if len(words) == 0 {
		return command{}, engine.Refuse("", "konvooi.unknown-order", "Word", "")
	}
	c := command{verb: words[0]}
	further := words[1:]
	switch c.verb {
	case verbDraw:
		return c.parseDraw(further)
	case verbConvoy:
		return c.parseConvoy(further)
	case verbBribe:
		return c.parseBribe(further)
	case verbInspect, verbLetGo:
		return c.parseBid(words)
	case verbCheck:
		return c.parseCheck(further)
	case verbWhen:
		return c.parseWhen(further)
	case verbCancel:
		return c.parseCancel(further)
	case verbDone, verbPass, verbNoBribe, verbAccept, verbRefuse:
		if len(further) > 0 {
			return c, engine.Refuse(ruleOf[c.verb], "konvooi.stands-alone", "Verb", engine.Order(c.verb), "Word", engine.Order(further[0]))
		}
		return c, nil
	}
	return c, engine.Refuse("", "konvooi.unknown-order", "Word", engine.Order(words[0]))
}

// ruleOf names the ruling that offers each order.
var ruleOf = engine.Offers(forms)

func (c command) parseDraw(words []string) (command, *engine.Refusal) {
	for i, word := range words {
		n, ok := digit(word)
		switch {
		case word == wordDeck:
			c.takes = append(c.takes, closed)
		case ok && n >= 1 && n <= slots:
			c.takes = append(c.takes, n)
		case ok:
			return c, engine.Refuse("K5", "konvooi.slot-unknown", "Slot", n)
		case word == wordLook && i == len(words)-1:
			c.look = true
		default:
			return c, engine.Refuse("K5", "konvooi.draw-words", "Word", engine.Order(word))
		}
	}
	if len(c.takes) == 0 {
		return c, engine.Refuse("K5", "konvooi.draw-what")
	}
	return c, nil
}

func (c command) parseConvoy(words []string) (command, *engine.Refusal) {
	load, ride, riding := cut(words, verbBribe)
	var r *engine.Refusal
	if c.cards, r = parseCards("K10", load); r != nil {
		return c, r
	}
	if c.rider, r = parseCards("K16", ride); r != nil {
		return c, r
	}
	if riding && len(c.rider) == 0 {
		return c, engine.Refuse("K16", "konvooi.bribe-what")
	}
	c.rider = byKind(c.rider)
	return c, nil
}

func (c command) parseBribe(words []string) (command, *engine.Refusal) {
	var r *engine.Refusal
	if c.cards, r = parseCards("K16", words); r != nil {
		return c, r
	}
	if len(c.cards) == 0 {
		return c, engine.Refuse("K16", "konvooi.bribe-what")
	}
	c.cards = byKind(c.cards)
	return c, nil
}

// byKind puts faces whose order does not matter into the one they are spelled in.
func byKind(faces []string) []string { return count(faceUp(faces)).faces() }

// parseBid reads "inspect RANK [check POS ...]" or "let go".
func (c command) parseBid(words []string) (command, *engine.Refusal) {
	if words[0] == verbLetGo {
		if len(words) > 1 {
			return c, engine.Refuse(ruleOf[c.verb], "konvooi.stands-alone", "Verb", engine.Order(verbLetGo), "Word", engine.Order(words[1]))
		}
		return c, nil
	}
	if len(words) < 2 || rank(words[1]) == 0 {
		return c, engine.Refuse("K12", "konvooi.inspect-whom")
	}
	c.bid.Officer = words[1]
	if len(words) == 2 {
		return c, nil
	}
	if words[2] != verbCheck {
		return c, engine.Refuse("K12", "konvooi.inspect-words", "Word", engine.Order(words[2]))
	}
	var r *engine.Refusal
	c.bid.Check, r = parsePositions(words[3:])
	return c, r
}

func (c command) parseCheck(words []string) (command, *engine.Refusal) {
	var r *engine.Refusal
	c.check, r = parsePositions(words)
	return c, r
}

// parseWhen reads "convoy [[of] N[+]] [from #SEAT] BID"; where Dutch has one word
// for both, "from" before a number is understood as "of".
func (c command) parseWhen(words []string) (command, *engine.Refusal) {
	if len(words) == 0 || words[0] != verbConvoy {
		return c, engine.Refuse("K32", "konvooi.when-words")
	}
	at := slices.IndexFunc(words, func(w string) bool { return w == verbInspect || w == verbLetGo })
	if at < 0 {
		return c, engine.Refuse("K32", "konvooi.when-words")
	}
	for i := 1; i < at; i++ {
		if (words[i] == wordOf || words[i] == wordFrom) && i+1 < at {
			i++
		}
		if r := c.when.read(words[i]); r != nil {
			return c, r
		}
	}
	return c.parseBid(words[at:])
}

// read takes in one term: a size, a size and more, or a player.
func (t *terms) read(word string) *engine.Refusal {
	if seat, ok := engine.ParseSeat(word); ok && t.From == 0 {
		t.From = seat
		return nil
	}
	size, more := strings.CutSuffix(word, "+")
	n, ok := digit(size)
	if !ok || t.Size > 0 {
		return engine.Refuse("K32", "konvooi.when-term", "Word", engine.Order(word))
	}
	if n < convoyMin || n > convoyMax {
		return engine.Refuse("K10", "konvooi.when-size", "Size", n)
	}
	t.Size, t.OrMore = n, more
	return nil
}

func (c command) parseCancel(words []string) (command, *engine.Refusal) {
	if len(words) == 1 {
		if words[0] == wordAll {
			return c, nil
		}
		if n, ok := digit(words[0]); ok && n > 0 {
			c.number = n
			return c, nil
		}
	}
	return c, engine.Refuse("K32", "konvooi.cancel-what")
}

// mostCards bounds what one order may name; no hand comes near it.
const mostCards = 40

// parseCards reads "L", "2L" and "2 L", any number of them.
func parseCards(rule string, words []string) ([]string, *engine.Refusal) {
	var faces []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		if number(word) && i+1 < len(words) && !startsWithDigit(words[i+1]) {
			i++
			word = strings.TrimSuffix(word, ",") + words[i]
		}
		n, face := countedCard(word)
		if face == "" {
			return nil, engine.Refuse(rule, "konvooi.no-card", "Word", engine.Order(words[i]))
		}
		if len(faces)+n > mostCards {
			return nil, engine.Refuse(rule, "konvooi.too-many-cards")
		}
		faces = append(faces, slices.Repeat([]string{face}, n)...)
	}
	return faces, nil
}

// countedCard reads "L" or "2L"; the face is empty when the word is neither.
func countedCard(word string) (int, string) {
	word = strings.TrimSuffix(word, ",")
	rest := strings.TrimLeft(word, "0123456789")
	face, ok := lexicon.Spell[strings.ToLower(rest)]
	if !ok || !slices.Contains(kinds, face) {
		return 0, ""
	}
	count := word[:len(word)-len(rest)]
	if count == "" {
		return 1, face
	}
	n, err := strconv.Atoi(count)
	if err != nil || n > mostCards {
		return mostCards + 1, face
	}
	if n == 0 {
		return 0, ""
	}
	return n, face
}

func parsePositions(words []string) ([]int, *engine.Refusal) {
	var positions []int
	for _, word := range words {
		n, ok := digit(word)
		if !ok {
			return nil, engine.Refuse("K21", "konvooi.no-position", "Word", engine.Order(word))
		}
		positions = append(positions, n)
	}
	if len(positions) == 0 {
		return nil, engine.Refuse("K21", "konvooi.check-what")
	}
	return positions, nil
}

// digit reads a plain whole number, spelled as one would.
func digit(word string) (int, bool) {
	word = strings.TrimSuffix(word, ",")
	n, err := strconv.Atoi(word)
	if err != nil || !number(word) || strconv.Itoa(n) != word {
		return 0, false
	}
	return n, true
}

func startsWithDigit(word string) bool { return word[0] >= '0' && word[0] <= '9' }

// cut splits the words around the first one that equals at.
func cut(words []string, at string) (before, after []string, found bool) {
	i := slices.Index(words, at)
	if i < 0 {
		return words, nil, false
	}
	return words[:i], words[i+1:], true
}
