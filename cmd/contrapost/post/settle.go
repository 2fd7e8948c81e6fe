package post

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"contrapost/events/projector"
)

// Settle follows the log and has every table do what it owes by itself: the moves
// of its bots, the opening of complete windows. It starts with the tables that owe
// something by their read rows. The others it looks at when there is nothing else to
// do, in case the rows are wrong or this binary does not fold them: folding all that
// is played would keep the mails waiting that a start finds in the mailbox. Tables
// that are over owe nothing. One that fails is tried again until the context ends.
func (r *Room) Settle(ctx context.Context) error {
	a := agenda{owing: map[string]bool{}}
	failed := 0
	for ctx.Err() == nil {
		changed := r.Log.Changed()
		if err := r.attend(ctx, &a); err != nil && ctx.Err() == nil {
			failed++
			r.Slog.Error("settle tables", "err", err)
			r.pause(ctx, failed)
			continue
		}
		failed = 0
		if len(a.unseen) == 0 {
			r.rest(ctx, changed, longestRest)
			continue
		}
		a.calm = r.calm(ctx, changed, a)
	}
	return nil
}

// calm tells whether the log has stood still for a second, or still does. On a log
// that never does, tables are looked at all the same after a while.
func (r *Room) calm(ctx context.Context, changed <-chan struct{}, a agenda) bool {
	wait := time.Second
	if a.calm || r.Now().Sub(a.began) > longestRest {
		wait = 0
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-changed:
		return r.Now().Sub(a.began) > longestRest
	case <-ctx.Done():
		return false
	}
}

// agenda is what Settle has before it.
type agenda struct {
	began    time.Time       // zero: not yet
	calm     bool            // there is nothing else to do
	position int64           // of the log, up to which it has been noted who owes
	owing    map[string]bool // tables to be settled now
	unseen   []string        // tables that owe nothing by their read rows, and have not been looked at
}

// attend settles what owes something by now, and one more table.
func (r *Room) attend(ctx context.Context, a *agenda) (err error) {
	if a.began.IsZero() {
		if err := r.begin(ctx, a); err != nil {
			return err
		}
	} else if a.calm && len(a.unseen) > 0 {
		a.owing[a.unseen[0]] = true
		a.unseen = a.unseen[1:]
	}
	a.position, err = r.note(ctx, a.position, a.owing)
	return errors.Join(err, r.settle(ctx, a.owing))
}

// begin takes up the tables that an earlier run left.
func (r *Room) begin(ctx context.Context, a *agenda) error {
	tables, upto, err := r.Standing(ctx)
	if err != nil {
		return err
	}
	for _, t := range tables {
		switch {
		case t.State == projector.Over || t.State == projector.Closed:
		case owes(t):
			a.owing[t.Stream] = true
		default:
			a.unseen = append(a.unseen, t.Stream)
		}
	}
	a.began, a.position = r.Now(), upto
	return nil
}

// owes tells whether a table waits for the house, by its read row.
func owes(t projector.Table) bool {
	bots := slices.ContainsFunc(t.Seats, func(s projector.Seat) bool { return s.Bot && s.Asked != "" })
	return t.State == projector.Playing && (bots || !t.Due.IsZero())
}

// note adds the tables that have entries past a position, and gives the new one.
func (r *Room) note(ctx context.Context, position int64, owing map[string]bool) (int64, error) {
	for {
		entries, err := r.Log.All(ctx, position, 500)
		if err != nil {
			return position, fmt.Errorf("follow the log past %d: %w", position, err)
		}
		for _, e := range entries {
			owing[e.Stream] = true
			position = e.Position
		}
		if len(entries) == 0 {
			return position, nil
		}
	}
}

// settle settles the tables that owe something; those that fail go on owing it,
// unless it is their own fault.
func (r *Room) settle(ctx context.Context, owing map[string]bool) error {
	var failed []error
	for _, id := range slices.Sorted(maps.Keys(owing)) {
		if err := r.Contain(ctx, r.House.Settle(ctx, id, r.Now())); err != nil {
			failed = append(failed, err)
			continue
		}
		delete(owing, id)
	}
	return errors.Join(failed...)
}
