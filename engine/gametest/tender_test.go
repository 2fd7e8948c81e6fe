package gametest

import (
	"fmt"
	"slices"
	"strconv"

	"contrapost/engine"
	"contrapost/engine/card"
)

// Tender is a game as small as the guards allow: everybody seals one card of the
// hand, the clock opens them, the highest takes a point, everybody draws.

type (
	begun    struct{ Seats int }
	shuffled struct{ Pile []card.Card } // secret
	dealt    struct {
		Seat  engine.Seat
		Cards []card.Card
	}
	called struct{ Round int }
	sealed struct {
		Seat engine.Seat
		Card card.Card
	}
	opened struct {
		Offers []sealed
		Winner engine.Seat
	}
	drew struct {
		Seat engine.Seat
		Card card.Card
	}
	ended struct{ Scores []int }
)

func (begun) Kind() string    { return "begun" }
func (shuffled) Kind() string { return "shuffled" }
func (dealt) Kind() string    { return "dealt" }
func (called) Kind() string   { return "called" }
func (sealed) Kind() string   { return "sealed" }
func (opened) Kind() string   { return "opened" }
func (drew) Kind() string     { return "drew" }
func (ended) Kind() string    { return "ended" }

type hall struct {
	round       int
	pile, spent []card.Card
	hands       [][]card.Card
	offers      []card.Card
	points      []int
	over        bool
}

type offer string

func (o offer) String() string { return "offer " + string(o) }

type fact struct {
	kind   string
	seat   engine.Seat
	cards  []card.Card
	offers []sealed
	n      int
}

type rules = engine.Rules[hall, offer, engine.Event, fact]

var ranks = map[string]int{"A": 1, "B": 2, "C": 3}

func tender() rules {
	return rules{
		Name: "tender", Title: "Tender", Version: 1, MinSeats: 2, MaxSeats: 3,
		Options: []engine.Option{{Name: "tie", Values: []string{"first", "last"}, Rule: "T3"}},
		Lexicon: engine.Lexicon{Spell: map[string]string{"offer": "offer", "a": "A", "b": "B", "c": "C"}},
		Verbs:   []engine.Verb{{Word: "offer", Further: func(w string) bool { return ranks[w] > 0 || w == "all" }}},
		Words:   map[string][]byte{},
		Events:  []engine.Event{begun{}, shuffled{}, dealt{}, called{}, sealed{}, opened{}, drew{}, ended{}},
		Secret:  []string{"shuffled"},

		CheckDeck: func(engine.Deck, int) error { return nil },
		Deal:      deal,
		Stage: func(s engine.Setup, lines []engine.Line, c engine.Chance) ([]engine.Event, error) {
			if len(lines) > 0 {
				return nil, fmt.Errorf("line %d: no statement %q", lines[0].Number, lines[0].Words)
			}
			return deal(s, c)
		},
		Hear:    hear,
		Spell:   func(words []string) (offer, error) { return offer(words[1]), nil },
		Decide:  decide,
		Evolve:  evolve,
		Show:    show,
		Awaited: awaited,
		Asked:   asked,
		Opening: func(hall) engine.Opening { return engine.AtOnce },
		Lapse: func(h hall, s engine.Seat, c engine.Chance) offer {
			if s == engine.Onlooker {
				return "all"
			}
			return offer(h.hands[s-1][c.Intn("lapse", len(h.hands[s-1]))].Face)
		},
		Reshuffle: reshuffle,
		Moves:     moves,
		Result: func(h hall) (engine.Result, bool) {
			return engine.Result{Scores: h.points, Winners: best(h.points)}, h.over
		},
		Expect: func(hall, [][]fact, engine.Line) error { return fmt.Errorf("nothing is expected") },
		Page:   page,
		Dealings: func(events []engine.Event) []engine.Dealing {
			var all []engine.Dealing
			for i, e := range events {
				o, ok := e.(opened)
				for _, b := range o.Offers {
					if ok && b.Seat != o.Winner {
						all = append(all, engine.Dealing{Kind: "outbid", From: o.Winner, To: b.Seat, Event: i})
					}
				}
			}
			return all
		},
		Open:  layOpen,
		Count: func(h hall) []int { return h.points },
		Reckon: func(_ engine.Words, _ engine.Seat, events []engine.Event) engine.Reckoning {
			var h hall
			for _, e := range events {
				h = evolve(h, e)
			}
			r := engine.Reckoning{Won: "won", Blocks: []engine.Block{engine.Paragraph{Text: "counted"}}}
			for _, n := range h.points {
				r.Parts = append(r.Parts, []int{n})
			}
			return r
		},
		Does: func(engine.Words, engine.Seat, []fact, offer) string { return "" },
		Bot: func(s engine.Seat, facts []fact, c engine.Chance) string {
			all := moves(s, facts)
			return all[c.Intn("bot", len(all))]
		},
		Ahead: func(s engine.Seat, facts []fact, c engine.Chance) []string {
			all := moves(s, facts)
			return []string{all[c.Intn("bot", len(all))]}
		},
	}
}

