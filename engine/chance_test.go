package engine_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"contrapost/engine"
)

var seed = sha256.Sum256([]byte("a seed"))

// TestIntnIsTheDocumentedDraw works the first try out as the comment on Chance
// says: whoever checks a shuffle has only that to go by.
func TestIntnIsTheDocumentedDraw(t *testing.T) {
	for version := range int64(50) {
		mac := hmac.New(sha256.New, seed[:])
		fmt.Fprintf(mac, "contrapost chance 1\n%d\ncard/7\n0", version)
		want := int(binary.BigEndian.Uint64(mac.Sum(nil)) % 52)
		if got := engine.NewChance(seed, version).Intn("card/7", 52); got != want {
			t.Errorf("version %d draws %d, want %d", version, got, want)
		}
	}
}

// TestIntnRejects: of a range just over half of 64 bits about every other first
// try is rejected, and a rejected try is followed by the next.
func TestIntnRejects(t *testing.T) {
	const n = 1<<62 + 1 // three times this fits 64 bits, the rest is rejected
	rejected := 0
	for version := range int64(100) {
		var want uint64
		for try := 0; ; try++ {
			mac := hmac.New(sha256.New, seed[:])
			fmt.Fprintf(mac, "contrapost chance 1\n%d\nx\n%d", version, try)
			if want = binary.BigEndian.Uint64(mac.Sum(nil)); want < 3*n {
				want %= n
				break
			}
			rejected++
		}
		if got := engine.NewChance(seed, version).Intn("x", n); uint64(got) != want {
			t.Errorf("version %d draws %d, want %d", version, got, want)
		}
	}
	if rejected == 0 {
		t.Error("no try was rejected: the test tests nothing")
	}
}

func TestIntnBounds(t *testing.T) {
	var hits [5]int
	for version := range int64(500) {
		hits[engine.NewChance(seed, version).Intn("x", 5)]++
	}
	for v, n := range hits {
		if n < 60 || n > 140 {
			t.Errorf("%d came %d times in 500", v, n)
		}
	}
	if engine.NewChance(seed, 0).Intn("x", 1) != 0 {
		t.Error("of one there is only one")
	}
	defer func() {
		if recover() == nil {
			t.Error("drew from nothing")
		}
	}()
	engine.NewChance(seed, 0).Intn("x", 0)
}

func TestDrawsDiffer(t *testing.T) {
	draws := map[int]string{}
	other := sha256.Sum256([]byte("another"))
	for name, c := range map[string]engine.Chance{"seed": engine.NewChance(seed, 1), "version": engine.NewChance(seed, 2), "other": engine.NewChance(other, 1)} {
		for _, draw := range []string{"a", "b"} {
			v := c.Intn(draw, 1<<40)
			if twin, twice := draws[v]; twice {
				t.Errorf("%s/%s draws what %s drew", name, draw, twin)
			}
			draws[v] = name + "/" + draw
			if c.Intn(draw, 1<<40) != v {
				t.Errorf("%s/%s draws something else the second time", name, draw)
			}
		}
	}
}

func TestShuffle(t *testing.T) {
	c := engine.NewChance(seed, 9)
	got := []int{0, 1, 2, 3, 4, 5, 6, 7}
	engine.Shuffle(c, "deck", got)
	want := []int{0, 1, 2, 3, 4, 5, 6, 7}
	for i := 7; i > 0; i-- {
		j := c.Intn(fmt.Sprintf("deck/%d", i), i+1)
		want[i], want[j] = want[j], want[i]
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	engine.Shuffle(c, "none", []int(nil))
	if slices.Sort(got); !slices.Equal(got, []int{0, 1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("a shuffle lost something: %v", got)
	}
}

// TestShuffleIsFair counts where the first of three lands.
func TestShuffleIsFair(t *testing.T) {
	var orders [3]int
	for version := range int64(600) {
		s := []int{0, 1, 2}
		engine.Shuffle(engine.NewChance(seed, version), "s", s)
		orders[slices.Index(s, 0)]++
	}
	for at, n := range orders {
		if n < 150 || n > 250 {
			t.Errorf("landed %d times in place %d of 600", n, at)
		}
	}
}
