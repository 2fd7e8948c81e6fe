package declare

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// inspection is the face of a card that is no baggage.
const inspection = "I"

// faces are those of the pile, in the order in which they are counted.
var faces = []string{"1", "2", "3", inspection}

// passenger is one passenger card as the deck file has it.
type passenger struct {
	Number int               `json:"number"`
	Effect string            `json:"effect"`
	Name   map[string]string `json:"name"` // by language
}

// deckFile is a deck as its file spells it.
type deckFile struct {
	Game        string         `json:"game"`
	Passengers  []passenger    `json:"passengers"`
	Baggage     map[string]int `json:"baggage"` // how many, by value
	Inspections int            `json:"inspections"`
	Dealt       map[string]int `json:"dealt"` // passengers to each, by players
}

// What a table can carry.
const (
	mostOfAValue  = 200
	highestNumber = 999
)

// checkDeck refuses a deck that cannot seat the players.
func checkDeck(d engine.Deck, seats int) error {
	_, err := loadDeck(d, seats)
	return err
}

// loadDeck reads a deck file for a number of players; the error says in one line
// what is wrong with which part.
func loadDeck(d engine.Deck, seats int) (deckFile, error) {
	read, err := readDeck(d.Text)
	if err == nil {
		err = read.seat(seats)
	}
	if err != nil {
		return deckFile{}, fmt.Errorf("deck %q: %w", d.Name, err)
	}
	return read, nil
}

func readDeck(text []byte) (deckFile, error) {
	var file deckFile
	if err := engine.DecodeDeck(text, &file); err != nil {
		return file, err
	}
	if file.Game != gameName {
		return file, fmt.Errorf("it is for the game %q, not for %s", file.Game, gameName)
	}
	for _, check := range []func() error{file.checkPassengers, file.checkBaggage, file.checkDealt} {
		if err := check(); err != nil {
			return file, err
		}
	}
	return file, nil
}

// checkPassengers: every number once, every effect known, every card named.
func (f deckFile) checkPassengers() error {
	seen := map[int]bool{}
	for i, p := range f.Passengers {
		_, known := effects[p.Effect]
		switch {
		case p.Number < 1 || p.Number > highestNumber:
			return fmt.Errorf("passengers, entry %d: the number %d is not within 1 and %d", i+1, p.Number, highestNumber)
		case seen[p.Number]:
			return fmt.Errorf("passengers: the number %d stands there twice", p.Number)
		case !known:
			return fmt.Errorf("passengers: number %d has the effect %q, which is none of %s", p.Number, p.Effect, strings.Join(slices.Sorted(maps.Keys(effects)), ", "))
		case p.Name["en"] == "":
			return fmt.Errorf("passengers: number %d has no English name", p.Number)
		}
		seen[p.Number] = true
	}
	return nil
}

func (f deckFile) checkBaggage() error {
	for _, face := range slices.Sorted(maps.Keys(f.Baggage)) {
		if !slices.Contains(faces[:values], face) {
			return fmt.Errorf("baggage: the value %q is none of %s", face, strings.Join(faces[:values], ", "))
		}
	}
	for _, face := range faces {
		if n := f.copies(face); n < 0 || n > mostOfAValue {
			return fmt.Errorf("%s: %d cards are not within 0 and %d", partOf(face), n, mostOfAValue)
		}
	}
	return nil
}

func partOf(face string) string {
	if face == inspection {
		return "inspections"
	}
	return "baggage, value " + face
}

// copies is how many cards of a face are in the box.
func (f deckFile) copies(face string) int {
	if face == inspection {
		return f.Inspections
	}
	return f.Baggage[face]
}

func (f deckFile) checkDealt() error {
	for _, key := range slices.Sorted(maps.Keys(f.Dealt)) {
		n, err := strconv.Atoi(key)
		switch {
		case err != nil || n < minSeats || n > maxSeats || strconv.Itoa(n) != key:
			return fmt.Errorf("dealt: %q is no number of players from %d to %d", key, minSeats, maxSeats)
		case f.Dealt[key] < 1:
			return fmt.Errorf("dealt: %d passengers for each of %s players make no game", f.Dealt[key], key)
		}
	}
	return nil
}

// rounds is how many passengers each of so many players gets: a round each.
func (f deckFile) rounds(players int) int { return f.Dealt[strconv.Itoa(players)] }

// seat checks that so many players can be dealt in, and that no pile of theirs can
// run out.
func (f deckFile) seat(players int) error {
	if players < minSeats || players > maxSeats {
		return fmt.Errorf("%d players are not from %d to %d", players, minSeats, maxSeats)
	}
	rounds := f.rounds(players)
	if rounds == 0 {
		return fmt.Errorf("dealt: nothing is said of %d players", players)
	}
	if have, need := len(f.Passengers), rounds*players; have < need {
		return fmt.Errorf("passengers: %d cannot be dealt to %d players, who need %d", have, players, need)
	}
	for _, face := range faces[:values] {
		if n := f.copies(face); n < players {
			return fmt.Errorf("%s: %d cards do not go round %d players", partOf(face), n, players)
		}
	}
	if have, need := len(f.pile(players)), rounds*players; have < need {
		return fmt.Errorf("baggage and inspections: a pile of %d cards is too short for %d players, who may draw %d", have, players, need)
	}
	return nil
}

// pile lists what is left of the baggage once everybody has one of each value, and
// the inspections, unshuffled (N2).
func (f deckFile) pile(players int) []card.Card {
	var pile []card.Card
	for _, face := range faces {
		n := f.copies(face)
		if face != inspection {
			n -= players
		}
		pile = append(pile, slices.Repeat([]card.Card{{Face: face}}, max(n, 0))...)
	}
	return pile
}

// book is what is known of the passengers in a deck, by number.
type book []passenger

// find gives the passenger of a card; the zero passenger is none.
func (b book) find(c card.Card) passenger {
	return b.number(numberOf(c))
}

func (b book) number(n int) passenger {
	for _, p := range b {
		if p.Number == n {
			return p
		}
	}
	return passenger{}
}

// faceOf is the face of the passenger with a number: "P14".
func faceOf(number int) string { return "P" + strconv.Itoa(number) }

// numberOf reads the number off a passenger card; 0: it is none.
func numberOf(c card.Card) int {
	digits, ok := strings.CutPrefix(c.Face, "P")
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
