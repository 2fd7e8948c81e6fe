package gametest

import (
	"crypto/sha256"
	"strconv"

	"contrapost/engine"
)

// dice make the campaign's own choices, one after the other.
type dice struct {
	seed [32]byte
	cast int64
}

func newDice(parts ...string) *dice {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(strconv.Itoa(len(p)) + ":" + p))
	}
	return &dice{seed: [32]byte(h.Sum(nil))}
}

// luck is the next cast, whole.
func (d *dice) luck() engine.Chance {
	d.cast++
	return engine.NewChance(d.seed, d.cast)
}

// below gives 0 to n-1.
func (d *dice) below(n int) int { return d.luck().Intn("die", n) }

// once is true one time in n.
func (d *dice) once(n int) bool { return d.below(n) == 0 }

// among picks one.
func among[T any](d *dice, all []T) T { return all[d.below(len(all))] }
