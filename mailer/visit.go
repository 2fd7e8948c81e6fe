package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// visit is one connection to the mail server, logged in, with the mailbox open.
type visit struct {
	client   *imapclient.Client
	fetcher  *Fetcher
	validity uint32
	next     uint32 // the UID that the next mail will have; 0 if the server does not say
	canIdle  bool
	news     chan struct{} // holds one: the server spoke of new mail
}

// within runs one exchange with the server under the watchdog: the client itself
// waits for ever on a peer that has gone silent. On expiry the connection is
// closed, which makes f return.
func within[T any](ctx context.Context, v *visit, f func() (T, error)) (T, error) {
	return guarded(ctx, v.fetcher.config.Watchdog, func() { v.client.Close() }, f)
}

func guarded[T any](ctx context.Context, d time.Duration, cut func(), f func() (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	stop := context.AfterFunc(ctx, cut)
	defer stop()
	t, err := f()
	if err != nil && ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	return t, err
}

// visit dials, logs in and opens the mailbox.
func (f *Fetcher) visit(ctx context.Context) (*visit, error) {
	token, fresh, err := access(ctx, f.config.Tokens)
	if err != nil {
		return nil, err
	}
	v := &visit{fetcher: f, news: make(chan struct{}, 1)}
	if err := v.open(ctx); err != nil {
		return nil, err
	}
	_, err = within(ctx, v, func() (struct{}, error) { return struct{}{}, v.enter(token, fresh) })
	if err != nil {
		v.client.Close()
		return nil, err
	}
	return v, nil
}

// open makes the connection, encrypted as configured.
func (v *visit) open(ctx context.Context) error {
	c := v.fetcher.config
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		host = c.Addr
	}
	dialling, cancel := context.WithTimeout(ctx, c.Watchdog)
	defer cancel()
	conn, err := dialWith(c.Dial)(dialling, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("mail server: %w", err)
	}
	options := &imapclient.Options{TLSConfig: tlsFor(host, c.Roots), UnilateralDataHandler: v.listen()}
	switch c.TLS {
	case ImplicitTLS:
		secure := tls.Client(conn, options.TLSConfig)
		if err := secure.HandshakeContext(dialling); err != nil {
			conn.Close()
			return fmt.Errorf("mail server: %w", err)
		}
		v.client = imapclient.New(secure, options)
	case StartTLS:
		v.client, err = guarded(ctx, c.Watchdog, func() { conn.Close() }, func() (*imapclient.Client, error) {
			return imapclient.NewStartTLS(conn, options)
		})
		if isAnswer(err) {
			err = fmt.Errorf("%w: %w", errUnsafe, err)
		}
		if err != nil {
			return fmt.Errorf("mail server, starttls: %w", err)
		}
	default:
		v.client = imapclient.New(conn, options)
	}
	return nil
}

// listen takes notice of new mail. It runs in the goroutine that reads from the
// server and must not wait.
func (v *visit) listen() *imapclient.UnilateralDataHandler {
	return &imapclient.UnilateralDataHandler{Mailbox: func(data *imapclient.UnilateralDataMailbox) {
		if data.NumMessages == nil {
			return
		}
		select {
		case v.news <- struct{}{}:
		default:
		}
	}}
}

// enter logs in and opens the mailbox.
func (v *visit) enter(token string, fresh bool) error {
	c := v.fetcher.config
	if err := v.client.WaitGreeting(); err != nil {
		return fmt.Errorf("greeting: %w", refusal(err))
	}
	if err := v.login(token, fresh); err != nil {
		return fmt.Errorf("login: %w", err)
	}
	// Asked for, as what the library knows may still be from before the login.
	caps, err := v.client.Capability().Wait()
	if err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	v.canIdle = caps.Has(imap.CapIdle) || caps.Has(imap.CapIMAP4rev2)
	data, err := v.client.Select(c.Mailbox, nil).Wait()
	if err != nil {
		if full := refusal(err); errors.Is(full, errTurnedAway) {
			err = full
		}
		return fmt.Errorf("mailbox %s: %w", c.Mailbox, err)
	}
	v.validity, v.next = data.UIDValidity, uint32(data.UIDNext)
	return nil
}

// drain forgets news that the next listing will show anyway.
func (v *visit) drain() {
	select {
	case <-v.news:
	default:
	}
}

// sleep waits until the server speaks of new mail or somebody wants a look, or for as long as one IDLE is
// held, or one poll apart on a server without IDLE. It fails when the connection
// is lost or ctx ends.
func (v *visit) sleep(ctx context.Context) error {
	wait := v.fetcher.config.Poll
	var idle *imapclient.IdleCommand
	if v.canIdle {
		wait = v.fetcher.config.Idle
		var err error
		if idle, err = within(ctx, v, v.client.Idle); err != nil {
			return fmt.Errorf("idle: %w", err)
		}
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-v.news:
	case <-v.fetcher.look:
	case <-t.C:
	case <-ctx.Done():
		return ctx.Err()
	case <-v.client.Closed():
		return errors.New("server closed the connection")
	}
	if idle == nil {
		return nil
	}
	return v.wake(ctx, idle)
}

// putAway flags and moves a mail that was dealt with. A server that will not do
// so does no harm: the cursor, not the flag, says what was read.
func (v *visit) putAway(ctx context.Context, uid uint32) error {
	c, set := v.fetcher.config, imap.UIDSetNum(imap.UID(uid))
	if c.Flag != "" {
		_, err := within(ctx, v, func() (struct{}, error) {
			store := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.Flag(c.Flag)}}
			return struct{}{}, v.client.Store(set, store, nil).Close()
		})
		if err := v.shrug(uid, "flag", err); err != nil {
			return err
		}
	}
	if c.MoveTo == "" {
		return nil
	}
	_, err := within(ctx, v, func() (*imapclient.MoveData, error) { return v.client.Move(set, c.MoveTo).Wait() })
	return v.shrug(uid, "move", err)
}

// resume puts away the mail that the cursor stands at, once: a run that was cut off
// after it had noted the mail never came to marking it. Should the server hang up
// on that, it is not asked again.
func (f *Fetcher) resume(ctx context.Context, v *visit, last uint32) error {
	if f.resumed || last == 0 {
		return nil
	}
	f.resumed = true
	return v.putAway(ctx, last)
}

// shrug lets an answer of the server pass and gives back an error that cost the
// connection.
func (v *visit) shrug(uid uint32, what string, err error) error {
	var answer *imap.Error
	if errors.As(err, &answer) {
		v.fetcher.log.Warn("mail left as it was", "uid", uid, "what", what, "error", err)
		return nil
	}
	return err
}

// close ends the visit.
func (v *visit) close() {
	v.client.Close()
}