func deal(s engine.Setup, c engine.Chance) ([]engine.Event, error) {
	var deck []card.Card
	serials := make([]int, 12)
	for i := range serials {
		serials[i] = i + 1
	}
	engine.Shuffle(c, "serials", serials)
	for i, id := range serials {
		deck = append(deck, card.Card{Face: string(rune('A' + i%3)), ID: id})
	}
	engine.Shuffle(c, "deck", deck)
	events := []engine.Event{begun{s.Seats}, shuffled{deck}}
	for i, seat := range engine.Seats(s.Seats) {
		events = append(events, dealt{seat, deck[2*i : 2*i+2]})
	}
	return append(events, called{1}), nil
}

func evolve(h hall, e engine.Event) hall {
	h.hands, h.offers, h.points, h.spent = slices.Clone(h.hands), slices.Clone(h.offers), slices.Clone(h.points), slices.Clip(h.spent)
	switch e := e.(type) {
	case begun:
		h.hands, h.offers, h.points = make([][]card.Card, e.Seats), make([]card.Card, e.Seats), make([]int, e.Seats)
	case shuffled:
		h.pile = e.Pile
	case dealt:
		h.hands[e.Seat-1], h.pile = e.Cards, h.pile[len(e.Cards):]
	case called:
		h.round, h.offers = e.Round, make([]card.Card, len(h.hands))
	case sealed:
		h.offers[e.Seat-1] = e.Card
	case opened:
		for _, o := range e.Offers {
			h.hands[o.Seat-1] = card.Without(h.hands[o.Seat-1], []card.Card{o.Card})
			h.spent = append(h.spent, o.Card)
		}
		h.points[e.Winner-1]++
	case drew:
		h.hands[e.Seat-1], h.pile = append(slices.Clone(h.hands[e.Seat-1]), e.Card), h.pile[1:]
	case ended:
		h.points, h.over = e.Scores, true
	}
	return h
}

func show(e engine.Event, s engine.Seat) (fact, bool) {
	switch e := e.(type) {
	case begun:
		return fact{kind: "begun", n: e.Seats}, true
	case dealt:
		return fact{kind: "dealt", seat: e.Seat, cards: e.Cards}, s == e.Seat
	case called:
		return fact{kind: "called", n: e.Round}, true
	case sealed:
		return fact{kind: "sealed", seat: e.Seat, cards: []card.Card{e.Card}}, s == e.Seat
	case opened:
		return fact{kind: "opened", seat: e.Winner, offers: e.Offers}, true
	case drew:
		f := fact{kind: "drew", seat: e.Seat}
		if s == e.Seat {
			f.cards = []card.Card{e.Card}
		}
		return f, true
	case ended:
		return fact{kind: "ended"}, true
	}
	return fact{}, false
}

// holding is a seat's hand by its own facts.
func holding(s engine.Seat, facts []fact) []card.Card {
	var hand []card.Card
	for _, f := range facts {
		switch {
		case f.seat == s && (f.kind == "dealt" || f.kind == "drew"):
			hand = append(hand, f.cards...)
		case f.kind == "opened":
			for _, o := range f.offers {
				hand = card.Without(hand, []card.Card{o.Card})
			}
		}
	}
	return hand
}

func finished(facts []fact) bool { return len(facts) > 0 && facts[len(facts)-1].kind == "ended" }

