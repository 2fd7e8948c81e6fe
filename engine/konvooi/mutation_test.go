package konvooi

import (
	"errors"
	"slices"
	"testing"

	"contrapost/engine"
	"contrapost/engine/card"
	"contrapost/engine/gametest"
)

// TestMutations spoils the rules in one place at a time. Each leak or bug must be
// caught by the guard of the suite that is meant for its sort.
func TestMutations(t *testing.T) {
	gametest.Mutations(t, slices.Concat(cardLeaks(), otherLeaks(), untruths(), faults()))
}

func spoiled(spoil func(*ruleset)) gametest.Suite {
	r := rules
	spoil(&r)
	return suite(r)
}

// whole shows a kind of event, all of it, to whoever the bug pleases.
func whole(kind event, to func(e event, s engine.Seat) bool) gametest.Suite {
	return spoiled(func(r *ruleset) {
		r.Show = func(e event, s engine.Seat) (fact, bool) {
			if e.Kind() == kind.Kind() && to(e, s) {
				return e, true
			}
			return show(e, s)
		}
	})
}

// besides shows something else of a kind of event to those who are not shown it.
func besides(kind event, what func(e event) fact) gametest.Suite {
	return spoiled(func(r *ruleset) {
		r.Show = func(e event, s engine.Seat) (fact, bool) {
			f, ok := show(e, s)
			if own, isEvent := f.(event); e.Kind() == kind.Kind() && (!ok || !isEvent || own == nil) {
				return what(e), true
			}
			return f, ok
		}
	})
}

func toAll(event, engine.Seat) bool { return true }

// cardLeaks let a card be seen, or followed, by those who may not.
func cardLeaks() []gametest.Mutation {
	return []gametest.Mutation{
		{Leak: "another's hand shown at the deal", Suite: whole(handDealt{}, toAll), Guard: gametest.Canary},
		{Leak: "a card drawn closed shown to all", Suite: whole(closedTaken{}, toAll), Guard: gametest.Canary},
		{Leak: "a convoy shown to all as it is laid", Suite: whole(convoyLaid{}, toAll), Guard: gametest.Canary},
		{Leak: "a convoy that got through shown to all", Suite: whole(convoyPassed{}, toAll), Guard: gametest.Canary},
		{Leak: "a seized convoy shown to all", Suite: whole(convoySeized{}, toAll), Guard: gametest.Canary},
		{Leak: "a sealed bribe shown to all", Suite: whole(bribeOffered{}, toAll), Guard: gametest.Canary},
		{Leak: "a blind bribe shown to the inspector", Suite: whole(bribeOffered{}, func(e event, s engine.Seat) bool {
			return s == e.(bribeOffered).Inspector
		}), Guard: gametest.Canary},
		{Leak: "an accepted bribe shown to all", Suite: whole(bribeAccepted{}, toAll), Guard: gametest.Canary},
		{Leak: "a rider shown before it is offered", Suite: whole(riderPacked{}, toAll), Guard: gametest.Canary},
		{Leak: "the serial of a card drawn closed", Suite: besides(closedTaken{}, func(e event) fact {
			return struct {
				closedSeen
				ID int
			}{closedSeen{e.(closedTaken).Seat}, e.(closedTaken).Card.ID}
		}), Guard: gametest.Canary},
		{Leak: "the same under another name", Suite: besides(closedTaken{}, func(e event) fact {
			return struct{ back int }{e.(closedTaken).Card.ID}
		}), Guard: gametest.Resample},
		{Leak: "a page that shows a card lying closed", Suite: spoiled(func(r *ruleset) {
			r.Page = func(w engine.Words, s engine.Seat, facts []fact, since int) engine.Page {
				p := page(w, s, facts, since)
				closed := engine.Face{Down: true}.WithID(len(facts)%40 + 1)
				p.Blocks = append(p.Blocks, engine.Cards{Faces: []engine.Face{closed}})
				return p
			}
		}), Guard: gametest.Canary},
	}
}

// told is a fact that no seat should have.
type told struct{ what any }

