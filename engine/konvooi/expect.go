package konvooi

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
	case "display":
		return same("display", spellDisplay(s.display), strings.Join(words[1:], " "))
	case "pile":
		return same("pile", strconv.Itoa(len(s.pile)), words[1])
	case "hand", "warehouse", "score":
		return expectPlayer(s, words)
	case "knows", "view", "unknown":
		return expectKnown(s, facts, words)
	}
	return fmt.Errorf("konvooi knows no expectation %q", words[0])
}

func same(what, got, want string) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("%s %s, want %s", what, got, want)
}

// expectTurn: who is to act; nobody in a sealed window.
func expectTurn(s state, want string) error {
	got := "-"
	if one := awaited(s); len(one) == 1 && s.phase != phaseBids {
		got = one[0].String()
	}
	return same("turn", got, want)
}

func spellDisplay(display [slots]card.Card) string {
	words := make([]string, slots)
	for i, c := range display {
		words[i] = c.Face
		if c.Face == "" {
			words[i] = "-"
		}
	}
	return strings.Join(words, " ")
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
	p := s.seat(seat)
	what := words[0] + " of " + seat.String()
	if words[0] == "score" {
		want := strings.Join(words[2:], " ")
		return same(what, strconv.Itoa(sum(*p, s.worth).total()), want)
	}
	cards := p.hand
	if words[0] == "warehouse" {
		cards = p.warehouse
	}
	return sameCards(what, card.Faces(cards), words[2:], true)
}

// sameCards compares faces, "?" among them; "-" wants none.
func sameCards(what string, got, words []string, sorted bool) error {
	var want []string
	for _, word := range words {
		if n, face := countedCard(word); face != "" {
			want = append(want, slices.Repeat([]string{face}, n)...)
		} else if word != "-" {
			want = append(want, word)
		}
	}
	if sorted {
		got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	}
	if slices.Equal(got, want) {
		return nil
	}
	return fmt.Errorf("%s: %s, want %s", what, strings.Join(got, " "), strings.Join(want, " "))
}

// expectKnown judges "knows A THING B CARDS", "view A THING B N" and "unknown A
// THING B".
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
	thing := words[2]
	if !slices.Contains([]string{"hand", "warehouse", "convoy"}, thing) {
		return fmt.Errorf("konvooi knows no %q of a player", thing)
	}
	k := know(who, facts[who])
	what := fmt.Sprintf("%s's view of the %s of %s", who, thing, whose)
	switch words[0] {
	case "view":
		return same(what, strconv.Itoa(len(k.glimpse(thing, whose))), strings.Join(words[4:], " "))
	case "unknown":
		if open := k.openTo(thing, whose); len(open) > 0 {
			return fmt.Errorf("%s shows %s", what, strings.Join(card.Faces(open), " "))
		}
		return nil
	}
	return sameCards(what, k.glimpse(thing, whose), words[4:], thing != "convoy")
}

// glimpse lists the cards of another's hand, warehouse or convoy as far as they
// are certain, the others as "?".
func (k *knowledge) glimpse(thing string, whose engine.Seat) []string {
	if open := k.openTo(thing, whose); open != nil {
		return card.Faces(open)
	}
	var certain []string
	var size int
	switch thing {
	case "hand":
		certain, size = k.sureHand(whose).faces(), k.of(whose).hand
	case "warehouse":
		certain, size = k.of(whose).stored.faces(), k.of(whose).warehouse
	default:
		return k.convoyOf(whose)
	}
	return append(certain, slices.Repeat([]string{"?"}, size-len(certain))...)
}

// convoyOf spells a convoy by position.
func (k *knowledge) convoyOf(whose engine.Seat) []string {
	if k.convoy.smuggler != whose {
		return nil
	}
	faces := slices.Repeat([]string{"?"}, k.convoy.size)
	for _, t := range k.convoy.turned {
		faces[t.Position-1] = t.Card.Face
	}
	return faces
}
