package engine

import (
	"strconv"
	"strings"
)

// Seat is a place at a table, counted from 1. The zero Seat is the Onlooker.
type Seat uint8

// Onlooker sees what everyone sees and nothing else.
const Onlooker Seat = 0

// String spells the seat as it stands in canonical orders and in the log: "#2".
func (s Seat) String() string { return "#" + strconv.Itoa(int(s)) }

// ParseSeat reads what String wrote.
func ParseSeat(word string) (Seat, bool) {
	digits, ok := strings.CutPrefix(word, "#")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil || n == 0 || strconv.FormatUint(n, 10) != digits {
		return 0, false
	}
	return Seat(n), true
}

// Seats lists the seats 1 to n in order.
func Seats(n int) []Seat {
	all := make([]Seat, n)
	for i := range all {
		all[i] = Seat(i + 1)
	}
	return all
}

// Roster holds the players' names in seat order: Roster[0] sits in seat 1.
type Roster []string

// Find gives the seat a word names: an exact name, or the beginning of exactly
// one name. Case does not count.
func (r Roster) Find(word string) (Seat, bool) {
	word = strings.ToLower(word)
	if word == "" {
		return 0, false
	}
	found := Seat(0)
	for i, name := range r {
		name = strings.ToLower(name)
		if name == word {
			return Seat(i + 1), true
		}
		if strings.HasPrefix(name, word) {
			if found != 0 {
				found = 255 // more than one: only an exact name can still decide
				continue
			}
			found = Seat(i + 1)
		}
	}
	return found, found != 0 && found != 255
}

// Name gives the name in a seat, or the seat's spelling where there is none.
func (r Roster) Name(s Seat) string {
	if s == 0 || int(s) > len(r) {
		return s.String()
	}
	return r[s-1]
}
