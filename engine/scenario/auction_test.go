package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"contrapost/engine"
)

// The auction is as small a game as shows every kind of line: everybody bids in
// secret from a purse, the clock opens the bids, the highest wins. A spinning
// auction's clock never opens them.

type happening struct {
	What string
	Seat engine.Seat
	N    int
}

func (h happening) Kind() string { return "happened" }

type offer struct{ coins int }

func (o offer) String() string {
	if o.coins < 0 {
		return "open"
	}
	return "bid " + strconv.Itoa(o.coins)
}

type hall struct {
	purses, bids []int
	open         bool
}

func (h hall) has(bids []int) []engine.Seat {
	var all []engine.Seat
	for i, b := range bids {
		if b < 0 {
			all = append(all, engine.Seat(i+1))
		}
	}
	return all
}

type badLine struct{ at int }

func (b badLine) Error() string { return "the purse of #2 is no number" }
func (b badLine) Line() int     { return b.at }

func stage(s engine.Setup, lines []engine.Line, c engine.Chance) ([]happening, error) {
	var all []happening
	purses := map[engine.Seat]int{}
	for _, l := range lines {
		seat, ok := engine.Seat(0), false
		if len(l.Words) == 3 {
			seat, ok = engine.ParseSeat(l.Words[1])
		}
		if l.Words[0] != "purse" || !ok {
			return nil, fmt.Errorf("line %d: no such statement", l.Number)
		}
		n, err := strconv.Atoi(l.Words[2])
		if err != nil {
			return nil, badLine{l.Number}
		}
		purses[seat] = n
	}
	for _, seat := range engine.Seats(s.Seats) {
		n, given := purses[seat]
		if !given {
			n = 5 + c.Intn("purse"+seat.String(), 1)
		}
		all = append(all, happening{"purse", seat, n})
	}
	return all, nil
}

func evolve(h hall, e happening) hall {
	h.purses, h.bids = slices.Clone(h.purses), slices.Clone(h.bids)
	switch e.What {
	case "purse":
		h.purses, h.bids = append(h.purses, e.N), append(h.bids, -1)
	case "bid":
		h.bids[e.Seat-1] = e.N
	case "open":
		h.open = true
	}
	return h
}

func hear(s engine.Seat, facts []happening, words []string) (offer, error) {
	n := -1
	if len(words) == 2 {
		n, _ = strconv.Atoi(words[1])
	}
	for _, f := range facts {
		if f.What == "broken" {
			return offer{}, errors.New("the hammer broke")
		}
		if f.What == "purse" && f.Seat == s && (n < 0 || n > f.N) {
			return offer{}, engine.Refuse("A1", "purse", "seat", s)
		}
		if f.What == "open" {
			return offer{}, engine.Refuse("A2", "open")
		}
	}
	return offer{n}, nil
}

func auction(spinning bool) engine.Game {
	return engine.Define(engine.Rules[hall, offer, happening, happening]{
		Name: "auction", Title: "Auction", Version: 1, MinSeats: 2, MaxSeats: 3,
		Options:   []engine.Option{{Name: "tie", Values: []string{"shared", "seat"}, Rule: "A3"}},
		Deck:      "coins",
		Lexicon:   engine.Lexicon{Spell: map[string]string{"bid": "bid", "bied": "bid"}},
		Verbs:     []engine.Verb{{Word: "bid", Further: func(w string) bool { _, err := strconv.Atoi(w); return err == nil }}},
		Events:    []happening{{}},
		Secret:    []string{},
		CheckDeck: func(engine.Deck, int) error { return nil },
		Deal:      func(s engine.Setup, c engine.Chance) ([]happening, error) { return stage(s, nil, c) },
		Stage:     stage,
		Hear:      hear,
		Spell:     func(words []string) (offer, error) { return hear(1, nil, words) },
		Decide: func(h hall, s engine.Seat, o offer, _ engine.Chance) ([]happening, error) {
			if o.coins == 4 {
				return nil, errors.New("four is a fault")
			}
			if o.coins < 0 && spinning {
				return nil, nil
			}
			if o.coins < 0 {
				return []happening{{"open", 0, 0}}, nil
			}
			return []happening{{"bid", s, o.coins}}, nil
		},
		Evolve: evolve,
		Show:   func(e happening, _ engine.Seat) (happening, bool) { return e, true },
		Awaited: func(h hall) []engine.Seat {
			if h.open {
				return nil
			}
			return h.has(h.bids)
		},
		Asked:   func(engine.Seat, []happening) engine.Ask { return engine.Ask{} },
		Opening: func(hall) engine.Opening { return engine.AtOnce },
		Lapse: func(_ hall, s engine.Seat, _ engine.Chance) offer {
			if s == engine.Onlooker {
				return offer{-1}
			}
			return offer{0}
		},
		Moves: func(engine.Seat, []happening) []string { return nil },
		Result: func(h hall) (engine.Result, bool) {
			r := engine.Result{Scores: h.bids}
			for i, b := range h.bids {
				if b == slices.Max(h.bids) {
					r.Winners = append(r.Winners, engine.Seat(i+1))
				}
			}
			return r, h.open
		},
		Expect: func(h hall, _ [][]happening, l engine.Line) error {
			seat, ok := engine.ParseSeat(l.Words[1])
			if l.Words[0] != "purse" || !ok {
				return fmt.Errorf("no expectation %q", l.Words)
			}
			if got := strconv.Itoa(h.purses[seat-1]); got != l.Words[2] {
				return fmt.Errorf("purse of %s is %s, want %s", seat, got, l.Words[2])
			}
			return nil
		},
		Reshuffle: func(hall, engine.Chance) []happening { return nil },
		Dealings:  func([]happening) []engine.Dealing { return nil },
		Open:      func(engine.Words, hall) engine.Page { return engine.Page{} },
		Count:     func(h hall) []int { return h.bids },
		Reckon: func(engine.Words, engine.Seat, []happening) engine.Reckoning {
			return engine.Reckoning{}
		},
		Page:  func(engine.Words, engine.Seat, []happening, int) engine.Page { return engine.Page{} },
		Does:  func(engine.Words, engine.Seat, []happening, offer) string { return "" },
		Bot:   func(engine.Seat, []happening, engine.Chance) string { return "bid 1" },
		Ahead: func(engine.Seat, []happening, engine.Chance) []string { return []string{"bid 1"} },
		Words: map[string][]byte{"en": nil},
	})
}
