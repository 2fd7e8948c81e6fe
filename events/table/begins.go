package table

import (
	"errors"
	"slices"

	"contrapost/engine"
)

// Prose may begin with a verb. How that one is written is told of a short line, or where
// there is no order in the whole mail; and of no more than a few lines.
const (
	shortLine     = 6 // words
	mostExplained = 3
)

// explain notes of lines that are no orders, and begin with the verb of one, which verb
// that is and what could be written. Nobody acts on it.
func (s *hearing) explain(answers []engine.Answer) {
	ordered := slices.ContainsFunc(answers, func(a engine.Answer) bool { return a.Verdict != engine.NotRead })
	var verbs []string
	for i := range answers {
		a := &answers[i]
		if a.Verdict != engine.NotRead || a.Meant != "" || len(verbs) == mostExplained {
			continue
		}
		if ordered && len(engine.Fold(a.Line)) > shortLine {
			continue
		}
		s.begins(a)
		if slices.Contains(verbs, a.Verb) {
			a.Verb, a.Hint = "", nil
		}
		if a.Verb != "" {
			verbs = append(verbs, a.Verb)
		}
	}
}

// begins finds the verb that a line begins with: one of the lobby's, or of the game at the
// table it was written to.
func (s *hearing) begins(a *engine.Answer) {
	played := ""
	if s.at != nil {
		played = s.at.Game.Name()
	}
	words := s.Lobby.Lexicon().Read(a.Line, nil)
	if len(words) > 0 && words[0] != "moderate" && isVerb(s.Lobby.Verbs(), words[0]) {
		a.Verb, a.Hint = words[0], s.Lobby.Misread(words, a.Line, s.roster(), played)
		if a.Hint != nil {
			s.Lobby.Exemplify(a.Hint, words, s.today())
		}
		return
	}
	if s.at == nil {
		return
	}
	words = s.at.Game.Lexicon().Read(a.Line, s.at.Names)
	if len(words) > 0 && isVerb(s.at.Game.Verbs(), words[0]) {
		a.Verb, a.Game, a.Hint = words[0], played, s.couldGive(words)
	}
}

func isVerb(verbs []engine.Verb, word string) bool {
	return slices.ContainsFunc(verbs, func(v engine.Verb) bool { return v.Word == word })
}

// couldGive is an order of the game of the same verb that the sender could give now; nil
// if there is none.
func (s *hearing) couldGive(words []string) *engine.Refusal {
	seat := s.seatAt(s.at)
	if s.botPlays(seat) != nil {
		return nil
	}
	_, err := s.at.hear(seat, words, func(engine.Seat, engine.Command) error { return nil })
	no := (*engine.Refusal)(nil)
	if !errors.As(err, &no) || no.Other || no.Such == "" && no.Try == "" {
		return nil
	}
	if no.Such == "" {
		no.Such = no.Try
	}
	return &engine.Refusal{Such: no.Such}
}
