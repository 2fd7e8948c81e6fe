package table

import (
	"contrapost/engine"
	"contrapost/events"
)

// seated are the first letters of the tables at which this mail has taken a seat,
// besides the one that answers it: without a letter nobody can write to a table.
func (s *hearing) seated(answered *work) []events.Letter {
	var first []events.Letter
	for _, n := range s.names {
		w, err := s.load(n.Stream)
		if err != nil || w == answered || w.begun || s.resent[w.ID] || s.seatAt(w) == engine.Onlooker {
			continue
		}
		first = append(first, events.Letter{
			Stream: w.ID, Seat: uint8(s.seatAt(w)), Player: s.Player.ID, Kind: KindSeated,
			Cause: "mail:" + s.Mail.Key, Due: s.Now, Next: s.Now,
		})
	}
	return first
}

// answered is the table whose letter answers the mail: the one it was written to
// or the only one it touched, if the sender sits there; nil for the service itself.
// What was asked for again comes in letters of its own, and whoever asks to
// be forgotten is answered by the service.
func (s *hearing) answered() *work {
	if len(s.resent) > 0 || s.parting {
		return nil
	}
	if s.at != nil {
		return s.at
	}
	if len(s.took) > 0 { // whose first letter is of another kind
		return nil
	}
	if len(s.works) == 1 && s.seatAt(s.works[0]) != engine.Onlooker {
		return s.works[0]
	}
	return nil
}

func (s *hearing) seatAt(w *work) engine.Seat {
	seat, _ := w.Lobby.Seat(s.Player.ID)
	return seat
}

// awaits tells whether a table that the sender was invited to still has a seat for them.
func (s *hearing) awaits(id string) bool {
	if id == "" {
		return false
	}
	t, err := s.seen(id)
	if err != nil { // it rests, or is gone: there is nothing to say of it
		return false
	}
	_, seated := t.Lobby.Seat(s.Player.ID)
	return !seated && t.Forming() && !t.Lobby.Full()
}

// answer is the letter that answers the mail. A sender who is not known and gave
// no order is not answered, for nobody can tell who really wrote; but whoever answers
// an invitation has got it.
func (s *hearing) answer(to *work) []events.Letter {
	if s.Player.Name == "" && !s.awaits(s.Heard.Inviting) {
		return nil
	}
	l := events.Letter{Player: s.Player.ID, Kind: KindAnswer, Mail: -1, Due: s.Now, Next: s.Now}
	if to != nil {
		l.Stream, l.Seat = to.ID, uint8(s.seatAt(to))
	}
	l.Cause = "mail:" + s.Mail.Key
	return []events.Letter{l}
}

func (s *hearing) touched() []string {
	var ids []string
	for _, w := range s.works {
		if len(w.drafts) > 0 {
			ids = append(ids, w.ID)
		}
	}
	return ids
}
