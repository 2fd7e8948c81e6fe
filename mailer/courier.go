package mailer

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// How a connection is encrypted.
const (
	StartTLS    = "starttls" // plain at first, then STARTTLS or nothing
	ImplicitTLS = "implicit" // TLS from the first byte (RFC 8314)
	NoTLS       = "none"     // for loopback only: passwords go in the clear
)

// DialFunc opens a connection, as net.Dialer.DialContext does.
type DialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// CourierConfig says where letters are handed in (RFC 6409).
type CourierConfig struct {
	Host     string
	Port     int
	TLS      string // StartTLS, ImplicitTLS or NoTLS; "" means StartTLS
	User     string // "" submits without logging in
	Password string
	Tokens   *Tokens        // log in by these instead of the password, unless nil
	Roots    *x509.CertPool // whom to trust; nil means the system's
	Dial     DialFunc       // nil means net.Dialer
	Hello    string         // the name given in EHLO; "" means localhost
	Timeout  time.Duration  // for one letter; 0 means 2 minutes
	Linger   time.Duration  // how long an idle connection is kept; 0 means 5 seconds
}

// Courier carries letters to the submission server, one at a time, over a
// connection that it keeps for a few seconds. It may be used by several
// goroutines.
type Courier struct {
	config  CourierConfig
	options []mail.Option

	mu   sync.Mutex
	open *errand
}

// errand is an open, logged-in connection to the server.
type errand struct {
	smtp *smtp.Client
	line *line
	used bool // it has carried a letter before
	idle *time.Timer
}

// line is a connection that remembers whether a write on it has failed: then
// what was to be sent did not leave.
type line struct {
	net.Conn
	broken atomic.Bool
}

func (l *line) Write(p []byte) (int, error) {
	n, err := l.Conn.Write(p)
	if err != nil {
		l.broken.Store(true)
	}
	return n, err
}

// NewCourier returns a Courier; it does not dial yet.
func NewCourier(config CourierConfig) (*Courier, error) {
	if config.TLS == "" {
		config.TLS = StartTLS
	}
	if config.Timeout <= 0 {
		config.Timeout = 2 * time.Minute
	}
	if config.Linger <= 0 {
		config.Linger = 5 * time.Second
	}
	if config.Hello == "" {
		config.Hello = "localhost"
	}
	c := &Courier{config: config}
	if err := c.setOptions(); err != nil {
		return nil, err
	}
	if _, err := mail.NewClient(config.Host, c.options...); err != nil {
		return nil, fmt.Errorf("courier: %w", err)
	}
	return c, nil
}

func (c *Courier) setOptions() error {
	policy, plain := mail.NoTLS, mail.SMTPAuthPlain
	switch c.config.TLS {
	case StartTLS:
		policy = mail.TLSMandatory
	case NoTLS:
		plain = mail.SMTPAuthPlainNoEnc
	case ImplicitTLS: // dial wraps it
	default:
		return fmt.Errorf("tls must be %q, %q or %q, not %q", StartTLS, ImplicitTLS, NoTLS, c.config.TLS)
	}
	c.options = []mail.Option{
		mail.WithPort(c.config.Port), mail.WithHELO(c.config.Hello), mail.WithTimeout(c.config.Timeout), mail.WithoutSMTPUTF8(),
		mail.WithTLSConfig(tlsFor(c.config.Host, c.config.Roots)), mail.WithTLSPolicy(policy),
	}
	if c.config.User != "" && c.config.Tokens == nil {
		c.options = append(c.options,
			mail.WithSMTPAuth(plain), mail.WithUsername(c.config.User), mail.WithPassword(c.config.Password))
	}
	return nil
}

func tlsFor(host string, roots *x509.CertPool) *tls.Config {
	return &tls.Config{ServerName: host, RootCAs: roots, MinVersion: tls.VersionTLS12}
}

