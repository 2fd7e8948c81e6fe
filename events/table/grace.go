package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// loss is what waited of a player and was dropped.
type loss struct {
	version int64
	player  string // id
}

// await notes, once an entry is folded in, by which mail what waits has come, and what
// the entry has made pointless.
func (t *Table) await(e events.Entry, before lobby.State) {
	seat := engine.Seat(e.Seat)
	switch e.Kind {
	case (lobby.Waiting{}).Kind():
		if t.waitedBy == nil {
			t.waitedBy = map[engine.Seat]string{}
		}
		t.waitedBy[seat] = e.Cause.Ref
		return
	case (lobby.Cancelled{}).Kind(), (lobby.Due{}).Kind(), (lobby.Published{}).Kind():
		return
	}
	for _, w := range before.Waits {
		if _, still := t.Lobby.WaitOf(w.Seat); !still {
			t.losses = append(t.losses, loss{version: t.Version + 1, player: before.Player(w.Seat)})
		}
	}
}

// Dropped tells whether orders of a player's that waited were dropped after a version,
// otherwise than by themselves. Whoever got their seat is not told.
func (t *Table) Dropped(player string, after int64) bool {
	for _, l := range t.losses {
		if l.player == player && l.version > after {
			return true
		}
	}
	return false
}

// patience is until when orders that a seat gives now would wait; ok is false where
// they do not: neither past a deadline nor where they could not be carried out at all.
func (s *hearing) patience(seat engine.Seat) (due time.Time, ok bool, err error) {
	if s.at.Lobby.Times.Grace == 0 || s.Lobby.MayPlay(s.at.Lobby) != nil {
		return due, false, nil
	}
	due = s.Now.Add(s.at.Lobby.Times.Grace).UTC().Truncate(time.Millisecond)
	err = s.at.Attempt(func() error {
		if s.at.Over() {
			due = s.Now
		}
		if deadline, asked := s.at.Deadline(seat); asked && deadline.Before(due) {
			due = deadline
		}
		return nil
	})
	return due, err == nil && due.After(s.Now), err
}

// queue has an order of the game wait with those before it in the mail. The first is
// judged now, as preview judges it; those behind it by their form alone, and once they
// run, when what the first has done is known. So no word is kept for ever that is none of
// the game's: entries are never erased.
func (s *hearing) queue(seat engine.Seat, words []string, due time.Time, a *engine.Answer) error {
	spelled, err := s.spell(seat, words)
	if err != nil {
		return err
	}
	a.Order = spelled
	if s.unkept {
		a.Say("waits-too")
	} else {
		a.Say(ToldUntil, "Due", int(due.Unix()))
	}
	s.queued, s.unkept, s.due = append(s.queued, a.Order), true, due
	return nil
}

func (s *hearing) spell(seat engine.Seat, words []string) (spelled string, err error) {
	if len(s.queued) > 0 {
		return s.at.Game.Spell(words)
	}
	command, err := s.at.hear(seat, words, func(engine.Seat, engine.Command) error { return nil })
	if err != nil {
		return "", err
	}
	return command.String(), nil
}

// ToldUntil is the sentence of an answer that says until when an order waits: its gap
// When is its argument Due (Unix seconds) in the reader's zone.
const ToldUntil = "waits-until"

// keepWaiting puts what has been queued into the log, in the place of what waited.
func (s *hearing) keepWaiting() error {
	if !s.unkept {
		return nil
	}
	s.unkept = false
	seat := s.seatAt(s.at)
	return s.at.decided(seat, "wait", s.at.Lobby.Wait(seat, s.queued, s.due))
}

// cancelling drops what waits of the sender's.
func (s *hearing) cancelling(_ []string, a *engine.Answer) error {
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	seat := s.seatAt(s.at)
	if err := s.Lobby.MayCancel(s.at.Lobby, seat); err != nil {
		return err
	}
	s.queued = nil
	a.Say("waits-no-more")
	return s.at.decided(seat, "cancel waiting", s.at.Lobby.Cancel(seat))
}

// Carry runs the orders that wait and whose time has come, as far as the mailbox has
// been read until then: a later mail may have replaced them. It may be called at any
// time, and again.
func (h *House) Carry(ctx context.Context, id string, now time.Time) error {
	due := func(_ *Table, w lobby.Waiting) bool { return !w.Due.After(h.heard(now)) }
	for {
		moved, err := h.carryOne(ctx, id, now, due)
		if err != nil || !moved {
			return err
		}
	}
}

