package mailer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Probe is one connection to a mailbox, to find out whether it works: it keeps no
// cursor, looks at nothing that was there before, and marks nothing.
type Probe struct {
	visit *visit
	last  uint32 // the newest mail when it was opened
}

// OpenProbe connects, logs in and opens the mailbox, once.
func OpenProbe(ctx context.Context, config FetcherConfig) (*Probe, error) {
	f, err := NewFetcher(config)
	if err != nil {
		return nil, err
	}
	v, err := f.visit(ctx)
	if err != nil {
		return nil, err
	}
	p := &Probe{visit: v, last: max(v.next, 1) - 1}
	if v.next != 0 {
		return p, nil
	}
	mails, err := v.after(ctx, 0, false)
	if err != nil {
		p.Close()
		return nil, err
	}
	if len(mails) > 0 {
		p.last = mails[len(mails)-1].UID
	}
	return p, nil
}

// CanIdle reports whether the server tells of new mail by itself (RFC 2177).
func (p *Probe) CanIdle() bool { return p.visit.canIdle }

// Wake begins to idle, has something done, and reports whether the server then spoke
// of new mail before the wait was over. An error of what was done is given back.
func (p *Probe) Wake(ctx context.Context, wait time.Duration, do func() error) (woken bool, err error) {
	v := p.visit
	v.drain()
	idle, err := within(ctx, v, v.client.Idle)
	if err != nil {
		return false, fmt.Errorf("idle: %w", err)
	}
	if err := do(); err != nil {
		return false, err
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-v.news:
		woken = true
	case <-t.C:
	case <-ctx.Done():
		return false, ctx.Err()
	case <-v.client.Closed():
		return false, errors.New("server closed the connection")
	}
	return woken, v.wake(ctx, idle)
}

// Find looks for a mail that came since the probe was opened, by its Message-ID.
func (p *Probe) Find(ctx context.Context, messageID string) (mail Fetched, found bool, err error) {
	mails, err := p.visit.after(ctx, p.last, true)
	if err != nil {
		return Fetched{}, false, err
	}
	for _, m := range mails {
		err := p.visit.body(ctx, &m, MaxMail)
		if errors.Is(err, errGone) {
			continue
		}
		if err != nil {
			return Fetched{}, false, err
		}
		if read, err := Read(m.Raw, nil); err == nil && read.MessageID == messageID {
			return m, true, nil
		}
	}
	return Fetched{}, false, nil
}

// Remove deletes one mail. On a server that can only delete all mails marked so
// (RFC 4315), it is marked and left there.
func (p *Probe) Remove(ctx context.Context, uid uint32) error {
	v, set := p.visit, imap.UIDSetNum(imap.UID(uid))
	_, err := within(ctx, v, func() (struct{}, error) {
		mark := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted, imap.FlagSeen}}
		if err := v.client.Store(set, mark, nil).Close(); err != nil {
			return struct{}{}, err
		}
		if caps := v.client.Caps(); !caps.Has(imap.CapUIDPlus) && !caps.Has(imap.CapIMAP4rev2) {
			return struct{}{}, nil
		}
		return struct{}{}, v.client.UIDExpunge(set).Close()
	})
	if err != nil {
		return fmt.Errorf("remove mail: %w", err)
	}
	return nil
}

// Close ends the connection.
func (p *Probe) Close() { p.visit.close() }

// wake ends an IDLE.
func (v *visit) wake(ctx context.Context, idle *imapclient.IdleCommand) error {
	_, err := within(ctx, v, func() (struct{}, error) {
		if err := idle.Close(); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, idle.Wait()
	})
	if err != nil {
		return fmt.Errorf("end of idle: %w", err)
	}
	return nil
}

// Advice says what an operator can do about an error of a mail server.
func Advice(err error) string {
	switch {
	case errors.Is(err, errNoBearer):
		return `write auth = "password"`
	case errors.Is(err, ErrLogin), isLoginRefused(err):
		return "see to user and password, or to the refresh token"
	case errors.Is(err, errTurnedAway):
		return "wait, and see whether other programs hold connections to this account"
	case isUnsafe(err):
		return "see to tls and port, and to the authority to trust if the certificate is your own"
	case errors.Is(err, errTokenLater):
		return "see to token_url, and try again"
	case isAnswer(err):
		return "see to what the server says there"
	}
	return "see to host, port and tls, and to the line"
}
