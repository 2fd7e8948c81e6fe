package loopback

import (
	"strings"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
)

// byToken checks an address and its access token; in is told of an account opened.
func (s *Server) byToken(in func(address string, a *account)) sasl.Server {
	return sasl.NewOAuthBearerServer(func(o sasl.OAuthBearerOptions) *sasl.OAuthBearerError {
		address := strings.ToLower(o.Username)
		s.mu.Lock()
		a := s.accounts[address]
		s.mu.Unlock()
		if a == nil || !s.options.Token(address, o.Token) {
			return &sasl.OAuthBearerError{Status: "invalid_token", Schemes: "bearer"}
		}
		in(address, a)
		return nil
	})
}

// AuthenticateMechanisms offers passwords, and tokens if somebody can judge them.
func (m *mailboxes) AuthenticateMechanisms() []string {
	if m.server.options.Token == nil {
		return []string{sasl.Plain}
	}
	return []string{sasl.Plain, sasl.OAuthBearer}
}

// Authenticate begins an exchange of one of these.
func (m *mailboxes) Authenticate(mechanism string) (sasl.Server, error) {
	if mechanism == sasl.OAuthBearer && m.server.options.Token != nil {
		return m.server.byToken(func(_ string, a *account) { m.UserSession = imapmemserver.NewUserSession(a.user) }), nil
	}
	if mechanism != sasl.Plain {
		return nil, imapserver.ErrAuthFailed
	}
	return sasl.NewPlainServer(func(_, address, password string) error { return m.Login(address, password) }), nil
}