func hear(s engine.Seat, facts []fact, words []string) (offer, error) {
	switch {
	case finished(facts):
		return "", engine.Refuse("T4", "over")
	case len(words) != 2:
		return "", engine.Refuse("T1", "one-card")
	case !card.Holds(holding(s, facts), words[1:]):
		return "", engine.Refuse("T2", "not-held", "card", words[1])
	}
	return offer(words[1]), nil
}

func moves(s engine.Seat, facts []fact) []string {
	var all []string
	for _, face := range slices.Compact(slices.Sorted(slices.Values(card.Faces(holding(s, facts))))) {
		all = append(all, "offer "+face)
	}
	return all
}

func asked(s engine.Seat, facts []fact) engine.Ask {
	ask := engine.Ask{}
	for i, f := range facts {
		switch {
		case f.kind == "called":
			ask = engine.Ask{Kind: "offer", Opened: i + 1}
		case f.kind == "ended", f.kind == "sealed" && f.seat == s:
			ask = engine.Ask{}
		}
	}
	return ask
}

func awaited(h hall) []engine.Seat {
	var all []engine.Seat
	for i, c := range h.offers {
		if c == (card.Card{}) && !h.over {
			all = append(all, engine.Seat(i+1))
		}
	}
	return all
}

func decide(h hall, s engine.Seat, o offer, _ engine.Chance) ([]engine.Event, error) {
	if s != engine.Onlooker {
		taken, _, ok := card.Take(h.hands[s-1], []string{string(o)})
		if !ok {
			return nil, fmt.Errorf("no %s in hand", o)
		}
		return []engine.Event{sealed{s, taken[0]}}, nil
	}
	open := opened{Winner: 1}
	for i, c := range h.offers {
		open.Offers = append(open.Offers, sealed{engine.Seat(i + 1), c})
		if ranks[c.Face] > ranks[h.offers[open.Winner-1].Face] {
			open.Winner = engine.Seat(i + 1)
		}
	}
	events := []engine.Event{open}
	if len(h.pile) >= len(h.hands) {
		for i := range h.hands {
			events = append(events, drew{engine.Seat(i + 1), h.pile[i]})
		}
	} else if len(h.hands[0]) == 1 {
		points := slices.Clone(h.points)
		points[open.Winner-1]++
		return append(events, ended{points}), nil
	}
	return append(events, called{h.round + 1}), nil
}

// reshuffle draws the pile anew and calls the round again.
func reshuffle(h hall, c engine.Chance) []engine.Event {
	pile := bySerial(h.pile)
	engine.Shuffle(c, "again", pile)
	return []engine.Event{shuffled{pile}, called{h.round}}
}

func best(points []int) []engine.Seat {
	var all []engine.Seat
	for i, n := range points {
		if n == slices.Max(points) {
			all = append(all, engine.Seat(i+1))
		}
	}
	return all
}

func page(w engine.Words, s engine.Seat, facts []fact, since int) engine.Page {
	p := engine.Page{}
	if asked(s, facts).Kind != "" {
		p.Asks, p.Silence = w.Say("asks", nil), w.Say("silence", nil)
		items := []engine.Choice{{Order: "say TEXT", Example: true}}
		for _, m := range moves(s, facts) {
			items = append(items, engine.Choice{Order: m})
		}
		p.Blocks = append(p.Blocks, engine.Choices{Items: items})
	}
	hand := engine.Cards{Label: w.Say("hand", nil)}
	for _, c := range holding(s, facts) {
		hand.Faces = append(hand.Faces, engine.Face{Mark: c.Face}.WithID(c.ID))
	}
	p.Blocks = append(p.Blocks, hand, engine.Heading{Text: strconv.Itoa(len(facts) - since)})
	return p
}

// layOpen shows every card that is still in the game.
func layOpen(w engine.Words, h hall) engine.Page {
	var p engine.Page
	for i, cards := range append([][]card.Card{h.pile}, h.hands...) {
		row := engine.Cards{Label: w.Name(engine.Seat(i))}
		for _, c := range cards {
			row.Faces = append(row.Faces, engine.Face{Mark: c.Face}.WithID(c.ID))
		}
		p.Blocks = append(p.Blocks, row)
	}
	return p
}
