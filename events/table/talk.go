package table

import (
	"fmt"
	"io"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Talk is something that was said at a table. The text lies outside the log, under
// its salted hash.
type Talk struct {
	Version int64
	Speaker string // player id
	Hearer  string // player id, where one player spoke to another; "" for everybody
	Ruling  bool   // a moderator spoke; there is no Speaker
	Sum     string
	At      time.Time

	present []string // player ids: who sat there, and heard what was said to everybody
}

// Talk lists what a player may hear of what was said after a version, oldest first:
// what was said to them, and to everybody while they sat there. It goes by players
// and not by seats: those move up when somebody leaves.
func (t *Table) Talk(player string, after int64) []Talk {
	var heard []Talk
	for _, k := range t.talk {
		if k.Version > after && (k.Hearer == player || k.Speaker == player || slices.Contains(k.present, player)) {
			heard = append(heard, k)
		}
	}
	return heard
}

// Public lists what was said to everybody, oldest first.
func (t *Table) Public() []Talk {
	return slices.DeleteFunc(slices.Clone(t.talk), func(k Talk) bool { return k.Hearer != "" })
}

// hear keeps of an event what is said, or that somebody was invited. The event
// becomes the next version.
func (t *Table) hear(e lobby.Event) {
	switch e := e.(type) {
	case *lobby.Said:
		t.talk = append(t.talk, Talk{Version: t.Version + 1, Speaker: e.Player, Sum: e.Text, present: t.players()})
	case *lobby.Told:
		t.talk = append(t.talk, Talk{Version: t.Version + 1, Speaker: e.Player, Hearer: e.Hearer, Sum: e.Text})
	case *lobby.Noted:
		t.talk = append(t.talk, Talk{Version: t.Version + 1, Ruling: true, Sum: e.Text, present: t.players()})
	case *lobby.Unsealed:
		t.talk = append(t.talk, Talk{Version: t.Version + 1, Ruling: true, Sum: e.Why, present: t.players()})
	case *lobby.Invited:
		t.invited = append(t.invited, Invitation{By: t.Lobby.Player(e.By), Guest: e.Player})
	}
}

// players are the ids of those who sit there, or have left their seat to a bot.
func (t *Table) players() []string {
	var ids []string
	for _, p := range t.Lobby.Places {
		if p.Player != "" {
			ids = append(ids, p.Player)
		}
	}
	return ids
}

// date notes when the last invitation was sent, and the last thing said, if that is
// not known yet.
func (t *Table) date(at time.Time) {
	if n := len(t.talk); n > 0 && t.talk[n-1].At.IsZero() {
		t.talk[n-1].At = at
	}
	if n := len(t.invited); n > 0 && t.invited[n-1].At.IsZero() {
		t.invited[n-1].At = at
	}
}

// mostTalk bounds how often one mail can speak.
const mostTalk = 20

// saying speaks to everybody at the table.
func (s *hearing) saying(words []string, a *engine.Answer) error {
	seat, err := s.speaking()
	if err != nil {
		return err
	}
	text, err := lobby.ParseSaying(a.Line)
	if err != nil {
		return err
	}
	if err := s.Lobby.MaySay(s.at.Lobby, seat); err != nil {
		return err
	}
	sum, err := s.keep(text)
	if err != nil {
		return err
	}
	for _, p := range s.at.Lobby.Places {
		s.at.speakTo(p.Player)
	}
	a.Say("said")
	return s.at.decided(seat, "say", s.at.Lobby.Say(seat, sum))
}

// telling speaks to one player.
func (s *hearing) telling(words []string, a *engine.Answer) error {
	seat, err := s.speaking()
	if err != nil {
		return err
	}
	t, err := lobby.ParseTelling(a.Line, s.at.Names)
	if err != nil {
		return err
	}
	if err := s.Lobby.MayTell(s.at.Lobby, seat, t.To); err != nil {
		return err
	}
	sum, err := s.keep(t.Text)
	if err != nil {
		return err
	}
	s.at.speakTo(s.at.Lobby.Player(t.To))
	a.Say("told", "Name", t.To)
	return s.at.decided(seat, "tell "+t.To.String(), s.at.Lobby.Tell(seat, t.To, sum))
}

// speaking gives the seat the sender speaks from, and counts.
func (s *hearing) speaking() (engine.Seat, error) {
	if s.at == nil {
		return 0, engine.Refuse("", "no-table")
	}
	if s.talked == mostTalk {
		return 0, engine.Refuse("", "say-enough", "Most", mostTalk)
	}
	if s.at.spokenSince(s.Player.ID, s.Now.Add(-24*time.Hour)) >= lobby.MostTalkADay {
		return 0, engine.Refuse("", "say-day", "Most", lobby.MostTalkADay)
	}
	s.talked++
	return s.seatAt(s.at), nil
}

// spokenSince counts how often a player has spoken after a moment; what is not in the
// log yet has no time, and counts.
func (t *Table) spokenSince(player string, since time.Time) (n int) {
	for _, k := range t.talk {
		if k.Speaker == player && (k.At.IsZero() || k.At.After(since)) {
			n++
		}
	}
	return n
}

// keep puts a text beside the log and gives the hash that the log holds of it.
func (s *hearing) keep(text string) (string, error) { return s.keepAt(s.at.ID, text) }

func (s *hearing) keepAt(id, text string) (string, error) {
	t := events.Text{Stream: id, Text: text}
	if _, err := io.ReadFull(s.Entropy, t.Salt[:]); err != nil {
		return "", fmt.Errorf("salt what was said: %w", err)
	}
	t.Sum = events.TextSum(t.Salt, text)
	s.texts = append(s.texts, t)
	return t.Sum, nil
}

// speakTo notes that a player has been spoken to; the speaker is answered anyway.
func (w *work) speakTo(player string) {
	if w.spoken == nil {
		w.spoken = map[string]bool{}
	}
	w.spoken[player] = true
}
