package post

import (
	"context"
	"fmt"
	"sync"
	"time"

	"contrapost/engine/lobby"
)

// pulse is how current the mailbox is.
type pulse struct {
	mu    sync.Mutex
	heard time.Time     // every mail that had arrived by then has been heard
	alive time.Time     // when a mail was last handled on the way to the next such moment
	ours  bool          // heard is of this run, so that it can be held against the time that really passed
	kept  time.Time     // of heard, what the log knows
	beat  chan struct{} // holds one: heard has moved
}

// keepEvery is how often the pulse is written down.
const keepEvery = time.Minute

// wildest is how far the machine's clock may run away from the time that really
// passes before nothing is believed any more. A machine that was asleep for longer
// is started anew by its operator.
const wildest = 60 * 24 * time.Hour

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

// Handled is told that a mail has been heard, with perhaps more of them to come: a
// busy service is not a deaf one.
func (c *Clock) Handled(at time.Time) {
	c.pulse.mu.Lock()
	defer c.pulse.mu.Unlock()
	c.pulse.alive = at
}

// Caught is told that the mailbox was read to its end at a moment. After a gap it
// first excuses every table for it.
func (c *Clock) Caught(ctx context.Context, at time.Time) error {
	from, err := c.pulse.last(at)
	if err != nil {
		return err
	}
	// The machine's clock, not the time that passed for this process: that stands
	// still while a machine sleeps.
	if gap := at.Round(0).Sub(from.Round(0)); !from.IsZero() && gap > c.Outage {
		c.Slog.Warn("nobody could be heard", "from", from, "to", at)
		if err := c.excuse(ctx, lobby.Outage{From: from.UTC(), To: at.UTC()}); err != nil {
			return err
		}
	}
	return c.keep(ctx, at)
}

// last is when the mailbox was known to be read, before a moment. It is an error if
// the machine's clock has run away since.
func (p *pulse) last(at time.Time) (time.Time, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := p.heard
	if p.alive.After(last) {
		last = p.alive
	}
	if !p.ours {
		return last, nil
	}
	return last, runaway(at.Round(0).Sub(last.Round(0)), at.Sub(last))
}

// runaway holds what the machine's clock says has passed against what really has.
func runaway(shown, passed time.Duration) error {
	if jump := shown - passed; jump.Abs() > wildest {
		return fmt.Errorf("the machine's clock has jumped by %v: nothing is believed until it is set right, or the service is started anew", jump)
	}
	return nil
}

// keep moves the pulse on; back where the clock was set back.
func (c *Clock) keep(ctx context.Context, at time.Time) error {
	c.pulse.mu.Lock()
	defer c.pulse.mu.Unlock()
	since := at.Round(0).Sub(c.pulse.kept.Round(0))
	if since < 0 {
		c.Slog.Warn("the mailbox was last read in the future: the clock was ahead, or is behind", "read", c.pulse.kept, "now", at)
	}
	if since >= keepEvery || since < 0 {
		if err := c.Log.SetPulse(ctx, at); err != nil {
			return err
		}
		c.pulse.kept = at
	}
	c.pulse.heard, c.pulse.ours = at, true
	select {
	case c.pulse.beat <- struct{}{}:
	default:
	}
	return nil
}
