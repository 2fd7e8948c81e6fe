package konvooi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// layout is where every card lies before the first turn.
type layout struct {
	hands      [][]card.Card // by seat, from seat 1
	sure       [][]string    // by seat: the faces that everybody knows to be in that hand
	warehouses [][]card.Card
	display    [slots]card.Card // no card: an empty slot
	pile       []card.Card      // from the top
	first      engine.Seat
}

// deal shuffles and hands out the cards (K1, K2) and draws the first player (K3).
func deal(setup engine.Setup, luck engine.Chance) ([]event, error) {
	d, err := loadDeck(setup.Deck, setup.Seats)
	if err != nil {
		return nil, err
	}
	l := lay(d, setup.Seats, luck)
	l.number(luck)
	return l.events(setup, d), nil
}

func lay(d deck, seats int, luck engine.Chance) layout {
	pile := faceUp(d.shuffled(seats))
	engine.Shuffle(luck, "shuffle", pile)
	l := layout{
		hands:      make([][]card.Card, seats),
		sure:       make([][]string, seats),
		warehouses: make([][]card.Card, seats),
		first:      engine.Seat(1 + luck.Intn("first", seats)),
	}
	for s := range seats {
		l.sure[s] = []string{captain, inspector}
		l.hands[s] = faceUp(l.sure[s])
		for round := range dealtEach { // card by card, round the table
			l.hands[s] = append(l.hands[s], pile[round*seats+s])
		}
	}
	pile = pile[dealtEach*seats:]
	copy(l.display[:], pile)
	l.pile = pile[slots:]
	return l
}

// number gives every card a serial drawn by chance, so that it says nothing of
// the face.
func (l *layout) number(luck engine.Chance) {
	var all []*card.Card
	add := func(cards []card.Card) {
		for i := range cards {
			if cards[i].Face != "" {
				all = append(all, &cards[i])
			}
		}
	}
	for s := range l.hands {
		add(l.hands[s])
		add(l.warehouses[s])
	}
	add(l.display[:])
	add(l.pile)
	serials := make([]int, len(all))
	for i := range serials {
		serials[i] = i + 1
	}
	engine.Shuffle(luck, "serials", serials)
	for i, c := range all {
		c.ID = serials[i]
	}
}

// events says the layout as what happened. What a later fold needs of the deck is
// among it: the counts and the values (K4: the deck's composition is public).
func (l layout) events(setup engine.Setup, d deck) []event {
	sum := sha256.Sum256(setup.Deck.Text)
	left := map[string]int{captain: setup.Seats, inspector: setup.Seats}
	for _, face := range d.shuffled(setup.Seats) {
		left[face]++
	}
	all := []event{gameDealt{
		Rules: version, Deck: setup.Deck.Name, DeckHash: hex.EncodeToString(sum[:]),
		Seats: setup.Seats, Options: setup.Options, Worth: d.worth, Cards: left,
	}}
	for i, s := range engine.Seats(setup.Seats) {
		all = append(all, handDealt{Seat: s, Cards: l.hands[i], Sure: l.sure[i]})
		if len(l.warehouses[i]) > 0 {
			all = append(all, warehouseStocked{Seat: s, Cards: l.warehouses[i]})
		}
	}
	laid := displayLaid{Pile: len(l.pile)}
	for i, c := range l.display {
		if c.Face != "" {
			laid.Cards = append(laid.Cards, slotCard{Slot: i + 1, Card: c})
		}
	}
	return append(all, laid, pileShuffled{Cards: l.pile}, turnBegun{Seat: l.first})
}

// stage deals as a scenario's lines say; what they leave out is dealt by chance.
func stage(setup engine.Setup, lines []engine.Line, luck engine.Chance) ([]event, error) {
	d, err := loadDeck(setup.Deck, setup.Seats)
	if err != nil {
		return nil, err
	}
	l := lay(d, setup.Seats, luck)
	for _, line := range lines {
		if err := l.put(line); err != nil {
			return nil, stageError{line.Number, err}
		}
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

// put lays out one statement: hand, warehouse, display, pile or first.
func (l *layout) put(line engine.Line) error {
	words := line.Words
	switch words[0] {
	case "hand", "warehouse", "first":
		return l.putSeat(words)
	case "display":
		return l.putDisplay(words[1:])
	case "pile":
		cards, err := stagedCards(words[1:])
		l.pile = cards
		return err
	}
	return fmt.Errorf("konvooi knows no statement %q", words[0])
}

func (l *layout) putSeat(words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("%s: name a player", words[0])
	}
	seat, ok := engine.ParseSeat(words[1])
	if !ok || int(seat) > len(l.hands) {
		return fmt.Errorf("%s: no player is called %q", words[0], words[1])
	}
	if words[0] == "first" {
		l.first = seat
		return nil
	}
	cards, err := stagedCards(words[2:])
	if err != nil {
		return err
	}
	if words[0] == "warehouse" {
		l.warehouses[seat-1] = cards
		return nil
	}
	l.hands[seat-1], l.sure[seat-1] = cards, nil // a written hand follows no rule that others could know it by
	return nil
}

func (l *layout) putDisplay(words []string) error {
	if len(words) > slots {
		return fmt.Errorf("the display has %d slots, not %d", slots, len(words))
	}
	l.display = [slots]card.Card{}
	for i, word := range words {
		if word == "-" {
			continue
		}
		cards, err := stagedCards([]string{word})
		if err != nil {
			return err
		}
		if len(cards) != 1 {
			return fmt.Errorf("display: %q is not one card", word)
		}
		l.display[i] = cards[0]
	}
	return nil
}

// stagedCards reads the cards of a scenario's line; "-" alone is none.
func stagedCards(words []string) ([]card.Card, error) {
	if slices.Equal(words, []string{"-"}) {
		return nil, nil
	}
	var faces []string
	for _, word := range words {
		n, face := countedCard(word)
		if face == "" || n > mostCards {
			return nil, fmt.Errorf("%q is no card: write %s, or - for none", word, strings.Join(kinds, ", "))
		}
		faces = append(faces, slices.Repeat([]string{face}, n)...)
	}
	return faceUp(faces), nil
}

func faceUp(faces []string) []card.Card {
	cards := make([]card.Card, len(faces))
	for i, face := range faces {
		cards[i].Face = face
	}
	return cards
}