// otherLeaks tell what is no card: faces without a number, answers, counts,
// silences, times.
func otherLeaks() []gametest.Mutation {
	return []gametest.Mutation{
		{Leak: "contraband in a convoy told without the cards", Suite: besides(convoyLaid{}, func(e event) fact {
			laid := e.(convoyLaid)
			return struct {
				convoySeen
				contraband bool
			}{convoySeen{laid.Seat, len(laid.Cards)}, card.Count(laid.Cards, illegal) > 0}
		}), Guard: gametest.Resample},
		{Leak: "silence about a convoy that holds contraband", Suite: spoiled(func(r *ruleset) {
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				f, ok := show(e, s)
				if passed, is := e.(convoyPassed); is && s != passed.Seat && card.Count(passed.Cards, illegal) > 0 {
					f = struct{ passedSeen }{passedSeen{passed.Seat, len(passed.Cards)}}
				}
				return f, ok
			}
		}), Guard: gametest.Resample},
		{Leak: "a sealed answer shown to all", Suite: besides(bidSealed{}, func(e event) fact { return told{e.(bidSealed).Bid} }), Guard: gametest.Resample},
		{Leak: "how many answers are still missing", Suite: besides(bidSealed{}, func(event) fact { return told{"one fewer"} }), Guard: gametest.Resample},
		{Leak: "a standing bid shown to all", Suite: besides(standingGiven{}, func(e event) fact { return told{e.(standingGiven).Standing} }), Guard: gametest.Resample},
		{Leak: "that there is a rider", Suite: besides(riderPacked{}, func(event) fact { return told{"a rider"} }), Guard: gametest.Resample},
		{Leak: "a refusal that hangs on who has answered", Suite: whispering(func(r *ruleset, whisper func([]fact) int) {
			r.Hear = func(s engine.Seat, facts []fact, words []string) (command, error) {
				c, err := hear(s, facts, words)
				if no := new(engine.Refusal); errors.As(err, &no) && whisper(facts) > 0 {
					err = engine.Refuse(no.Rule, no.Key, "Answered", whisper(facts))
				}
				return c, err
			}
		}), Guard: gametest.Resample},
		{Leak: "a letter that falls due when another has answered", Suite: whispering(func(r *ruleset, whisper func([]fact) int) {
			r.Asked = func(s engine.Seat, facts []fact) engine.Ask {
				a := asked(s, facts)
				if a.Kind == phaseBids {
					a.Opened -= whisper(facts)
				}
				return a
			}
		}), Guard: gametest.Letters},
		{Leak: "the order in which losing officers were bid", Suite: heardFirst(), Guard: gametest.Resample},
		{Leak: "the pile as it lay, after a return", Suite: spoiled(func(r *ruleset) {
			r.Reshuffle = func(s state, luck engine.Chance) []event {
				return append([]event{pileReshuffled{s.pile}}, reshuffle(s, luck)[1:]...)
			}
		}), Guard: gametest.Rewound},
		{Leak: "a return that asks again only once somebody has answered", Suite: spoiled(func(r *ruleset) {
			r.Reshuffle = func(s state, luck engine.Chance) []event {
				events := reshuffle(s, luck)
				if nobodyAnswered(s) {
					return events[:1]
				}
				return events
			}
		}), Guard: gametest.Rewound},
		{Leak: "the pile's order shown to a seat", Suite: whole(pileShuffled{}, func(_ event, s engine.Seat) bool { return s == 2 }), Guard: gametest.Shown},
	}
}

// heardFirst lists the officers of an opening in the order their answers came in,
// which the rules tell of nobody but who gets the right by it.
func heardFirst() gametest.Suite {
	return spoiled(func(r *ruleset) {
		r.Decide = func(s state, seat engine.Seat, c command, luck engine.Chance) ([]event, error) {
			events, err := decide(s, seat, c, luck)
			for i := range events {
				opened, is := events[i].(answersOpened)
				if !is || len(opened.Officers) < 3 {
					continue
				}
				at := func(o committed) int {
					return slices.IndexFunc(s.convoy.bids, func(b sealed) bool { return b.seat == o.Seat })
				}
				rest := opened.Officers[1:]
				slices.SortStableFunc(rest, func(a, b committed) int { return at(a) - at(b) })
			}
			return events, err
		}
	})
}

// whispering lets every seat hear that somebody answered, and the bug make what
// it wants of it.
func whispering(bug func(r *ruleset, whisper func([]fact) int)) gametest.Suite {
	return spoiled(func(r *ruleset) {
		r.Show = func(e event, s engine.Seat) (fact, bool) {
			if e, is := e.(bidSealed); is && s != e.Seat {
				return told{"answered"}, true
			}
			return show(e, s)
		}
		bug(r, func(facts []fact) int {
			n := 0
			for _, f := range facts {
				switch f.(type) {
				case told:
					n++
				case convoySeen, convoyLaid:
					n = 0
				}
			}
			return n
		})
	})
}

