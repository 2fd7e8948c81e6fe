package mailer

import (
	"strings"

	"github.com/emersion/go-msgauth/authres"
)

// Authenticated reports whether our own server, which calls itself authserv,
// found that the mail comes from the domain in From: a DMARC pass, which is
// aligned by definition, for exactly that domain (RFC 7489; RFC 8601, 2.2). Only
// the topmost statement counts, and it must be that server's.
func (m Message) Authenticated(authserv string) bool {
	_, domain, ok := strings.Cut(m.From, "@")
	if !ok || m.FromCount != 1 || len(m.Auth) == 0 {
		return false
	}
	server, results, err := authres.Parse(uncommented(m.Auth[0]))
	if err != nil || authserv == "" || !strings.EqualFold(server, authserv) {
		return false
	}
	passed := false
	for _, r := range results {
		dmarc, ok := r.(*authres.DMARCResult)
		if !ok {
			continue
		}
		if dmarc.Value != authres.ResultPass || !strings.EqualFold(dmarc.From, domain) {
			return false
		}
		passed = true
	}
	return passed
}

// uncommented takes comments, nested ones too, and what is quoted out of a field
// (RFC 5322, 3.2.2): the parser knows neither, and a sender may have chosen what
// stands in them.
func uncommented(value string) string {
	var plain strings.Builder
	depth, quoted, escaped := 0, false, false
	for _, r := range value {
		switch {
		case escaped:
			escaped = false
		case r == '\\' && (quoted || depth > 0):
			escaped = true
		case r == '"' && depth == 0:
			quoted = !quoted
		case quoted:
		case r == '(':
			depth++
			plain.WriteByte(' ')
		case r == ')' && depth > 0:
			depth--
		case depth == 0:
			plain.WriteRune(r)
		}
	}
	return plain.String()
}
