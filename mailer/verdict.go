package mailer

import (
	"fmt"
	"strings"

	"github.com/emersion/go-msgauth/authres"
	"golang.org/x/net/publicsuffix"
)

// Verdict is what may be done with a mail, as far as the mail itself shows.
type Verdict string

// Verdicts.
const (
	Ignored  Verdict = "ignore" // a program sent it: neither obeyed nor answered
	Rejected Verdict = "refuse" // nobody knows who is to be believed, or how it goes on
	Held     Verdict = "hold"   // the owner of the sender's address must say that it is theirs
	Accepted Verdict = "accept"
)

// Judge says what may be done with a mail and why; of one that is accepted, whether
// there may be text in it that cannot be read.
// authserv is what our own server calls itself in Authentication-Results.
func (m Message) Judge(authserv string) (Verdict, string) {
	switch {
	case m.Automatic:
		return Ignored, m.Reason
	case m.FromCount != 1:
		return Rejected, fmt.Sprintf("%d senders", m.FromCount)
	case m.From == "":
		return Rejected, "no sender"
	case !isPlain(m.From):
		return Rejected, "not a plain sender address"
	case m.Cut:
		return Rejected, "past a limit"
	}
	if why := m.unaligned(authserv); why != "" {
		return Held, why
	}
	return Accepted, m.Sealed
}

func isPlain(addr string) bool {
	_, err := CheckAddress(addr)
	return err == nil
}

// unaligned says why our own server does not vouch for the domain in From, or "".
// A DMARC result decides. Without one, a pass of DKIM or SPF counts for a domain
// under the same registered one, as DMARC would have it (RFC 7489, 3.1).
func (m Message) unaligned(authserv string) string {
	if len(m.Auth) == 0 {
		return "not authenticated"
	}
	results, ours := m.statement(0, authserv)
	if !ours {
		return "not authenticated by our own server"
	}
	_, domain, _ := strings.Cut(m.From, "@")
	aligned, judged := false, false
	for _, r := range results {
		switch r := r.(type) {
		case *authres.DMARCResult:
			judged = true
			if r.Value != authres.ResultPass || !strings.EqualFold(r.From, domain) {
				return "dmarc " + clean(string(r.Value)) + " for " + clean(r.From)
			}
		case *authres.DKIMResult:
			aligned = aligned || r.Value == authres.ResultPass && isAligned(r.Domain, domain)
		case *authres.SPFResult:
			aligned = aligned || r.Value == authres.ResultPass && isAligned(r.From, domain)
		}
	}
	if !aligned && !judged {
		return "no pass for " + domain
	}
	return ""
}

// isAligned compares the registered domains of an address, or of a domain alone,
// and of the sender.
func isAligned(signer, domain string) bool {
	if _, after, ok := strings.Cut(signer, "@"); ok {
		signer = after
	}
	theirs, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(signer))
	if err != nil {
		return false
	}
	own, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(domain))
	return err == nil && own == theirs
}
