package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strconv"
)

// Chance is the luck of one decision: a keyed value, not a stream. The same
// table seed, version and draw name always give the same number, so that anybody
// who holds the seed after the game can draw again and compare.
//
// A draw is the first 8 bytes, big-endian, of
//
//	HMAC-SHA256(seed, "contrapost chance 1\n" + version + "\n" + draw + "\n" + try)
//
// with version and try in decimal and try counted from 0. A value at or above the
// largest multiple of n that fits 64 bits is rejected and the next try is taken,
// so that every outcome is equally likely.
type Chance struct {
	seed    [32]byte
	version int64
}

// NewChance is the luck of the decision taken at a stream version (the number of
// entries in the stream when the order was heard).
func NewChance(seed [32]byte, version int64) Chance {
	return Chance{seed: seed, version: version}
}

// Intn draws a number from 0 to n-1; n must be positive.
func (c Chance) Intn(draw string, n int) int {
	if n <= 0 {
		panic("engine: Intn needs a positive n")
	}
	limit := math.MaxUint64 - (math.MaxUint64%uint64(n)+1)%uint64(n)
	for try := 0; ; try++ {
		if v := c.block(draw, try); v <= limit {
			return int(v % uint64(n))
		}
	}
}

func (c Chance) block(draw string, try int) uint64 {
	mac := hmac.New(sha256.New, c.seed[:])
	mac.Write([]byte("contrapost chance 1\n" + strconv.FormatInt(c.version, 10) + "\n" + draw + "\n" + strconv.Itoa(try)))
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

// Shuffle reorders s in place (Fisher-Yates, from the last place down): for i
// from len(s)-1 to 1 it swaps s[i] with s[j], j drawn from 0..i under the name
// draw + "/" + i.
func Shuffle[T any](c Chance, draw string, s []T) {
	for i := len(s) - 1; i > 0; i-- {
		j := c.Intn(draw+"/"+strconv.Itoa(i), i+1)
		s[i], s[j] = s[j], s[i]
	}
}
