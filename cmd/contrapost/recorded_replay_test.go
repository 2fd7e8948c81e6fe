package main

import (
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
	"contrapost/templates"
)

// dictated gives a service the secret, the ids and the salts that a recorded game has:
// it tells them apart by how many bytes are drawn. What else is drawn is none of the
// table's.
type dictated struct {
	draws map[int][][]byte // by length, in order
	other *rand.ChaCha8
}

func dictate(t *testing.T, h *export.History) *dictated {
	t.Helper()
	d := &dictated{draws: map[int][][]byte{}, other: rand.NewChaCha8([32]byte{})}
	d.add(h.Secret[:])
	d.add(undrawn(t, h.Table))
	for _, p := range h.Players {
		d.add(undrawn(t, p.ID))
	}
	for _, text := range h.Texts {
		salt, err := hex.DecodeString(text.Salt)
		if err != nil {
			t.Fatal(err)
		}
		d.add(salt)
	}
	return d
}

// undrawn are the bytes that an id is spelled from.
func undrawn(t *testing.T, id string) []byte {
	t.Helper()
	raw, err := base32.StdEncoding.DecodeString(id + strings.Repeat("A", (8-len(id)%8)%8))
	if err != nil {
		t.Fatalf("id %q: %v", id, err)
	}
	return raw[:min(len(raw), len(id))]
}

func (d *dictated) add(draw []byte) { d.draws[len(draw)] = append(d.draws[len(draw)], draw) }

func (d *dictated) Read(p []byte) (int, error) {
	next := d.draws[len(p)]
	if len(next) == 0 {
		return d.other.Read(p)
	}
	d.draws[len(p)] = next[1:]
	return copy(p, next[0]), nil
}

// script is what came from outside in a recorded game: mails, rulings, outages. The
// clock and the bots do their part by themselves.
type script struct {
	history *export.History
	state   lobby.State
	names   map[string]string // by player id
	steps   []step
}

// step is one of them.
type step struct {
	at      time.Time
	version int64 // of the last entry that it made by itself
	name    string
	what    string // lines of a mail, or a ruling
	kind    string // one of the cause kinds; "" for an outage
	toTable bool
	plays   bool // it is an order of the game
	outage  lobby.Outage
}

func scripted(t *testing.T, h *export.History) []step {
	t.Helper()
	s := &script{history: h, names: map[string]string{}}
	for _, p := range h.Players {
		s.names[p.ID] = p.Name
	}
	for i, e := range h.Entries {
		if err := s.entry(i, e); err != nil {
			t.Fatalf("entry %d, %s: %v", e.Version, e.Kind, err)
		}
	}
	return s.steps
}

func (s *script) entry(i int, e events.Entry) error {
	var decoded lobby.Event
	if lobby.Owns(e.Kind) {
		var err error
		if decoded, err = lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data}); err != nil {
			return err
		}
		s.state = lobby.Evolve(s.state, decoded)
	}
	switch e.Cause.Kind {
	case events.CauseMail:
		s.mail(i, e, decoded)
	case events.CauseRuling:
		s.ruling(e, decoded)
	case events.CauseClock:
		if excused, ok := decoded.(*lobby.Excused); ok {
			s.steps = append(s.steps, step{at: e.At, version: e.Version, outage: excused.Outage})
		}
	}
	return nil
}

// mail adds what an entry says was written to the mail that it came of.
func (s *script) mail(i int, e events.Entry, decoded lobby.Event) {
	if i == 0 || s.history.Entries[i-1].Cause != e.Cause {
		s.steps = append(s.steps, step{at: e.At, kind: events.CauseMail, name: s.roster().Name(engine.Seat(e.Seat))})
	}
	m := &s.steps[len(s.steps)-1]
	m.version = e.Version
	line := e.Order
	switch d := decoded.(type) {
	case nil:
		if e.Order == "" {
			return // it follows from another
		}
		m.toTable, m.plays = true, true
		line = templates.Named(e.Order, s.roster())
	case *lobby.Opened:
		line = opening(d)
	case *lobby.Joined:
		m.name = s.names[d.Player]
		if m.what == "" {
			line = "join " + s.history.Table
		}
	case *lobby.WentAway:
		m.toTable = true
		line = "vacation " + d.From.Format(time.DateOnly) + ".." + d.To.Add(-time.Second).Format(time.DateOnly)
	case *lobby.Said:
		m.toTable = true
		line = "say " + s.text(d.Text)
	default:
		m.toTable = m.toTable || e.Order != ""
	}
	m.what = strings.TrimSpace(m.what + "\n" + line)
}

