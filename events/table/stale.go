package table

import (
	"slices"

	"contrapost/engine"
)

// staleness is whether a mail answers a letter that asked something else than its
// sender is asked now.
type staleness struct {
	known, stale bool
	answers      []string // verbs of the orders that answer what is asked now
}

// refuseStale refuses an order that answers a question by a letter that had put an
// earlier one: whoever wrote it had other cards and another table before them, or
// has answered the same letter twice. Orders that are good at any time pass, and so
// does what a mail goes on to say about its own consequences.
func (s *hearing) refuseStale(seat engine.Seat, words []string) error {
	if !s.age.known {
		if err := s.judge(seat); err != nil {
			return err
		}
	}
	if s.age.stale && slices.Contains(s.age.answers, words[0]) {
		return engine.Refuse("", "stale")
	}
	return nil
}

// judge compares what the letter asked with what is asked before any order of the
// game in the mail has been carried out. What else stands before it, be it talk, has
// not moved the game, and so makes no letter younger.
func (s *hearing) judge(seat engine.Seat) error {
	s.age.known = true
	if s.Told == 0 || s.at.Play == nil {
		return nil
	}
	var q Question
	var asked bool
	err := s.at.Attempt(func() error { q, asked = s.at.Question(seat); return nil })
	if err != nil || !asked || q.Version <= s.Told {
		return err
	}
	then, err := s.Load(s.ctx, s.at.ID, s.Told)
	if err != nil || then.Play == nil {
		return err
	}
	return s.at.Attempt(func() error {
		s.age.stale = then.Play.Asked(seat).Kind != ""
		for _, move := range s.at.Play.Moves(seat) {
			words := s.at.Game.Lexicon().Read(move, nil)
			s.age.answers = append(s.age.answers, words[0])
		}
		return nil
	})
}
