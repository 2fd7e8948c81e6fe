package mailer

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// found is what the parts of a mail hold.
type found struct {
	plain   []string // text/plain, unflowed, in order
	html    []string
	machine string // sign of a program among the parts
	bounce  *Bounce
	faults  []string

	cut   bool // a limit was met
	parts int
	room  int // bytes of text that may still be kept
}

// readBody walks the parts of a mail, within limits of its own: libraries follow
// any depth.
func readBody(h textproto.Header, body []byte) found {
	f := found{room: maxText}
	e, err := message.New(message.Header{Header: h}, bytes.NewReader(body))
	f.part(e, err, 0)
	if f.parts == 1 && strings.HasPrefix(mediaType(e), "multipart/") && !strings.HasSuffix(mediaType(e), "/encrypted") {
		// The parts cannot be told apart: read what there is.
		f.fault("no parts found, read as one text")
		f.plain = append(f.plain, f.keep(bytes.NewReader(body)))
	}
	return f
}

func (f *found) fault(what string) {
	if len(f.faults) < 20 {
		f.faults = append(f.faults, what)
	}
}

// part looks at one part and all within it.
func (f *found) part(e *message.Entity, err error, depth int) {
	if f.parts++; f.parts > maxParts || depth > maxDepth {
		f.fault("too many parts")
		f.cut = true
		return
	}
	if err != nil {
		f.fault(clean(err.Error()))
	}
	kind := mediaType(e)
	_, params, _ := e.Header.ContentType()
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		f.multipart(e, kind, depth)
	case message.IsUnknownEncoding(err): // its bytes mean nothing
	case kind == "message/delivery-status":
		f.delivery(e)
	case kind == "message/rfc822", kind == "text/rfc822-headers":
		f.returned(e)
	case kind == "text/calendar" && params["method"] != "":
		f.machine = "calendar: " + clean(limitBytes(params["method"], 20))
	case kind == "text/vnd.google.email-reaction+json":
		f.machine = "reaction"
	case kind == "text/plain" && !isAttached(e):
		text := f.keep(e.Body)
		if strings.EqualFold(params["format"], "flowed") {
			text = unflow(text, strings.EqualFold(params["delsp"], "yes"))
		}
		f.plain = append(f.plain, text)
	case kind == "text/html" && !isAttached(e):
		f.html = append(f.html, f.keep(e.Body))
	}
}

func mediaType(e *message.Entity) string {
	kind, _, _ := e.Header.ContentType() // a malformed one is no kind we read
	return strings.ToLower(kind)
}

// multipart walks the parts of one multipart. Of a signed one only the first is
// text (RFC 1847, 2.1), of an encrypted one nothing is.
func (f *found) multipart(e *message.Entity, kind string, depth int) {
	if kind == "multipart/encrypted" {
		f.fault("encrypted")
		return
	}
	r := e.MultipartReader()
	if r == nil { // the field is malformed: the library does not see a multipart
		f.fault("multipart without parts")
		return
	}
	for f.parts <= maxParts {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return
		}
		if p == nil {
			f.fault("last part is broken")
			return
		}
		f.part(p, err, depth+1)
		if kind == "multipart/signed" {
			return
		}
	}
}

// isAttached tells a file from text meant to be read (RFC 2183).
func isAttached(e *message.Entity) bool {
	how, params, _ := e.Header.ContentDisposition()
	return strings.EqualFold(how, "attachment") || params["filename"] != ""
}

// keep reads as much text as there is room for. An error underway, as when the
// last boundary is missing, leaves what came before it.
func (f *found) keep(r io.Reader) string {
	raw, err := io.ReadAll(io.LimitReader(r, int64(f.room)))
	f.room -= len(raw)
	if err != nil {
		f.fault(clean(err.Error()))
	}
	if f.room <= 0 {
		f.fault("text cut off")
		f.cut = true
		raw = wholeRunes(raw)
	}
	return anyUTF8(raw)
}

// delivery reads a delivery report (RFC 3464, 2.1): groups of fields, the first
// for the whole report, one more for each recipient. The first recipient counts.
func (f *found) delivery(e *message.Entity) {
	f.machine = "delivery report"
	b := f.bounced()
	for line := range strings.Lines(f.keep(e.Body)) {
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = clean(limitBytes(value, 500))
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "final-recipient":
			fill(&b.Recipient, afterType(value))
		case "original-recipient":
			if b.Recipient == "" {
				b.Recipient = afterType(value)
			}
		case "action":
			fill(&b.Action, strings.ToLower(value))
		case "status":
			fill(&b.Status, value)
		}
	}
}

func (f *found) bounced() *Bounce {
	if f.bounce == nil {
		f.bounce = &Bounce{}
	}
	return f.bounce
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
	h, _, _, err := splitMail(raw)
	if err != nil {
		return
	}
	fill(&f.bounce.MessageID, first(messageIDs(h.Get("Message-Id"))))
}
