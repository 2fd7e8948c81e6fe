package gametest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"contrapost/engine"
	"contrapost/engine/card"
)

// lossy is an end that forgets the scores on its way to the store.
type lossy struct {
	Scores []int `json:"-"`
}

func (lossy) Kind() string { return "ended" }

// hiding keeps a part of itself where no codec looks.
type hiding struct {
	Round int
	round int //lint:ignore U1000 the codec guard is to miss it
}

func (hiding) Kind() string { return "called" }

// spoiled is tender with one bug.
func spoiled(spoil func(*rules)) Suite {
	r := tender()
	spoil(&r)
	return suiteOf(r)
}

// returning spoils what follows from a return.
func returning(follows func(hall, engine.Chance) []engine.Event) Suite {
	return spoiled(func(r *rules) { r.Reshuffle = follows })
}

// showing spoils what a seat is shown of one kind of event.
func showing(kind string, spoil func(e engine.Event, s engine.Seat, f *fact) bool) Suite {
	return spoiled(func(r *rules) {
		r.Show = func(e engine.Event, s engine.Seat) (fact, bool) {
			f, ok := show(e, s)
			if e.Kind() == kind && spoil(e, s, &f) {
				return f, true
			}
			return f, ok
		}
	})
}

// dealing spoils what seats are said to have done to each other.
func dealing(spoil func(*engine.Dealing)) Suite {
	return spoiled(func(r *rules) {
		told := r.Dealings
		r.Dealings = func(events []engine.Event) []engine.Dealing {
			all := told(events)
			for i := range all {
				spoil(&all[i])
			}
			return all
		}
	})
}

func TestMutations(t *testing.T) {
	Mutations(t, slices.Concat(leaks(), untruths(), faults(), hindsights(), reckonings()))
}

// leaks tell a seat what it may not know.
func leaks() []Mutation {
	return []Mutation{
		{"a drawn card shown to all", showing("drew", func(e engine.Event, _ engine.Seat, f *fact) bool {
			f.cards = []card.Card{e.(drew).Card}
			return true
		}), Canary},
		{"a sealed answer shown to all", showing("sealed", func(engine.Event, engine.Seat, *fact) bool { return true }), Canary},
		{"a sealed answer's face shown to all, without the number", showing("sealed", func(e engine.Event, s engine.Seat, f *fact) bool {
			*f = fact{kind: "heard " + e.(sealed).Card.Face}
			return s != e.(sealed).Seat
		}), Resample},
		{"a fact that counts the missing answers", showing("sealed", func(e engine.Event, s engine.Seat, f *fact) bool {
			*f = fact{kind: "one-fewer"}
			return s != e.(sealed).Seat
		}), Resample},
		{"the number of a card drawn by another, bare", showing("drew", func(e engine.Event, _ engine.Seat, f *fact) bool {
			f.n = e.(drew).Card.ID
			return true
		}), Resample},
		{"a fact that is there or not by a hidden face", showing("drew", func(e engine.Event, s engine.Seat, f *fact) bool {
			f.n = ranks[e.(drew).Card.Face] / 3
			return true
		}), Resample},
		{"an open card beside a false face", showing("opened", func(_ engine.Event, _ engine.Seat, f *fact) bool {
			f.offers = slices.Clone(f.offers)
			f.offers[0].Card.Face += "'"
			return true
		}), Canary},
		{"a page with a card of the pile", spoiled(func(r *rules) {
			r.Page = func(w engine.Words, s engine.Seat, facts []fact, since int) engine.Page {
				p := page(w, s, facts, since)
				foreign := engine.Face{Down: true}.WithID(len(facts)%12 + 1)
				p.Blocks = append(p.Blocks, engine.Table{Rows: [][]engine.Cell{{{Faces: []engine.Face{foreign}}}}})
				return p
			}
		}), Canary},
		{"a refusal that names a card not seen", spoiled(func(r *rules) {
			r.Hear = func(s engine.Seat, facts []fact, words []string) (offer, error) {
				o, err := hear(s, facts, words)
				if no := new(engine.Refusal); errors.As(err, &no) {
					err = engine.Refuse(no.Rule, no.Key, "next", fmt.Sprintf("A.%d", len(facts)%12+1))
				}
				return o, err
			}
		}), Canary},
		{"a refusal that hangs on who has answered", whispering(func(r *rules, whisper func([]fact) int) {
			r.Hear = func(s engine.Seat, facts []fact, words []string) (offer, error) {
				if words[len(words)-1] == "all" && whisper(facts) > 0 {
					return "", engine.Refuse("T1", "somebody-answered")
				}
				return hear(s, facts, words)
			}
		}), Resample},
		{"a letter that falls due when another has answered", whispering(func(r *rules, whisper func([]fact) int) {
			r.Asked = func(s engine.Seat, facts []fact) engine.Ask {
				a := asked(s, facts)
				a.Turn = a.Kind != "" && whisper(facts) > 0
				return a
			}
		}), Letters},
		{"a secret kind shown", showing("shuffled", func(_ engine.Event, s engine.Seat, _ *fact) bool { return s == 2 }), Shown},
		{"the onlooker shown more than a seat", showing("dealt", func(_ engine.Event, s engine.Seat, f *fact) bool {
			f.cards = f.cards[:len(f.cards)*min(1, int(s))]
			return s == engine.Onlooker
		}), Shown},
	}
}

