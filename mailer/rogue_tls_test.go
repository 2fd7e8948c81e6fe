package mailer_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"log/slog"
	"math/big"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// certified makes a certificate for a host, by an authority of its own.
func certified(t *testing.T, host string, from, until time.Time) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	shape := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host}, NotBefore: from, NotAfter: until,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, shape, shape, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

// fakeTLS is how a server's TLS is not what it should be.
type fakeTLS struct {
	name    string
	host    string
	from    time.Duration // valid from, as of now
	until   time.Duration
	trusted bool
	version uint16 // the highest that the server speaks; 0 for any
	well    bool
}

var fakeTLSs = []fakeTLS{
	{"as it should be", "rogue", -time.Hour, time.Hour, true, 0, true},
	{"of an unknown authority", "rogue", -time.Hour, time.Hour, false, 0, false},
	{"for another host", "elsewhere", -time.Hour, time.Hour, true, 0, false},
	{"expired", "rogue", -2 * time.Hour, -time.Hour, true, 0, false},
	{"of the future", "rogue", time.Hour, 2 * time.Hour, true, 0, false},
	{"too old a version", "rogue", -time.Hour, time.Hour, true, tls.VersionTLS11, false},
}

// listener serves TLS as told, on a socket: over a pipe, the two sides of a handshake
// that fails would wait for each other. roots are those that a client trusts.
func (f fakeTLS) listener(t *testing.T) (net.Listener, mailer.DialFunc, *x509.CertPool) {
	t.Helper()
	certificate, roots := certified(t, f.host, time.Now().Add(f.from), time.Now().Add(f.until))
	if !f.trusted {
		_, roots = certified(t, f.host, time.Now().Add(f.from), time.Now().Add(f.until))
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, l.Addr().String())
	}
	return tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS10, MaxVersion: f.version}), dial, roots
}

// A submission server whose certificate is wrong is told nothing, and somebody is to
// look.
func TestRogueCertificateSMTP(t *testing.T) {
	for _, c := range fakeTLSs {
		t.Run(c.name, func(t *testing.T) {
			l, dial, roots := c.listener(t)
			s := &smtpScript{}
			go s.serve(l)
			courier, err := mailer.NewCourier(mailer.CourierConfig{
				Host: "rogue", Port: 465, TLS: mailer.ImplicitTLS, Roots: roots, Dial: dial, Timeout: time.Minute,
			})
			if err != nil {
				t.Fatal(err)
			}
			defer courier.Close()
			r := courier.Send(t.Context(), "box@host", "ann@host", []byte("Subject: x\r\n\r\n"))
			if (r.State == mailer.Delivered) != c.well || r.Alarm == c.well {
				t.Errorf("%+v", r)
			}
			if s.heard("") > 0 != c.well {
				t.Errorf("said %q", s.said)
			}
		})
	}
}

// Likewise a server that mail is read from.
func TestRogueCertificateIMAP(t *testing.T) {
	for _, c := range fakeTLSs {
		t.Run(c.name, func(t *testing.T) {
			l, dial, roots := c.listener(t)
			g := &rogue{mails: map[int]string{}, validity: 7, next: 1}
			g.put(1)
			go g.serve(l)
			happened := make(chan string, 10)
			b := &bubble{config: mailer.FetcherConfig{
				Addr: "rogue:993", Dial: dial, Roots: roots, User: "box", Password: secret,
				Log: slog.New(slog.NewTextHandler(telling(happened), &slog.HandlerOptions{Level: slog.LevelWarn})),
			}}
			stop := b.run(t, func(context.Context, mailer.Fetched) error { happened <- "handled"; return nil })
			got := <-happened
			stop()
			if (got == "handled") != c.well || !c.well && !strings.Contains(got, `level=ERROR msg="mail server cannot be trusted`) {
				t.Error(got)
			}
			if g.heard("") > 0 != c.well {
				t.Errorf("said %q", g.heardAll())
			}
		})
	}
}

// telling sends what is written, as long as there is room.
type telling chan string

func (c telling) Write(p []byte) (int, error) {
	select {
	case c <- string(p):
	default:
	}
	return len(p), nil
}

// Where STARTTLS is configured and not to be had, nothing is said in the clear.
func TestRogueStripsTLS(t *testing.T) {
	t.Run("SMTP does not offer it", func(t *testing.T) { strippedSMTP(t, nil) })
	t.Run("SMTP refuses it", func(t *testing.T) {
		strippedSMTP(t, map[string]string{"EHLO": "250-script\r\n250 STARTTLS", "STARTTLS": "454 4.7.0 not now"})
	})
	t.Run("IMAP refuses it", func(t *testing.T) { strippedIMAP(t, rule{"STARTTLS", "TAG BAD what?\r\n", 0}) })
	t.Run("IMAP is logged in already", func(t *testing.T) {
		strippedIMAP(t, rule{"hello", "* PREAUTH [CAPABILITY IMAP4rev1] welcome\r\n", 0}, rule{"STARTTLS", "TAG BAD what?\r\n", 0})
	})
}

func strippedSMTP(t *testing.T, answers map[string]string) {
	synctest.Test(t, func(t *testing.T) {
		s, p := &smtpScript{answers: answers}, loopback.NewPipe()
		go s.serve(p)
		c, err := mailer.NewCourier(mailer.CourierConfig{Host: "script", Port: 587, Dial: p.Dial, User: "box", Password: secret, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		r := c.Send(t.Context(), "box@host", "ann@host", []byte("Subject: x\r\n\r\n"))
		if r.State != mailer.Deferred || !r.Alarm && r.Code/100 != 4 {
			t.Errorf("%+v", r)
		}
		if s.heard("AUTH") > 0 || s.heard("MAIL") > 0 {
			t.Errorf("said %q", s.said)
		}
		p.Close()
	})
}

func strippedIMAP(t *testing.T, rules ...rule) {
	withRogue(t, rules, func(t *testing.T, g *rogue, b *bubble) {
		var log logged
		b.config.TLS, b.config.Log = mailer.StartTLS, log.logger()
		stop := b.run(t, nil)
		time.Sleep(time.Second / 2)
		stop()
		if !strings.Contains(log.String(), `level=ERROR msg="mail server cannot be trusted`) || g.heard("LOGIN") > 0 || g.heard("AUTHENTICATE") > 0 {
			t.Errorf("said %q\n%s", g.heardAll(), log.String())
		}
	})
}
