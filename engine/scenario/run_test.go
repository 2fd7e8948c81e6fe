package scenario

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"contrapost/engine"
)

const head = "case C\ngame auction\nplayers Ann Bob\npurse Ann 5\npurse Bob 2\n" // five lines

func run(r io.Reader) Report {
	games := map[string]engine.Game{"auction": auction(false), "spin": auction(true)}
	return Run(r, "f.scn", games, func(name string) ([]byte, error) {
		if name != "coins" {
			return nil, errors.New("there is none")
		}
		return nil, nil
	})
}

func TestPasses(t *testing.T) {
	text := "# two cases\n\ncase one: the highest bid wins (A1)\r\ngame auction\r\nplayers Ann Bob # in seat order\r\n" +
		"option tie=seat\r\nseed 7\r\ndeck coins\r\npurse bob 2\r\n" +
		"expect purse Ann 5\n" + // left out: drawn
		"! Bob: bid 3 # A1\n! Bob: bid 3 # must be refused\n! bob: Bid farewell\n! Ann: good morning\n" +
		"BOB: bied 2.\nexpect awaited Ann\nAnn: bid 3\nexpect awaited -\nexpect over\nexpect winner Ann\n! Ann: bid 1 # A2\n" +
		"case two\ngame auction\nplayers Ann Bob Cem\nexpect awaited Cem Bob Ann\ntick\nexpect over\nexpect winner Ann Bob Cem\ntick\n" +
		"case three: nothing but a table\ngame auction\nplayers Ann Bob\n"
	if r := run(strings.NewReader(text)); r.String() != "3 passed, 0 failed" || len(r.Failures) > 0 {
		t.Errorf("%s\n%v", r, r.Failures)
	}
}

// TestFails has for each bad line the one failure it must give, and the line it
// must be given at.
func TestFails(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{head + "Bob: bid 3", "f.scn:6: C: not accepted: A1: purse (seat=Bob)"},
		{head + "Bob: hello", "f.scn:6: C: not accepted: reads as prose, not as an order"},
		{head + "Bo: bid 1", `f.scn:6: C: no player is called "Bo"`},
		{head + "Ann: bid 4", `f.scn:6: C: decide "bid 4" of seat 1: four is a fault`},
		{head + "! Bob: bid 2", "f.scn:6: C: accepted, but it should be refused"},
		{head + "! Bob: bid 3 # A2", "f.scn:6: C: refused by A1: purse (seat=Bob), but it should be by A2"},
		{head + "! Bob: hi # A1", "f.scn:6: C: reads as prose, not as an order, so that no rule is cited, but A1 should be"},
		{head + "! Bob bid 3", "f.scn:6: C: write: ! NAME: ORDER"},
		{head + "expect over", "f.scn:6: C: the game is not over"},
		{head + "expect over now", "f.scn:6: C: over stands alone"},
		{head + "expect winner Ann", "f.scn:6: C: the game is not over: nobody has won"},
		{head + "expect awaited Bob", "f.scn:6: C: awaited Ann Bob, want Bob"},
		{head + "expect awaited -", "f.scn:6: C: awaited Ann Bob, want -"},
		{head + "expect awaited", `f.scn:6: C: name the players, or "-" for nobody`},
		{head + "expect awaited Cem", `f.scn:6: C: no player is called "Cem"`},
		{head + "expect", "f.scn:6: C: write: expect THING and what it holds"},
		{head + "expect purse Bob 3", "f.scn:6: C: purse of Bob is 2, want 3"},
		{head + "expect weather fine", `f.scn:6: C: no expectation ["weather" "fine"]`},
		{head + "tick tock", "f.scn:6: C: tick stands alone"},
		{head + "tick\nexpect winner Bob", "f.scn:7: C: winner Ann Bob, want Bob"},
		{head + "tick\npurse Ann 3", `f.scn:7: C: no statement "purse" here; the deal ends at the first order`},
		{head + "option fast=yes\ntick", "f.scn:1: C: option-unknown (Option=fast, Options=tie)"},
		{head + "option tie=toss", "f.scn:1: C: A3: option-value (Option=tie, Value=toss, Values=shared, seat)"},
		{head + "option tie", `f.scn:6: C: "tie" is not NAME=VALUE`},
		{head + "option", "f.scn:6: C: write: option NAME=VALUE"},
		{head + "seed x", `f.scn:6: C: seed "x" is not a whole number`},
		{head + "seed", "f.scn:6: C: write: seed N"},
		{head + "deck", "f.scn:6: C: write: deck NAME"},
		{head + "deck notes", "f.scn:1: C: deck notes: there is none"},
		{head + "purse Ann x", "f.scn:6: C: the purse of Bob is no number"},
		{head + "weather fine", "f.scn:1: C: line 6: no such statement"},
		{head + "game chess", `f.scn:6: C: no game is called "chess"`},
		{head + "game", "f.scn:6: C: write: game NAME"},
		{head + "players", "f.scn:6: C: write: players NAME NAME"},
		{head + "players Ann Bob ann", `f.scn:6: C: two players are called "ann"`},
		{"case C\ngame auction\nplayers Ann", "f.scn:1: C: auction seats 2 to 3 players, not 1"},
		{"case C\nplayers Ann Bob\ntick", "f.scn:1: C: no game is named"},
		{"case C\ngame spin\nplayers Ann Bob\ntick", "f.scn:4: C: settle: the clock decides without end"},
		{"\ngame auction\nplayers Ann Bob", "f.scn:2: : a case begins with: case TITLE"},
	} {
		r := run(strings.NewReader(test.text))
		if len(r.Failures) != 1 || r.Failures[0].String() != test.want || r.String() != "0 passed, 1 failed" {
			t.Errorf("%s\n\tgives %s %v\n\twant  %s", strings.TrimPrefix(test.text, head), r, r.Failures, test.want)
		}
	}
}

func TestGoesOnAfterAFailure(t *testing.T) {
	r := run(strings.NewReader(head + "Bob: bid 3\nexpect awaited Ann Bob\nBob: bid 2\nexpect awaited Bob\ncase D\ngame auction\nplayers Ann Bob\n"))
	if len(r.Failures) != 2 || r.String() != "1 passed, 1 failed" {
		t.Errorf("%s %v", r, r.Failures)
	}
	total := Report{Passed: 1}
	total.Add(r)
	if total.String() != "2 passed, 1 failed" || len(total.Failures) != 2 {
		t.Errorf("added up: %s", total)
	}
}

func TestUnreadable(t *testing.T) {
	r := run(iotest.ErrReader(errors.New("the disk is gone")))
	if len(r.Failures) != 1 || r.Failed != 1 {
		t.Errorf("%s %v", r, r.Failures)
	}
}
