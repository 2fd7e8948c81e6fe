package declare

import (
	"strings"

	"contrapost/engine"
)

// moves lists every order that a seat may write now; actions given in advance,
// standing orders and their cancelling aside.
func moves(s engine.Seat, facts []fact) []string {
	k := know(s, facts)
	if k.seated() != nil {
		return nil
	}
	var all []string
	for _, c := range k.moves() {
		all = append(all, c.String())
	}
	return all
}

func (k *knowledge) moves() []command {
	own := k.turn() == k.self
	switch {
	case k.answered && k.phase != phaseChoose: // only a passenger can be replaced (N5)
		return nil
	case k.phase == phasePlace:
		return placements()
	case k.phase == phaseChoose:
		return k.plays()
	case k.phase == phaseInspection && k.isAsked():
		return doing(singles(verbReveal, k.board.picks(k.self, part{want: toReveal})))
	case k.phase == phaseAction && k.asked != nil:
		return doing(k.answers())
	case k.phase == phaseAction && own:
		return doing(k.board.deeds(k.self, k.effect()))
	case k.phase == phaseOverflow && own:
		return doing(singles(verbDiscard, k.board.picks(k.self, part{want: toDiscard})))
	case k.phase == phaseDraw && own:
		return append([]command{{verb: verbDraw}}, doing(singles(verbDiscard, k.board.picks(k.self, part{want: toThrow})))...)
	case k.phase == phaseExtra && own:
		return k.extras()
	}
	return nil
}

// placements are the orders of three cards.
func placements() []command {
	var all []command
	for _, order := range []string{"1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1"} {
		all = append(all, command{verb: verbPlace, places: strings.Fields(order)})
	}
	return all
}

func (k *knowledge) plays() []command {
	var all []command
	for _, n := range k.numbers() {
		all = append(all, command{verb: verbPlay, number: n})
	}
	return all
}

func doing(deeds []deed) []command {
	var all []command
	for _, d := range deeds {
		all = append(all, command{verb: d.Verb, deed: d})
	}
	return all
}

// answers are those to an effect on several players (N26).
func (k *knowledge) answers() []deed {
	if !k.isAsked() {
		return nil
	}
	e := k.effect()
	picks := k.board.picks(k.self, part{want: e.wants})
	all := singles(e.verb, picks)
	if e.asks != everybody || k.turn() != k.self {
		return all
	}
	for i, a := range picks {
		for _, b := range picks[i+1:] {
			all = append(all, deed{e.verb, []target{a, b}})
		}
	}
	return all
}

func (k *knowledge) extras() []command {
	all := []command{{verb: verbExtra, deed: deed{Verb: verbNothing}}}
	for _, d := range k.board.turnable(k.self) {
		all = append(all, command{verb: verbExtra, deed: d})
	}
	return all
}

// apart lists standing orders of every form, and their cancelling (N11).
var apart = []string{
	preference{Word: wordHighest}.String(), preference{Word: wordLowest}.String(),
	preference{Slots: []int{1}}.String(), preference{Slots: []int{2, 1}}.String(), preference{Slots: []int{3, 2, 1}}.String(),
	verbCancel + " 1", verbCancel + " " + wordAll,
}
