package declare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// stage deals as a scenario's lines say; what they leave out is dealt by chance.
func stage(setup engine.Setup, lines []engine.Line, luck engine.Chance) ([]event, error) {
	d, err := loadDeck(setup.Deck, setup.Seats)
	if err != nil {
		return nil, err
	}
	l := lay(d, setup.Seats, luck)
	given := make([][]card.Card, setup.Seats)
	for _, line := range lines {
		if err := l.put(d, given, line); err != nil {
			return nil, stageError{line.Number, err}
		}
	}
	if err := l.handOut(d, given, luck); err != nil {
		return nil, err
	}
	if err := l.placeAll(); err != nil {
		return nil, err
	}
	l.number(luck)
	return l.events(setup, d), nil
}

// stageError is a statement that cannot be staged, with its line in the file.
type stageError struct {
	line int
	err  error
}

func (e stageError) Error() string { return e.err.Error() }

// Line is the line in the scenario file.
func (e stageError) Line() int { return e.line }

// put lays out one statement: baggage, passengers, pile or round.
func (l *layout) put(d deckFile, given [][]card.Card, line engine.Line) error {
	words := line.Words
	switch words[0] {
	case "baggage", "passengers":
		return l.putSeat(d, given, words)
	case "pile":
		cards, err := stagedPile(words[1:])
		l.pile = cards
		return err
	case "round":
		n, ok := 0, len(words) == 2
		if ok {
			n, ok = digits(words[1])
		}
		if !ok || n < 1 {
			return fmt.Errorf("write: round N")
		}
		l.round = n
		return nil
	}
	return fmt.Errorf("%s knows no statement %q", gameName, words[0])
}

func (l *layout) putSeat(d deckFile, given [][]card.Card, words []string) error {
	if len(words) < 3 {
		return fmt.Errorf("%s: name a player and cards", words[0])
	}
	seat, ok := engine.ParseSeat(words[1])
	if !ok || int(seat) > len(l.hands) {
		return fmt.Errorf("%s: no player is called %q", words[0], words[1])
	}
	var err error
	if words[0] == "baggage" {
		l.areas[seat-1], err = stagedArea(words[2:])
		return err
	}
	given[seat-1], err = d.stagedHand(words[2:])
	return err
}

// stagedArea reads "2- 3+ . .": concealed, revealed, empty.
func stagedArea(words []string) ([]lying, error) {
	if len(words) > slots {
		return nil, fmt.Errorf("baggage: there are %d slots, not %d", slots, len(words))
	}
	all := []lying{}
	for i, word := range words {
		if word == "." {
			continue
		}
		face, side := word[:len(word)-1], word[len(word)-1:]
		if !slices.Contains(faces[:values], face) || side != "-" && side != "+" {
			return nil, fmt.Errorf("baggage: %q is no slot: write 2- for concealed, 2+ for revealed, . for empty", word)
		}
		all = append(all, lying{Slot: i + 1, Card: card.Card{Face: face}, Up: side == "+"})
	}
	return all, nil
}

func (f deckFile) stagedHand(words []string) ([]card.Card, error) {
	var hand []card.Card
	for _, word := range words {
		n, ok := digits(word)
		if !ok || book(f.Passengers).number(n).Number == 0 {
			return nil, fmt.Errorf("passengers: the deck has no number %q", word)
		}
		hand = append(hand, card.Card{Face: faceOf(n)})
	}
	return hand, nil
}

// stagedPile reads the pile from the top; "-" alone is none.
func stagedPile(words []string) ([]card.Card, error) {
	if slices.Equal(words, []string{"-"}) {
		return nil, nil
	}
	var pile []card.Card
	for _, word := range words {
		face := strings.ToUpper(word)
		if !slices.Contains(faces, face) {
			return nil, fmt.Errorf("pile: %q is no card: write %s, or - for none", word, strings.Join(faces, ", "))
		}
		pile = append(pile, card.Card{Face: face})
	}
	return pile, nil
}

// handOut gives those without written passengers as many as the others have, from
// the rest of the deck.
func (l *layout) handOut(d deckFile, given [][]card.Card, luck engine.Chance) error {
	rest := d.cards()
	engine.Shuffle(luck, "passengers", rest)
	size := 0
	for _, hand := range given {
		if hand == nil {
			continue
		}
		if size > 0 && len(hand) != size {
			return fmt.Errorf("passengers: hands of %d and of %d: all are equal", size, len(hand))
		}
		size = len(hand)
		_, left, ok := card.Take(rest, card.Faces(hand))
		if !ok {
			return fmt.Errorf("passengers: a number stands in two places")
		}
		rest = left
	}
	if size == 0 {
		return nil
	}
	for i, hand := range given {
		if hand == nil {
			if len(rest) < size {
				return fmt.Errorf("passengers: the deck has too few for a hand of %s", strconv.Itoa(size))
			}
			hand, rest = rest[:size:size], rest[size:]
		}
		l.hands[i] = slices.Clone(hand)
	}
	l.aside = rest
	return nil
}

// placeAll: with any baggage written, all of it is.
func (l *layout) placeAll() error {
	written := 0
	for i, a := range l.areas {
		if a != nil {
			written++
			l.baggage[i] = nil
		}
	}
	if written > 0 && written < len(l.areas) {
		return fmt.Errorf("baggage: write that of all players, or of none")
	}
	return nil
}
