package export

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// firstMoment is when games written by hand begin, and pace what passes between two
// lines of them.
var firstMoment = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

const pace = time.Minute

// longestSettling bounds what happens by itself between two lines.
const longestSettling = 10_000

// beginByHand makes up whatever the header of a text written by hand leaves out, of
// its seed, and seats everybody.
func (s *scholar) beginByHand(game engine.Game) error {
	g := &s.given
	if g.DeckSum == "" || len(g.refs) > 0 || g.Anonymous {
		return errors.New("a header with seats names no mails")
	}
	if least, most := game.Seats(); len(g.names) < least || len(g.names) > most {
		return s.about(keySeats, fmt.Errorf("%s seats %d to %d players, and %d are named", game.Title(), least, most, len(g.names)))
	}
	if g.Secret == (Sum{}) {
		g.Secret = Sum(sha256.Sum256([]byte("secret\n" + g.seed)))
	}
	g.Table = cmp.Or(g.Table, "H"+drawn(strings.Join([]string{g.seed, g.Game, strings.Join(g.names, " "), fmt.Sprint(g.options)}, "\n"), 7))
	for i, name := range g.names {
		if err := s.nameByHand(name, i); err != nil {
			return s.about(keySeats, err)
		}
	}
	if err := game.CheckDeck(engine.Deck{Name: g.DeckName, Text: []byte(s.History.Deck.Text)}, len(g.names)); err != nil {
		return s.about(keyDeck, fmt.Errorf("the deck: %w", err))
	}
	s.settleDown()
	return s.arrive()
}

// drawn is an id made of what there is.
func drawn(of string, letters int) string {
	sum := sha256.Sum256([]byte(of))
	return base32.StdEncoding.EncodeToString(sum[:])[:letters]
}

func isBot(name string, seat int) bool {
	return strings.EqualFold(name, "bot") || strings.EqualFold(name, fmt.Sprintf("bot-%d", seat+1))
}

func (s *scholar) nameByHand(name string, i int) error {
	folded := strings.ToLower(name)
	twin := func(p Player) bool { return strings.EqualFold(p.Name, name) }
	switch {
	case isBot(name, i) && i > 0:
		return nil
	case folded == "bot" || strings.HasPrefix(folded, "bot-") || slices.Contains(reserved, folded):
		return fmt.Errorf("%q cannot sit in seat %d: a player's name is expected, or from seat 2 on, bot", name, i+1)
	case slices.ContainsFunc(s.given.players, twin):
		return fmt.Errorf("two players are called %s", name)
	}
	if err := s.Lobby.MayBeNamed(name, nil); err != nil {
		return err
	}
	s.given.players = append(s.given.players, Player{ID: drawn("player\n"+s.given.Table+"\n"+folded, 10), Name: name})
	return nil
}

// arrive opens the table and seats everybody; the last one begins the game.
func (s *scholar) arrive() error {
	names := s.given.names
	if err := s.plain(fmt.Sprintf("the table is opened for %d", len(names))); err != nil {
		return err
	}
	for i, name := range names {
		line := name + " sits down"
		if isBot(name, i) && i > 0 {
			line = names[0] + " seats bots: 1"
		}
		if err := s.plain(line); err != nil {
			return err
		}
	}
	return nil
}

// plain reads a line that says neither when nor by what: a minute after the last one,
// by a mail, or else as it goes without saying.
func (s *scholar) plain(line string) error {
	by := events.Cause{}
	d, _, err := s.hear(line, by)
	if err != nil {
		return s.refusal(err)
	}
	if err := s.settle(!s.botIn(engine.Seat(d.Seat)) || d.Order == ""); err != nil {
		return err
	}
	at := s.at.Add(pace)
	if d, said, err := s.hear(line, s.madeBy(d, at)); err == nil {
		return s.decide(d, said, at)
	}
	return err
}

func (s *scholar) botIn(seat engine.Seat) bool {
	return seat != engine.Onlooker && int(seat) <= len(s.seats.Places) && s.seats.Places[seat-1].Bot
}

// madeBy is what a line goes back to that does not say it.
func (s *scholar) madeBy(d events.Draft, at time.Time) events.Cause {
	by := d.Cause
	switch {
	case by.Kind == events.CauseClock:
		by.Ref = at.Format(time.RFC3339)
	case by.Kind == "" && s.botIn(engine.Seat(d.Seat)):
		by.Kind = events.CauseBot
	case by.Kind == "" || by.Kind == events.CauseMail:
		id := fmt.Sprintf("%d.%s@notation.invalid", len(s.refs)+1, s.Table)
		by = events.Cause{Kind: events.CauseMail, Ref: lobby.Contribution(id)}
		s.refs, s.messages[by.Ref] = append(s.refs, by.Ref), id
	}
	return by
}

// settle lets happen what the house does by itself: the orders of bots, if they may,
// and what is due once nobody is awaited.
func (s *scholar) settle(bots bool) error {
	for range longestSettling {
		d, ok, err := s.play.Next(bots)
		if err != nil || !ok {
			return err
		}
		d.Kind, d.Rules = "order", s.header.Rules
		if d.Cause.Kind == events.CauseClock {
			d.Cause.Ref = s.at.Format(time.RFC3339)
		}
		if err := s.decide(d, nil, s.at); err != nil {
			return err
		}
	}
	return errors.New("bots and clock go on without end")
}

// settleEnd lets happen what is still to happen by itself, and publishes the secret of
// a table that was closed.
func (s *scholar) settleEnd() error {
	if err := s.settle(true); err != nil {
		return err
	}
	over, err := s.play.Over()
	if err != nil || !over || s.Over() {
		return err
	}
	d, err := s.draft(meant{event: s.published()}, events.Cause{Kind: events.CauseRuling})
	if err != nil {
		return err
	}
	return s.decide(d, nil, s.at)
}

// gatherMails lists the mails whose Message-IDs are known, with what they ordered.
func (s *scholar) gatherMails() {
	made := map[string]*Mail{}
	for i, ref := range s.refs {
		if id, known := s.messages[ref]; known {
			made[ref] = &Mail{ID: int64(i + 1), MessageID: id, Ref: ref, Lines: []Line{}}
		}
	}
	for _, e := range s.Entries {
		if m := made[e.Cause.Ref]; m != nil && e.Cause.Kind == events.CauseMail {
			m.take(e)
		}
	}
	for _, ref := range s.refs {
		if m := made[ref]; m != nil && m.Heard > 0 {
			s.Mails = append(s.Mails, *m)
		}
	}
}

// take notes of a mail what an entry says that it made.
func (m *Mail) take(e events.Entry) {
	if m.Heard == 0 {
		m.Received, m.Heard = e.At.UnixMilli(), e.At.UnixMilli()
	}
	m.Seat = cmp.Or(m.Seat, e.Seat)
	switch {
	case e.Order != "" && !lobby.Owns(e.Kind):
		m.Lines = append(m.Lines, Line{Verdict: string(engine.Done), Order: e.Order})
	case e.Order != "" || e.Kind == (lobby.Joined{}).Kind():
		m.Lines = append(m.Lines, Line{Verdict: string(engine.Done)})
	}
}
