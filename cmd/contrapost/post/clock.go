package post

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/projector"
	"contrapost/events/table"
)

// Clock does what falls due without a mail: deadlines, reminders, the opening of
// sealed answers, the end of pauses that players agreed on, the closing of tables that
// nobody came to. All of it is derived
// from the log and done under the table's version or under a name in the ledger,
// so that it may be asked at any time, twice at once, or a month late.
//
// Silence counts only as far as the mailbox is known to have been read: a deadline
// waits for the look at the mailbox that follows it. A gap between two such looks
// that is longer than Outage counts for nobody's silence.
type Clock struct {
	Log    events.Log
	House  *table.House
	Tables func(ctx context.Context) ([]projector.Table, error) // that wait for something, as of the last commit
	Look   func()                                               // has the mailbox looked at
	// Contain is given what failed at a table and takes its faults upon itself; nil
	// if nobody does.
	Contain func(ctx context.Context, err error) error
	Outage  time.Duration
	Now     func() time.Time
	Slog    *slog.Logger

	mu    sync.Mutex      // one at a time acts
	sent  map[string]bool // reminders known to be in the ledger
	pulse pulse
}

// excuse leaves a time in which nobody could be heard out of all that is waited for.
func (c *Clock) excuse(ctx context.Context, o lobby.Outage) error {
	tables, err := c.Tables(ctx)
	if err != nil {
		return fmt.Errorf("excuse an outage: %w", err)
	}
	var failed []error
	for _, t := range tables {
		err := c.again(func() error { return c.House.Excuse(ctx, t.Stream, o, c.Now()) })
		failed = append(failed, c.contain(ctx, err))
	}
	return errors.Join(failed...)
}

func (c *Clock) contain(ctx context.Context, err error) error {
	if err == nil || c.Contain == nil {
		return err
	}
	return c.Contain(ctx, err)
}

// again does something once more if the table has grown meanwhile.
func (c *Clock) again(do func() error) error {
	err := do()
	if errors.Is(err, events.ErrConflict) {
		err = do()
	}
	return err
}

// Run sleeps until something falls due and does it, until the context ends.
func (c *Clock) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		changed := c.Log.Changed()
		next, deaf, err := c.tick(ctx)
		if err != nil && ctx.Err() == nil {
			c.Slog.Error("clock", "err", err)
			next = c.Now().Add(time.Minute)
		}
		c.sleep(ctx, changed, next, deaf)
	}
	return nil
}

// sleep waits until a time, a change of the log, or, while something waits for
// that, a look at the mailbox. A burst of changes is one awakening.
func (c *Clock) sleep(ctx context.Context, changed <-chan struct{}, next time.Time, deaf bool) {
	var due <-chan time.Time
	if !next.IsZero() {
		timer := time.NewTimer(max(0, next.Sub(c.Now())))
		defer timer.Stop()
		due = timer.C
	}
	var beat <-chan struct{}
	if deaf {
		beat = c.pulse.beat
	}
	select {
	case <-ctx.Done():
		return
	case <-due:
		return
	case <-beat:
		return
	case <-changed:
	}
	burst := time.NewTimer(time.Second)
	defer burst.Stop()
	select {
	case <-ctx.Done():
	case <-due:
	case <-beat:
	case <-burst.C:
	}
}

// Tick does everything that has fallen due.
func (c *Clock) Tick(ctx context.Context) error {
	_, _, err := c.tick(ctx)
	return err
}

// Strike is Tick, and gives when the next thing will fall due; zero for never.
func (c *Clock) Strike(ctx context.Context) (next time.Time, err error) {
	next, _, err = c.tick(ctx)
	return next, err
}

// tick says besides when the next thing will fall due (zero for never), and
// whether something that is due waits for the mailbox to be read.
func (c *Clock) tick(ctx context.Context) (next time.Time, deaf bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	tables, err := c.Tables(ctx)
	if err != nil {
		return next, false, err
	}
	now := c.Now()
	s := sweep{Clock: c, now: now, heard: earlier(c.Heard(), now)}
	if err := s.wishes(ctx); err != nil {
		return next, false, err
	}
	var failed []error
	for _, t := range tables {
		if err := c.contain(ctx, s.table(ctx, t)); err != nil && !errors.Is(err, events.ErrConflict) {
			failed = append(failed, fmt.Errorf("table %s: %w", t.Stream, err))
		}
	}
	if s.deaf && c.Look != nil {
		c.Look()
	}
	return s.next, s.deaf, errors.Join(failed...)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
