package mailer

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// TokensConfig says how access tokens are had (RFC 6749, 6): by a refresh token that
// somebody obtained once, in a browser.
type TokensConfig struct {
	URL          string // of the token server
	ClientID     string
	ClientSecret string // "" for a client that has none
	Scopes       []string
	// Refresh gives the refresh token, each time one is needed.
	Refresh func() (string, error)
	// Keep is handed a refresh token that the server gave in place of the one before;
	// nil drops it.
	Keep  func(refresh string) error
	Roots *x509.CertPool // whom to trust; nil means the system's
	Dial  DialFunc       // nil means net.Dialer
	Log   *slog.Logger   // nil means none
}

const (
	renewBefore = 5 * time.Minute  // an access token's end
	tokenLasts  = 30 * time.Minute // if the server does not say
	refusedFor  = 5 * time.Minute  // the token server is not asked again after a refusal
	tokenWait   = 30 * time.Second // for the token server's answer
)

// errTokenLater says that the token server could not give a token just now.
var errTokenLater = errors.New("token server gives no token just now")

// Tokens hands out access tokens and renews them before they end. It may be used by
// several goroutines, and by the way in and the way out together.
type Tokens struct {
	config TokensConfig
	client *http.Client

	mu      sync.Mutex
	token   *oauth2.Token
	refused error // by the token server
	asked   time.Time
}

// NewTokens returns Tokens; nobody is asked yet.
func NewTokens(config TokensConfig) *Tokens {
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	return &Tokens{config: config, client: &http.Client{
		Timeout: tokenWait,
		Transport: &http.Transport{
			DialContext:         dialWith(config.Dial),
			TLSClientConfig:     &tls.Config{RootCAs: config.Roots, MinVersion: tls.VersionTLS12},
			DisableKeepAlives:   true, // it is asked once an hour
			TLSHandshakeTimeout: tokenWait, Proxy: http.ProxyFromEnvironment,
		},
		// What is posted is secret: it goes where the config says, and nowhere else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Token gives an access token, and whether it was made just now. An error that is
// ErrLogin will not pass by itself: the refresh token has been revoked, say. After
// one, the server is left alone for five minutes.
func (t *Tokens) Token(ctx context.Context) (token string, fresh bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.token != nil && time.Until(t.token.Expiry) > renewBefore {
		return t.token.AccessToken, false, nil
	}
	if t.refused != nil && time.Since(t.asked) < refusedFor {
		return "", false, t.refused
	}
	t.asked = time.Now()
	if err := t.renew(ctx); err != nil {
		if errors.Is(err, ErrLogin) {
			t.refused = err
		}
		return "", false, err
	}
	t.refused = nil
	return t.token.AccessToken, true, nil
}

// Reject says that a mail server did not take a token: it is not handed out again.
func (t *Tokens) Reject(token string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.token != nil && t.token.AccessToken == token {
		t.token = nil
	}
}

// renew asks the token server.
func (t *Tokens) renew(ctx context.Context) error {
	refresh, err := t.config.Refresh()
	if err != nil {
		return fmt.Errorf("%w: refresh token: %w", ErrLogin, err)
	}
	c := oauth2.Config{
		ClientID: t.config.ClientID, ClientSecret: t.config.ClientSecret, Scopes: t.config.Scopes,
		// The library would try two ways of saying who we are, and fail twice.
		Endpoint: oauth2.Endpoint{TokenURL: t.config.URL, AuthStyle: oauth2.AuthStyleInParams},
	}
	ctx = context.WithValue(ctx, oauth2.HTTPClient, t.client)
	token, err := c.TokenSource(ctx, &oauth2.Token{RefreshToken: refresh}).Token()
	if err != nil {
		return t.told(err, refresh)
	}
	if token.Expiry.IsZero() {
		token.Expiry = time.Now().Add(tokenLasts)
	}
	t.token = token
	t.config.Log.Info("access token renewed", "until", token.Expiry)
	t.keep(refresh, token.RefreshToken)
	return nil
}

// keep has a new refresh token kept; the old one may soon be good for nothing.
func (t *Tokens) keep(old, refresh string) {
	if refresh == "" || refresh == old {
		return
	}
	err := errors.New("there is no file for it")
	if t.config.Keep != nil {
		err = t.config.Keep(refresh)
	}
	if err != nil {
		t.config.Log.Warn("the token server gave a new refresh token, which could not be kept; the old one may end", "error", err)
	}
}

// told words what the token server said. The library would print its whole answer,
// whatever is in it.
func (t *Tokens) told(err error, refresh string) error {
	var answer *oauth2.RetrieveError
	switch {
	case !errors.As(err, &answer):
		var odd interface{ Timeout() bool }
		if errors.As(err, &odd) || errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("%w: %w", errTokenLater, err)
		}
		return fmt.Errorf("%w: its answer is no token", errTokenLater)
	case answer.Response.StatusCode == http.StatusTooManyRequests || answer.Response.StatusCode >= 500:
		return fmt.Errorf("%w: %s", errTokenLater, answer.Response.Status)
	}
	words := oneLine(answer.ErrorCode + " " + answer.ErrorDescription)
	for _, secret := range []string{refresh, t.config.ClientSecret} {
		if secret != "" {
			words = strings.ReplaceAll(words, secret, "(secret)")
		}
	}
	return fmt.Errorf("%w: token server says %s %.200s", ErrLogin, answer.Response.Status, words)
}
