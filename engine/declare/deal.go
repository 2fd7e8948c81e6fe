package declare

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// layout is where every card lies before the first order.
type layout struct {
	baggage [][]card.Card // by seat: to be placed (N1)
	areas   [][]lying     // by seat: in slots already; in scenarios only
	hands   [][]card.Card // by seat: passengers
	aside   []card.Card   // passengers (N2)
	pile    []card.Card   // from the top
	round   int           // the first to be played
}

// deal gives everybody a baggage card of each value (N1), shuffles the pile, and
// deals passengers (N2).
func deal(setup engine.Setup, luck engine.Chance) ([]event, error) {
	d, err := loadDeck(setup.Deck, setup.Seats)
	if err != nil {
		return nil, err
	}
	l := lay(d, setup.Seats, luck)
	l.number(luck)
	return l.events(setup, d), nil
}

func lay(d deckFile, seats int, luck engine.Chance) layout {
	l := layout{
		baggage: make([][]card.Card, seats),
		areas:   make([][]lying, seats),
		hands:   make([][]card.Card, seats),
		pile:    d.pile(seats),
		aside:   d.cards(),
		round:   1,
	}
	engine.Shuffle(luck, "pile", l.pile)
	engine.Shuffle(luck, "passengers", l.aside)
	for s := range seats {
		for _, face := range faces[:values] {
			l.baggage[s] = append(l.baggage[s], card.Card{Face: face})
		}
	}
	for range d.rounds(seats) { // card by card, round the table
		for s := range seats {
			l.hands[s] = append(l.hands[s], l.aside[0])
			l.aside = l.aside[1:]
		}
	}
	return l
}

// cards lists the passengers of a deck.
func (f deckFile) cards() []card.Card {
	all := make([]card.Card, len(f.Passengers))
	for i, p := range f.Passengers {
		all[i].Face = faceOf(p.Number)
	}
	return all
}

// number gives every card of both decks a serial drawn by chance, so that it says
// nothing of the face. Hands are sorted first: in which order they were dealt is
// nobody's business.
func (l *layout) number(luck engine.Chance) {
	var all []*card.Card
	add := func(cards []card.Card) {
		for i := range cards {
			all = append(all, &cards[i])
		}
	}
	for s := range l.hands {
		slices.SortFunc(l.hands[s], func(a, b card.Card) int { return cmp.Compare(numberOf(a), numberOf(b)) })
		add(l.hands[s])
		add(l.baggage[s])
		for i := range l.areas[s] {
			all = append(all, &l.areas[s][i].Card)
		}
	}
	add(l.pile)
	add(l.aside)
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
// among it.
func (l layout) events(setup engine.Setup, d deckFile) []event {
	sum := sha256.Sum256(setup.Deck.Text)
	all := []event{gameDealt{
		Rules: version, Deck: setup.Deck.Name, DeckHash: hex.EncodeToString(sum[:]),
		Seats: setup.Seats, Options: setup.Options, Passengers: d.Passengers, Cards: d.counts(),
		Pile: len(l.pile), Rounds: l.round - 1 + len(l.hands[0]),
	}}
	placing := false
	for i, s := range engine.Seats(setup.Seats) {
		switch {
		case l.areas[i] != nil:
			all = append(all, baggageStaged{Seat: s, Cards: l.areas[i]})
		default:
			placing = true
			all = append(all, baggageDealt{Seat: s, Cards: l.baggage[i]})
		}
		all = append(all, handDealt{Seat: s, Cards: l.hands[i]})
	}
	all = append(all, pileShuffled{Cards: l.pile}, passengersSetAside{Cards: l.aside})
	if placing {
		return append(all, placingBegun{Seats: setup.Seats})
	}
	return append(all, roundBegun{l.round})
}

// counts is how many cards of each face are in the game, passengers aside.
func (f deckFile) counts() map[string]int {
	all := map[string]int{}
	for _, face := range faces {
		all[face] = f.copies(face)
	}
	return all
}
