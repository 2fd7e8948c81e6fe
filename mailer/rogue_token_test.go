package mailer_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

const (
	refreshToken = "refresh-me/1//0secret"
	clientSecret = "GOCSPX-a-client-secret"
)

// tokenServer gives access tokens, or what it is told to.
type tokenServer struct {
	mu     sync.Mutex
	status int    // 0 for a token
	answer string // its body then
	rotate string // a new refresh token, to be given with the next access token
	given  int
	asked  []url.Values
	pipe   *loopback.Pipe
}

func (s *tokenServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = r.ParseForm()
	s.asked = append(s.asked, r.PostForm)
	w.Header().Set("Content-Type", "application/json")
	if s.status != 0 {
		if s.status == http.StatusFound {
			w.Header().Set("Location", "http://elsewhere/token")
		}
		w.WriteHeader(s.status)
		fmt.Fprint(w, s.answer)
		return
	}
	s.given++
	fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600,"refresh_token":%q}`, accessToken(s.given), s.rotate)
}

func accessToken(n int) string { return fmt.Sprintf("access-secret-%d", n) }

func (s *tokenServer) told(status int, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status, s.answer = status, answer
}

func (s *tokenServer) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

// tokenTrial is a token server and what its client is made of and says.
type tokenTrial struct {
	*tokenServer
	config mailer.TokensConfig
	log    logged
	server http.Server
}

// newTokenTrial serves tokens inside a bubble; end is to be called.
func newTokenTrial() (k *tokenTrial, end func()) {
	k = &tokenTrial{tokenServer: &tokenServer{pipe: loopback.NewPipe()}}
	k.server.Handler = k
	go func() { _ = k.server.Serve(k.pipe) }()
	k.config = mailer.TokensConfig{
		URL: "http://tokens/token", ClientID: "me", ClientSecret: clientSecret, Scopes: []string{"https://mail.example/"},
		Refresh: func() (string, error) { return refreshToken, nil }, Dial: k.pipe.Dial,
		Log: slog.New(slog.NewTextHandler(&k.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	return k, func() { k.server.Close(); k.pipe.Close(); synctest.Wait() }
}

// silentOn fails the test if a text holds a secret, in the clear or as it is sent.
func silentOn(t *testing.T, text string) {
	t.Helper()
	secrets := []string{refreshToken, clientSecret, secret, url.QueryEscape(refreshToken)}
	for n := range 9 {
		for _, first := range []string{"user=box\x01auth=Bearer ", "n,a=box,\x01auth=Bearer "} {
			secrets = append(secrets, base64.StdEncoding.EncodeToString([]byte(first+accessToken(n)+"\x01\x01")))
		}
		secrets = append(secrets, accessToken(n))
	}
	for _, s := range secrets {
		if strings.Contains(text, s) {
			t.Errorf("%q is told in:\n%s", s, text)
		}
	}
}

// withTokens runs f with a rogue mail server that takes tokens, and a token server.
func withTokens(t *testing.T, offers string, f func(t *testing.T, g *rogue, b *bubble, k *tokenTrial)) {
	t.Helper()
	rules := []rule{{"hello", "* OK [CAPABILITY IMAP4rev1 IDLE " + offers + "] rogue\r\n", 0}}
	withRogue(t, rules, func(t *testing.T, g *rogue, b *bubble) {
		k, end := newTokenTrial()
		defer end()
		g.access = accessToken(1)
		b.config.Tokens, b.config.Log = mailer.NewTokens(k.config), k.config.Log
		f(t, g, b, k)
		silentOn(t, k.log.String())
	})
}

// A mailbox is opened by token with whatever mechanism is offered; where none is,
// nothing is said of the token.
func TestRogueTokenIMAP(t *testing.T) {
	for _, c := range []struct {
		name, offers, said string
	}{
		{"XOAUTH2", "SASL-IR AUTH=PLAIN AUTH=XOAUTH2 AUTH=OAUTHBEARER", "AUTHENTICATE XOAUTH2 "},
		{"OAUTHBEARER", "SASL-IR AUTH=OAUTHBEARER", "AUTHENTICATE OAUTHBEARER "},
		{"in two steps", "AUTH=XOAUTH2", "AUTHENTICATE XOAUTH2"},
		{"no tokens", "SASL-IR AUTH=PLAIN", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			withTokens(t, c.offers, func(t *testing.T, g *rogue, b *bubble, k *tokenTrial) {
				var h handled
				g.put(1)
				stop := b.run(t, h.handle)
				time.Sleep(time.Minute)
				stop()
				if (len(h.uids) == 1) != (c.said != "") || c.said != "" && g.heard(c.said) == 0 || g.heard("LOGIN") > 0 || k.count() != 1 {
					t.Errorf("handled %v, said %q, asked %d times", h.uids, g.heardAll(), k.count())
				}
				if c.said == "" && (g.heard("AUTHENTICATE") > 0 || !strings.Contains(k.log.String(), "it offers neither")) {
					t.Errorf("said %q\n%s", g.heardAll(), k.log.String())
				}
				asked := k.asked[0]
				if asked.Get("grant_type") != "refresh_token" || asked.Get("refresh_token") != refreshToken || asked.Get("client_secret") != clientSecret || asked.Get("client_id") != "me" {
					t.Errorf("asked %v", asked)
				}
			})
		})
	}
}

// A token is used again while it lasts and renewed before it ends.
func TestRogueTokenEnds(t *testing.T) {
	withTokens(t, "SASL-IR AUTH=XOAUTH2", func(t *testing.T, g *rogue, b *bubble, k *tokenTrial) {
		var h handled
		stop := b.run(t, h.handle)
		time.Sleep(30 * time.Minute)
		g.hangUp(accessToken(1))
		time.Sleep(26 * time.Minute)
		if k.count() != 1 || g.connections() != 2 {
			t.Errorf("asked %d times for %d connections", k.count(), g.connections())
		}
		g.hangUp(accessToken(2))
		g.put(1)
		time.Sleep(time.Minute)
		stop()
		if k.count() != 2 || len(h.uids) != 1 || g.heard("to the error") > 0 {
			t.Errorf("asked %d times, handled %v, said %q", k.count(), h.uids, g.heardAll())
		}
	})
}

// A token that ended early is replaced a second later, without an alarm; the server's
// error is answered.
func TestRogueTokenEndsEarly(t *testing.T) {
	withTokens(t, "SASL-IR AUTH=XOAUTH2", func(t *testing.T, g *rogue, b *bubble, k *tokenTrial) {
		var h handled
		stop := b.run(t, h.handle)
		time.Sleep(time.Minute)
		g.put(1)
		g.hangUp(accessToken(2))
		time.Sleep(5 * time.Second)
		stop()
		if k.count() != 2 || len(h.uids) != 1 || g.heard("to the error: AQ==") != 1 || strings.Contains(k.log.String(), "ERROR") {
			t.Errorf("asked %d times, handled %v, said %q\n%s", k.count(), h.uids, g.heardAll(), k.log.String())
		}
	})
}

// What the token server answers decides whether somebody is to look, and how often it
// is asked in two hours.
func TestRogueTokenServer(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		answer string
		most   int // times asked
		alarm  bool
	}{
		{"refresh token revoked", 400, `{"error":"invalid_grant","error_description":"Token ` + refreshToken + ` has been revoked"}`, 7, true},
		{"client not known", 401, `{"error":"invalid_client"}`, 7, true},
		{"forbidden", 403, `<html>` + clientSecret + `</html>`, 7, true},
		{"out of order", 503, `{"refresh_token":"` + refreshToken + `"}`, 40, false},
		{"too many requests", 429, `slow down`, 40, false},
		{"no token in the answer", 200, `{"greeting":"hello"}`, 40, false},
		{"garbage", 200, `<html>` + refreshToken, 40, false},
		{"sends us elsewhere", 302, ``, 7, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			withTokens(t, "SASL-IR AUTH=XOAUTH2", func(t *testing.T, g *rogue, b *bubble, k *tokenTrial) {
				k.told(c.status, c.answer)
				var h handled
				g.put(1)
				stop := b.run(t, h.handle)
				time.Sleep(time.Minute)
				if loud := strings.Contains(k.log.String(), "level=ERROR"); loud != c.alarm {
					t.Errorf("alarm %v:\n%s", loud, k.log.String())
				}
				time.Sleep(2*time.Hour - time.Minute)
				if n := k.count(); n > c.most || n < 3 {
					t.Errorf("asked %d times", n)
				}
				if g.connections() > 0 {
					t.Errorf("called the mail server %d times without a token", g.connections())
				}
				k.told(0, "")
				time.Sleep(time.Hour)
				stop()
				if len(h.uids) != 1 {
					t.Errorf("not made good:\n%s", k.log.String())
				}
			})
		})
	}
}

// A token made just now that the mail server will not take is like a wrong password.
func TestRogueTokenRefused(t *testing.T) {
	withTokens(t, "SASL-IR AUTH=OAUTHBEARER", func(t *testing.T, g *rogue, b *bubble, k *tokenTrial) {
		g.access = "none"
		stop := b.run(t, nil)
		time.Sleep(time.Hour)
		stop()
		if got := g.waits(); !slices.Equal(got, []int{300, 600, 1200}) || k.count() != 4 || g.heard("to the error: AQ==") != 4 {
			t.Errorf("waited %v, asked %d times, said %q", got, k.count(), g.heardAll())
		}
		if !strings.Contains(k.log.String(), "refuses the login") {
			t.Error(k.log.String())
		}
	})
}

// A refresh token that the server changes is kept; where it cannot be, that is said.
func TestRogueTokenRotates(t *testing.T) {
	for _, c := range []struct {
		name string
		keep func(kept *string) func(string) error
		log  string
	}{
		{"kept", func(kept *string) func(string) error { return func(s string) error { *kept = s; return nil } }, ""},
		{"no place for it", func(*string) func(string) error { return nil }, "could not be kept"},
		{"place cannot be written", func(*string) func(string) error { return func(string) error { return errors.New("read-only") } }, "could not be kept"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k, end := newTokenTrial()
				defer end()
				kept := ""
				k.rotate, k.config.Keep = "a-second-secret", c.keep(&kept)
				if token, fresh, err := mailer.NewTokens(k.config).Token(t.Context()); err != nil || !fresh || token != accessToken(1) {
					t.Fatal(token, fresh, err)
				}
				if (kept == k.rotate) != (c.log == "") || !strings.Contains(k.log.String(), c.log) || strings.Contains(k.log.String(), k.rotate) {
					t.Errorf("kept %q\n%s", kept, k.log.String())
				}
			})
		})
	}
}

// Letters are handed in by token likewise.
func TestRogueTokenSMTP(t *testing.T) {
	for _, c := range []struct {
		name, offers, access string
		status               int // of the token server; 0 for a token
		state                mailer.State
		alarm                bool
		asked                int
		said                 string
	}{
		{"XOAUTH2", "AUTH PLAIN XOAUTH2 OAUTHBEARER", accessToken(1), 0, mailer.Delivered, false, 1, "AUTH XOAUTH2 "},
		{"OAUTHBEARER", "AUTH OAUTHBEARER", accessToken(1), 0, mailer.Delivered, false, 1, "AUTH OAUTHBEARER "},
		{"no tokens", "AUTH PLAIN", accessToken(1), 0, mailer.Deferred, true, 1, "EHLO"},
		{"refused", "AUTH XOAUTH2", "none", 0, mailer.Deferred, true, 1, "to the error:"},
		{"refused as a bearer", "AUTH OAUTHBEARER", "none", 0, mailer.Deferred, true, 1, "to the error: AQ=="},
		{"revoked", "AUTH XOAUTH2", accessToken(1), 400, mailer.Deferred, true, 1, ""},
		{"token server is out of order", "AUTH XOAUTH2", accessToken(1), 500, mailer.Deferred, false, 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			withTokenCourier(t, c.offers, func(t *testing.T, s *smtpScript, k *tokenTrial, send func() mailer.Result) {
				s.access = c.access
				k.told(c.status, `{"error":"invalid_grant"}`)
				r := send()
				if r.State != c.state || r.Alarm != c.alarm || k.count() != c.asked {
					t.Errorf("%+v, asked %d times", r, k.count())
				}
				if s.heard(c.said) == 0 && c.said != "" || s.heard("MAIL") > 0 && c.state != mailer.Delivered {
					t.Errorf("said %q", s.said)
				}
				silentOn(t, fmt.Sprint(r.Err, r.Reply))
			})
		})
	}
}

// A token that ended early costs no attempt at a letter.
func TestRogueTokenSMTPEndsEarly(t *testing.T) {
	withTokenCourier(t, "AUTH XOAUTH2", func(t *testing.T, s *smtpScript, k *tokenTrial, send func() mailer.Result) {
		s.access = accessToken(1)
		send()
		time.Sleep(time.Minute)
		s.access = accessToken(2)
		if r := send(); r.State != mailer.Delivered || k.count() != 2 || s.taken.Load() != 2 {
			t.Errorf("%+v, asked %d times, %d taken", r, k.count(), s.taken.Load())
		}
	})
}

// withTokenCourier runs f with a courier that logs in by token.
func withTokenCourier(t *testing.T, offers string, f func(t *testing.T, s *smtpScript, k *tokenTrial, send func() mailer.Result)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		k, end := newTokenTrial()
		defer end()
		s, p := &smtpScript{answers: map[string]string{"EHLO": "250-script\r\n250 " + offers}}, loopback.NewPipe()
		go s.serve(p)
		c, err := mailer.NewCourier(mailer.CourierConfig{
			Host: "script", Port: 587, TLS: mailer.NoTLS, Dial: p.Dial, Timeout: time.Minute, User: "box", Tokens: mailer.NewTokens(k.config),
		})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		defer c.Close()
		f(t, s, k, func() mailer.Result {
			return c.Send(context.Background(), "box@host", "ann@host", []byte("Subject: x\r\n\r\n"))
		})
		silentOn(t, k.log.String())
	})
}

// However many ask, a token server that has refused is left alone for five minutes.
func TestRogueTokenStorm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, end := newTokenTrial()
		defer end()
		k.told(400, `{"error":"invalid_grant"}`)
		tokens := mailer.NewTokens(k.config)
		for range 20 {
			if _, _, err := tokens.Token(t.Context()); !errors.Is(err, mailer.ErrLogin) {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
		}
		if n := k.count(); n != 1 {
			t.Errorf("asked %d times", n)
		}
		time.Sleep(5 * time.Minute)
		_, _, _ = tokens.Token(t.Context())
		if n := k.count(); n != 2 {
			t.Errorf("asked %d times", n)
		}
	})
}