// lossy is a pass that forgets who passed on its way to the store.
type lossy struct {
	Seat engine.Seat `json:"-"`
}

func (lossy) Kind() string      { return passed{}.Kind() }
func (e lossy) change(s *state) { passed(e).change(s) }

// untruths spoil the bookkeeping.
func untruths() []gametest.Mutation {
	evolving := func(kind event, spoil func(s *state, e event)) gametest.Suite {
		return spoiled(func(r *ruleset) {
			r.Evolve = func(s state, e event) state {
				s = evolve(s, e)
				if e.Kind() == kind.Kind() {
					spoil(&s, e)
				}
				return s
			}
		})
	}
	return []gametest.Mutation{
		{Leak: "a refused bribe lost on its way back", Suite: evolving(bribeRefused{}, func(s *state, e event) {
			refused := e.(bribeRefused)
			s.seat(refused.Smuggler).lose(refused.Cards...)
		}), Guard: gametest.Conserve},
		{Leak: "a card drawn closed left on the pile", Suite: evolving(closedTaken{}, func(s *state, e event) {
			s.pile = append(slices.Clone(s.pile), e.(closedTaken).Card)
		}), Guard: gametest.Conserve},
		{Leak: "an officer that changes its face", Suite: evolving(officerReturned{}, func(s *state, e event) {
			hand := s.seat(e.(officerReturned).Seat).hand
			hand[len(hand)-1].Face = lieutenant
		}), Guard: gametest.Conserve},
		{Leak: "an inspector not told what was seized", Suite: spoiled(func(r *ruleset) {
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				if seized, is := e.(convoySeized); is && s == seized.Seat {
					return seizedSeen{seized.Seat, seized.Smuggler, len(seized.Cards)}, true
				}
				return show(e, s)
			}
		}), Guard: gametest.Own},
		{Leak: "a seat not told of its own standing bid", Suite: spoiled(func(r *ruleset) {
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				if given, is := e.(standingGiven); is && s == given.Seat {
					return told{"taken down"}, true
				}
				return show(e, s)
			}
		}), Guard: gametest.Own},
		{Leak: "a field that the codec drops", Suite: spoiled(func(r *ruleset) {
			r.Events = slices.Clone(r.Events)
			at := slices.IndexFunc(r.Events, func(e event) bool { return e.Kind() == lossy{}.Kind() })
			r.Events[at] = lossy{}
			r.Decide = func(s state, seat engine.Seat, c command, luck engine.Chance) ([]event, error) {
				events, err := decide(s, seat, c, luck)
				for i := range events {
					if e, is := events[i].(passed); is {
						events[i] = lossy(e)
					}
				}
				return events, err
			}
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				if l, is := e.(lossy); is {
					e = passed(l)
				}
				return show(e, s)
			}
		}), Guard: gametest.Codec},
		{Leak: "an event shown to nobody and not declared", Suite: spoiled(func(r *ruleset) {
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				f, ok := show(e, s)
				return f, ok && e.Kind() != lookTaken{}.Kind()
			}
		}), Guard: gametest.Shown},
	}
}

