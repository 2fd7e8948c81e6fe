package declare

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// expect judges one expectation of a scenario, of the truth or of a seat's
// knowledge.
func expect(s state, facts [][]fact, l engine.Line) error {
	words := l.Words
	if len(words) < 2 {
		return errors.New("the expectation lacks a word")
	}
	switch words[0] {
	case "phase":
		return same("phase", s.phase, words[1])
	case "turn":
		return expectTurn(s, words[1])
	case "pile":
		return same("pile", strconv.Itoa(len(s.pile)), words[1])
	case "round":
		return same("round", strconv.Itoa(s.round), words[1])
	case "protected":
		return expectProtected(s, words[1:])
	case "baggage", "passengers", "safe", "score":
		return expectPlayer(s, words)
	case "knows", "view", "unknown":
		return expectKnown(s, facts, words)
	}
	return fmt.Errorf("%s knows no expectation %q", gameName, words[0])
}

func same(what, got, want string) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("%s %s, want %s", what, got, want)
}

// expectTurn: whose turn it is; nobody's while all choose, place or are inspected.
func expectTurn(s state, want string) error {
	got := "-"
	if s.turn() != 0 && s.phase != phaseInspection {
		got = s.turn().String()
	}
	return same("turn", got, want)
}

func expectProtected(s state, names []string) error {
	var got []string
	for i, a := range s.board {
		if a.protected {
			got = append(got, engine.Seat(i+1).String())
		}
	}
	return sameSet("protected", got, names)
}

// sameSet compares words in any order; "-" wants none.
func sameSet(what string, got, want []string) error {
	got = slices.Sorted(slices.Values(got))
	want = slices.Sorted(slices.Values(want))
	if slices.Equal(want, []string{"-"}) {
		want = nil
	}
	if slices.Equal(got, want) {
		return nil
	}
	return fmt.Errorf("%s: %s, want %s", what, strings.Join(got, " "), strings.Join(want, " "))
}

func seatOf(s state, word string) (engine.Seat, error) {
	seat, ok := engine.ParseSeat(word)
	if !ok || int(seat) > len(s.players) {
		return 0, fmt.Errorf("no player is called %q", word)
	}
	return seat, nil
}

func expectPlayer(s state, words []string) error {
	seat, err := seatOf(s, words[1])
	if err != nil {
		return err
	}
	what := words[0] + " of " + seat.String()
	switch words[0] {
	case "score":
		return same(what, strconv.Itoa(s.board.points(seat)), strings.Join(words[2:], " "))
	case "passengers":
		return sameSet(what, passengerNumbers(s.seat(seat).hand), words[2:])
	case "safe":
		var got []string
		for i, p := range s.board.area(seat).spots {
			if p.safe {
				got = append(got, strconv.Itoa(i+1))
			}
		}
		return sameSet(what, got, words[2:])
	}
	return same(what, s.board.area(seat).spell(), padded(words[2:]))
}

func passengerNumbers(hand []card.Card) []string {
	all := make([]string, len(hand))
	for i, c := range hand {
		all[i] = strconv.Itoa(numberOf(c))
	}
	return all
}

// spell writes slots as scenarios do: "2- 3+ ?- . . .".
func (a area) spell() string {
	words := make([]string, slots)
	for i, p := range a.spots {
		switch {
		case !p.full:
			words[i] = "."
			continue
		case p.card.Face == "":
			words[i] = "?"
		default:
			words[i] = p.card.Face
		}
		if p.up {
			words[i] += "+"
		} else {
			words[i] += "-"
		}
	}
	return strings.Join(words, " ")
}

// padded writes the empty slots that were left out.
func padded(words []string) string {
	words = slices.Clone(words)
	for len(words) < slots {
		words = append(words, ".")
	}
	return strings.Join(words, " ")
}

// expectKnown judges "knows A THING B CARDS", "view A THING B N" and "unknown A
// THING B", for the things baggage and passengers (also called hand).
func expectKnown(s state, facts [][]fact, words []string) error {
	if len(words) < 4 {
		return fmt.Errorf("write: %s NAME THING OTHER", words[0])
	}
	who, err := seatOf(s, words[1])
	if err != nil {
		return err
	}
	whose, err := seatOf(s, words[3])
	if err != nil {
		return err
	}
	k := know(who, facts[who])
	what := fmt.Sprintf("%s's view of the %s of %s", who, words[2], whose)
	switch words[2] {
	case "baggage":
		return k.expectBaggage(what, words[0], whose, words[4:])
	case "passengers", "hand":
		return k.expectHand(what, words[0], whose, words[4:])
	}
	return fmt.Errorf("%s knows no %q of a player", gameName, words[2])
}

func (k *knowledge) expectBaggage(what, how string, whose engine.Seat, want []string) error {
	a := *k.board.area(whose)
	switch how {
	case "view":
		return same(what, strconv.Itoa(k.board.count(whose, any1)), strings.Join(want, " "))
	case "unknown":
		for _, p := range a.spots {
			if k.onPage(whose, p) {
				return fmt.Errorf("%s shows %s", what, p.card.Face)
			}
		}
		return nil
	}
	return same(what, a.spell(), padded(want))
}

// expectHand: only one's own passengers are known.
func (k *knowledge) expectHand(what, how string, whose engine.Seat, want []string) error {
	hand := slices.Repeat([]string{"?"}, k.hands[whose-1])
	if whose == k.self {
		hand = passengerNumbers(k.hand)
	}
	switch {
	case how == "view":
		return same(what, strconv.Itoa(len(hand)), strings.Join(want, " "))
	case how == "unknown" && whose == k.self && len(hand) > 0:
		return fmt.Errorf("%s shows %s", what, strings.Join(hand, " "))
	case how == "unknown":
		return nil
	}
	return sameSet(what, hand, want)
}
