package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestNumbersTellNothing: the number of a letter says how many its reader got before,
// whoever sat in their seat.
func TestNumbersTellNothing(t *testing.T) {
	numbered := regexp.MustCompile(`letter (\d+) to Bob`)
	for _, told := range []int{0, 3} {
		v := newVillage(t, "Ann", "Bob", "Cem", "Dov")
		id := v.open("Ann", "new konvooi for 3")
		v.ask("Cem", "join "+id)
		for i := range told {
			v.reply("Ann", fmt.Sprintf("tell Cem secret %d", i))
			v.next("Cem")
		}
		v.reply("Cem", "leave")
		v.ask("Bob", "join "+id)
		v.ask("Dov", "join "+id)
		l := v.next("Bob")
		n := numbered.FindStringSubmatch(strings.Join(strings.Fields(l.text), " "))
		if n == nil || n[1] != "2" {
			t.Errorf("Cem was told %d things, and Bob's second letter is %q", told, n)
		}
		turn, _ := v.whoseTurn(id)
		if turn == "Bob" {
			wants(t, v.reply("Bob", "pass"), "Done:")
		}
	}
}
