// Package card holds cards as values: a face that counts, and a serial number
// that lets an audit follow one card through a game.
package card

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Card is one physical card. Cards of one face are interchangeable to the rules;
// the serial (from 1, unique in a deck, drawn so that it says nothing of the
// face) is for audits alone. The zero Card is no card.
type Card struct {
	Face string
	ID   int
}

// String spells the card as it is stored: "L.17".
func (c Card) String() string { return c.Face + "." + strconv.Itoa(c.ID) }

// MarshalText stores the card as String does.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (c *Card) UnmarshalText(text []byte) error {
	face, id, ok := strings.Cut(string(text), ".")
	n, err := strconv.Atoi(id)
	if !ok || err != nil || face == "" || n < 1 {
		return fmt.Errorf("card %q is not spelled FACE.NUMBER", text)
	}
	*c = Card{Face: face, ID: n}
	return nil
}

// Faces lists the faces of cards in their order.
func Faces(cards []Card) []string {
	faces := make([]string, len(cards))
	for i, c := range cards {
		faces[i] = c.Face
	}
	return faces
}

// Count tells how many of the cards have a face.
func Count(cards []Card, face string) int {
	n := 0
	for _, c := range cards {
		if c.Face == face {
			n++
		}
	}
	return n
}

// Holds tells whether the cards cover the wanted faces, each card once.
func Holds(cards []Card, faces []string) bool {
	_, _, ok := Take(cards, faces)
	return ok
}

// Take picks one card for each wanted face, in that order, the earliest held
// first, and gives those taken and those left. It changes neither argument; ok is
// false when a face is not there often enough.
func Take(cards []Card, faces []string) (taken, left []Card, ok bool) {
	left = slices.Clone(cards)
	for _, face := range faces {
		i := slices.IndexFunc(left, func(c Card) bool { return c.Face == face })
		if i < 0 {
			return nil, slices.Clone(cards), false
		}
		taken = append(taken, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return taken, left, true
}

// Without gives the cards less those with the serials of gone.
func Without(cards, gone []Card) []Card {
	return slices.DeleteFunc(slices.Clone(cards), func(c Card) bool {
		return slices.ContainsFunc(gone, func(g Card) bool { return g.ID == c.ID })
	})
}
