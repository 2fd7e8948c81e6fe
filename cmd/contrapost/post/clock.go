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
// sealed answers, the closing of tables that nobody came to. All of it is derived
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

// pulse is how current the mailbox is.
type pulse struct {
	mu    sync.Mutex
	heard time.Time     // every mail that had arrived by then has been heard
	kept  time.Time     // of that, what the log knows
	beat  chan struct{} // holds one: heard has moved
}

// keepEvery is how often the pulse is written down.
const keepEvery = time.Minute

// Start reads how current the mailbox was when an earlier run ended.
func (c *Clock) Start(ctx context.Context) error {
	at, err := c.Log.Pulse(ctx)
	if err != nil {
		return fmt.Errorf("start the clock: %w", err)
	}
	c.pulse.mu.Lock()
	defer c.pulse.mu.Unlock()
	c.pulse.heard, c.pulse.kept, c.pulse.beat = at, at, make(chan struct{}, 1)
	return nil
}

// Heard is the time until which every mail that arrived has been heard.
func (c *Clock) Heard() time.Time {
	c.pulse.mu.Lock()
	defer c.pulse.mu.Unlock()
	return c.pulse.heard
}

// Caught is told that the mailbox was read to its end at a moment. After a gap it
// first excuses every table for it.
func (c *Clock) Caught(ctx context.Context, at time.Time) error {
	before := c.Heard()
	if gap := at.Sub(before); !before.IsZero() && gap > c.Outage {
		c.Slog.Warn("nobody could be heard", "from", before, "to", at)
		if err := c.excuse(ctx, lobby.Outage{From: before.UTC(), To: at.UTC()}); err != nil {
			return err
		}
	}
	c.pulse.mu.Lock()
	defer c.pulse.mu.Unlock()
	if at.Sub(c.pulse.kept) >= keepEvery {
		if err := c.Log.SetPulse(ctx, at); err != nil {
			return err
		}
		c.pulse.kept = at
	}
	if at.After(c.pulse.heard) {
		c.pulse.heard = at
	}
	select {
	case c.pulse.beat <- struct{}{}:
	default:
	}
	return nil
}

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

// tick says besides when the next thing will fall due (zero for never), and
// whether something that is due waits for the mailbox to be read.
func (c *Clock) tick(ctx context.Context) (next time.Time, deaf bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	tables, err := c.Tables(ctx)
	if err != nil {
		return next, false, err
	}
	s := sweep{Clock: c, now: c.Now(), heard: c.Heard()}
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
