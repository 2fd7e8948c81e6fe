package loopback

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
)

// Mails returns all mails delivered to an address, oldest first, as they lie in
// its INBOX; nil for an address without account. They are not to be written to.
func (s *Server) Mails(address string) [][]byte {
	owner := s.owner(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if owner == "" {
		return nil
	}
	return append([][]byte(nil), s.accounts[owner].mails...)
}

// WriteMbox writes all mails of an address as an mbox file (RFC 4155), with ">"
// before every line that begins with any number of ">" and "From " (the "rd"
// flavour, which can be undone), and lines ending in LF.
func (s *Server) WriteMbox(w io.Writer, address string) error {
	b := bufio.NewWriter(w)
	for _, raw := range s.Mails(address) {
		writeMboxMail(b, raw)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("mbox of %s: %w", address, err)
	}
	return nil
}

func writeMboxMail(b *bufio.Writer, raw []byte) {
	from, when := mboxLine(raw)
	fmt.Fprintf(b, "From %s %s\n", from, when.UTC().Format(time.ANSIC))
	for line := range bytes.Lines(raw) {
		line = bytes.TrimRight(line, "\r\n")
		if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
			b.WriteByte('>')
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// mboxLine takes sender and time from the fields that deliver wrote.
func mboxLine(raw []byte) (from string, when time.Time) {
	from = "MAILER-DAEMON"
	head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	head = strings.ReplaceAll(head, "\r\n\t", " ")
	for line := range strings.SplitSeq(head, "\r\n") {
		if path, ok := strings.CutPrefix(line, "Return-Path: <"); ok && path != ">" {
			from = strings.TrimSuffix(path, ">")
		}
		if _, stamp, ok := strings.Cut(line, "; "); ok && strings.HasPrefix(line, "Received: ") {
			when, _ = time.Parse(time.RFC1123Z, stamp)
			break
		}
	}
	return from, when
}
