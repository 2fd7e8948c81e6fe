package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// past is the log of a game that is over.
type past []events.Entry

// has tells whether there is an event of a kind whose stored form holds all of these.
func (p past) has(kind string, holding ...string) bool {
	return slices.ContainsFunc(p, func(e events.Entry) bool {
		return e.Kind == kind && !slices.ContainsFunc(holding, func(s string) bool { return !bytes.Contains(e.Data, []byte(s)) })
	})
}

// of reads the events of a kind as far as T holds them.
func of[T any](p past, kind string) (all []T) {
	for _, e := range p {
		var v T
		if e.Kind == kind && json.Unmarshal(e.Data, &v) == nil {
			all = append(all, v)
		}
	}
	return all
}

// result is how either game ended, as its last event has it.
type result struct {
	ByPasses bool          `json:"by_passes"`
	Winners  []engine.Seat `json:"winners"`
	Scores   []score       `json:"scores"`
}

// score is what a seat has, in the one game or the other.
type score struct {
	Warehouse, Hand, Illegal int
	Points, Cards            int
}

// result is empty for a game that ended without one.
func (p past) result() (r result) {
	if all := of[result](p, "game-ended"); len(all) > 0 {
		r = all[0]
	}
	return r
}

func (p past) counted() bool { return len(p.result().Scores) > 0 }

func (r result) shared() bool { return len(r.Winners) > 1 }

// decidedBy tells whether several seats were equal by all but the last of these, from
// the first on, and one of them won by the last.
func (r result) decidedBy(levels ...func(score) int) bool {
	if len(r.Winners) != 1 {
		return false
	}
	won := r.Scores[r.Winners[0]-1]
	last := len(levels) - 1
	return slices.ContainsFunc(r.Scores, func(s score) bool {
		equal := func(level func(score) int) bool { return level(s) == level(won) }
		return !slices.ContainsFunc(levels[:last], func(l func(score) int) bool { return !equal(l) }) && !equal(levels[last])
	})
}

// What scores are compared by.
func total(s score) int     { return cmp.Or(s.Points, s.Warehouse+s.Hand) }
func warehouse(s score) int { return s.Warehouse }
func illegal(s score) int   { return s.Illegal }
func pieces(s score) int    { return s.Cards }

// option is what the table chose; "" if that is not known.
func (p past) option(name string) string {
	for _, o := range of[lobby.Opened](p, (lobby.Opened{}).Kind()) {
		return o.Options[name]
	}
	return ""
}

// causes lists what caused orders of the game, each once.
func (p past) causes() (all []string) {
	for _, e := range p {
		if !lobby.Owns(e.Kind) && e.Order != "" && !slices.Contains(all, e.Cause.Kind) {
			all = append(all, e.Cause.Kind)
		}
	}
	return all
}

// lastRound is how the last round of Konvooi came about and who ended it.
type lastRound struct{ Seat, Last engine.Seat }

// lastRound is zero where there was none.
func (p past) lastRound() (l lastRound) {
	if all := of[lastRound](p, "last-round-opened"); len(all) > 0 {
		l = all[0]
	}
	return l
}

// emptied is who took the last card of the pile.
func (p past) emptied() engine.Seat {
	for _, e := range of[struct{ Seat engine.Seat }](p, "pile-emptied") {
		return e.Seat
	}
	return 0
}

// index is where the first event of a kind stands from somewhere on, -1 for nowhere.
func (p past) index(kind string, from int) int {
	if from < 0 {
		return -1
	}
	i := slices.IndexFunc(p[from:], func(e events.Entry) bool { return e.Kind == kind })
	if i < 0 {
		return -1
	}
	return from + i
}

// follow tells whether events of these kinds come in this order.
func (p past) follow(kinds ...string) bool {
	at := 0
	for _, kind := range kinds {
		if at = p.index(kind, at); at < 0 {
			return false
		}
		at++
	}
	return true
}
