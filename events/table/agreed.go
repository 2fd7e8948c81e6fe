package table

import (
	"context"
	"fmt"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
)

// pausing wishes for a pause, which begins once all players have.
func (s *hearing) pausing(_ []string, a *engine.Answer) error {
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	seat := s.seatAt(s.at)
	if err := s.Lobby.MayWish(s.at.Lobby, seat, s.Now); err != nil {
		return err
	}
	told := s.at.wishedLately(seat, s.Now)
	if err := s.at.decided(seat, "pause", s.at.Lobby.Wish(seat, s.Now)...); err != nil {
		return err
	}
	if s.at.Lobby.ByPlayers {
		s.at.retimed = true
		a.Say("paused", "Days", int(lobby.LongestAgreed/(24*time.Hour)))
		return nil
	}
	s.at.retimed = s.at.retimed || !told
	a.Say("wished", "Names", s.at.named(s.at.Lobby.Unwilling(s.Now)), "Days", int(lobby.WishesLast/(24*time.Hour)))
	return nil
}

// resuming asks for the end of a pause that the players agreed on, or takes back the
// sender's wish for one.
func (s *hearing) resuming(_ []string, a *engine.Answer) error {
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	seat := s.seatAt(s.at)
	if err := s.Lobby.MayResume(s.at.Lobby, seat, s.Now); err != nil {
		return err
	}
	if s.at.Lobby.Paused.IsZero() {
		a.Say("unwished")
		return s.at.decided(seat, "resume", s.at.Lobby.Withdraw(seat))
	}
	s.at.retimed = true
	if err := s.at.decided(seat, "resume", s.at.Lobby.AskResume(seat, s.Now)); err != nil {
		return err
	}
	a.Say("resumed", "UnixWhen", int(s.at.Lobby.Resuming.Unix()))
	return nil
}

// named gives the names in seats.
func (t *Table) named(seats []engine.Seat) []string {
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = t.Names.Name(s)
	}
	return names
}

// wake lets a table go on whose players had agreed on a pause that is over, and tells
// them.
func (h *House) wake(ctx context.Context, t *Table, now time.Time) (moved bool, err error) {
	due, ok := t.wakes()
	if !ok || due.After(h.heard(now)) {
		return false, nil
	}
	w := h.begin(t, clock(due))
	if err := w.decided(engine.Onlooker, "", t.Lobby.EndAgreed(now)); err != nil {
		return false, fmt.Errorf("end the pause of table %s: %w", t.ID, err)
	}
	return true, h.tell(ctx, w, KindTimed, now)
}
