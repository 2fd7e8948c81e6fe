package export

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
)

// ErrLive says that a table's game is not over: its secrets stay in the house.
var ErrLive = errors.New("the game is not over")

// Write writes a history, a line at a time. The same history gives the same bytes.
// One of a game that is not over is ErrLive, and nothing is written, unless it is
// Unsealed: then its secret stays in the house, as whoever has it could foretell what
// is drawn next.
func (h *History) Write(w io.Writer) error {
	if !h.Over() && !h.Live {
		return fmt.Errorf("export table %s: %w", h.Table, ErrLive)
	}
	s := &scribe{w: bufio.NewWriter(w), sum: sha256.New()}
	s.put("header", h.outside())
	all(s, "player", h.Players)
	for _, e := range h.Entries {
		s.put("entry", lineOf(e))
	}
	all(s, "mail", h.Mails)
	all(s, "letter", h.Letters)
	all(s, "text", h.Texts)
	s.put("deck", h.Deck)
	s.put("end", endLine{Lines: s.lines, Sum: Sum(s.sum.Sum(nil))})
	if s.err == nil {
		s.err = s.w.Flush()
	}
	if s.err != nil {
		return fmt.Errorf("export table %s: %w", h.Table, s.err)
	}
	return nil
}

// outside is the header as it may leave the house.
func (h *History) outside() Header {
	told := h.Header
	if told.Live {
		told.Secret, told.Seed = Sum{}, Sum{}
	}
	return told
}

// scribe writes lines and remembers what the end has to say of them.
type scribe struct {
	w     *bufio.Writer
	sum   hash.Hash
	lines int
	err   error
}

func all[T any](s *scribe, kind string, values []T) {
	for _, v := range values {
		s.put(kind, v)
	}
}

func (s *scribe) put(kind string, v any) {
	if s.err != nil {
		return
	}
	line, err := spell(kind, v)
	if err != nil {
		s.err = fmt.Errorf("%s: %w", kind, err)
		return
	}
	s.lines++
	s.sum.Write(line)
	_, s.err = s.w.Write(line)
}
