package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"

	"contrapost/events"
	"contrapost/mailer"
)

// brink is where a service stops as by a crash: from one step on nothing of what it
// does is done any more, and its context ends.
type brink struct {
	mu    sync.Mutex
	at    string         // the step at which it stops; "" for none
	left  int            // how often that step has yet to come
	steps map[string]int // how often each step came
	fell  bool           // it has
	dead  bool           // it has, and has not been started again
	stop  context.CancelFunc
}

func newBrink(at string, occurrence int) *brink {
	return &brink{at: at, left: occurrence, steps: map[string]int{}}
}

var errFallen = errors.New("the service is no more")

// stands has a service at work again, which stop ends.
func (b *brink) stands(stop context.CancelFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dead, b.stop = false, stop
}

func (b *brink) fallen() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fell
}

// pass is called at each step. An error means that the service has got no further.
func (b *brink) pass(step string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.dead {
		return errFallen
	}
	b.steps[step]++
	if b.at != step || b.fell {
		return nil
	}
	if b.left--; b.left > 0 {
		return nil
	}
	b.fell, b.dead = true, true
	b.stop()
	return errFallen
}

// step does something that changes the world, unless the service falls before it;
// if it falls after it, nobody hears that it was done.
func (b *brink) step(name string, do func() error) error {
	if err := b.pass("before " + name); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return b.pass("after " + name)
}

// brinkLog is a log whose every writing is a step.
type brinkLog struct {
	events.Log
	brink *brink
}

func (l brinkLog) Commit(ctx context.Context, b events.Batch) (r events.Receipt, err error) {
	name := "commit"
	if b.Mail != nil {
		name = "commit of a mail"
	}
	err = l.brink.step(name, func() (err error) { r, err = l.Log.Commit(ctx, b); return err })
	return r, err
}

func (l brinkLog) Claim(ctx context.Context, now time.Time, limit int) (all []events.Letter, err error) {
	if _, due, err := l.Log.NextLetter(ctx); err != nil || !due { // claiming nothing is no step
		return nil, err
	}
	err = l.brink.step("claim", func() (err error) { all, err = l.Log.Claim(ctx, now, limit); return err })
	return all, err
}

func (l brinkLog) Rendered(ctx context.Context, id int64, messageID string, raw []byte) error {
	return l.brink.step("render", func() error { return l.Log.Rendered(ctx, id, messageID, raw) })
}

func (l brinkLog) Settle(ctx context.Context, id int64, f events.Fate) error {
	return l.brink.step("settle", func() error { return l.Log.Settle(ctx, id, f) })
}

func (l brinkLog) GiveBack(ctx context.Context, ids []int64) error {
	return l.brink.step("give back", func() error { return l.Log.GiveBack(ctx, ids) })
}

func (l brinkLog) SetCursor(ctx context.Context, c events.Cursor) error {
	return l.brink.step("cursor", func() error { return l.Log.SetCursor(ctx, c) })
}

func (l brinkLog) SetPulse(ctx context.Context, at time.Time) error {
	return l.brink.step("pulse", func() error { return l.Log.SetPulse(ctx, at) })
}

// brinkCourier is a courier whose every letter is a step.
type brinkCourier struct {
	courier *mailer.Courier
	brink   *brink
}

func (c brinkCourier) Send(ctx context.Context, from, to string, raw []byte) (r mailer.Result) {
	err := c.brink.step("send", func() error { r = c.courier.Send(ctx, from, to, raw); return nil })
	if err != nil {
		return mailer.Result{State: mailer.Uncertain, Err: err}
	}
	return r
}

// ledge is an IMAP session of the service's, whose fetching and flagging are steps.
type ledge struct {
	imapserver.SessionIMAP4rev2
	brink *brink
}

func (b *brink) watch(s imapserver.SessionIMAP4rev2) imapserver.SessionIMAP4rev2 {
	return &ledge{SessionIMAP4rev2: s, brink: b}
}

// Fetch of a text is a step.
func (l *ledge) Fetch(to *imapserver.FetchWriter, set imap.NumSet, options *imap.FetchOptions) error {
	fetch := func() error { return l.SessionIMAP4rev2.Fetch(to, set, options) }
	if len(options.BodySection) == 0 {
		return fetch()
	}
	return l.brink.step("fetch", fetch)
}

// Store is a step.
func (l *ledge) Store(to *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, options *imap.StoreOptions) error {
	return l.brink.step("flag", func() error { return l.SessionIMAP4rev2.Store(to, set, flags, options) })
}
