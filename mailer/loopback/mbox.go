package loopback

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"contrapost/mailer"
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

// WriteMbox writes all mails of an address as an mbox file, as mailer.WriteMbox does.
func (s *Server) WriteMbox(w io.Writer, address string) error {
	b := bufio.NewWriter(w)
	for _, raw := range s.Mails(address) {
		from, when := mboxLine(raw)
		if err := mailer.WriteMbox(b, from, when, raw); err != nil {
			return fmt.Errorf("mbox of %s: %w", address, err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("mbox of %s: %w", address, err)
	}
	return nil
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