// carryFirst runs what waits of a mail's sender and was due before the mail came: it
// comes too late to replace that, however late the clock is.
func (h *House) carryFirst(ctx context.Context, m Heard) error {
	if m.Table == "" {
		return nil
	}
	arrived := m.Mail.Received
	if arrived.After(m.Now) { // by a clock that is ahead
		arrived = m.Now
	}
	_, err := h.carryOne(ctx, m.Table, m.Now, func(t *Table, w lobby.Waiting) bool {
		return t.Lobby.Player(w.Seat) == m.Player.ID && !w.Due.After(arrived)
	})
	if errors.Is(err, ErrResting) { // and the mail is answered so
		return nil
	}
	return err
}

// carryOne runs what waits of the first seat of which it is due.
func (h *House) carryOne(ctx context.Context, id string, now time.Time, due func(*Table, lobby.Waiting) bool) (moved bool, err error) {
	t, err := h.awake(ctx, id)
	if err != nil {
		return false, err
	}
	defer t.blame(&err)
	for _, wait := range t.Lobby.Waits {
		if due(t, wait) {
			return true, h.carry(ctx, t, wait, now)
		}
	}
	return false, nil
}

// carry runs what waits of a seat, in one transaction, under the cause of the mail that
// brought it, and has its player sent what became of it.
func (h *House) carry(ctx context.Context, t *Table, wait lobby.Waiting, now time.Time) error {
	mail := events.Cause{Kind: events.CauseMail, Ref: t.waitedBy[wait.Seat]}
	w := h.begin(t, clock(wait.Due))
	version := w.Version
	if err := w.decided(wait.Seat, "", w.Lobby.Fall(wait.Seat)); err != nil {
		return err
	}
	w.cause = mail
	answers, err := w.carried(wait, now)
	if err != nil {
		return fmt.Errorf("run what waits of seat %d at table %s: %w", wait.Seat, t.ID, err)
	}
	told, err := json.Marshal(answers)
	if err != nil {
		return fmt.Errorf("store answers: %w", err)
	}
	player := w.Lobby.Player(wait.Seat)
	b := events.Batch{
		Now: now, Appends: []events.Append{w.append()},
		// No mail has come: the row is what the letter finds the answers by.
		Mail: &events.Mail{
			Key: fmt.Sprintf("waiting %s version %d", t.ID, version), Stream: t.ID, Seat: uint8(wait.Seat), Player: player,
			Received: wait.Due, Heard: now, Answers: told,
		},
	}
	err = w.Attempt(func() error { b.Letters = w.letters(now, wait.Seat); return nil })
	if err != nil {
		return err
	}
	b.Letters = append(b.Letters, events.Letter{Stream: t.ID, Seat: uint8(wait.Seat), Player: player, Kind: KindCarried, Mail: -1})
	if err := h.schedule(ctx, &b, w.until(now)); err != nil {
		return err
	}
	if _, err := h.Log.Commit(ctx, b); err != nil {
		return fmt.Errorf("run what waits of seat %d at table %s: %w", wait.Seat, t.ID, err)
	}
	return nil
}

// carried gives each order to the game, until one is refused.
func (w *work) carried(wait lobby.Waiting, now time.Time) ([]engine.Answer, error) {
	answers := make([]engine.Answer, 0, len(wait.Lines))
	refused := false
	for _, line := range wait.Lines {
		a := engine.Answer{Line: line, Order: line, Verdict: engine.NotTried}
		if !refused {
			command, err := w.order(wait.Seat, w.Game.Lexicon().Read(line, nil), now)
			switch no := (*engine.Refusal)(nil); {
			case errors.As(err, &no):
				a.Verdict, a.Refusal, refused = engine.Refused, no, true
			case err != nil:
				return nil, err
			default:
				a.Verdict, a.Order = engine.Done, command.String()
			}
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// carryBefore runs what waits before something that would come too early for it: a
// lapse of those seats, or, with none, the opening of what lies sealed.
func (h *House) carryBefore(ctx context.Context, id string, now time.Time, seats ...engine.Seat) (moved bool, err error) {
	return h.carryOne(ctx, id, now, func(_ *Table, w lobby.Waiting) bool {
		for _, s := range seats {
			if s == w.Seat {
				return true
			}
		}
		return len(seats) == 0
	})
}
