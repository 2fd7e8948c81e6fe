package table

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Settle does what a table owes by itself: the orders of its bots, and the opening
// of sealed answers whose time has come, each in a transaction of its own, until a
// player is awaited, the time has not come, or the game is over. Like all that the
// clock does, it is ErrResting at a table that rests, and a *Fault if the game fails.
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

func (h *House) advance(ctx context.Context, id string, now time.Time) (moved bool, err error) {
	t, err := h.awake(ctx, id)
	if err != nil {
		return false, err
	}
	defer t.blame(&err)
	if t.Play == nil || t.Over() || !t.Lobby.Paused.IsZero() {
		return h.wake(ctx, t, now)
	}
	if _, due := t.deserted(); due { // a return of the game has shown that everybody has chosen
		w := h.begin(t, events.Cause{Kind: events.CauseBot})
		return true, h.commit(ctx, w, now, w.Attempt(func() error { return w.leave(now) }))
	}
	if bots := t.bots(); len(bots) > 0 {
		w := h.begin(t, events.Cause{Kind: events.CauseBot})
		return true, h.commit(ctx, w, now, w.bot(bots[0], now))
	}
	if !h.mayOpen(t, now) {
		return false, nil
	}
	if moved, err := h.carryBefore(ctx, id, now); moved || err != nil {
		return moved, err
	}
	w := h.begin(t, clock(now))
	return true, h.commit(ctx, w, now, w.lapse(engine.Onlooker))
}

// mayOpen tells whether the clock may open what is sealed.
func (h *House) mayOpen(t *Table, now time.Time) bool {
	switch {
	case t.window == nil || t.window.ready == nil:
		return false
	case h.Prompt || t.window.ready.opening == engine.AtOnce:
		return true
	}
	return !t.opening().After(h.heard(now))
}

// heard is the time until which every mail that arrived has been heard. Until then
// silence is known to be silence, and no later.
func (h *House) heard(now time.Time) time.Time {
	if h.Heard == nil {
		return now
	}
	if heard := h.Heard(); heard.Before(now) {
		return heard
	}
	return now // the clock was ahead when the mailbox was read
}

func clock(due time.Time) events.Cause {
	return events.Cause{Kind: events.CauseClock, Ref: due.UTC().Format(time.RFC3339)}
}

// Lapse takes the silence of those seats whose time is over for the answer that
// their game's rules give it. It may be called at any time, and again.
func (h *House) Lapse(ctx context.Context, id string, now time.Time) (err error) {
	t, err := h.awake(ctx, id)
	if err != nil {
		return err
	}
	defer t.blame(&err)
	var due time.Time
	var late []engine.Seat
	for _, seat := range engine.Seats(len(t.Lobby.Places)) {
		if deadline, asked := t.Deadline(seat); asked && !deadline.After(h.heard(now)) {
			late, due = append(late, seat), deadline
		}
	}
	if len(late) == 0 {
		return nil
	}
	if moved, err := h.carryBefore(ctx, id, now, late...); err != nil {
		return err
	} else if moved {
		return h.Lapse(ctx, id, now)
	}
	w := h.begin(t, clock(due))
	was := engine.Asking(t.Play, len(t.Lobby.Places))
	for _, seat := range late {
		if t.Play.Asked(seat) != was.Of(seat) { // an earlier one's silence has moved the game on
			continue
		}
		err := w.lapse(seat)
		if err == nil {
			err = w.leave(now)
		}
		if err != nil {
			return fmt.Errorf("lapse of seat %d at table %s: %w", seat, id, err)
		}
	}
	return h.commit(ctx, w, now, nil)
}

// Remind has a seat reminded of what it is asked since a version, once a name.
// ErrDone says that it was, ErrConflict that the table has moved meanwhile; a seat
// that is asked something else by now is passed over.
func (h *House) Remind(ctx context.Context, id string, seat engine.Seat, version int64, name string, now time.Time) (err error) {
	t, err := h.awake(ctx, id)
	if err != nil {
		return err
	}
	defer t.blame(&err)
	q, asked := t.Question(seat)
	if !asked || q.Version != version || t.Lobby.Places[seat-1].Bot {
		return nil
	}
	b := events.Batch{
		Now: now, Once: name, Appends: []events.Append{{Stream: id, Expected: t.Version}},
		Letters: []events.Letter{{
			Stream: id, Seat: uint8(seat), Player: t.Lobby.Player(seat), Kind: KindReminder, Cause: name,
		}},
	}
	fresh, err := h.justTold(ctx, t, t.Lobby.Player(seat), q, now)
	if err != nil {
		return err
	}
	if fresh {
		b.Letters = nil
	}
	if err := h.schedule(ctx, &b, func(events.Letter) time.Time { return q.Deadline }); err != nil {
		return err
	}
	if _, err = h.Log.Commit(ctx, b); err != nil {
		return fmt.Errorf("remind seat %d at table %s: %w", seat, id, err)
	}
	return nil
}

