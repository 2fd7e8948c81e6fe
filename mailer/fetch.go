package mailer

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// Limits on a mail that is fetched.
const (
	MaxMail   = 1 << 20  // bytes; of a bigger one only the header is fetched
	maxHeader = 64 << 10 // bytes of that header
)

// poisonAfter is how often one mail may fail before it is put aside.
const poisonAfter = 3

// FetcherConfig says where mail is read (RFC 9051).
type FetcherConfig struct {
	Addr     string // host:port
	TLS      string // StartTLS, ImplicitTLS or NoTLS; "" means ImplicitTLS
	User     string
	Password string
	Tokens   *Tokens        // log in by these instead of the password, unless nil
	Mailbox  string         // "" means INBOX
	Roots    *x509.CertPool // whom to trust; nil means the system's
	Dial     DialFunc       // nil means net.Dialer

	Watchdog time.Duration // how long the server may take for one answer; 0 means 60 seconds
	Idle     time.Duration // how long one IDLE is held (RFC 2177 allows 29 minutes); 0 means 5 minutes
	Poll     time.Duration // how often to ask a server without IDLE; 0 means 5 minutes
	MaxSize  int64         // bytes; 0 means MaxMail

	Flag   string // set on a mail once it is handled: `\Seen` or a keyword; "" sets none
	MoveTo string // mailbox that a handled mail is moved to; "" leaves it

	// Quarantine is handed a mail that failed three times (Raw is nil if it cannot
	// even be fetched). When it returns nil the mail is passed over; without it, or
	// while it fails, the mail is tried for ever.
	Quarantine func(ctx context.Context, mail Fetched, cause error) error

	// Failed notes that a mail failed once more, and says how often it has by now, in
	// this run and in earlier ones. nil counts in this run alone.
	Failed func(ctx context.Context, uidvalidity, uid uint32) (times int, err error)

	// Caught is told whenever the mailbox has been read to its end: every mail that
	// was in it at that moment has been handled. What it does keeps the fetcher
	// waiting; its error costs the connection. nil means nobody wants to know.
	Caught func(ctx context.Context, at time.Time) error

	// Handled is told whenever a mail has been handled: however long the mailbox takes
	// to be read to its end, it is being read.
	Handled func(at time.Time)

	Jitter func() float64 // in [0,1), spreads the waits after a failure; nil means chance
	Log    *slog.Logger   // nil means none
}

// Cursors keeps how far a mailbox has been read. An unknown mailbox is at 0, 0.
type Cursors interface {
	Cursor(ctx context.Context, mailbox string) (uidvalidity, uid uint32, err error)
	SetCursor(ctx context.Context, mailbox string, uidvalidity, uid uint32) error
}

// Fetched is a mail as it came from the server.
type Fetched struct {
	UID      uint32
	Received time.Time // INTERNALDATE: when it arrived, whatever its Date says
	Size     int64     // bytes, as the server gives it
	Raw      []byte    // the whole mail; its header alone if TooBig
	TooBig   bool
}

// Handler deals with one mail. It returns nil only when whatever the mail causes
// is safely stored; the mail comes again otherwise.
type Handler func(context.Context, Fetched) error

// Fetcher reads a mailbox, from where it stopped the last time, for as long as it
// is let.
type Fetcher struct {
	config   FetcherConfig
	look     chan struct{}  // holds one: somebody wants the mailbox looked at
	failures map[uint32]int // by UID
	validity uint32         // what those UIDs belong to
	resumed  bool           // what an earlier run left has been seen to
	unlisted int            // connections in a row that were lost over the list of new mail
	deaf     time.Time      // since when nothing could be read; zero if all is well
	log      *slog.Logger
}

// NewFetcher returns a Fetcher; it does not dial yet.
func NewFetcher(config FetcherConfig) (*Fetcher, error) {
	set(&config.TLS, ImplicitTLS)
	set(&config.Mailbox, "INBOX")
	set(&config.Watchdog, time.Minute)
	set(&config.Idle, 5*time.Minute)
	set(&config.Poll, 5*time.Minute)
	set(&config.MaxSize, MaxMail)
	if config.TLS != StartTLS && config.TLS != ImplicitTLS && config.TLS != NoTLS {
		return nil, fmt.Errorf("tls must be %q, %q or %q, not %q", StartTLS, ImplicitTLS, NoTLS, config.TLS)
	}
	if config.Jitter == nil {
		config.Jitter = rand.Float64
	}
	log := config.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Fetcher{config: config, look: make(chan struct{}, 1), failures: map[uint32]int{}, log: log.With("mailbox", config.Mailbox)}, nil
}

// Look has the mailbox looked at soon, even if the server speaks of no new mail.
func (f *Fetcher) Look() {
	select {
	case f.look <- struct{}{}:
	default:
	}
}

