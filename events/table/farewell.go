package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// forgetting tells the sender what will be forgotten, and gives the code that makes
// it happen; with that code, it is noted to happen once this mail is answered.
func (s *hearing) forgetting(words []string, a *engine.Answer) error {
	if err := s.introduce("", nil); err != nil {
		return err
	}
	if len(words) == 1 {
		s.parting = true
		a.Say(ToldForget, "Code", s.Code(s.Player.ID, s.Now), "Hours", int(lobby.ForgetWithin/time.Hour))
		return nil
	}
	if len(words) > 2 || !s.confirms(words[1]) {
		return engine.Refuse("", "forget-code", "Hours", int(lobby.ForgetWithin/time.Hour)).Instead("forget me")
	}
	s.parting, s.leaves = true, true
	a.Say("forgotten")
	return nil
}

// ToldForget is the sentence of an answer that asks its reader to confirm, with its
// argument Code, that they want to be forgotten.
const ToldForget = "forget-asked"

// confirms tells whether a code was given to the sender lately enough. It is looked
// for by the hour, since a code holds no time.
func (s *hearing) confirms(code string) bool {
	for ago := time.Duration(0); ago <= lobby.ForgetWithin; ago += time.Hour {
		if s.Code(s.Player.ID, s.Now.Add(-ago)) == strings.ToLower(code) {
			return true
		}
	}
	return false
}

// Withdraw takes a player out of every table that is not over: before the game
// begins they leave, after that a bot plays on for them. A table at rest is seen to
// when it is mended. What fails at one table is no reason to stay at the others.
func (h *House) Withdraw(ctx context.Context, player string, now time.Time) error {
	streams, err := h.Log.Streams(ctx)
	if err != nil {
		return fmt.Errorf("withdraw player %s: %w", player, err)
	}
	var failed []error
	for _, id := range streams {
		names, err := h.Log.SeatNames(ctx, id)
		if err == nil && slices.ContainsFunc(names, func(n events.SeatName) bool { return n.Player == player }) {
			err = h.withdraw(ctx, id, player, now)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("withdraw player %s: %w", player, err))
		}
	}
	return errors.Join(failed...)
}

func (h *House) withdraw(ctx context.Context, id, player string, now time.Time) (err error) {
	for range 2 {
		err = h.withdrawOnce(ctx, id, player, now)
		if !errors.Is(err, events.ErrConflict) {
			break
		}
	}
	return err
}

func (h *House) withdrawOnce(ctx context.Context, id, player string, now time.Time) (err error) {
	t, err := h.awake(ctx, id)
	if errors.Is(err, ErrResting) {
		return nil
	}
	if err != nil {
		return err
	}
	defer t.blame(&err)
	w := h.begin(t, events.Cause{Kind: events.CauseRuling, Ref: "forget"})
	return h.commit(ctx, w, now, w.withdraw(player))
}

// withdraw has a player leave the table or give up their seat, if they have one.
func (w *work) withdraw(player string) error {
	seat, seated := w.Lobby.Seat(player)
	switch {
	case !seated || w.Lobby.Closed || w.Over() || w.Lobby.Places[seat-1].Bot:
		return nil
	case w.Play != nil:
		w.retimed = w.retimed || len(w.Lobby.AwayFrom(seat)) > 0
		return w.decided(seat, "", &lobby.Resigned{Seat: seat})
	}
	host := w.Lobby.Host()
	err := w.decided(seat, "", w.Lobby.Leave(player)...)
	if w.Lobby.Host() != host {
		w.host = w.Lobby.Host()
	}
	return err
}

// withdrawForgotten sees to those who were forgotten while the table rested.
func (h *House) withdrawForgotten(ctx context.Context, w *work) error {
	gone, err := h.Log.Forgettings(ctx)
	if err != nil {
		return err
	}
	for _, f := range gone {
		if err := w.withdraw(f.Player); err != nil {
			return err
		}
	}
	return nil
}