// faults spoil the course of the game.
func faults() []gametest.Mutation {
	hearing := func(may func(k *knowledge, c command) bool) gametest.Suite {
		return spoiled(func(r *ruleset) {
			r.Hear = func(s engine.Seat, facts []fact, words []string) (command, error) {
				c, no := parse(words)
				if no == nil && may(know(s, facts), c) {
					return c, nil
				}
				return hear(s, facts, words)
			}
		})
	}
	moving := func(spoil func(k *knowledge, all []string) []string) gametest.Suite {
		return spoiled(func(r *ruleset) {
			r.Moves = func(s engine.Seat, facts []fact) []string { return spoil(know(s, facts), moves(s, facts)) }
		})
	}
	deciding := func(spoil func(s state, e event) []event) gametest.Suite {
		return spoiled(func(r *ruleset) {
			r.Decide = func(s state, seat engine.Seat, c command, luck engine.Chance) ([]event, error) {
				events, err := decide(s, seat, c, luck)
				var all []event
				for _, e := range events {
					all = append(all, spoil(s, e)...)
				}
				return all, err
			}
		})
	}
	endless := deciding(func(s state, e event) []event {
		if _, is := e.(gameEnded); is {
			return []event{turnBegun{s.after(s.turn)}}
		}
		return []event{e}
	})
	endless.MaxOrders = 400
	return []gametest.Mutation{
		{Leak: "a dead end: an offer that cannot be answered", Suite: moving(func(k *knowledge, all []string) []string {
			if k.phase == phaseAnswer {
				return nil
			}
			return all
		}), Guard: gametest.DeadEnd},
		{Leak: "a window that never opens", Suite: deciding(func(_ state, e event) []event {
			if _, is := e.(answersOpened); is {
				return nil
			}
			if _, is := e.(inspectorChosen); is {
				return []event{answersOpened{}}
			}
			if _, is := e.(bribeInvited); is {
				return nil
			}
			return []event{e}
		}), Guard: gametest.DeadEnd},
		{Leak: "a game that goes on after its last round", Suite: endless, Guard: gametest.DeadEnd},
		{Leak: "Moves lists two closed cards", Suite: moving(func(k *knowledge, all []string) []string {
			if len(all) > 0 && k.phase == phaseTurn {
				all = append(all, "draw deck deck")
			}
			return all
		}), Guard: gametest.Legal},
		{Leak: "Hear accepts a draw with a full hand", Suite: hearing(func(k *knowledge, c command) bool {
			return c.verb == verbDraw && len(k.hand) >= handLimit && k.mayAct() == nil && combines(c) == nil && !c.look && k.reach(c.takes) == nil
		}), Guard: gametest.NearMiss},
		{Leak: "Hear accepts a convoy of cards not held", Suite: hearing(func(k *knowledge, c command) bool {
			return c.verb == verbConvoy && len(c.cards) >= convoyMin && len(c.cards) <= convoyMax && k.phase == phaseTurn && k.turn == k.self
		}), Guard: gametest.NearMiss},
		{Leak: "a refusal without its rule", Suite: spoiled(func(r *ruleset) {
			r.Hear = func(s engine.Seat, facts []fact, words []string) (command, error) {
				c, err := hear(s, facts, words)
				if no := new(engine.Refusal); errors.As(err, &no) && no.Rule == "K21" {
					err = engine.Refuse("", no.Key)
				}
				return c, err
			}
		}), Guard: gametest.NearMiss},
		{Leak: "a seat without officers asked for an answer", Suite: spoiled(func(r *ruleset) {
			r.Asked = func(s engine.Seat, facts []fact) engine.Ask {
				if k := know(s, facts); k.phase == phaseBids && k.convoy.smuggler != s && !k.convoy.answered {
					return engine.Ask{Kind: phaseBids, Opened: k.opened}
				}
				return asked(s, facts)
			}
		}), Guard: gametest.Asked},
		{Leak: "a bot that draws two closed cards", Suite: spoiled(func(r *ruleset) {
			r.Bot = func(s engine.Seat, facts []fact, luck engine.Chance) string {
				if k := know(s, facts); k.phase == phaseTurn && len(k.hand) == 7 {
					return "draw deck deck"
				}
				return bot(s, facts, luck)
			}
		}), Guard: gametest.Bots},
		{Leak: "a page that offers what is refused", Suite: spoiled(func(r *ruleset) {
			r.Page = func(w engine.Words, s engine.Seat, facts []fact, since int) engine.Page {
				p := page(w, s, facts, since)
				if k := know(s, facts); k.asks() && k.phase == phaseTurn {
					p.Blocks = append(p.Blocks, engine.Choices{Items: []engine.Choice{{Order: "draw deck deck"}}})
				}
				return p
			}
		}), Guard: gametest.Choices},
		{Leak: "an order accepted after the end", Suite: hearing(func(k *knowledge, c command) bool {
			return k.phase == phaseOver && c.verb == verbWhen
		}), Guard: gametest.Result},
		{Leak: "luck that hangs on the order of a map", Suite: spoiled(func(r *ruleset) {
			r.Decide = func(s state, seat engine.Seat, c command, luck engine.Chance) ([]event, error) {
				events, err := decide(s, seat, c, luck)
				for name := range s.options {
					if begun, is := events[len(events)-1].(turnBegun); is && len(name)%2 == 0 {
						events[len(events)-1] = turnBegun{s.after(begun.Seat)}
					}
					break
				}
				return events, err
			}
		}), Guard: gametest.Steady},
		{Leak: "an inspection that the rules did not foresee", Suite: deciding(func(_ state, e event) []event {
			if turned, is := e.(cardTurned); is && turned.Card.Face == lieutenant {
				panic("a lieutenant")
			}
			return []event{e}
		}), Guard: gametest.Fault},
	}
}

// nobodyAnswered tells whether a window holds no answer yet.
func nobodyAnswered(s state) bool {
	return len(s.convoy.bids) == 0
}
