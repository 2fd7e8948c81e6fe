package konvooi

import (
	"slices"
	"strconv"

	"contrapost/engine"
	"contrapost/engine/card"
)

// moves lists every order that a seat may write now, riders, standing bids and
// their cancelling aside.
func moves(s engine.Seat, facts []fact) []string {
	k := know(s, facts)
	if s == engine.Onlooker || int(s) > len(k.players) {
		return nil
	}
	switch k.phase {
	case phaseTurn, phaseSecond:
		if k.turn == s {
			return k.turnMoves()
		}
	case phaseBids:
		if k.convoy.smuggler != s {
			return k.bidMoves()
		}
	case phaseBribe:
		if k.convoy.smuggler == s {
			return append(k.bribeMoves(), verbNoBribe)
		}
	case phaseAnswer:
		if k.convoy.inspector == s {
			return []string{verbAccept, verbRefuse}
		}
	case phaseCheck:
		if k.convoy.inspector == s {
			return k.checkMoves()
		}
	}
	return nil
}

func (k *knowledge) turnMoves() []string {
	var all []string
	for _, c := range k.draws() {
		if k.mayDraw(c) == nil {
			all = append(all, c.String())
		}
	}
	if k.phase == phaseSecond {
		return append(all, verbDone)
	}
	all = append(all, k.convoyMoves()...)
	if k.mayPass() == nil {
		all = append(all, verbPass)
	}
	return all
}

// draws lists the forms a draw can have, permitted or not.
func (k *knowledge) draws() []command {
	var all []command
	for first := range slots + 1 {
		all = append(all, command{verb: verbDraw, takes: []int{first}})
		if k.phase == phaseSecond {
			continue
		}
		all = append(all, command{verb: verbDraw, takes: []int{first}, look: true})
		for second := range slots + 1 {
			all = append(all, command{verb: verbDraw, takes: []int{first, second}})
		}
	}
	return all
}

// convoyMoves lists every order of 2 to 4 cards of the hand.
func (k *knowledge) convoyMoves() []string {
	var all []string
	left := count(k.hand)
	var extend func(load string, size int)
	extend = func(load string, size int) {
		if size >= convoyMin {
			all = append(all, load)
		}
		if size == convoyMax {
			return
		}
		for i := range left {
			if left[i] > 0 {
				left[i]--
				extend(load+" "+kinds[i], size+1)
				left[i]++
			}
		}
	}
	extend(verbConvoy, 0)
	return all
}

func (k *knowledge) bidMoves() []string {
	all := []string{verbLetGo}
	for _, o := range officers {
		if card.Count(k.hand, o) == 0 {
			continue
		}
		order := bid{Officer: o}.String()
		all = append(all, order)
		for _, list := range lists(unturned(k.convoy.size, nil, k.convoy.size), rank(o)) {
			all = append(all, order+" "+verbCheck+list)
		}
	}
	return all
}

func (k *knowledge) checkMoves() []string {
	turned := k.turnedPositions()
	var all []string
	for _, list := range lists(unturned(k.convoy.size, turned, k.convoy.size), k.convoy.turns-len(turned)) {
		all = append(all, verbCheck+list)
	}
	return all
}

// lists spells every order of one or more of the positions, at most so many.
func lists(positions []int, most int) []string {
	var all []string
	var extend func(list string, used []int)
	extend = func(list string, used []int) {
		if len(used) > 0 {
			all = append(all, list)
		}
		if len(used) == most {
			return
		}
		for _, p := range positions {
			if !slices.Contains(used, p) {
				extend(list+" "+strconv.Itoa(p), append(slices.Clone(used), p))
			}
		}
	}
	extend("", nil)
	return all
}

// bribeMoves lists every choice of cards of the hand, spelled in the order of kinds.
func (k *knowledge) bribeMoves() []string {
	choices := []string{verbBribe}
	for i, n := range count(k.hand) {
		for _, begun := range choices {
			for range n {
				begun += " " + kinds[i]
				choices = append(choices, begun)
			}
		}
	}
	return choices[1:]
}

// apart lists standing bids of every form, and their cancelling (K32).
func apart() []string {
	all := []string{verbCancel + " 1", verbCancel + " " + wordAll}
	bids := []bid{{}, {Officer: lieutenant}, {Officer: captain}, {Officer: inspector}, {Officer: captain, Check: []int{2, 1}}, {Officer: inspector, Check: []int{2, 1, 3}}}
	for _, b := range bids {
		all = append(all, standing{Bid: b}.String())
		for size := convoyMin; size <= convoyMax; size++ {
			all = append(all, standing{terms{Size: size}, b}.String())
			if size < convoyMax {
				all = append(all, standing{terms{Size: size, OrMore: true}, b}.String())
			}
		}
	}
	return all
}
