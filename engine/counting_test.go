package engine_test

import (
	"errors"
	"fmt"
	"strconv"

	"contrapost/engine"
)

// Counting is the smallest game with a secret, a clock and an end: seat 1 adds to
// a sum, which only seat 1 sees; from 3 on the clock stops it.

type (
	added   struct{ N int }
	stopped struct{ Sum int }
	stray   struct{}
)

func (added) Kind() string   { return "added" }
func (stopped) Kind() string { return "stopped" }
func (stray) Kind() string   { return "stray" }

type sum struct {
	total int
	over  bool
}

type add int

func (a add) String() string { return "add " + strconv.Itoa(int(a)) }

// What a command of the clock, or of a test, makes happen.
const (
	stop    add = 0
	astray  add = -1
	faulty  add = -2
	useless add = -3
)

type countingRules = engine.Rules[sum, add, engine.Event, string]

func counting() countingRules {
	return countingRules{
		Name: "counting", Title: "Counting", Version: 3, MinSeats: 1, MaxSeats: 2,
		Options:   []engine.Option{{Name: "pace", Values: []string{"slow", "fast"}, Rule: "C1"}},
		Deck:      "none",
		Lexicon:   engine.Lexicon{Spell: map[string]string{"add": "add"}},
		Verbs:     []engine.Verb{{Word: "add", Further: func(string) bool { return true }}},
		Words:     map[string][]byte{"en": []byte("x")},
		Events:    []engine.Event{added{}, stopped{}},
		Secret:    []string{},
		CheckDeck: func(d engine.Deck, seats int) error { return fmt.Errorf("no deck %q for %d", d.Name, seats) },
		Deal: func(s engine.Setup, _ engine.Chance) ([]engine.Event, error) {
			if s.Seats > 2 {
				return nil, errors.New("too many")
			}
			return []engine.Event{added{1}}, nil
		},
		Stage: func(_ engine.Setup, l []engine.Line, _ engine.Chance) ([]engine.Event, error) {
			if len(l) == 0 {
				return nil, errors.New("nothing staged")
			}
			return []engine.Event{added{len(l)}}, nil
		},
		Hear: func(s engine.Seat, _ []string, words []string) (add, error) {
			n, err := strconv.Atoi(words[1])
			if s != 1 || err != nil {
				return 0, engine.Refuse("C2", "no")
			}
			return add(n), nil
		},
		Spell: func(words []string) (add, error) {
			n, err := strconv.Atoi(words[1])
			if err != nil {
				return 0, engine.Refuse("C2", "no")
			}
			return add(n), nil
		},
		Decide: func(t sum, _ engine.Seat, a add, _ engine.Chance) ([]engine.Event, error) {
			switch a {
			case stop:
				return []engine.Event{stopped{t.total}}, nil
			case astray:
				return []engine.Event{stray{}}, nil
			case faulty:
				return nil, errors.New("faulty")
			case useless:
				return nil, nil
			}
			return []engine.Event{added{int(a)}}, nil
		},
		Evolve: func(t sum, e engine.Event) sum {
			switch e := e.(type) {
			case added:
				t.total += e.N
			case stopped:
				t.over = true
			}
			return t
		},
		Show: func(e engine.Event, s engine.Seat) (string, bool) {
			if a, ok := e.(added); ok {
				return strconv.Itoa(a.N), s == 1
			}
			return e.Kind(), true
		},
		Awaited: func(t sum) []engine.Seat {
			if t.total < 3 && !t.over {
				return []engine.Seat{1}
			}
			return nil
		},
		Asked: func(s engine.Seat, facts []string) engine.Ask {
			if s != 1 || len(facts) > 1 {
				return engine.Ask{}
			}
			return engine.Ask{Kind: "add", Opened: len(facts)}
		},
		Opening: func(sum) engine.Opening { return engine.AtOnce },
		Lapse:   func(_ sum, s engine.Seat, _ engine.Chance) add { return add(s) },
		Moves:   func(s engine.Seat, _ []string) []string { return []string{"add " + strconv.Itoa(int(s))} },
		Result: func(t sum) (engine.Result, bool) {
			return engine.Result{Scores: []int{t.total}, Winners: []engine.Seat{1}}, t.over
		},
		Expect: func(t sum, facts [][]string, l engine.Line) error {
			return fmt.Errorf("%d %d %s", t.total, len(facts), l.Words[0])
		},
		Page: func(w engine.Words, s engine.Seat, facts []string, since int) engine.Page {
			return engine.Page{Asks: w.Say("ask", engine.Args{"n": len(facts) - since}), Silence: w.Name(s)}
		},
		Dealings: func(events []engine.Event) []engine.Dealing {
			last := len(events) - 1
			return []engine.Dealing{{Kind: events[last].Kind(), From: 1, To: 2, Value: len(events), Event: last}}
		},
		Open: func(w engine.Words, t sum) engine.Page {
			return engine.Page{Waits: w.Say("open", engine.Args{"n": t.total})}
		},
		Count: func(t sum) []int { return []int{t.total} },
		Reckon: func(_ engine.Words, s engine.Seat, events []engine.Event) engine.Reckoning {
			return engine.Reckoning{Won: s.String(), Parts: [][]int{{len(events)}}}
		},
		Reshuffle: func(sum, engine.Chance) []engine.Event { return nil },
		Does:      func(engine.Words, engine.Seat, []string, add) string { return "" },
		Bot: func(s engine.Seat, facts []string, luck engine.Chance) string {
			return "add " + strconv.Itoa(luck.Intn("bot", 1)+len(facts)*int(s))
		},
		Ahead: func(s engine.Seat, facts []string, luck engine.Chance) []string {
			return []string{"add 1", "add " + strconv.Itoa(len(facts))}
		},
	}
}