// whispering lets every seat hear that somebody answered, and the bug make what
// it wants of it.
func whispering(bug func(r *rules, whisper func([]fact) int)) Suite {
	return spoiled(func(r *rules) {
		r.Show = func(e engine.Event, s engine.Seat) (fact, bool) {
			if e, ok := e.(sealed); ok && s != e.Seat {
				return fact{kind: "whisper"}, true
			}
			return show(e, s)
		}
		bug(r, func(facts []fact) int {
			n := 0
			for _, f := range facts {
				switch f.kind {
				case "whisper":
					n++
				case "called":
					n = 0
				}
			}
			return n
		})
	})
}

// untruths spoil the bookkeeping.
func untruths() []Mutation {
	evolving := func(spoil func(h hall, e engine.Event) hall) Suite {
		return spoiled(func(r *rules) {
			r.Evolve = func(h hall, e engine.Event) hall { return spoil(evolve(h, e), e) }
		})
	}
	return []Mutation{
		{"a drawn card lost", evolving(func(h hall, e engine.Event) hall {
			if e, ok := e.(drew); ok {
				h.hands[e.Seat-1] = card.Without(h.hands[e.Seat-1], []card.Card{e.Card})
			}
			return h
		}), Conserve},
		{"a drawn card doubled", evolving(func(h hall, e engine.Event) hall {
			if e, ok := e.(drew); ok {
				h.pile = append(slices.Clone(h.pile), e.Card)
			}
			return h
		}), Conserve},
		{"a card's face altered", evolving(func(h hall, e engine.Event) hall {
			if _, ok := e.(opened); ok {
				h.spent = slices.Clone(h.spent)
				h.spent[0].Face = "Z"
			}
			return h
		}), Conserve},
		{"a seat not told what it drew", showing("drew", func(e engine.Event, s engine.Seat, f *fact) bool {
			f.cards = nil
			return true
		}), Own},
		{"a field dropped by the codec", spoiled(func(r *rules) {
			r.Events = append(slices.Clone(r.Events[:7]), lossy{})
			r.Decide = func(h hall, s engine.Seat, o offer, c engine.Chance) ([]engine.Event, error) {
				events, err := decide(h, s, o, c)
				for i := range events {
					if e, ok := events[i].(ended); ok {
						events[i] = lossy(e)
					}
				}
				return events, err
			}
			r.Evolve = func(h hall, e engine.Event) hall {
				if _, ok := e.(lossy); ok {
					e = ended{h.points}
				}
				return evolve(h, e)
			}
			r.Show = func(e engine.Event, s engine.Seat) (fact, bool) {
				if _, ok := e.(lossy); ok {
					e = ended{}
				}
				return show(e, s)
			}
		}), Codec},
		{"a field the codec cannot see", spoiled(func(r *rules) { r.Events = append(slices.Delete(slices.Clone(r.Events), 3, 4), hiding{}) }), Codec},
		{"a scenario's nonsense tolerated", spoiled(func(r *rules) {
			r.Stage = func(s engine.Setup, _ []engine.Line, c engine.Chance) ([]engine.Event, error) { return deal(s, c) }
		}), Unknown},
		{"a kind that never happens", spoiled(func(r *rules) {
			r.Deal = func(s engine.Setup, c engine.Chance) ([]engine.Event, error) {
				events, err := deal(s, c)
				return slices.DeleteFunc(events, func(e engine.Event) bool { return e.Kind() == "shuffled" }), err
			}
			r.Evolve = func(h hall, e engine.Event) hall {
				if _, ok := e.(dealt); ok {
					h.pile = make([]card.Card, 12)
				}
				return evolve(h, e)
			}
		}), Occurs},
		{"a kind shown to nobody and not declared", spoiled(func(r *rules) { r.Secret = []string{} }), Shown},
	}
}

