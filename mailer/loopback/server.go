// Package loopback is a mail server in memory: submission by SMTP, mailboxes by
// IMAP, on 127.0.0.1 or on listeners it is handed. The demo and the tests run on
// it; nothing of it is meant to face the world.
//
// What is handed in for name@host or name+anything@host lands in the INBOX of
// name@host, with the fields a real server would add: Return-Path, Delivered-To,
// Received, and an Authentication-Results that says whether the one who logged in
// owns the address in From.
package loopback

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"strings"
	"sync"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

// How the server encrypts.
const (
	NoTLS       = ""         // not at all
	StartTLS    = "starttls" // offered on both ports
	ImplicitTLS = "implicit" // from the first byte, on both ports
)

// Options says how a Server is started. The zero value is a server on two free
// ports of 127.0.0.1 without TLS.
type Options struct {
	Host string       // its name, in Received and Authentication-Results; "" means localhost
	SMTP net.Listener // nil means 127.0.0.1, port 0
	IMAP net.Listener // likewise
	TLS  string       // NoTLS, StartTLS or ImplicitTLS, by an authority made on the spot

	// OnData sees each mail before it is delivered, once a recipient. Its error is
	// the server's answer to DATA; a *smtp.SMTPError (github.com/emersion/go-smtp)
	// chooses the code.
	OnData func(from, to string, raw []byte) error

	// Token says whether an access token opens an account; with it, OAUTHBEARER (RFC
	// 7628) is offered on both ports.
	Token func(address, token string) bool

	// Session may put something of its own between a client and its mailbox.
	Session func(imapserver.SessionIMAP4rev2) imapserver.SessionIMAP4rev2
}

// Server is a running mail server.
type Server struct {
	options Options
	smtp    *smtp.Server
	imap    *imapserver.Server
	smtpAt  net.Listener
	imapAt  net.Listener
	roots   *x509.CertPool
	serving sync.WaitGroup

	authority []byte // roots in PEM

	mu       sync.Mutex
	accounts map[string]*account // by address, lower case
	received int                 // mails so far, to number them
}

// account is one address with its mailbox.
type account struct {
	password string
	user     *imapmemserver.User
	mails    [][]byte
}

// Start opens the listeners that were not handed to it and serves until Close.
func Start(options Options) (*Server, error) {
	if options.Host == "" {
		options.Host = "localhost"
	}
	s := &Server{options: options, accounts: map[string]*account{}}
	if err := s.listen(); err != nil {
		return nil, err
	}
	s.smtp = smtp.NewServer(smtp.BackendFunc(s.submission))
	s.smtp.Domain = options.Host
	s.smtp.AllowInsecureAuth = true
	s.smtp.MaxMessageBytes = 32 << 20
	s.smtp.MaxRecipients = 50
	s.smtp.ErrorLog = log.New(io.Discard, "", 0)
	s.imap = imapserver.New(s.imapOptions())
	if err := s.encrypt(); err != nil {
		return nil, err
	}
	s.serving.Go(func() { _ = s.smtp.Serve(s.smtpAt) }) // ends with Close
	s.serving.Go(func() { _ = s.imap.Serve(s.imapAt) })
	return s, nil
}

func (s *Server) listen() error {
	s.smtpAt, s.imapAt = s.options.SMTP, s.options.IMAP
	for _, at := range []*net.Listener{&s.smtpAt, &s.imapAt} {
		if *at != nil {
			continue
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return fmt.Errorf("loopback mail server: %w", err)
		}
		*at = l
	}
	return nil
}

func (s *Server) imapOptions() *imapserver.Options {
	return &imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			var session imapserver.SessionIMAP4rev2 = &mailboxes{server: s}
			if s.options.Session != nil {
				session = s.options.Session(session)
			}
			return session, nil, nil
		},
		Caps:         imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapIMAP4rev2: {}},
		Logger:       log.New(io.Discard, "", 0),
		InsecureAuth: true,
	}
}

// mailboxes is an IMAP session; who it belongs to is known after the login.
type mailboxes struct {
	*imapmemserver.UserSession
	server *Server
}

// Login opens the account of an address, in any case.
func (m *mailboxes) Login(address, password string) error {
	m.server.mu.Lock()
	a := m.server.accounts[strings.ToLower(address)]
	m.server.mu.Unlock()
	if a == nil || a.password != password {
		return imapserver.ErrAuthFailed
	}
	m.UserSession = imapmemserver.NewUserSession(a.user)
	return nil
}

// AddUser opens an account; its mailbox is empty. An address without "@" or one
// that exists already is an error.
func (s *Server) AddUser(address, password string) error {
	address = strings.ToLower(address)
	if !strings.Contains(address, "@") {
		return fmt.Errorf("account %q: no address", address)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.accounts[address] != nil {
		return fmt.Errorf("account %q exists", address)
	}
	user := imapmemserver.NewUser(address, password)
	if err := user.Create("INBOX", nil); err != nil {
		return fmt.Errorf("account %q: %w", address, err)
	}
	s.accounts[address] = &account{password: password, user: user}
	return nil
}

// SMTPAddr is where mail is handed in, as host:port.
func (s *Server) SMTPAddr() string { return s.smtpAt.Addr().String() }

// IMAPAddr is where mail is read, as host:port.
func (s *Server) IMAPAddr() string { return s.imapAt.Addr().String() }

// Roots is the authority that signed the server's certificate; nil without TLS.
func (s *Server) Roots() *x509.CertPool { return s.roots }

// Authority is what Roots holds, in PEM.
func (s *Server) Authority() []byte { return s.authority }

// Close ends all connections and waits until nobody listens any more.
func (s *Server) Close() error {
	// A server that has not begun to serve does not know its listener yet.
	s.smtpAt.Close()
	s.imapAt.Close()
	err := errors.Join(unlessClosed(s.smtp.Close()), unlessClosed(s.imap.Close()))
	s.serving.Wait()
	return err
}

func unlessClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}
