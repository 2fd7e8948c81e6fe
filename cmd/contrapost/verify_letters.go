package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"contrapost/events"
	"contrapost/events/export"
	"contrapost/mailer"
)

// readPapers reads a mailbox file. Mails that are no letters of a table cannot be
// told from those that are, before the tables are known; they are passed over later.
func readPapers(ctx context.Context, path string) ([]export.Paper, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, misuse("open letters: %w", err)
	}
	defer f.Close()
	var papers []export.Paper
	for raw, err := range mailer.ReadMbox(heeding{ctx, f}) {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("read letters: %w", ctx.Err())
		}
		if err != nil {
			return nil, misuse("letters in %s: %w; export the mailbox as an mbox file", path, err)
		}
		if p, err := paper(raw); err == nil { // what is no mail is no letter
			papers = append(papers, p)
		}
	}
	return papers, nil
}

func paper(raw []byte) (export.Paper, error) {
	l, err := openLetter(raw)
	if err != nil {
		return export.Paper{}, err
	}
	return export.Paper{
		MessageID: l.messageID, Table: tableOf(l.replyTo), Head: footHead(l.text), Sums: sums(raw), Text: l.text,
	}, nil
}

// tableOf reads a table off a reply address: box+TABLE.SEAT.LETTER.MAC@host.
func tableOf(address string) string {
	_, token, _ := strings.Cut(address, "+")
	if id, _, ok := strings.Cut(token, "."); ok {
		return strings.ToUpper(id)
	}
	return ""
}

// printedHead is a head as feet print it, in any language.
var printedHead = regexp.MustCompile(`(?:^|[^0-9a-f ]) ?([0-9a-f]{4}(?: [0-9a-f]{4}){3})(?:[^0-9a-f]|$)`)

// footHead finds the head of the chain in a letter's foot, which stands below the
// last line of dashes and may be wrapped.
func footHead(text string) string {
	foot := text[strings.LastIndex(text, "\n-- ")+1:]
	found := printedHead.FindStringSubmatch(strings.Join(strings.Fields(foot), " "))
	if found == nil {
		return ""
	}
	return strings.ReplaceAll(found[1], " ", "")
}

// underWay are fields that servers put above a letter on its way.
var underWay = []string{
	"return-path", "delivered-to", "x-original-to", "envelope-to", "received", "received-spf", "authentication-results",
	"dkim-signature", "arc-seal", "arc-message-signature", "arc-authentication-results", "x-received",
}

// sums are the hashes of a mail as it is and as it may have been sent: without the
// fields that servers have put above it.
func sums(raw []byte) []export.Sum {
	all := []export.Sum{sha256.Sum256(raw)}
	for {
		name, _, ok := bytes.Cut(raw, []byte(":"))
		rest := withoutField(raw)
		if !ok || rest == nil || !isUnderWay(string(name)) {
			return all
		}
		raw = rest
		all = append(all, sha256.Sum256(raw))
	}
}

func isUnderWay(name string) bool {
	for _, known := range underWay {
		if strings.EqualFold(name, known) {
			return true
		}
	}
	return false
}

// withoutField drops the first field of a mail, with the lines that continue it.
func withoutField(raw []byte) []byte {
	for {
		_, rest, ok := bytes.Cut(raw, []byte("\n"))
		if !ok {
			return nil
		}
		if len(rest) == 0 || rest[0] != ' ' && rest[0] != '\t' {
			return rest
		}
		raw = rest
	}
}

// sentLetters are letters as the database keeps them.
type sentLetters struct {
	papers []export.Paper
	text   map[string]string // by Message-ID
	gone   int               // erased
	broken *export.Check
}

// sentPapers reads letters that the database keeps, and checks that
// their bytes are those that were written.
func sentPapers(ctx context.Context, store *events.Store, letters []export.Letter) (*sentLetters, error) {
	s := &sentLetters{text: map[string]string{}}
	for _, l := range letters {
		if l.MessageID == "" {
			continue
		}
		raw, err := store.Bytes(ctx, l.ID)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, events.ErrNotFound):
			s.gone++
		case err != nil:
			s.breaks(l, err)
		default:
			s.take(l, raw)
		}
	}
	return s, nil
}

func (s *sentLetters) breaks(l export.Letter, err error) {
	if s.broken == nil {
		c := export.Breaks("letter-bytes", l.Version, "letter %d to seat %d, %s: %v", l.Number, l.Seat, l.MessageID, err)
		s.broken = &c
	}
}

func (s *sentLetters) take(l export.Letter, raw []byte) {
	p, err := paper(raw)
	if err != nil || p.MessageID != l.MessageID {
		s.breaks(l, fmt.Errorf("it is not the letter with that Message-ID"))
		return
	}
	s.papers = append(s.papers, p)
	s.text[l.MessageID] = p.Text
}

func (s *sentLetters) check() export.Check {
	switch {
	case s.broken != nil:
		return *s.broken
	case s.gone > 0:
		return export.Skipped("letter-bytes", "the bytes of %d letters have been erased", s.gone)
	}
	return export.Check{Name: "letter-bytes", State: export.Held}
}