// Send hands in the stored bytes of one letter for one reader. It does not try
// again: what is to be done next follows from the Result. Every error without a
// code costs the connection, and the next letter gets a new one.
func (c *Courier) Send(ctx context.Context, from, to string, raw []byte) Result {
	for _, a := range []string{from, to} {
		if _, err := CheckAddress(a); err != nil {
			return Result{State: Refused, Err: err}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	r, stale := c.send(ctx, from, to, raw)
	if stale {
		r, _ = c.send(ctx, from, to, raw)
	}
	return r
}

// send makes one attempt. It is stale if a connection kept from an earlier letter
// turned out to be dead, or in the middle of something, before anything of this one
// was said.
func (c *Courier) send(ctx context.Context, from, to string, raw []byte) (r Result, stale bool) {
	e, err := c.connect(ctx)
	if err != nil {
		return judgeDial(err), false
	}
	stop := context.AfterFunc(ctx, func() { e.line.Close() })
	s := e.carry(c.config.Timeout, from, to, raw)
	alive := stop()
	r = s.judge(e.line.broken.Load())
	stale = e.used && s.phase == phaseMail && (r.Code == 0 || r.Code == 421 || r.Code == 503) && alive
	e.used = true
	if alive && !stale && r.Code != 0 && r.Code != 421 && e.ready(r) {
		c.keep(e)
	} else {
		c.drop()
	}
	return r, stale
}

// Try connects and logs in, and hands nothing in: whether letters will be taken from
// us can be told before there is one. The connection is kept for the next letter.
func (c *Courier) Try(ctx context.Context) Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	e, err := c.connect(ctx)
	if err != nil {
		return judgeDial(err)
	}
	c.keep(e)
	return Result{State: Delivered, Code: 250}
}

// Close says goodbye to the server, if a connection is open.
func (c *Courier) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.quit()
}

// connect returns the connection that is open, or makes one.
func (c *Courier) connect(ctx context.Context) (*errand, error) {
	if c.open != nil && c.open.idle.Stop() {
		return c.open, nil
	}
	c.drop()
	token, fresh, err := access(ctx, c.config.Tokens)
	if err != nil {
		return nil, err
	}
	e, err := c.call(ctx, token)
	if c.config.Tokens != nil && isLoginRefused(err) {
		c.config.Tokens.Reject(token)
		if !fresh { // it may have been revoked, or ended early
			return c.connect(ctx)
		}
	}
	c.open = e
	return e, err
}

// call makes a connection and logs in.
func (c *Courier) call(ctx context.Context, token string) (*errand, error) {
	// go-mail leaves its connection open when the greeting, TLS or the login
	// fails, so it is held here as well.
	var held atomic.Pointer[line]
	hangUp := func() {
		if l := held.Load(); l != nil {
			l.Close()
		}
	}
	options := append(c.options[:len(c.options):len(c.options)], mail.WithDialContextFunc(c.dial(&held)))
	if c.config.Tokens != nil {
		options = append(options, mail.WithSMTPAuthCustom(&smtpBearer{user: c.config.User, token: token}))
	}
	client, err := mail.NewClient(c.config.Host, options...)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, hangUp)
	defer stop()
	s, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		hangUp()
		return nil, err
	}
	return &errand{smtp: s, line: held.Load()}, nil
}

// dial opens a connection, encrypted if that is to be from the first byte, and
// leaves what is underneath in held.
func (c *Courier) dial(held *atomic.Pointer[line]) mail.DialContextFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dialWith(c.config.Dial)(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		l := &line{Conn: conn}
		held.Store(l)
		if c.config.TLS != ImplicitTLS {
			return l, nil
		}
		secure := tls.Client(l, tlsFor(c.config.Host, c.config.Roots))
		return secure, secure.HandshakeContext(ctx)
	}
}

func dialWith(f DialFunc) DialFunc {
	if f != nil {
		return f
	}
	return (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: time.Minute}).DialContext
}

// ready makes the connection fit for the next letter; after a refusal the server
// still holds half a transaction (RFC 5321, 4.1.1.5).
func (e *errand) ready(r Result) bool {
	return r.State == Delivered || e.smtp.Reset() == nil
}

// keep leaves the connection open for the next letter, for a few seconds.
func (c *Courier) keep(e *errand) {
	e.idle = time.AfterFunc(c.config.Linger, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.open == e {
			c.quit()
		}
	})
}

// quit ends the connection politely; what the server says to that does not
// matter, since every letter has had its own answer.
func (c *Courier) quit() {
	if c.open == nil {
		return
	}
	_ = c.open.line.SetDeadline(time.Now().Add(time.Second))
	_ = c.open.smtp.Quit()
	c.drop()
}

// drop ends the connection at once.
func (c *Courier) drop() {
	if c.open == nil {
		return
	}
	if c.open.idle != nil {
		c.open.idle.Stop()
	}
	c.open.line.Close()
	c.open = nil
}
