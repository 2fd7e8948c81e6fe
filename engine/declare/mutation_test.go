package declare

import (
	"errors"
	"slices"
	"testing"

	"contrapost/engine"
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
		{Leak: "another's passengers shown at the deal", Suite: whole(handDealt{}, toAll), Guard: gametest.Canary},
		{Leak: "another's baggage shown before it is placed", Suite: whole(baggageDealt{}, toAll), Guard: gametest.Canary},
		{Leak: "everybody's placement shown to all", Suite: besides(baggagePlaced{}, func(e event) fact { return e }), Guard: gametest.Canary},
		{Leak: "a sealed choice shown to all", Suite: whole(choiceSealed{}, toAll), Guard: gametest.Canary},
		{Leak: "a drawn card shown to all", Suite: whole(cardDrawn{}, toAll), Guard: gametest.Canary},
		{Leak: "a stolen card shown to all", Suite: whole(cardStolen{}, toAll), Guard: gametest.Canary},
		{Leak: "swapped cards shown to all", Suite: whole(cardsSwapped{}, toAll), Guard: gametest.Canary},
		{Leak: "a swap of others shown to whoever ordered it", Suite: whole(cardsSwapped{}, func(e event, s engine.Seat) bool {
			return s == e.(cardsSwapped).By
		}), Guard: gametest.Canary},
		{Leak: "a passed hand shown to all", Suite: whole(handPassed{}, toAll), Guard: gametest.Canary},
		{Leak: "the serial of a drawn card", Suite: besides(cardDrawn{}, func(e event) fact {
			return struct {
				drawnSeen
				ID int
			}{drawnSeen{e.(cardDrawn).Seat}, e.(cardDrawn).Card.ID}
		}), Guard: gametest.Canary},
		{Leak: "the same under another name", Suite: besides(cardDrawn{}, func(e event) fact {
			return struct{ back int }{e.(cardDrawn).Card.ID}
		}), Guard: gametest.Resample},
		{Leak: "a page that shows a card lying concealed", Suite: spoiled(func(r *ruleset) {
			r.Page = func(w engine.Words, s engine.Seat, facts []fact, since int) engine.Page {
				p := page(w, s, facts, since)
				hidden := engine.Face{Down: true}.WithID(len(facts)%80 + 1)
				p.Blocks = append(p.Blocks, engine.Cards{Faces: []engine.Face{hidden}})
				return p
			}
		}), Guard: gametest.Canary},
	}
}

// told is a fact that no seat should have.
type told struct{ what any }

// otherLeaks tell what is no card: values without a number, answers, orders given in
// advance, silences, times.
func otherLeaks() []gametest.Mutation {
	return []gametest.Mutation{
		{Leak: "the value of a drawn card told without the card", Suite: besides(cardDrawn{}, func(e event) fact {
			return struct {
				drawnSeen
				high bool
			}{drawnSeen{e.(cardDrawn).Seat}, e.(cardDrawn).Card.Face == "3"}
		}), Guard: gametest.Resample},
		{Leak: "silence about a stolen 3", Suite: spoiled(func(r *ruleset) {
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				f, ok := show(e, s)
				if seen, is := f.(stolenSeen); is && e.(cardStolen).Card.Face == "3" {
					f = struct{ stolenSeen }{seen}
				}
				return f, ok
			}
		}), Guard: gametest.Resample},
		{Leak: "a sealed answer shown to all", Suite: besides(answerSealed{}, func(e event) fact { return told{spellSlots(e.(answerSealed).Slots)} }), Guard: gametest.Resample},
		{Leak: "how many choices are still missing", Suite: besides(choiceSealed{}, func(event) fact { return told{"one fewer"} }), Guard: gametest.Resample},
		{Leak: "how many placements are still missing", Suite: besides(placementSealed{}, func(event) fact { return told{"one fewer"} }), Guard: gametest.Resample},
		{Leak: "a standing order shown to all", Suite: besides(preferenceGiven{}, func(e event) fact { return told{e.(preferenceGiven).Prefer.String()} }), Guard: gametest.Resample},
		{Leak: "that an order given in advance was dropped", Suite: besides(attachmentDropped{}, func(event) fact { return told{"dropped"} }), Guard: gametest.Resample},
		{Leak: "a refusal that hangs on who has chosen", Suite: whispering(func(r *ruleset, whisper func([]fact) int) {
			r.Hear = func(s engine.Seat, facts []fact, words []string) (command, error) {
				c, err := hear(s, facts, words)
				if no := new(engine.Refusal); errors.As(err, &no) && whisper(facts) > 0 {
					err = engine.Refuse(no.Rule, no.Key, "Chosen", whisper(facts))
				}
				return c, err
			}
		}), Guard: gametest.Resample},
		{Leak: "a letter that falls due when another has chosen", Suite: whispering(func(r *ruleset, whisper func([]fact) int) {
			r.Asked = func(s engine.Seat, facts []fact) engine.Ask {
				a := asked(s, facts)
				if a.Kind == phaseChoose {
					a.Opened -= whisper(facts)
				}
				return a
			}
		}), Guard: gametest.Letters},
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
		{Leak: "the passengers set aside shown to a seat", Suite: whole(passengersSetAside{}, func(_ event, s engine.Seat) bool { return s == 1 }), Guard: gametest.Shown},
	}
}

