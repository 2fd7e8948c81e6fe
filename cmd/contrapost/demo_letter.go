package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-message/mail"
)

// readLetter is a mail as a player's mail program shows it: some of its header, and
// its text. The service's own reader is of no use here: it is made to pass over
// whatever a program wrote.
type readLetter struct {
	from, replyTo, subject string
	messageID              string
	references             []string
	text                   string // LF line ends
}

func openLetter(raw []byte) (readLetter, error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		return readLetter{}, fmt.Errorf("open letter: %w", err)
	}
	l := readLetter{from: firstAddress(r.Header, "From"), replyTo: firstAddress(r.Header, "Reply-To")}
	if l.replyTo == "" {
		l.replyTo = l.from
	}
	l.subject, _ = r.Header.Subject()
	l.messageID, _ = r.Header.MessageID()
	l.references, _ = r.Header.MsgIDList("References")
	for {
		part, err := r.NextPart()
		if err == io.EOF {
			return l, nil
		}
		if err != nil {
			return l, fmt.Errorf("open letter: %w", err)
		}
		inline, ok := part.Header.(*mail.InlineHeader)
		if !ok {
			continue
		}
		if kind, _, _ := inline.ContentType(); kind != "text/plain" {
			continue
		}
		text, err := io.ReadAll(part.Body)
		if err != nil {
			return l, fmt.Errorf("open letter: %w", err)
		}
		l.text = strings.ReplaceAll(string(text), "\r\n", "\n")
		return l, nil
	}
}

func firstAddress(h mail.Header, field string) string {
	list, err := h.AddressList(field)
	if err != nil || len(list) == 0 {
		return ""
	}
	return list[0].Address
}