// opening spells the order that a table was opened by, without what is usual.
func opening(o *lobby.Opened) string {
	with := ""
	switch {
	case o.Times.Bank != 0:
		with += " " + o.Times.ForTurns()
	case o.Times.Turn != lobby.DefaultTimes.Turn:
		with += " turn=" + lobby.Span(o.Times.Turn)
	}
	if o.Times.Answer != lobby.DefaultTimes.Answer {
		with += " answer=" + lobby.Span(o.Times.Answer)
	}
	with += agreedAbsence(o.Times.Absence)
	if o.Times.Grace > 0 {
		with += " grace=" + lobby.Span(o.Times.Grace)
	}
	g, _ := games.Find(o.Game)
	for _, option := range g.Options() {
		if value := o.Options[option.Name]; value != option.Values[0] {
			with += " " + option.Name + "=" + value
		}
	}
	if with != "" {
		with = " with" + with
	}
	return fmt.Sprintf("new %s for %d%s", o.Game, o.Want, with)
}

func (s *script) ruling(e events.Entry, decoded lobby.Event) {
	if e.Order == "" {
		s.steps[len(s.steps)-1].version = e.Version
		return
	}
	what := e.Order
	if replaced, ok := decoded.(*lobby.SeatReplaced); ok {
		what += " " + addressOf(s.names[replaced.Player])
	}
	s.steps = append(s.steps, step{at: e.At, version: e.Version, kind: events.CauseRuling, what: what})
}

func (s *script) text(sum string) string {
	for _, t := range s.history.Texts {
		if t.Sum == sum {
			return t.Text
		}
	}
	return "(erased)"
}

// roster names the seats as they are by now.
func (s *script) roster() engine.Roster {
	var names engine.Roster
	for i, p := range s.state.Places {
		name := s.names[p.Player]
		if p.Player == "" {
			name = fmt.Sprintf("Bot-%d", i+1)
		}
		names = append(names, name)
	}
	return names
}

// replay has everything happen again at a desk that came from outside, and what
// follows from it be decided again. It stops where something recorded no longer does
// what it did.
func (d *desk) replay(h *export.History, slips map[int]string) *export.History {
	d.Helper()
	orders := 0
	for _, s := range scripted(d.T, h) {
		if orders += d.again(s, orders, slips); d.version() < s.version {
			d.Fatalf("%s's order no longer does what it did at version %d, at %v:\n%s\n\n%s",
				s.name, s.version, s.at.UTC(), s.what, d.letters[len(d.letters)-1].text)
		}
	}
	return d.finish()
}

// again takes one step and tells how many orders of the game it was.
func (d *desk) again(s step, orders int, slips map[int]string) int {
	d.Helper()
	switch {
	case s.kind == "":
		d.pass(s.outage.From)
		d.excuse(s.outage)
	case s.kind == events.CauseRuling:
		d.pass(s.at)
		d.rule(s.what)
	case s.plays:
		d.order(slips[orders], s.at, s.name, s.what)
		return 1
	case s.toTable:
		d.pass(s.at)
		d.reply(s.name, s.what)
	default:
		d.pass(s.at)
		d.ask(s.name, s.what)
	}
	return 0
}

// agreedAbsence spells what an opening says about the absent.
func agreedAbsence(a lobby.Absence) (with string) {
	switch a.Silences {
	case 0:
		with = " silences=off"
	case lobby.UsualSilences:
	default:
		with = fmt.Sprintf(" silences=%d", a.Silences)
	}
	if a.Replaced() {
		with += " absent=" + a.Absent
	}
	return with
}
