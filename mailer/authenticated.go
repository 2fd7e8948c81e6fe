package mailer

import (
	"slices"
	"strings"

	"github.com/emersion/go-msgauth/authres"
)

// Authenticated reports whether our own server, which calls itself authserv,
// found that the mail comes from the domain in From: a DMARC pass, which is
// aligned by definition, for exactly that domain (RFC 7489; RFC 8601, 2.2). Only
// the topmost statement counts, and it must be that server's: a sender can write one
// in its name, and not every server takes those out (RFC 8601, 5).
func (m Message) Authenticated(authserv string) bool {
	_, domain, ok := strings.Cut(m.From, "@")
	if !ok || m.FromCount != 1 {
		return false
	}
	passed := false
	results, _ := m.statement(0, authserv)
	for _, r := range results {
		dmarc, ok := r.(*authres.DMARCResult)
		if ok && (dmarc.Value != authres.ResultPass || !strings.EqualFold(dmarc.From, domain)) {
			return false
		}
		passed = passed || ok
	}
	return passed
}

// Disowned reports whether our own server found that the domain in From would not
// have its name used so: a DMARC failure, in any of the topmost statements that bear
// its name, as it may write one for each thing that it looks at. Mail that an honest
// person has forwarded on its way can fail as well.
func (m Message) Disowned(authserv string) bool {
	for i := range m.Auth {
		results, ours := m.statement(i, authserv)
		if !ours {
			return false
		}
		if slices.ContainsFunc(results, func(r authres.Result) bool {
			dmarc, ok := r.(*authres.DMARCResult)
			return ok && dmarc.Value == authres.ResultFail
		}) {
			return true
		}
	}
	return false
}

// statement is what the i-th statement from the top says, if it bears the name of our
// own server.
func (m Message) statement(i int, authserv string) (results []authres.Result, ours bool) {
	if i >= len(m.Auth) || authserv == "" {
		return nil, false
	}
	server, results, err := authres.Parse(uncommented(m.Auth[i]))
	if err != nil || !strings.EqualFold(server, authserv) {
		return nil, false
	}
	return results, true
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
