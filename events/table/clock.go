package table

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"contrapost/engine"
	"contrapost/events"
)

// Settle does what a table owes by itself: the orders of its bots and, where the
// house is prompt, the opening of complete sealed windows, each in a transaction
// of its own, until a player is awaited or the game is over.
func (h *House) Settle(ctx context.Context, id string, now time.Time) error {
	for {
		moved, err := h.advance(ctx, id, now)
		if err != nil && !errors.Is(err, events.ErrConflict) {
			return fmt.Errorf("settle table %s: %w", id, err)
		}
		if err == nil && !moved {
			return nil
		}
	}
}

func (h *House) advance(ctx context.Context, id string, now time.Time) (bool, error) {
	t, err := h.Load(ctx, id, 0)
	if err != nil || t.Play == nil || t.Over() {
		return false, err
	}
	if bots := t.bots(); len(bots) > 0 {
		w := h.begin(t, events.Cause{Kind: events.CauseBot})
		return true, h.commit(ctx, w, now, w.bot(bots[0]))
	}
	if len(t.Play.Awaited()) > 0 || !h.Prompt {
		return false, nil
	}
	w := h.begin(t, events.Cause{Kind: events.CauseClock, Ref: now.UTC().Format(time.RFC3339)})
	return true, h.commit(ctx, w, now, w.lapse(engine.Onlooker))
}

// Lapse takes the silence of seats for the answer their game's rules give it.
// Seats that are no longer awaited are passed over.
func (h *House) Lapse(ctx context.Context, id string, seats []engine.Seat, due, now time.Time) error {
	t, err := h.Load(ctx, id, 0)
	if err != nil {
		return err
	}
	if t.Play == nil {
		return nil
	}
	w := h.begin(t, events.Cause{Kind: events.CauseClock, Ref: due.UTC().Format(time.RFC3339)})
	for _, seat := range seats {
		if t.Play.Asked(seat).Kind == "" {
			continue
		}
		if err := w.lapse(seat); err != nil {
			return fmt.Errorf("lapse of seat %d at table %s: %w", seat, id, err)
		}
	}
	return h.commit(ctx, w, now, nil)
}

func (w *work) lapse(seat engine.Seat) error {
	return w.do(seat, w.Play.Lapse(seat, w.luck()))
}

// bot plays an awaited seat from that seat's knowledge. Its luck is keyed apart
// from the table's, so that no shuffle shares a draw with it.
func (w *work) bot(seat engine.Seat) error {
	seed := w.Lobby.Seed(w.secret)
	own := sha256.Sum256(append([]byte("bot "+seat.String()+"\n"), seed[:]...))
	order := w.Play.Bot(seat, engine.NewChance(own, w.Version))
	if _, err := w.order(seat, w.Game.Lexicon().Read(order, w.Names)); err != nil {
		return fmt.Errorf("bot in seat %d said %q: %w", seat, order, err)
	}
	return nil
}

// commit writes what was decided, unless deciding failed or nothing happened.
func (h *House) commit(ctx context.Context, w *work, now time.Time, err error) error {
	if err != nil || len(w.drafts) == 0 {
		return err
	}
	_, err = h.Log.Commit(ctx, events.Batch{
		Now: now, Appends: []events.Append{w.append()}, Letters: w.letters(now, engine.Onlooker),
	})
	return err
}
