package gametest

import (
	"strconv"
	"sync/atomic"

	"contrapost/engine"
)

// reckonings tell of a game that is over what it did not come to.
func reckonings() []Mutation {
	var clock atomic.Int64
	spoil := func(do func(*engine.Reckoning, engine.Seat)) Suite {
		return spoiled(func(r *rules) {
			honest := r.Reckon
			r.Reckon = func(w engine.Words, s engine.Seat, events []engine.Event) engine.Reckoning {
				told := honest(w, s, events)
				do(&told, s)
				return told
			}
		})
	}
	return []Mutation{
		{"parts that do not add up", spoil(func(r *engine.Reckoning, _ engine.Seat) { r.Parts[0] = append(r.Parts[0], 1) }), Reckoned},
		{"parts that add up for one reader only", spoil(func(r *engine.Reckoning, s engine.Seat) { r.Parts[1] = append(r.Parts[1], int(s)-1) }), Reckoned},
		{"a seat that is not counted", spoil(func(r *engine.Reckoning, _ engine.Seat) { r.Parts = r.Parts[1:] }), Reckoned},
		{"an end that nobody has won", spoil(func(r *engine.Reckoning, _ engine.Seat) { r.Won = "" }), Reckoned},
		{"a reckoning by chance", spoil(func(r *engine.Reckoning, _ engine.Seat) { r.Won = strconv.Itoa(int(clock.Add(1))) }), Reckoned},
		{"a reckoning that asks", spoil(func(r *engine.Reckoning, _ engine.Seat) {
			r.Blocks = append(r.Blocks, engine.Choices{Items: []engine.Choice{{Order: "offer A"}}})
		}), Reckoned},
	}
}
