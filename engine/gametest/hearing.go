package gametest

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"contrapost/engine"
)

// How many orders of a seat are tried at each step. A whole list can be hundreds
// long; over a campaign chance gets to every sort of entry.
const (
	movesTried  = 5
	missesTried = 4
)

// hearings holds what each seat may say against what it is heard to say.
func (t *trial) hearings() {
	lists := make([][]string, t.setting.seats)
	for i, s := range t.seats() {
		lists[i] = t.play.Moves(s)
		t.listed(s, lists[i])
	}
	for i, s := range t.seats() {
		before, careful := "", t.once(8)
		if careful {
			before = spell(t.play.Facts(s))
		}
		for range missesTried {
			if order := t.nearMiss(lists); order != "" {
				t.missed(s, order, lists[i])
			}
		}
		if careful && spell(t.play.Facts(s)) != before {
			t.report(NearMiss, "hearing an order of %s changed what it knows", s)
		}
	}
}

// listed tries some of a seat's moves.
func (t *trial) listed(s engine.Seat, moves []string) {
	if again := t.play.Moves(s); !slices.Equal(moves, again) {
		t.report(Steady, "asked twice, the moves of %s differ", s)
	}
	sorted := slices.Sorted(slices.Values(moves))
	if len(slices.Compact(sorted)) < len(moves) {
		t.report(Legal, "the moves of %s name an order twice", s)
	}
	if len(moves) == 0 {
		return
	}
	for range movesTried {
		t.tryMove(s, among(t.dice, moves))
	}
}

func (t *trial) tryMove(s engine.Seat, move string) {
	words := t.read(move)
	if len(t.spoken) < 200 {
		t.spoken = append(t.spoken, strings.Fields(move)[1:]...)
	}
	if !engine.IsOrder(t.Game.Verbs(), words) {
		t.report(Legal, "%s may %q, but that reads as prose", s, move)
	}
	c, err := t.play.Hear(s, words)
	switch {
	case err != nil:
		t.report(Legal, "%s may %q, but hears %v", s, move, err)
	case c.String() != move:
		t.report(Legal, "%s may %q, but the command spells itself %q", s, move, c)
	default:
		t.written(s, c)
	}
}

// respell holds a command of any kind to its own spelling, which its form alone gives too.
func (t *trial) respell(s engine.Seat, c engine.Command) {
	if spelled, err := t.Game.Spell(t.read(c.String())); err != nil || spelled != c.String() {
		t.report(Legal, "%s says %q, which by its form alone is %q, %v", s, c, spelled, err)
	}
	again, err := t.play.Hear(s, t.read(c.String()))
	if err != nil {
		t.report(Legal, "%s is heard to say %q, but in these words it is refused: %v", s, c, err)
	} else if again.String() != c.String() {
		t.report(Legal, "%s says %q and is heard to say %q", s, c, again)
	} else {
		t.written(s, c)
	}
}

// missed gives an order that is likely, but not sure, to be wrong.
func (t *trial) missed(s engine.Seat, order string, moves []string) {
	words := t.read(order)
	if !engine.IsOrder(t.Game.Verbs(), words) {
		return
	}
	c, err := t.play.Hear(s, words)
	if err != nil {
		t.refusal(s, order, err)
		return
	}
	if (t.Listed == nil || t.Listed(c.String())) && !slices.Contains(moves, c.String()) {
		t.report(NearMiss, "%s is heard to say %q (written %q), which is not among its moves", s, c, order)
	}
	t.respell(s, c)
}

// refusal holds an error of Hear to its form: a rule, a key, and an order to
// write instead that is accepted.
func (t *trial) refusal(s engine.Seat, order string, err error) {
	var no *engine.Refusal
	if !errors.As(err, &no) {
		t.report(NearMiss, "%s says %q and gets an error that is no refusal: %v", s, order, err)
		return
	}
	if no.Rule == "" || no.Key == "" {
		t.report(NearMiss, "%s says %q and is refused without a rule or a key: %v", s, order, no)
	}
	if no.Bare {
		return
	}
	for _, also := range append(slices.Clone(no.Also), no.Such) {
		if also == "" {
			continue
		}
		if _, err := t.play.Hear(s, t.read(also)); err != nil {
			t.report(NearMiss, "%s says %q and is told that %q can be written, which is refused: %v", s, order, also, err)
		}
	}
	if no.Try == "" {
		if moves := t.play.Moves(s); len(moves) > 0 {
			t.report(NearMiss, "%s says %q and is told nothing to write instead, but may %q", s, order, moves[0])
		}
		return
	}
	if _, err := t.play.Hear(s, t.read(no.Try)); err != nil {
		t.report(NearMiss, "%s says %q and is told to write %q, which is refused: %v", s, order, no.Try, err)
	}
}

// nearMiss spoils an order that somebody may give, or a probe.
func (t *trial) nearMiss(lists [][]string) string {
	from := among(t.dice, append(slices.Clone(lists), t.Probes))
	if len(from) == 0 {
		return ""
	}
	words := strings.Fields(among(t.dice, from))
	for range 1 + t.below(2) {
		words = t.spoil(words)
	}
	return strings.Join(words, " ")
}

// spoil changes one word after the verb, or leaves it all as it is: a right order
// at the wrong time is a near miss as well.
func (t *trial) spoil(words []string) []string {
	words = slices.Clone(words)
	if len(words) < 2 {
		if len(t.spoken) > 0 && t.once(2) {
			return append(words, among(t.dice, t.spoken))
		}
		return words
	}
	i := 1 + t.below(len(words)-1)
	switch t.below(6) {
	case 0: // dropped
		return slices.Delete(words, i, i+1)
	case 1: // doubled
		return slices.Insert(words, i, words[i])
	case 2: // swapped
		j := 1 + t.below(len(words)-1)
		words[i], words[j] = words[j], words[i]
	case 3: // off by one
		words[i] = beside(words[i], 2*t.below(2)-1)
	case 4: // another
		if len(t.spoken) > 0 {
			words[i] = among(t.dice, t.spoken)
		}
	}
	return words
}

// beside is the number next to a number, alone or in a seat; other words stay.
func beside(word string, by int) string {
	digits := strings.TrimPrefix(word, "#")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return word
	}
	return strings.TrimSuffix(word, digits) + strconv.Itoa(n+by)
}
