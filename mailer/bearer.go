package mailer

import (
	"context"
	"errors"
	"fmt"
	"net/textproto"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-sasl"
	"github.com/wneessen/go-mail/smtp"
)

// xoauth2 is the name of the mechanism that the large providers have instead of, or
// besides, OAUTHBEARER.
const xoauth2 = "XOAUTH2"

// errNoBearer says that a server takes no tokens.
var errNoBearer = fmt.Errorf("%w: it offers neither %s nor %s", ErrLogin, xoauth2, sasl.OAuthBearer)

// bearer logs in by token. Of OAUTHBEARER (RFC 7628) the first message is the
// library's; its answer to an error is none, and the server would wait for one. Of
// XOAUTH2 the library has nothing any more.
type bearer struct {
	mechanism string
	user      string
	token     string
}

// chosen gives the mechanism for a server, XOAUTH2 first: where both are offered, it
// is the one that has been tried most.
func chosen(offers func(mechanism string) bool, user, token string) (*bearer, error) {
	for _, mechanism := range []string{xoauth2, sasl.OAuthBearer} {
		if offers(mechanism) {
			return &bearer{mechanism, user, token}, nil
		}
	}
	return nil, errNoBearer
}

// Start gives the first message.
func (b *bearer) Start() (mechanism string, first []byte, err error) {
	if b.mechanism == sasl.OAuthBearer {
		return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: b.user, Token: b.token}).Start()
	}
	return xoauth2, []byte("user=" + b.user + "\x01auth=Bearer " + b.token + "\x01\x01"), nil
}

// Next answers the server's error with the one byte that means nothing (RFC 7628,
// 3.2.3); the refusal follows.
func (b *bearer) Next([]byte) ([]byte, error) { return []byte{1}, nil }

// smtpBearer lends it to the submission library.
type smtpBearer struct {
	user, token string
	chosen      smtp.Auth
}

// Start chooses among what the server offers.
func (s *smtpBearer) Start(server *smtp.ServerInfo) (mechanism string, first []byte, err error) {
	offers := func(m string) bool {
		for _, offered := range server.Auth {
			if strings.EqualFold(offered, m) {
				return true
			}
		}
		return false
	}
	b, err := chosen(offers, s.user, s.token)
	if err != nil {
		return "", nil, err
	}
	if b.mechanism == xoauth2 {
		s.chosen = smtp.XOAuth2Auth(s.user, s.token)
		return s.chosen.Start(server)
	}
	return b.Start()
}

// Next answers an error, so that the refusal follows.
func (s *smtpBearer) Next(challenge []byte, more bool) ([]byte, error) {
	switch {
	case s.chosen != nil:
		return s.chosen.Next(challenge, more)
	case more:
		return []byte{1}, nil
	}
	return nil, nil
}

// isLoginRefused tells a refused login (RFC 4954, 6) from other trouble.
func isLoginRefused(err error) bool {
	var answer *textproto.Error
	if !errors.As(err, &answer) {
		return false
	}
	return answer.Code == 530 || answer.Code == 534 || answer.Code == 535 || answer.Code == 538
}

// login proves to the server of a mailbox who we are, by password or by token. A
// token that it does not take is not used again; unless it was made just now, another
// will be tried soon.
func (v *visit) login(token string, fresh bool) error {
	c := v.fetcher.config
	if c.Tokens == nil {
		return refusal(v.client.Login(c.User, c.Password).Wait())
	}
	caps := v.client.Caps()
	b, err := chosen(func(m string) bool { return caps.Has(imap.AuthCap(m)) }, c.User, token)
	if err != nil {
		return err
	}
	err = refusal(v.client.Authenticate(b))
	if !errors.Is(err, ErrLogin) {
		return err
	}
	c.Tokens.Reject(token)
	if !fresh {
		return fmt.Errorf("access token not taken, another will be asked for: %s", err.Error())
	}
	return err
}

// access gives the token to log in with, if that is how.
func access(ctx context.Context, t *Tokens) (token string, fresh bool, err error) {
	if t == nil {
		return "", false, nil
	}
	if token, fresh, err = t.Token(ctx); err != nil {
		return "", false, fmt.Errorf("access token: %w", err)
	}
	return token, fresh, nil
}