// whispering lets every seat hear that somebody chose, and the bug make what it
// wants of it.
func whispering(bug func(r *ruleset, whisper func([]fact) int)) gametest.Suite {
	return spoiled(func(r *ruleset) {
		r.Show = func(e event, s engine.Seat) (fact, bool) {
			if e, is := e.(choiceSealed); is && s != e.Seat {
				return told{"chosen"}, true
			}
			return show(e, s)
		}
		bug(r, func(facts []fact) int {
			n := 0
			for _, f := range facts {
				switch f.(type) {
				case told:
					n++
				case roundBegun:
					n = 0
				}
			}
			return n
		})
	})
}

// lossy is a turn that forgets whose it is on its way to the store.
type lossy struct {
	Seat engine.Seat `json:"-"`
}

func (lossy) Kind() string      { return drawAsked{}.Kind() }
func (e lossy) change(s *state) { drawAsked(e).change(s) }

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
		{Leak: "a discarded card lost", Suite: evolving(baggageDiscarded{}, func(s *state, e event) {
			s.gone = s.gone[:len(s.gone)-1]
		}), Guard: gametest.Conserve},
		{Leak: "a drawn card left on the pile", Suite: evolving(cardDrawn{}, func(s *state, e event) {
			s.pile = append(slices.Clone(s.pile), e.(cardDrawn).Card)
		}), Guard: gametest.Conserve},
		{Leak: "a stolen card left where it lay", Suite: evolving(cardStolen{}, func(s *state, e event) {
			stolen := e.(cardStolen)
			*s.board.at(target{stolen.From, stolen.Slot}) = spot{full: true, card: stolen.Card}
		}), Guard: gametest.Conserve},
		{Leak: "a card that changes its value in its slot", Suite: evolving(cardLaid{}, func(s *state, e event) {
			s.board.at(target{e.(cardLaid).Seat, e.(cardLaid).Slot}).card.Face = "3"
		}), Guard: gametest.Conserve},
		{Leak: "a protection that ends unseen", Suite: evolving(passengerSpent{}, func(s *state, e event) {
			s.board.area(e.(passengerSpent).Seat).protected = false
		}), Guard: gametest.Own},
		{Leak: "a victim not told what was stolen", Suite: spoiled(func(r *ruleset) {
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				if swap, is := e.(cardsSwapped); is && s == swap.B.Seat {
					a, b := swap.places()
					return swapSeen{By: swap.By, A: a, B: b}, true
				}
				return show(e, s)
			}
		}), Guard: gametest.Own},
		{Leak: "a seat not told of its own standing order", Suite: spoiled(func(r *ruleset) {
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				if given, is := e.(preferenceGiven); is && s == given.Seat {
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
					if e, is := events[i].(drawAsked); is {
						events[i] = lossy(e)
					}
				}
				return events, err
			}
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				if l, is := e.(lossy); is {
					e = drawAsked(l)
				}
				return show(e, s)
			}
		}), Guard: gametest.Codec},
		{Leak: "an event shown to nobody and not declared", Suite: spoiled(func(r *ruleset) {
			r.Show = func(e event, s engine.Seat) (fact, bool) {
				f, ok := show(e, s)
				return f, ok && e.Kind() != effectMissed{}.Kind()
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
				k := know(s, facts)
				if no == nil && k.self != 0 && int(k.self) <= len(k.board) {
					if c.deed = c.deed.spoken(s); may(k, c) {
						return c, nil
					}
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
			return []event{roundBegun{s.round + 1}}
		}
		return []event{e}
	})
	return []gametest.Mutation{
		{Leak: "a dead end: a seventh card that cannot be answered", Suite: moving(func(k *knowledge, all []string) []string {
			if k.phase == phaseOverflow {
				return nil
			}
			return all
		}), Guard: gametest.DeadEnd},
		{Leak: "a window that never opens", Suite: deciding(func(_ state, e event) []event {
			if _, is := e.(baggagePlaced); is {
				return nil
			}
			if _, is := e.(roundBegun); is {
				return []event{placingBegun{0}}
			}
			return []event{e}
		}), Guard: gametest.DeadEnd},
		{Leak: "a game that goes on after its last round", Suite: endless, Guard: gametest.DeadEnd},
		{Leak: "Moves lists a passenger not in hand", Suite: moving(func(k *knowledge, all []string) []string {
			if k.phase == phaseChoose && len(all) > 0 {
				all = append(all, "play 777")
			}
			return all
		}), Guard: gametest.Legal},
		{Leak: "Hear accepts a passenger not in hand", Suite: hearing(func(k *knowledge, c command) bool {
			return c.verb == verbPlay && c.advance == nil && k.phase == phaseChoose && k.book.number(c.number).Number != 0
		}), Guard: gametest.NearMiss},
		{Leak: "Hear accepts the concealing of a concealed card", Suite: hearing(func(k *knowledge, c command) bool {
			return c.verb == verbConceal && k.phase == phaseAction && k.asked == nil && k.turn() == k.self && k.passenger().Effect == "conceal-1" &&
				len(c.deed.Cards) == 1 && c.deed.Cards[0].Seat == 0 && k.board.at(c.deed.Cards[0].of(k.self)).full
		}), Guard: gametest.NearMiss},
		{Leak: "a refusal without its rule", Suite: spoiled(func(r *ruleset) {
			r.Hear = func(s engine.Seat, facts []fact, words []string) (command, error) {
				c, err := hear(s, facts, words)
				if no := new(engine.Refusal); errors.As(err, &no) && no.Rule == "N14" {
					err = engine.Refuse("", no.Key)
				}
				return c, err
			}
		}), Guard: gametest.NearMiss},
		{Leak: "a protected seat asked for an answer", Suite: spoiled(func(r *ruleset) {
			r.Asked = func(s engine.Seat, facts []fact) engine.Ask {
				if k := know(s, facts); k.phase == phaseInspection && !k.answered && k.prefer == nil {
					return engine.Ask{Kind: phaseInspection, Opened: k.opened}
				}
				return asked(s, facts)
			}
		}), Guard: gametest.Asked},
		{Leak: "a bot that does nothing where it must act", Suite: spoiled(func(r *ruleset) {
			r.Bot = func(s engine.Seat, facts []fact, luck engine.Chance) string {
				if k := know(s, facts); k.asks() && k.phase == phaseAction && k.round > 2 {
					return verbNothing
				}
				return bot(s, facts, luck)
			}
		}), Guard: gametest.Bots},
		{Leak: "a page that offers what is refused", Suite: spoiled(func(r *ruleset) {
			r.Page = func(w engine.Words, s engine.Seat, facts []fact, since int) engine.Page {
				p := page(w, s, facts, since)
				if k := know(s, facts); k.asks() && k.phase == phaseChoose {
					p.Blocks = append(p.Blocks, engine.Choices{Items: []engine.Choice{{Order: "play 2 with 1"}}})
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
					if sealed, is := events[len(events)-1].(choiceSealed); is && name == optExtra {
						sealed.With = nil
						events[len(events)-1] = sealed
					}
					break
				}
				return events, err
			}
		}), Guard: gametest.Steady},
		{Leak: "a seventh card that the rules did not foresee", Suite: deciding(func(_ state, e event) []event {
			if _, is := e.(overflowAsked); is {
				panic("seven")
			}
			return []event{e}
		}), Guard: gametest.Fault},
	}
}

// nobodyAnswered tells whether a window holds no answer yet.
func nobodyAnswered(s state) bool {
	return !slices.ContainsFunc(s.players, func(p player) bool {
		return p.placed != nil || p.answer != nil || p.chosen.Face != ""
	})
}
