package konvooi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
)

// The kinds of cards, in the order in which they are counted, sorted and spelled.
const (
	legal      = "L"
	illegal    = "X"
	lieutenant = "LT"
	captain    = "CPT"
	inspector  = "INS"
)

var kinds = []string{legal, illegal, lieutenant, captain, inspector}

// officers from the lowest rank to the highest.
var officers = []string{lieutenant, captain, inspector}

// rank tells how many cards an officer turns (K21), and 0 for goods.
func rank(face string) int {
	switch face {
	case lieutenant:
		return 1
	case captain:
		return 2
	case inspector:
		return 3
	}
	return 0
}

// worth is what one card scores (K30).
type worth struct {
	Warehouse int `json:"warehouse"`
	Hand      int `json:"hand"`
}

// deckFile is a deck as its file spells it.
type deckFile struct {
	Game  string `json:"game"`
	Cards []struct {
		Kind      string `json:"kind"`
		Count     int    `json:"count"`
		Warehouse *int   `json:"warehouse"`
		Hand      *int   `json:"hand"`
	} `json:"cards"`
	Removed map[string]map[string]int `json:"removed"`
}

// deck is a deck file that has been found in order.
type deck struct {
	count   map[string]int // in the box, by kind
	worth   map[string]worth
	removed map[int]map[string]int // by players, then kind
}

// mostOfAKind keeps a deck within what a table can carry.
const mostOfAKind = 500

// checkDeck refuses a deck that cannot seat the players (K2).
func checkDeck(d engine.Deck, seats int) error {
	_, err := loadDeck(d, seats)
	return err
}

// loadDeck reads a deck file for a number of players; the error says in one line
// what is wrong with which part.
func loadDeck(d engine.Deck, seats int) (deck, error) {
	read, err := readDeck(d.Text)
	if err == nil {
		err = read.seat(seats)
	}
	if err != nil {
		return deck{}, fmt.Errorf("deck %q: %w", d.Name, err)
	}
	return read, nil
}

func readDeck(text []byte) (deck, error) {
	var file deckFile
	if err := engine.DecodeDeck(text, &file); err != nil {
		return deck{}, err
	}
	if file.Game != "konvooi" {
		return deck{}, fmt.Errorf("it is for the game %q, not for konvooi", file.Game)
	}
	return file.sort()
}

// sort files the cards and removals by kind and refuses what makes no sense.
func (f deckFile) sort() (deck, error) {
	d := deck{count: map[string]int{}, worth: map[string]worth{}, removed: map[int]map[string]int{}}
	for _, c := range f.Cards {
		_, twice := d.count[c.Kind]
		switch {
		case !slices.Contains(kinds, c.Kind):
			return d, fmt.Errorf("cards: the kind %q is none of %s", c.Kind, strings.Join(kinds, ", "))
		case twice:
			return d, fmt.Errorf("cards: the kind %s stands there twice", c.Kind)
		case c.Count < 0 || c.Count > mostOfAKind:
			return d, fmt.Errorf("cards: the count of %s is %d, not within 0 and %d", c.Kind, c.Count, mostOfAKind)
		case c.Warehouse == nil || c.Hand == nil:
			return d, fmt.Errorf("cards: %s needs both a warehouse and a hand value", c.Kind)
		}
		d.count[c.Kind] = c.Count
		d.worth[c.Kind] = worth{Warehouse: *c.Warehouse, Hand: *c.Hand}
	}
	for _, kind := range kinds {
		if _, ok := d.count[kind]; !ok {
			return d, fmt.Errorf("cards: the kind %s is missing", kind)
		}
	}
	return d, d.fileRemovals(f.Removed)
}

func (d deck) fileRemovals(removed map[string]map[string]int) error {
	for players := minSeats; players <= maxSeats; players++ {
		d.removed[players] = removed[strconv.Itoa(players)]
	}
	for key := range removed {
		if n, err := strconv.Atoi(key); err != nil || n < minSeats || n > maxSeats || strconv.Itoa(n) != key {
			return fmt.Errorf("removed: %q is no number of players from %d to %d", firstOdd(removed), minSeats, maxSeats)
		}
	}
	for players := minSeats; players <= maxSeats; players++ {
		if err := d.checkRemoval(players); err != nil {
			return fmt.Errorf("removed, %d players: %w", players, err)
		}
	}
	return nil
}

// firstOdd names the first key, in order, that is no number of players.
func firstOdd(removed map[string]map[string]int) string {
	var odd []string
	for key := range removed {
		if n, err := strconv.Atoi(key); err != nil || n < minSeats || n > maxSeats || strconv.Itoa(n) != key {
			odd = append(odd, key)
		}
	}
	return slices.Min(odd)
}

// checkRemoval allows taking out goods and lieutenants only: captains and
// inspectors are handed out, and the rest of them leave the game anyway (K1).
func (d deck) checkRemoval(players int) error {
	removable := []string{legal, illegal, lieutenant}
	known := 0
	for _, kind := range removable {
		n, listed := d.removed[players][kind]
		if listed {
			known++
		}
		if n < 0 {
			return fmt.Errorf("%s has the negative count %d", kind, n)
		}
		if n > d.count[kind] {
			return fmt.Errorf("%d of %s cannot leave a box that holds %d", n, kind, d.count[kind])
		}
	}
	if known < len(d.removed[players]) {
		return fmt.Errorf("only %s can be taken out", strings.Join(removable, ", "))
	}
	return nil
}

// seat checks that so many players can be dealt in.
func (d deck) seat(players int) error {
	if players < minSeats || players > maxSeats {
		return fmt.Errorf("%d players are not from %d to %d", players, minSeats, maxSeats)
	}
	for _, kind := range []string{captain, inspector} {
		if d.count[kind] < players {
			return fmt.Errorf("%d of %s do not go round %d players", d.count[kind], kind, players)
		}
	}
	if have, need := len(d.shuffled(players)), players*dealtEach+slots; have < need {
		return fmt.Errorf("%d cards to shuffle cannot seat %d players, who need %d", have, players, need)
	}
	return nil
}

// shuffled lists the faces that are shuffled for so many players, unshuffled
// (K1: captains and inspectors are handed out; K2: less those taken out).
func (d deck) shuffled(players int) []string {
	var faces []string
	for _, kind := range []string{legal, illegal, lieutenant} {
		for range d.count[kind] - d.removed[players][kind] {
			faces = append(faces, kind)
		}
	}
	return faces
}
