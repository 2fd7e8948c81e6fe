package mailer

import (
	"io"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// Bounce is a report on a letter that did not arrive, or not yet (RFC 3464). Anybody
// can write one: before anything is made of it, Signer.Verify must know its token, or
// its MessageID be that of a letter to its recipient.
type Bounce struct {
	Recipient string // the address that failed; "" if the report names none
	Action    string // failed, delayed, delivered, relayed or expanded; "" if it does not say
	Status    string // enhanced status code (RFC 3463), as 5.1.1; "" if it does not say
	MessageID string // of the letter that did not arrive, if the report returns it
	Token     Token  // of that letter's reply address; the zero Token if there is none
}

// Permanent reports whether it is of no use to try again: the letter has failed for
// good (RFC 3464, 2.3.3 and 2.3.4). A delay, or a mailbox that is full today, is not.
func (b Bounce) Permanent() bool {
	return b.Action == "failed" && strings.HasPrefix(b.Status, "5.") && !passes(b.Status)
}

// report reads parts by which programs report to programs, and says whether it is one.
func (f *found) report(e *message.Entity, kind string, params map[string]string) bool {
	switch kind {
	case "message/delivery-status", "message/global-delivery-status":
		f.delivery(e)
	case "message/disposition-notification", "message/global-disposition-notification": // RFC 8098
		f.machine = "read receipt"
	case "message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers":
		f.returned(e)
	case "text/calendar":
		f.calendar(e, params["method"])
	case "text/vnd.google.email-reaction+json":
		f.machine = "reaction"
	default:
		return false
	}
	return true
}

// calendar knows an invitation or its answer, which has a method (RFC 5546, 1.4), from
// a calendar that somebody sends along.
func (f *found) calendar(e *message.Entity, method string) {
	if method == "" {
		raw, _ := io.ReadAll(io.LimitReader(e.Body, 4<<10)) // it stands near the top
		for line := range strings.Lines(string(raw)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(name, "METHOD") {
				method = strings.TrimSpace(value)
			}
		}
	}
	if method != "" {
		f.machine = "calendar: " + clean(limitBytes(method, 20))
	}
}

// delivery reads a delivery report (RFC 3464, 2.1): groups of fields, the first
// for the whole report, one more for each recipient. Letters have one recipient: the
// first counts, and what its final recipient was first called (2.3.1).
func (f *found) delivery(e *message.Entity) {
	f.machine = "delivery report"
	b := f.bounced()
	raw, _ := io.ReadAll(io.LimitReader(e.Body, 64<<10)) // a torn part gives what it has
	for line := range strings.Lines(string(raw)) {
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = clean(limitBytes(value, 500))
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "original-recipient":
			b.original(afterType(value))
		case "final-recipient":
			fill(&b.Recipient, afterType(value))
		case "action":
			fill(&b.Action, strings.ToLower(value))
		case "status":
			fill(&b.Status, first(strings.Fields(value)))
		}
	}
}

func (f *found) bounced() *Bounce {
	if f.bounce == nil {
		f.bounce = &Bounce{}
	}
	return f.bounce
}

// original puts the address that we wrote to in the place of the one that it was
// forwarded to, of the first recipient.
func (b *Bounce) original(addr string) {
	if b.Action == "" && addr != "" {
		b.Recipient = addr
	}
}

func fill(s *string, value string) {
	if *s == "" {
		*s = value
	}
}

// afterType takes the address from "rfc822; address".
func afterType(value string) string {
	if _, addr, ok := strings.Cut(value, ";"); ok {
		value = addr
	}
	return lowerDomain(strings.Trim(strings.TrimSpace(value), "<>"))
}

// returned notes which letter a report is about. A mail within a mail is never
// read any further: its orders are somebody else's.
func (f *found) returned(e *message.Entity) {
	if f.bounce == nil {
		return
	}
	raw, _ := io.ReadAll(io.LimitReader(e.Body, 64<<10)) // a torn part gives what it has
	mail, err := splitMail(raw)
	if err != nil {
		return
	}
	h := mail.header
	fill(&f.bounce.MessageID, first(messageIDs(h.Get("Message-Id"))))
	for _, addr := range plainAddresses(h, "Reply-To", "Return-Path", "From") {
		if t, ok := ParseToken(addr); ok && f.bounce.Token == (Token{}) {
			f.bounce.Token = t
		}
	}
}

// completeBounce adds what the header of a report says: whom it is about, where no
// part does, and the token of the address that it came back to.
func (m *Message) completeBounce(h textproto.Header) {
	failed := first(plainAddresses(h, "X-Failed-Recipients"))
	if m.Bounce == nil && failed != "" && m.Automatic {
		m.Bounce = &Bounce{Action: "failed"}
	}
	if m.Bounce == nil {
		return
	}
	fill(&m.Bounce.Recipient, failed)
	if t, ok := m.Token(); ok && m.Bounce.Token == (Token{}) {
		m.Bounce.Token = t
	}
}
