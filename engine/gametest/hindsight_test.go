package gametest

import (
	"strconv"
	"sync/atomic"

	"contrapost/engine"
)

// hindsights show something else, once the game is over, than lay there.
func hindsights() []Mutation {
	var clock atomic.Int64
	return []Mutation{
		{"scores that are not those of the result", spoiled(func(r *rules) {
			r.Count = func(h hall) []int { return make([]int, len(h.points)) }
		}), Openly},
		{"a score for one seat too few", spoiled(func(r *rules) {
			r.Count = func(h hall) []int { return h.points[:len(h.points)-1] }
		}), Openly},
		{"a look back that hides a hand", spoiled(func(r *rules) {
			r.Open = func(w engine.Words, h hall) engine.Page {
				p := layOpen(w, h)
				p.Blocks = p.Blocks[:2]
				return p
			}
		}), Openly},
		{"a look back with a card in two places", spoiled(func(r *rules) {
			r.Open = func(w engine.Words, h hall) engine.Page {
				p := layOpen(w, h)
				p.Blocks = append(p.Blocks, p.Blocks[1])
				return p
			}
		}), Openly},
		{"a look back by chance", spoiled(func(r *rules) {
			r.Open = func(w engine.Words, h hall) engine.Page {
				p := layOpen(w, h)
				p.Waits = strconv.Itoa(int(clock.Add(1)))
				return p
			}
		}), Openly},
		{"a look back that asks", spoiled(func(r *rules) {
			r.Open = func(w engine.Words, h hall) engine.Page {
				p := layOpen(w, h)
				p.Asks = "asks"
				return p
			}
		}), Openly},
	}
}
