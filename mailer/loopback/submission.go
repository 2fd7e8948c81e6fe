package loopback

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

var errNobody = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}

// submission is one SMTP connection.
type submission struct {
	server *Server
	hello  func() string
	login  string // the address that logged in; "" if none did
	from   string
	to     []string
}

func (s *Server) submission(c *smtp.Conn) (smtp.Session, error) {
	return &submission{server: s, hello: c.Hostname}, nil
}

// AuthMechanisms offers PLAIN, and tokens if somebody can judge them.
func (b *submission) AuthMechanisms() []string {
	if b.server.options.Token == nil {
		return []string{sasl.Plain}
	}
	return []string{sasl.Plain, sasl.OAuthBearer}
}

// Auth checks an address and its password (RFC 4616) or token.
func (b *submission) Auth(mechanism string) (sasl.Server, error) {
	if mechanism == sasl.OAuthBearer && b.server.options.Token != nil {
		return b.server.byToken(func(address string, _ *account) { b.login = address }), nil
	}
	return sasl.NewPlainServer(func(_, address, password string) error {
		address = strings.ToLower(address)
		b.server.mu.Lock()
		a := b.server.accounts[address]
		b.server.mu.Unlock()
		if a == nil || a.password != password {
			return smtp.ErrAuthFailed
		}
		b.login = address
		return nil
	}), nil
}

// Mail begins a letter.
func (b *submission) Mail(from string, _ *smtp.MailOptions) error {
	b.from = from
	return nil
}

// Rcpt adds a reader, who must have an account here.
func (b *submission) Rcpt(to string, _ *smtp.RcptOptions) error {
	if b.server.owner(to) == "" {
		return errNobody
	}
	b.to = append(b.to, to)
	return nil
}

// Data takes the letter in and puts it into the mailbox of each reader.
func (b *submission) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	for _, to := range b.to {
		if check := b.server.options.OnData; check != nil {
			if err := check(b.from, to, raw); err != nil {
				return err
			}
		}
		if err := b.server.deliver(b, to, raw); err != nil {
			return err
		}
	}
	return nil
}

// Reset forgets the letter begun.
func (b *submission) Reset() { b.from, b.to = "", nil }

// Logout ends the connection.
func (b *submission) Logout() error { return nil }

// owner is the account an address belongs to, with its detail after the plus sign
// (RFC 5233) taken off; "" if there is none.
func (s *Server) owner(address string) string {
	local, host, _ := strings.Cut(strings.ToLower(address), "@")
	local, _, _ = strings.Cut(local, "+")
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.accounts[local+"@"+host] == nil {
		return ""
	}
	return local + "@" + host
}

func (s *Server) deliver(b *submission, to string, raw []byte) error {
	owner := s.owner(to)
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.accounts[owner]
	if a == nil {
		return errNobody
	}
	s.received++
	full := append(s.stamp(b, to, raw), raw...)
	if err := a.put(full); err != nil {
		return err
	}
	return nil
}

func (a *account) put(full []byte) error {
	literal := &literal{Reader: bytes.NewReader(full), size: int64(len(full))}
	if _, err := a.user.Append("INBOX", literal, &imap.AppendOptions{}); err != nil {
		return err
	}
	a.mails = append(a.mails, full)
	return nil
}

type literal struct {
	io.Reader
	size int64
}

func (l *literal) Size() int64 { return l.size }

// stamp is what the server writes above a mail (RFC 5321, 4.4; RFC 8601).
func (s *Server) stamp(b *submission, to string, raw []byte) []byte {
	var h bytes.Buffer
	protocol := "ESMTP"
	if b.login != "" {
		protocol = "ESMTPA"
	}
	fmt.Fprintf(&h, "Return-Path: <%s>\r\n", b.from)
	fmt.Fprintf(&h, "Delivered-To: %s\r\n", to)
	fmt.Fprintf(&h, "Received: from %s\r\n\tby %s with %s id L%d\r\n\tfor <%s>; %s\r\n",
		b.hello(), s.options.Host, protocol, s.received, to, time.Now().Format(time.RFC1123Z))
	verdict, domain := "fail", "unknown"
	if from, err := author(raw); err == nil {
		_, domain, _ = strings.Cut(from, "@")
		if b.login != "" && strings.EqualFold(from, b.login) {
			verdict = "pass"
		}
	}
	fmt.Fprintf(&h, "Authentication-Results: %s;\r\n\tdmarc=%s header.from=%s\r\n", s.options.Host, verdict, domain)
	return h.Bytes()
}

// author is the one address in From.
func author(raw []byte) (string, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	list, err := m.Header.AddressList("From")
	if err != nil {
		return "", err
	}
	if len(list) != 1 || len(m.Header["From"]) != 1 {
		return "", errors.New("not one author")
	}
	return list[0].Address, nil
}

// Deliver puts a mail into a mailbox as it is, with nothing written above it. It
// stands for what other servers may have done to a mail.
func (s *Server) Deliver(address string, raw []byte) error {
	owner := s.owner(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if owner == "" {
		return errNobody
	}
	return s.accounts[owner].put(bytes.Clone(raw))
}
