package engine

import (
	"fmt"
	"strings"
	"testing"
	"testing/quick"
)

// nearest gives the first of the orders, as they are ranked.
func nearest(written string, orders ...string) string {
	var all [][]string
	for _, o := range orders {
		all = append(all, strings.Fields(o))
	}
	near := ranked(strings.Fields(written), all)
	if len(near) == 0 {
		return ""
	}
	return strings.Join(near[0], " ")
}

func TestNearest(t *testing.T) {
	for written, c := range map[string]struct {
		orders []string
		want   string
	}{
		"convoy L L L":      {[]string{"draw 1", "convoy L L", "convoy L X L", "convoy L X X"}, "convoy L L"}, // one word each, and this one leaves it out
		"convoy L":          {[]string{"convoy X X", "convoy X L", "convoy L L L"}, "convoy X L"},
		"draw 9":            {[]string{"draw 1", "draw 4", "draw deck", "draw 4 4"}, "draw 4"}, // numbers near each other
		"draw 2 deck deck":  {[]string{"draw 2", "draw 2 deck", "draw deck"}, "draw 2 deck"},
		"reveal #5 3":       {[]string{"reveal #2 3", "reveal #4 3", "reveal #1 6"}, "reveal #4 3"},
		"reveal 3":          {[]string{"conceal 3", "reveal #2 1", "reveal 1"}, "reveal 1"}, // of the same verb, however far
		"swap 2 #3 1":       {[]string{"swap 1 #3 1", "swap 2 #3 2", "swap 2 #2 2"}, "swap 1 #3 1"},
		"inspect CPT check": {[]string{"inspect CPT", "inspect INS check 1"}, "inspect CPT"},
		"accept":            {[]string{"draw 1", "draw deck"}, "draw 1"},
		"when":              {nil, ""},
	} {
		if got := nearest(written, c.orders...); got != c.want {
			t.Errorf("%q: nearest is %q, want %q", written, got, c.want)
		}
	}
}

// TestNearestIsAmongThem: whatever is written, the nearest is one of the orders, and a
// legal order is the nearest to itself.
func TestNearestIsAmongThem(t *testing.T) {
	orders := []string{"draw 1", "draw 1 2", "draw deck", "convoy L X", "convoy X L", "pass", "reveal #2 3"}
	err := quick.Check(func(words []string, pick uint8) bool {
		own := orders[int(pick)%len(orders)]
		near := nearest(strings.Join(words, " "), orders...)
		return nearest(own, orders...) == own && strings.Contains(" / "+strings.Join(orders, " / ")+" / ", " / "+near+" / ")
	}, nil)
	if err != nil {
		t.Error(err)
	}
}

func TestMisspelt(t *testing.T) {
	for word, meant := range map[string]string{"covnoy": "convoy", "inspct": "inspect", "drwa": "draw", "convooy": "konvooi", "pas": "pass", "controler": "controleer"} {
		if !Misspelt(word, meant) {
			t.Errorf("%s is not taken for a slip of %s", word, meant)
		}
	}
	for word, meant := range map[string]string{"convoy": "convoy", "then": "drag", "no": "nl", "day": "pass", "lou": "look", "there": "when", "passed": "pass"} {
		if Misspelt(word, meant) {
			t.Errorf("%s is taken for a slip of %s", word, meant)
		}
	}
}

// BenchmarkNearest ranks as many orders as a swap of any two players' cards can have.
func BenchmarkNearest(b *testing.B) {
	var all [][]string
	for i := range 1000 {
		all = append(all, strings.Fields(fmt.Sprintf("swap #%d %d #%d %d", 1+i%6, 1+i%5, 1+i%4, 1+i%7)))
	}
	for b.Loop() {
		ranked([]string{"swap", "#9", "3", "2"}, all)
	}
}
