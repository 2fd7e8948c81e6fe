package mailer

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
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

// ErrLogin says that the server does not accept the user or the password. Trying
// again at once would only get the account locked.
var ErrLogin = errors.New("mail server refuses the login")

// Fetcher reads a mailbox, from where it stopped the last time, for as long as it
// is let.
type Fetcher struct {
	config   FetcherConfig
	look     chan struct{}  // holds one: somebody wants the mailbox looked at
	failures map[uint32]int // by UID
	validity uint32         // what those UIDs belong to
	resumed  bool           // what an earlier run left has been seen to
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
		err := f.session(ctx, store, handle, func() { failed = 0 })
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

// lost tells of a connection that failed: loudly, if only somebody with the right
// password can help.
func (f *Fetcher) lost(err error, failed int, wait time.Duration) {
	if errors.Is(err, ErrLogin) {
		f.log.Error("mail server refuses the login: no mail comes in until user and password are right", "error", err, "failures", failed, "wait", wait)
		return
	}
	f.log.Warn("mail connection lost", "error", err, "failures", failed, "wait", wait)
}

// backoff doubles from 1 second to 5 minutes and takes off up to half by chance; a
// refused login waits longest at once.
func (f *Fetcher) backoff(failed int, err error) time.Duration {
	const most = 5 * time.Minute
	wait := most
	if failed < 10 && !errors.Is(err, ErrLogin) {
		wait = min(most, time.Second<<(failed-1))
	}
	return wait - time.Duration(f.config.Jitter()*float64(wait)/2)
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
	last, err := f.whereFrom(ctx, store, v.validity)
	if err != nil {
		return err
	}
	if err := f.resume(ctx, v, last); err != nil {
		return err
	}
	for {
		v.drain()
		at := time.Now()
		mails, err := v.after(ctx, last)
		if err != nil {
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

// whereFrom is the last UID dealt with. When UIDVALIDITY has changed, the UIDs of
// old mean nothing (RFC 9051, 2.3.1.1): all is read again, and whoever handles it
// knows by the keys of the mails what has been done.
func (f *Fetcher) whereFrom(ctx context.Context, store Cursors, validity uint32) (uint32, error) {
	known, last, err := store.Cursor(ctx, f.config.Mailbox)
	if err != nil {
		return 0, fmt.Errorf("cursor: %w", err)
	}
	if f.validity != validity {
		clear(f.failures)
		f.validity = validity
	}
	if known == validity {
		return last, nil
	}
	if known != 0 {
		f.log.Warn("mailbox was made anew, reading it from the start", "was", known, "is", validity)
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

// poison counts a failure; a mail with too many is put aside, so that it does not
// hold up all that come after it.
func (f *Fetcher) poison(ctx context.Context, m Fetched, cause error) error {
	if ctx.Err() != nil {
		return cause
	}
	if errors.Is(cause, ErrBusy) {
		return cause
	}
	f.failures[m.UID]++
	if f.failures[m.UID] < poisonAfter || f.config.Quarantine == nil {
		return cause
	}
	if err := f.config.Quarantine(ctx, m, cause); err != nil {
		return errors.Join(cause, fmt.Errorf("quarantine: %w", err))
	}
	f.log.Error("mail put aside", "uid", m.UID, "error", cause)
	return nil
}

// ErrBusy in a handler's error says that nothing is wrong with the mail, which is to
// be handed over again, however often that takes.
var ErrBusy = errors.New("too busy for a mail")

// errGone says that a mail was moved or expunged after it was listed.
var errGone = errors.New("mail is gone")

// after lists the mails behind a UID, without their text. Servers look for new
// mail when they are asked for anything else first, hence the NOOP; and a range
// that ends in * holds the last mail even if that is an old one.
func (v *visit) after(ctx context.Context, last uint32) ([]Fetched, error) {
	if _, err := within(ctx, v, func() (struct{}, error) { return struct{}{}, v.client.Noop().Wait() }); err != nil {
		return nil, fmt.Errorf("noop: %w", err)
	}
	v.drain()
	found, err := within(ctx, v, func() ([]*imapclient.FetchMessageBuffer, error) {
		set := imap.UIDSet{}
		set.AddRange(imap.UID(last)+1, 0)
		return v.client.Fetch(set, &imap.FetchOptions{UID: true, Flags: true, InternalDate: true, RFC822Size: true}).Collect()
	})
	if err != nil {
		return nil, fmt.Errorf("list of new mail: %w", err)
	}
	var mails []Fetched
	for _, m := range found {
		if uint32(m.UID) > last {
			mails = append(mails, Fetched{UID: uint32(m.UID), Received: m.InternalDate, Size: m.RFC822Size})
		}
	}
	slices.SortFunc(mails, func(a, b Fetched) int { return int(int64(a.UID) - int64(b.UID)) })
	return slices.CompactFunc(mails, func(a, b Fetched) bool { return a.UID == b.UID }), nil
}

// body fetches the text of a mail, or only its header if it is too big. The size
// that the server gave may be wrong, so what arrives is bounded as well.
func (v *visit) body(ctx context.Context, m *Fetched, most int64) error {
	m.TooBig = m.Size > most
	if !m.TooBig {
		raw, err := v.section(ctx, m.UID, &imap.FetchItemBodySection{Peek: true}, most)
		if err != nil {
			return err
		}
		m.Raw, m.TooBig = raw, int64(len(raw)) > most
	}
	if m.TooBig {
		raw, err := v.section(ctx, m.UID, &imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, Peek: true}, maxHeader)
		if err != nil {
			return err
		}
		m.Raw = raw[:min(len(raw), maxHeader)]
	}
	return nil
}

// section fetches at most one byte more than most of a mail. It never asks for
// ENVELOPE or BODYSTRUCTURE: servers get those wrong for strangers' mail.
func (v *visit) section(ctx context.Context, uid uint32, what *imap.FetchItemBodySection, most int64) ([]byte, error) {
	what.Partial = &imap.SectionPartial{Offset: 0, Size: most + 1}
	return within(ctx, v, func() ([]byte, error) {
		options := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{what}}
		cmd := v.client.Fetch(imap.UIDSetNum(imap.UID(uid)), options)
		raw, seen, err := firstLiteral(cmd, most+1)
		if err := errors.Join(err, cmd.Close()); err != nil {
			return nil, fmt.Errorf("fetch: %w", err)
		}
		if !seen {
			return nil, errGone
		}
		if raw == nil {
			return nil, errors.New("fetch: server sent no text")
		}
		return raw, nil
	})
}

// firstLiteral reads a fetched text at once, as the stream does not wait. It is
// seen if the server knew the mail at all.
func firstLiteral(cmd *imapclient.FetchCommand, most int64) (raw []byte, seen bool, err error) {
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		seen = true
		for item := msg.Next(); item != nil; item = msg.Next() {
			body, ok := item.(imapclient.FetchItemDataBodySection)
			if !ok || body.Literal == nil || raw != nil {
				continue
			}
			if raw, err = io.ReadAll(io.LimitReader(body.Literal, most)); err != nil {
				return nil, seen, err
			}
		}
	}
	return raw, seen, nil
}
