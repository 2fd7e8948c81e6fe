package loopback_test

import (
	"bytes"
	"context"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"contrapost/mailer"
	"contrapost/mailer/loopback"

	"github.com/emersion/go-smtp"
)

const secret = "a pass word"

// start runs a server with two accounts and closes it with the test.
func start(t *testing.T, options loopback.Options) *loopback.Server {
	t.Helper()
	s, err := loopback.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, a := range []string{"box@localhost", "ann@localhost"} {
		if err := s.AddUser(a, secret); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func courier(t *testing.T, s *loopback.Server, user, encryption string) *mailer.Courier {
	t.Helper()
	host, port, err := net.SplitHostPort(s.SMTPAddr())
	if err != nil {
		t.Fatal(err)
	}
	n, _ := strconv.Atoi(port)
	c, err := mailer.NewCourier(mailer.CourierConfig{
		Host: host, Port: n, TLS: encryption, User: user, Password: secret, Roots: s.Roots(), Timeout: 10 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func fetcher(s *loopback.Server, user, encryption string) mailer.FetcherConfig {
	return mailer.FetcherConfig{Addr: s.IMAPAddr(), TLS: encryption, User: user, Password: secret, Roots: s.Roots()}
}

func letter(from, to, id, text string) mailer.Outgoing {
	return mailer.Outgoing{
		From: from, FromName: "Änn, of the sea", To: to, Subject: "Re: [Konvooi K7F3Q] Ann, Bob", Text: text,
		MessageID: id, Date: time.Date(2026, 12, 1, 18, 0, 0, 0, time.UTC), Person: true,
	}
}

func compose(t *testing.T, l mailer.Outgoing) []byte {
	t.Helper()
	raw, err := mailer.Compose(l)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// There and back over sockets, with each way to encrypt: a player's answer to
// a signed address arrives in the service's mailbox, and its token is genuine.
func TestRoundTrip(t *testing.T) {
	for name, tls := range map[string][2]string{
		"plain": {loopback.NoTLS, mailer.NoTLS}, "starttls": {loopback.StartTLS, mailer.StartTLS}, "implicit": {loopback.ImplicitTLS, mailer.ImplicitTLS},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, loopback.Options{TLS: tls[0]})
			signer, err := mailer.NewSigner([]byte("0123456789abcdef"), "box", "localhost")
			if err != nil {
				t.Fatal(err)
			}
			to := signer.Address(mailer.Token{Table: "K7F3Q", Seat: 2, Letter: 12}, "player-1")
			raw := compose(t, letter("ann@localhost", to, "a1@ann.example", "draw 2 deck\n\n-- \nAnn\n"))
			if r := courier(t, s, "ann@localhost", tls[1]).Send(t.Context(), "ann@localhost", to, raw); r.State != mailer.Delivered {
				t.Fatalf("sent: %+v", r)
			}

			box, err := mailer.OpenMailbox(t.Context(), fetcher(s, "box@localhost", tls[1]))
			if err != nil {
				t.Fatal(err)
			}
			defer box.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			got, err := box.Next(ctx)
			if err != nil {
				t.Fatal(err)
			}
			m, err := mailer.Read(got.Raw, func(line string) bool { return strings.HasPrefix(line, "draw ") })
			if err != nil {
				t.Fatal(err)
			}
			token, ok := m.Token()
			if !ok || !signer.Verify(token, "player-1") || token.Table != "K7F3Q" || token.Seat != 2 || token.Letter != 12 {
				t.Errorf("token %+v, %v", token, ok)
			}
			if signer.Verify(token, "player-2") {
				t.Error("the token holds for another player")
			}
			if m.From != "ann@localhost" || m.FromName != "Änn, of the sea" || m.FromCount != 1 || m.MessageID != "a1@ann.example" || m.Automatic {
				t.Errorf("message %+v", m)
			}
			if !slices.Equal(m.Lines, []mailer.Line{{Text: "draw 2 deck", Order: true}}) {
				t.Errorf("lines %+v", m.Lines)
			}
			if !m.Authenticated("localhost") || m.ReceivedBy != "localhost" || m.Delivered[0] != to {
				t.Errorf("authenticated %v by %q, delivered to %q", m.Authenticated("localhost"), m.ReceivedBy, m.Delivered)
			}
		})
	}
}

func TestSubmissionAnswers(t *testing.T) {
	s := start(t, loopback.Options{OnData: func(_, to string, raw []byte) error {
		if bytes.Contains(raw, []byte("come back later")) {
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "Greylisted"}
		}
		return nil
	}})
	c := courier(t, s, "ann@localhost", mailer.NoTLS)
	send := func(to, text string) mailer.Result {
		return c.Send(t.Context(), "ann@localhost", to, compose(t, letter("ann@localhost", to, "x@ann.example", text)))
	}
	if r := send("nobody@localhost", "hello"); r.State != mailer.Refused || r.Code != 550 {
		t.Errorf("unknown reader: %+v", r)
	}
	if r := send("box@localhost", "come back later"); r.State != mailer.Deferred || r.Code != 451 || r.Alarm {
		t.Errorf("greylisted: %+v", r)
	}
	if r := send("BOX+Anything@LocalHost", "hello"); r.State != mailer.Delivered {
		t.Errorf("plus address: %+v", r)
	}
	if n := len(s.Mails("box@localhost")); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
}

func TestWrongPassword(t *testing.T) {
	s := start(t, loopback.Options{})
	host, port, _ := net.SplitHostPort(s.SMTPAddr())
	n, _ := strconv.Atoi(port)
	c, err := mailer.NewCourier(mailer.CourierConfig{Host: host, Port: n, TLS: mailer.NoTLS, User: "ann@localhost", Password: "wrong"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if r := c.Send(t.Context(), "ann@localhost", "box@localhost", []byte("x: y\r\n\r\n")); r.State != mailer.Deferred || !r.Alarm || r.Code != 535 {
		t.Errorf("%+v", r)
	}
}

func TestUntrustedCertificate(t *testing.T) {
	s := start(t, loopback.Options{TLS: loopback.StartTLS})
	host, port, _ := net.SplitHostPort(s.SMTPAddr())
	n, _ := strconv.Atoi(port)
	c, err := mailer.NewCourier(mailer.CourierConfig{Host: host, Port: n, User: "ann@localhost", Password: secret})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if r := c.Send(t.Context(), "ann@localhost", "box@localhost", []byte("x: y\r\n\r\n")); r.State != mailer.Deferred || !r.Alarm {
		t.Errorf("%+v", r)
	}
}

func TestForgedAuthor(t *testing.T) {
	s := start(t, loopback.Options{})
	raw := compose(t, letter("box@localhost", "box@localhost", "x@ann.example", "hello"))
	if r := courier(t, s, "ann@localhost", mailer.NoTLS).Send(t.Context(), "ann@localhost", "box@localhost", raw); r.State != mailer.Delivered {
		t.Fatalf("%+v", r)
	}
	m, err := mailer.Read(s.Mails("box@localhost")[0], nil)
	if err != nil || m.Authenticated("localhost") || len(m.Auth) != 1 {
		t.Errorf("%v, authenticated %v, %q", err, m.Authenticated("localhost"), m.Auth)
	}
}

func TestMbox(t *testing.T) {
	s := start(t, loopback.Options{})
	raw := "Return-Path: <ann@localhost>\r\nReceived: from x\r\n\tby y; Tue, 01 Dec 2026 18:00:00 +0100\r\nSubject: z\r\n\r\nFrom here on\r\n>From there\r\nend\r\n"
	if err := s.Deliver("box+tag@localhost", []byte(raw)); err != nil {
		t.Fatal(err)
	}
	want := "From ann@localhost Tue Dec  1 17:00:00 2026\n" +
		"Return-Path: <ann@localhost>\nReceived: from x\n\tby y; Tue, 01 Dec 2026 18:00:00 +0100\nSubject: z\n\n>From here on\n>>From there\nend\n\n"
	var b bytes.Buffer
	if err := s.WriteMbox(&b, "box@localhost"); err != nil || b.String() != want {
		t.Errorf("%v\n%s", err, b.String())
	}
}

func TestAccounts(t *testing.T) {
	s := start(t, loopback.Options{})
	if s.AddUser("Ann@localhost", "x") == nil || s.AddUser("nowhere", "x") == nil {
		t.Error("an account twice, or without a host")
	}
	if s.Mails("nobody@localhost") != nil || s.Deliver("nobody@localhost", nil) == nil {
		t.Error("mail for nobody")
	}
	if _, err := loopback.Start(loopback.Options{TLS: "sometimes"}); err == nil {
		t.Error("unknown way to encrypt")
	}
}
