package mailer

import (
	"bufio"
	"bytes"

	"github.com/emersion/go-message/textproto"
)

// halves are a mail's header and the rest.
type halves struct {
	header textproto.Header
	body   []byte
	mended bool // some of the header was no header
	cut    bool // there is more of the header than was read
}

// splitMail parts header and body. When the header cannot be parsed, the lines
// that are no fields are dropped and it is parsed again.
func splitMail(raw []byte) (halves, error) {
	var m halves
	head, body := cutHeader(raw)
	if bytes.Contains(head, []byte("\r\r\n")) { // all lines then end like that
		raw, m.mended = bytes.ReplaceAll(raw, []byte("\r\r\n"), []byte("\r\n")), true
		head, body = cutHeader(raw)
	}
	m.body = body
	err := m.parse(head)
	if err == nil && m.header.Len() > 0 {
		return m, nil
	}
	m.mended = true
	head, m.body = mend(raw)
	if err := m.parse(head); err != nil || m.header.Len() == 0 {
		return m, ErrNotMail
	}
	return m, nil
}

func (m *halves) parse(head []byte) (err error) {
	head, m.cut = limitHead(head)
	m.header, err = textproto.ReadHeader(bufio.NewReader(bytes.NewReader(append(head[:len(head):len(head)], "\r\n"...))))
	return err
}

// limitHead cuts a header off at the start of a line, if there is one.
func limitHead(head []byte) (short []byte, cut bool) {
	at, count := 0, 0
	for line := range bytes.Lines(head) {
		if count++; count > mostFields || at+len(line) > mostHeader {
			if at == 0 {
				at = mostHeader
			}
			return head[:at], true
		}
		at += len(line)
	}
	return head, false
}

// cutHeader ends the header at the first empty line.
func cutHeader(raw []byte) (head, body []byte) {
	at := 0
	for line := range bytes.Lines(raw) {
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			return raw[:at], raw[at+len(line):]
		}
		at += len(line)
	}
	return raw, nil
}

// mend keeps the lines of a header that are fields or continue one, with their
// line ends put right.
func mend(raw []byte) (head, body []byte) {
	raw = bytes.TrimLeft(raw, "\r\n")
	old, body := cutHeader(raw)
	var b bytes.Buffer
	kept := false
	for line := range bytes.Lines(old) {
		line = bytes.TrimRight(line, "\r\n")
		if line[0] != ' ' && line[0] != '\t' {
			kept = isField(line)
		}
		if kept {
			b.Write(bytes.ReplaceAll(line, []byte("\r"), nil))
			b.WriteString("\r\n")
		}
	}
	return b.Bytes(), body
}

// isField reports whether a line begins with a field name (RFC 5322, 2.2).
func isField(line []byte) bool {
	name, _, ok := bytes.Cut(line, []byte(":"))
	name = bytes.TrimRight(name, " \t")
	for _, c := range name {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return ok && len(name) > 0
}
