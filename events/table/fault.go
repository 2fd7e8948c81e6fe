package table

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Fault says that a table cannot go on: an entry does not fold, or its game failed
// while it decided, chose, asked or worded something. Failures of the log, of a
// context, and lost races are never one.
//
// It does not unwrap: what broke inside a game may look like a refusal or like an
// error of the log, and must not be taken for one.
type Fault struct {
	Table   string
	Version int64 // the last that was folded
	Err     error
}

func (f *Fault) Error() string {
	return fmt.Sprintf("table %s, at version %d: %v", f.Table, f.Version, f.Err)
}

// Stack is where the game panicked; "" if it gave an error.
func (f *Fault) Stack() string {
	if p, ok := errors.AsType[*Panic](f.Err); ok {
		return string(p.Stack)
	}
	return ""
}

// Panic is a panic of game code. Its stack is for the operator's log and not part
// of the message.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// ErrResting says that a table rests after a fault: nothing happens at it until
// Mend.
var ErrResting = errors.New("table is at rest")

// safely makes an error of a panic.
func safely(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Panic{Value: p, Stack: debug.Stack()}
		}
	}()
	return do()
}

// Attempt does something with the table's game and nothing else: whatever goes
// wrong, a panic included, is the table's Fault.
func (t *Table) Attempt(do func() error) error {
	if err := safely(do); err != nil {
		return t.fault(err)
	}
	return nil
}

// blame, deferred, makes the table's fault of a panic. Errors stay what they are.
func (t *Table) blame(err *error) {
	if p := recover(); p != nil {
		*err = t.fault(&Panic{Value: p, Stack: debug.Stack()})
	}
}

// fault lays an error at the table's door. A table that is not in the log yet
// cannot rest, and has no fault of its own.
func (t *Table) fault(err error) error {
	if _, already := errors.AsType[*Fault](err); already {
		return err
	}
	if len(t.marks) == 0 {
		return fmt.Errorf("open table %s: %w", t.ID, err)
	}
	return &Fault{Table: t.ID, Version: int64(len(t.marks)), Err: err}
}

// awake loads a table, unless it rests.
func (h *House) awake(ctx context.Context, id string) (*Table, error) {
	_, err := h.Log.Fault(ctx, id)
	if err == nil {
		return nil, fmt.Errorf("table %s: %w", id, ErrResting)
	}
	if !errors.Is(err, events.ErrNotFound) {
		return nil, err
	}
	return h.Load(ctx, id, 0)
}

// rehearsal is a log at which no table rests and nothing is kept.
type rehearsal struct{ events.Log }

func (rehearsal) Fault(context.Context, string) (events.Fault, error) {
	return events.Fault{}, events.ErrNotFound
}

func (rehearsal) Commit(context.Context, events.Batch) (events.Receipt, error) {
	return events.Receipt{}, nil
}

// Rehearse finds out whether a table at rest can go on: whether it folds, moves its
// bots, takes the silences that are due, and hears mails it could not hear before.
// Nothing of it is kept. The error is the table's Fault if it cannot.
func (h *House) Rehearse(ctx context.Context, id string, mails []Heard, now time.Time) error {
	stage := *h
	stage.Log, stage.Heard = rehearsal{h.Log}, nil
	if _, err := stage.advance(ctx, id, now); err != nil {
		return fmt.Errorf("rehearse what table %s owes: %w", id, err)
	}
	if _, err := stage.carryOne(ctx, id, now, func(*Table, lobby.Waiting) bool { return true }); err != nil {
		return fmt.Errorf("rehearse what waits at table %s: %w", id, err)
	}
	if err := stage.Lapse(ctx, id, now); err != nil {
		return fmt.Errorf("rehearse silence at table %s: %w", id, err)
	}
	for _, m := range mails {
		if _, err := stage.Hear(ctx, m); err != nil {
			return fmt.Errorf("rehearse mail for table %s: %w", id, err)
		}
	}
	return nil
}

// Mend lets a table that rested go on. The time it rested is excused in the same
// transaction, and whoever has sat there is told: by a letter of the table if they
// still play, by one of the service otherwise.
func (h *House) Mend(ctx context.Context, f events.Fault, now time.Time) error {
	t, err := h.Load(ctx, f.Stream, 0)
	if err != nil {
		return err
	}
	b := events.Batch{Now: now, Faults: []events.Fault{{Stream: t.ID, Lifted: true}}}
	w := h.begin(t, clock(now))
	if o := t.Lobby.Unexcused(lobby.Outage{From: f.At.UTC(), To: now.UTC()}); o.To.After(o.From) {
		if err := w.decided(engine.Onlooker, "", &lobby.Excused{Outage: o}); err != nil {
			return err
		}
	}
	if err := h.withdrawForgotten(ctx, w); err != nil {
		return err
	}
	if err := h.bringAll(ctx, w, now); err != nil {
		return err
	}
	b.Appends = []events.Append{w.append()}
	names, err := h.Log.SeatNames(ctx, t.ID)
	if err != nil {
		return fmt.Errorf("names at table %s: %w", t.ID, err)
	}
	for _, n := range names {
		b.Letters = append(b.Letters, t.mended(n.Player))
	}
	if err := h.schedule(ctx, &b, w.until(now)); err != nil {
		return err
	}
	if _, err := h.Log.Commit(ctx, b); err != nil {
		return fmt.Errorf("mend table %s: %w", t.ID, err)
	}
	return nil
}

// mended is the letter that tells a player that the table goes on.
func (t *Table) mended(player string) events.Letter {
	l := events.Letter{Version: t.Version, Player: player, Kind: KindMended, Cause: AboutTable(t.ID)}
	if seat, ok := t.Lobby.Seat(player); ok && !t.Lobby.Places[seat-1].Bot {
		l.Stream, l.Seat = t.ID, uint8(seat)
	}
	return l
}

// AboutTable is the cause of a letter of the service that speaks of a table.
func AboutTable(id string) string { return "table:" + id }