// justTold tells whether the letter that puts a question to a player is still to leave,
// or did so only lately: then it is their reminder, and another would come on its heels.
func (h *House) justTold(ctx context.Context, t *Table, player string, q Question, now time.Time) (bool, error) {
	letters, err := h.Log.Letters(ctx, t.ID)
	if err != nil {
		return false, err
	}
	lately := q.Opened.Add(now.Sub(q.Opened) * 3 / 4)
	for _, l := range letters {
		if l.Player != player || l.Seat == 0 || l.Version < q.Version || l.State == events.Superseded || l.State == events.Refused {
			continue
		}
		return l.State != events.Sent && l.Attempts < 2 || l.Sent.After(lately), nil
	}
	return false, nil
}

// Excuse leaves a time in which nobody could be heard out of all that a table
// waits for, and tells its players. What an earlier call has excused of it stays
// so, and is not counted again.
func (h *House) Excuse(ctx context.Context, id string, o lobby.Outage, now time.Time) (err error) {
	t, err := h.awake(ctx, id)
	if err != nil {
		return err
	}
	defer t.blame(&err)
	o = t.Lobby.Unexcused(o)
	if !o.To.After(o.From) || t.Ended() {
		return nil
	}
	w := h.begin(t, clock(o.To))
	if err := w.decided(engine.Onlooker, "", &lobby.Excused{Outage: o}); err != nil {
		return fmt.Errorf("excuse an outage at table %s: %w", id, err)
	}
	if t.Play == nil { // its players wait for others to sit down, not the other way round
		return h.commit(ctx, w, now, nil)
	}
	return h.tell(ctx, w, KindDelayed, now)
}

// CloseSilent closes a table that has waited for players in vain.
func (h *House) CloseSilent(ctx context.Context, id string, now time.Time) (err error) {
	t, err := h.awake(ctx, id)
	if err != nil {
		return err
	}
	defer t.blame(&err)
	due, _ := t.Own()
	if !t.Forming() || due.After(h.heard(now)) {
		return nil
	}
	w := h.begin(t, clock(due))
	if err := w.decided(engine.Onlooker, "", &lobby.Closed{Why: lobby.ClosedSilent}); err != nil {
		return fmt.Errorf("close table %s: %w", id, err)
	}
	return h.tell(ctx, w, KindClosed, now)
}

// tell commits what was decided with a letter to every player at the table.
func (h *House) tell(ctx context.Context, w *work, kind string, now time.Time) error {
	b := events.Batch{Now: now, Appends: []events.Append{w.append()}}
	for i, p := range w.Lobby.Places {
		if p.Player != "" && !p.Bot {
			b.Letters = append(b.Letters, events.Letter{
				Stream: w.ID, Seat: uint8(i + 1), Player: p.Player, Kind: kind, Cause: fmt.Sprintf("version:%d", w.from),
			})
		}
	}
	if err := h.schedule(ctx, &b, w.until(now)); err != nil {
		return err
	}
	_, err := h.Log.Commit(ctx, b)
	return err
}

func (w *work) lapse(seat engine.Seat) error {
	return w.Attempt(func() error { return w.do(seat, w.Play.Lapse(seat, w.luck())) })
}

// bot plays an awaited seat from that seat's knowledge. Its luck is keyed apart
// from the table's, so that no shuffle shares a draw with it.
func (w *work) bot(seat engine.Seat, now time.Time) error {
	return w.Attempt(func() error { return w.played(seat, now) })
}

func (w *work) played(seat engine.Seat, now time.Time) error {
	order := w.botWords(seat)
	if _, err := w.order(seat, w.Game.Lexicon().Read(order, w.Names), now); err != nil {
		return fmt.Errorf("bot in seat %d said %q: %w", seat, order, err)
	}
	return nil
}

func (w *work) botWords(seat engine.Seat) string {
	seed := w.Lobby.Seed(w.secret)
	own := sha256.Sum256(append([]byte("bot "+seat.String()+"\n"), seed[:]...))
	return w.Play.Bot(seat, engine.NewChance(own, w.Version))
}

// commit writes what was decided, unless deciding failed or nothing happened.
func (h *House) commit(ctx context.Context, w *work, now time.Time, err error) error {
	if err != nil || len(w.drafts) == 0 {
		return err
	}
	b := events.Batch{Now: now, Appends: []events.Append{w.append()}, Letters: w.letters(now, engine.Onlooker)}
	if err := h.schedule(ctx, &b, w.until(now)); err != nil {
		return err
	}
	_, err = h.Log.Commit(ctx, b)
	return err
}