// set gives a setting its usual value if it has none.
func set[T comparable](setting *T, usual T) {
	var none T
	if *setting == none {
		*setting = usual
	}
}

// Run fetches mail until ctx ends, which is the only thing it returns. Each new
// mail goes to handle, in the order of UIDs; the cursor moves past it, and it is
// flagged or moved on the server, only after handle has returned nil. After any
// failure the connection is given up and a new one made, after a wait that grows
// from 1 second to 5 minutes. A mail that handle has in hand when ctx ends is
// finished and put behind: the context that handle sees ends Grace later.
func (f *Fetcher) Run(ctx context.Context, store Cursors, handle Handler) error {
	failed := 0
	for ctx.Err() == nil {
		err := f.session(ctx, store, handle, func() { failed, f.unlisted, f.deaf = 0, 0, time.Time{} })
		if ctx.Err() != nil {
			break
		}
		failed++
		wait := f.backoff(failed, err)
		f.lost(err, failed, wait)
		pause(ctx, wait)
	}
	return ctx.Err()
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// session is one connection: catch up, then sleep until there is more. It calls
// well whenever everything was in order.
func (f *Fetcher) session(ctx context.Context, store Cursors, handle Handler, well func()) error {
	v, err := f.visit(ctx)
	if err != nil {
		return err
	}
	defer v.close()
	f.log.Info("mailbox opened", "server", f.config.Addr)
	last, err := f.whereFrom(ctx, store, v)
	if err != nil {
		return err
	}
	if err := f.resume(ctx, v, last); err != nil {
		return err
	}
	for {
		v.drain()
		at := time.Now()
		mails, err := v.after(ctx, last, f.unlisted < 2)
		if err != nil {
			f.unlisted++
			return err
		}
		for _, m := range mails {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := f.one(ctx, v, m, store, handle); err != nil {
				return fmt.Errorf("mail %d: %w", m.UID, err)
			}
			last = m.UID
			if f.config.Handled != nil {
				f.config.Handled(time.Now())
			}
		}
		well()
		if err := f.caught(ctx, at); err != nil {
			return err
		}
		if err := v.sleep(ctx); err != nil {
			return err
		}
	}
}

func (f *Fetcher) caught(ctx context.Context, at time.Time) error {
	if f.config.Caught == nil {
		return nil
	}
	if err := f.config.Caught(ctx, at); err != nil {
		return fmt.Errorf("mailbox read to its end: %w", err)
	}
	return nil
}

// whereFrom is the last UID dealt with. When UIDVALIDITY has changed, or the server
// is about to give UIDs that it has given before (an old copy of the mailbox was put
// back), those UIDs mean nothing (RFC 9051, 2.3.1.1): all is read again, and whoever
// handles it knows by the keys of the mails what has been done.
func (f *Fetcher) whereFrom(ctx context.Context, store Cursors, v *visit) (uint32, error) {
	if v.validity == 0 {
		return 0, errors.New("mail server gives no UIDVALIDITY: what has been read cannot be told from what has not")
	}
	known, last, err := store.Cursor(ctx, f.config.Mailbox)
	if err != nil {
		return 0, fmt.Errorf("cursor: %w", err)
	}
	if f.validity != v.validity {
		clear(f.failures)
		f.validity = v.validity
	}
	switch {
	case known == v.validity && v.next != 0 && v.next <= last:
		f.log.Warn("mailbox is older than it was, reading it from the start", "read", last, "next", v.next)
		return 0, nil
	case known == v.validity:
		return last, nil
	case known != 0:
		f.log.Warn("mailbox was made anew, reading it from the start", "was", known, "is", v.validity)
	}
	return 0, nil
}

// one fetches a mail, has it handled, and puts it behind.
func (f *Fetcher) one(ctx context.Context, v *visit, m Fetched, store Cursors, handle Handler) error {
	gone := false
	err := v.body(ctx, &m, f.config.MaxSize)
	if errors.Is(err, errGone) {
		gone, err = true, nil
	}
	finishing, done := Finishing(ctx)
	defer done()
	if err == nil && !gone {
		err = handle(finishing, m)
	}
	if err != nil {
		if err = f.poison(ctx, m, err); err != nil {
			return err
		}
	}
	delete(f.failures, m.UID)
	if err := store.SetCursor(finishing, f.config.Mailbox, v.validity, m.UID); err != nil {
		return fmt.Errorf("cursor: %w", err)
	}
	if gone {
		return nil
	}
	return v.putAway(finishing, m.UID)
}

// ErrBusy in a handler's error says that nothing is wrong with the mail, which is to
// be handed over again, however often that takes.
var ErrBusy = errors.New("too busy for a mail")

// errGone says that a mail was moved or expunged after it was listed.
var errGone = errors.New("mail is gone")
