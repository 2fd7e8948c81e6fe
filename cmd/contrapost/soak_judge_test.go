package main

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// judge holds what was written against the log, and what was answered.
func (s *soak) judge(took time.Duration) {
	s.Helper()
	store, err := events.Open(s.ctx, s.db)
	s.must(err)
	defer store.Close()
	answers := s.answers()
	lost, twice := 0, 0
	for _, m := range s.written {
		switch ids := answers[m.sender+" "+m.id]; len(ids) {
		case 0:
			lost++
			s.Errorf("mail %s of %s has not been answered", m.id, m.sender)
		case 1:
		default:
			twice++
			s.Errorf("mail %s of %s has been answered by %d letters", m.id, m.sender, len(ids))
		}
	}
	orders := s.orders(store)
	s.Logf("%d games in %s: %d mails, %d orders; %d not answered, %d answered twice; faults %v", *soakGames, took.Round(time.Minute), len(s.written), orders, lost, twice, s.faults)
}

// answers are the letters that answer a mail, by reader and mail. A letter that came
// twice must have come alike.
func (s *soak) answers() map[string]map[string]bool {
	found, bodies := map[string]map[string]bool{}, map[string]string{}
	for _, d := range s.people {
		for _, raw := range s.server.Mails(d.address) {
			l, err := openLetter(raw)
			s.must(err)
			if before, there := bodies[l.messageID]; there && before != l.text {
				s.Errorf("letter %s came twice, and not alike", l.messageID)
			}
			bodies[l.messageID] = l.text
			for _, id := range l.references {
				key := d.address + " " + id
				if found[key] == nil {
					found[key] = map[string]bool{}
				}
				found[key][l.messageID] = true
			}
		}
	}
	return found
}

// orders counts the orders of the games in the log: of every mail just those that its
// writer was told were done.
func (s *soak) orders(store *events.Store) (n int) {
	streams, err := store.Streams(s.ctx)
	s.must(err)
	if len(streams) != *soakGames {
		s.Errorf("%d tables, want %d", len(streams), *soakGames)
	}
	for _, id := range streams {
		mails, err := store.Mails(s.ctx, id)
		s.must(err)
		told := map[string]int{}
		for _, m := range mails {
			told[lobby.Contribution(m.MessageID)] += s.toldDone(m)
		}
		entries, err := store.Stream(s.ctx, id, 1, 0)
		s.must(err)
		for _, e := range entries {
			if e.Order != "" && e.Cause.Kind == events.CauseMail && !lobby.Owns(e.Kind) {
				told[e.Cause.Ref]--
				n++
			}
		}
		for ref, k := range told {
			if k != 0 {
				s.Errorf("table %s: a mail %.12s was told of %d orders more than the log has", id, ref, k)
			}
		}
	}
	return n
}

// toldDone counts the orders of the game that a mail's answers say were done for it. One
// that is said to have been done before must repeat the words of another.
func (s *soak) toldDone(m events.Mail) (n int) {
	s.Helper()
	var answers []engine.Answer
	s.must(json.Unmarshal(m.Answers, &answers))
	for _, a := range answers {
		if slices.ContainsFunc(a.Told, func(t engine.Sentence) bool { return t.Key == "sent-twice" }) {
			if !s.repeats(m.MessageID) {
				s.Errorf("mail %s is said to repeat another, and does not", m.MessageID)
			}
			return 0
		}
		verb, _, _ := strings.Cut(a.Line, " ")
		if a.Verdict == engine.Done && !slices.Contains([]string{"new", "join", "invite"}, verb) {
			n++
		}
	}
	return n
}

// repeats tells whether a mail says what its writer has written before, in answer to the
// same letter.
func (s *soak) repeats(id string) bool {
	at := slices.IndexFunc(s.written, func(m soakMail) bool { return m.id == id })
	return at >= 0 && slices.ContainsFunc(s.written[:at], func(m soakMail) bool {
		return m.sender == s.written[at].sender && m.to == s.written[at].to && m.text == s.written[at].text
	})
}
