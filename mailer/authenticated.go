package mailer

import (
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/authres"
)

// Authenticated reports whether our own server, which calls itself authserv,
// found that the mail comes from the domain in From: a DMARC pass, which is
// aligned by definition, for exactly that domain (RFC 7489; RFC 8601, 2.2). Only
// the topmost statement counts, and it must be that server's.
func (m Message) Authenticated(authserv string) bool {
	_, domain, ok := strings.Cut(m.From, "@")
	if !ok || m.FromCount != 1 {
		return false
	}
	found := m.judgements(authserv)
	for _, d := range found {
		if d.Value != authres.ResultPass || !strings.EqualFold(d.From, domain) {
			return false
		}
	}
	return len(found) > 0
}

// Disowned reports whether our own server found that the domain in From would not
// have its name used so: a DMARC failure. Mail that an honest person has forwarded
// on its way can fail as well.
func (m Message) Disowned(authserv string) bool {
	return slices.ContainsFunc(m.judgements(authserv), func(d *authres.DMARCResult) bool {
		return d.Value == authres.ResultFail
	})
}

// judgements are what our own server says of DMARC in the topmost statements, as far
// as they are its: it may write one for each thing that it looks at.
func (m Message) judgements(authserv string) (found []*authres.DMARCResult) {
	for _, statement := range m.Auth {
		server, results, err := authres.Parse(uncommented(statement))
		if err != nil || authserv == "" || !strings.EqualFold(server, authserv) {
			break
		}
		for _, r := range results {
			if dmarc, ok := r.(*authres.DMARCResult); ok {
				found = append(found, dmarc)
			}
		}
	}
	return found
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