// faults spoil the course of the game.
func faults() []Mutation {
	var clock atomic.Int64
	hearing := func(spoil func(s engine.Seat, facts []fact, words []string, o offer, err error) (offer, error)) Suite {
		return spoiled(func(r *rules) {
			r.Hear = func(s engine.Seat, facts []fact, words []string) (offer, error) {
				o, err := hear(s, facts, words)
				return spoil(s, facts, words, o, err)
			}
		})
	}
	moving := func(spoil func(s engine.Seat, facts []fact, all []string) []string) Suite {
		return spoiled(func(r *rules) {
			r.Moves = func(s engine.Seat, facts []fact) []string { return spoil(s, facts, moves(s, facts)) }
		})
	}
	deciding := func(spoil func(h hall, s engine.Seat, events []engine.Event) []engine.Event) Suite {
		return spoiled(func(r *rules) {
			r.Decide = func(h hall, s engine.Seat, o offer, c engine.Chance) ([]engine.Event, error) {
				events, err := decide(h, s, o, c)
				return spoil(h, s, events), err
			}
		})
	}
	paging := func(spoil func(p *engine.Page, choices engine.Choices)) Suite {
		return spoiled(func(r *rules) {
			r.Page = func(w engine.Words, s engine.Seat, facts []fact, since int) engine.Page {
				p := page(w, s, facts, since)
				choices, _ := p.Blocks[0].(engine.Choices)
				spoil(&p, choices)
				return p
			}
		})
	}
	return []Mutation{
		{"a dead end: the last card cannot be offered", moving(func(s engine.Seat, facts []fact, all []string) []string {
			if len(holding(s, facts)) == 1 {
				return nil
			}
			return all
		}), DeadEnd},
		{"an endless game", spoiled(func(r *rules) {
			r.Decide = func(h hall, s engine.Seat, o offer, c engine.Chance) ([]engine.Event, error) {
				if s == engine.Onlooker {
					return []engine.Event{called{h.round + 1}}, nil
				}
				return decide(h, s, o, c)
			}
		}), DeadEnd},
		{"a game that bots do not end", spoiled(func(r *rules) {
			r.Decide = func(h hall, s engine.Seat, o offer, c engine.Chance) ([]engine.Event, error) {
				if s == engine.Onlooker {
					return []engine.Event{called{h.round + 1}}, nil
				}
				return decide(h, s, o, c)
			}
		}), Bots},
		{"a clock that gets nowhere", deciding(func(_ hall, s engine.Seat, events []engine.Event) []engine.Event {
			if s == engine.Onlooker {
				return nil
			}
			return events
		}), DeadEnd},
		{"Moves lists an order that is refused", moving(func(_ engine.Seat, _ []fact, all []string) []string {
			return append(all, "offer D")
		}), Legal},
		{"Moves lists an order twice", moving(func(_ engine.Seat, _ []fact, all []string) []string {
			return append(all, all...)
		}), Legal},
		{"Moves spells an order in another way", moving(func(_ engine.Seat, _ []fact, all []string) []string {
			for i := range all {
				all[i] = strings.ToLower(all[i])
			}
			return all
		}), Legal},
		{"Hear accepts a near miss: a card not held", hearing(func(_ engine.Seat, facts []fact, words []string, o offer, err error) (offer, error) {
			if len(words) == 2 && ranks[words[1]] > 0 && !finished(facts) {
				return offer(words[1]), nil
			}
			return o, err
		}), NearMiss},
		{"a refusal without a rule", hearing(func(_ engine.Seat, _ []fact, _ []string, o offer, err error) (offer, error) {
			if no := new(engine.Refusal); errors.As(err, &no) && no.Rule == "T1" {
				err = engine.Refuse("", no.Key)
			}
			return o, err
		}), NearMiss},
		{"a refusal that is a plain error", hearing(func(_ engine.Seat, _ []fact, _ []string, o offer, err error) (offer, error) {
			if err != nil {
				err = fmt.Errorf("no")
			}
			return o, err
		}), NearMiss},
		{"a refusal that advises what is refused", hearing(func(_ engine.Seat, _ []fact, _ []string, o offer, err error) (offer, error) {
			if no := new(engine.Refusal); errors.As(err, &no) {
				no.Try = "offer all"
			}
			return o, err
		}), NearMiss},
		{"a refusal that changes what is known", hearing(func(_ engine.Seat, facts []fact, words []string, o offer, err error) (offer, error) {
			if err != nil && len(words) == 3 {
				facts[0].n = 9
			}
			return o, err
		}), NearMiss},
		{"a bot that offers what it does not hold", spoiled(func(r *rules) {
			r.Bot = func(_ engine.Seat, _ []fact, c engine.Chance) string {
				return "offer " + string("ABC"[c.Intn("bot", 3)])
			}
		}), Bots},
		{"a seat asked that is not awaited", spoiled(func(r *rules) {
			r.Asked = func(s engine.Seat, facts []fact) engine.Ask {
				if finished(facts) {
					return engine.Ask{}
				}
				return engine.Ask{Kind: "offer"}
			}
		}), Asked},
		{"a seat awaited that is not asked", spoiled(func(r *rules) {
			r.Asked = func(s engine.Seat, facts []fact) engine.Ask {
				if s == 2 {
					return engine.Ask{}
				}
				return asked(s, facts)
			}
		}), Asked},
		{"a page silent on what is asked", spoiled(func(r *rules) {
			r.Page = func(engine.Words, engine.Seat, []fact, int) engine.Page { return engine.Page{} }
		}), Asked},
		{"a page that asks and offers no answer", paging(func(p *engine.Page, _ engine.Choices) {
			p.Blocks = slices.DeleteFunc(p.Blocks, func(b engine.Block) bool { _, is := b.(engine.Choices); return is })
		}), Choices},
		{"a page that offers what is refused", paging(func(p *engine.Page, choices engine.Choices) {
			if len(choices.Items) > 0 {
				p.Blocks = append(p.Blocks, engine.Choices{Items: []engine.Choice{{Order: "offer all"}}})
			}
		}), Choices},
		{"an order accepted after the end", hearing(func(s engine.Seat, facts []fact, words []string, o offer, err error) (offer, error) {
			if finished(facts) {
				return "A", nil
			}
			return o, err
		}), Result},
		{"a seat awaited after the end", spoiled(func(r *rules) {
			r.Awaited = func(h hall) []engine.Seat {
				if h.over {
					return []engine.Seat{1}
				}
				return awaited(h)
			}
		}), Result},
		{"a seat that deals with itself", dealing(func(d *engine.Dealing) { d.To = d.From }), Dealings},
		{"a dealing of nobody's", dealing(func(d *engine.Dealing) { d.From = 9 }), Dealings},
		{"a dealing before its event", dealing(func(d *engine.Dealing) { d.Event = 1 - d.Event }), Dealings},
		{"dealings by chance", dealing(func(d *engine.Dealing) { d.Value = int(clock.Add(1)) }), Dealings},
		{"luck that is none of ours", deciding(func(_ hall, s engine.Seat, events []engine.Event) []engine.Event {
			if e, ok := events[len(events)-1].(called); ok {
				events[len(events)-1] = called{e.Round + int(clock.Add(1))}
			}
			return events
		}), Steady},
		{"a return that leaves the pile as it lay", returning(func(h hall, c engine.Chance) []engine.Event {
			return []engine.Event{shuffled{h.pile}, called{h.round}}
		}), Rewound},
		{"a return that draws from how the pile lay", returning(func(h hall, c engine.Chance) []engine.Event {
			pile := slices.Clone(h.pile)
			engine.Shuffle(c, "again", pile)
			return []engine.Event{shuffled{pile}, called{h.round}}
		}), Rewound},
		{"a return that loses a card", returning(func(h hall, c engine.Chance) []engine.Event {
			events := reshuffle(h, c)
			pile := events[0].(shuffled).Pile
			return []engine.Event{shuffled{pile[min(1, len(pile)):]}, events[1]}
		}), Rewound},
		{"a return that asks again only once somebody has answered", returning(func(h hall, c engine.Chance) []engine.Event {
			events := reshuffle(h, c)
			if len(awaited(h)) == len(h.hands) {
				return events[:1]
			}
			return events
		}), Rewound},
		{"a panic", deciding(func(h hall, _ engine.Seat, events []engine.Event) []engine.Event {
			if h.round == 3 {
				panic("three is too much")
			}
			return events
		}), Fault},
	}
}
