package gametest

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"contrapost/engine"
)

// setting is what one game of a campaign is played with.
type setting struct {
	seats   int
	options map[string]string
}

// settings lists what a campaign must cover: every number of players with the
// defaults, and every value of every option.
func settings(g engine.Game) []setting {
	low, high := g.Seats()
	var all []setting
	for n := low; n <= high; n++ {
		all = append(all, setting{n, nil})
	}
	for _, o := range g.Options() {
		for _, v := range o.Values[1:] {
			seats := low + len(all)%(high-low+1)
			all = append(all, setting{seats, map[string]string{o.Name: v}})
		}
	}
	return all
}

// mixed draws a setting with every option at random.
func mixed(g engine.Game, d *dice) setting {
	low, high := g.Seats()
	s := setting{low + d.below(high-low+1), map[string]string{}}
	for _, o := range g.Options() {
		s.options[o.Name] = among(d, o.Values)
	}
	return s
}

func (s setting) String() string {
	words := []string{strconv.Itoa(s.seats) + " players"}
	for _, name := range slices.Sorted(maps.Keys(s.options)) {
		words = append(words, name+"="+s.options[name])
	}
	return strings.Join(words, " ")
}

// campaign is a run of games and what came of them.
type campaign struct {
	suite    Suite
	seed     string
	settings []setting
	hunted   string // as in a trial
	found    []Finding
	seen     census
}

func newCampaign(s Suite, seed string) *campaign {
	c := &campaign{suite: s, seed: seed, seen: census{}}
	if err := s.complete(); err != nil {
		panic("gametest: " + err.Error())
	}
	c.settings = settings(s.Game)
	return c
}

// census counts how often a kind of event happened, and how often to be shown.
type census map[string]tally

type tally struct{ happened, shown int }

func (c census) add(kind string, shown bool) {
	t := c[kind]
	t.happened++
	if shown {
		t.shown++
	}
	c[kind] = t
}

func holds(found []Finding, guard string) bool {
	return slices.ContainsFunc(found, func(f Finding) bool { return f.Guard == guard })
}

func (c *campaign) keep(all ...Finding) {
	for _, f := range all {
		n := 0
		for _, old := range c.found {
			if old.Guard == f.Guard {
				n++
			}
		}
		if n < mostFindings {
			c.found = append(c.found, f)
		}
	}
}

// play plays the games numbered from one number to below another, as many at a
// time as there are cores, and takes in their outcomes in order.
func (c *campaign) play(from, to int) {
	if to <= from {
		return
	}
	trials := make([]*trial, to-from)
	var all sync.WaitGroup
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range trials {
		turns <- struct{}{}
		all.Go(func() {
			trials[i] = c.trial(from + i)
			trials[i].run()
			<-turns
		})
	}
	all.Wait()
	for _, t := range trials {
		c.keep(t.found...)
		for kind, n := range t.seen {
			sum := c.seen[kind]
			c.seen[kind] = tally{sum.happened + n.happened, sum.shown + n.shown}
		}
	}
}

// trial sets up the n-th game: each setting in turn, first by chance, then by
// bots, and all options mixed from the third time on.
func (c *campaign) trial(n int) *trial {
	d := newDice("play", c.seed, strconv.Itoa(n))
	round := n / len(c.settings)
	s := c.settings[n%len(c.settings)]
	if round > 1 {
		s = mixed(c.suite.Game, d)
	}
	t := &trial{Suite: &c.suite, dice: d, setting: s, number: n, hunted: c.hunted, seen: census{}}
	switch {
	case round == 1 || round > 1 && n%4 == 0:
		t.manner = byBots
	case n%2 == 0:
		t.manner = mixedManner
	}
	return t
}

// occurs wants the campaign to have met every kind of event.
func (c *campaign) occurs() {
	for _, kind := range c.suite.Game.Kinds() {
		if c.seen[kind].happened == 0 && !slices.Contains(c.suite.Rare, kind) {
			c.keep(Finding{Occurs, kind + " never happened"})
		}
	}
}

// shown wants what happened to have been shown to somebody, or else declared
// secret and shown to nobody.
func (c *campaign) shown() {
	for _, kind := range c.suite.Game.Kinds() {
		n := c.seen[kind]
		secret := slices.Contains(c.suite.Game.Secret(), kind)
		switch {
		case n.happened > 0 && n.shown == 0 && !secret:
			c.keep(Finding{Shown, fmt.Sprintf("%s happened %d times and was shown to nobody, but is not declared secret", kind, n.happened)})
		case secret && n.shown > 0:
			c.keep(Finding{Shown, fmt.Sprintf("%s is declared secret, but was shown %d times", kind, n.shown)})
		}
	}
}
