package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// NotationVersion is that of the text that a Notation writes and reads.
const NotationVersion = 1

// Notation writes the history of a finished game as a text that people read, write
// and have read again; see notation.md. What it takes lies outside of a history.
type Notation struct {
	Lobby  lobby.Lobby
	Deck   func(name string) ([]byte, error) // a deck's text
	Replay func(table string, secret [32]byte, deck []byte) Replay
	// Tell says in lines of prose what followed from a decision, of whose entries it
	// is told in turn. Nil: nothing is told. What is not a decision's own is a
	// comment, and not read.
	Tell func(*History) func(decision []events.Entry) []string
	// Refused words a refusal for whoever wrote the order; nil: its key stands for it.
	Refused func(*engine.Refusal, engine.Roster) string
}

// ErrUntold says that a history holds what a text cannot: orders that other rules
// decided, a deck that is not at hand, entries that do not follow from others.
var ErrUntold = errors.New("a text cannot hold all of its history")

// Write writes a history as text. The same history gives the same bytes, and reading
// them gives the same entries and hashes; where they would not, it is ErrUntold. A
// game that is not over is ErrLive; if it is Unsealed, it is written for people alone,
// as nobody can read it back without its secret.
func (n Notation) Write(w io.Writer, h *History) error {
	text, err := n.spell(h)
	if err != nil {
		return fmt.Errorf("write table %s as text: %w", h.Table, err)
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("write table %s as text: %w", h.Table, err)
	}
	return nil
}

func (n Notation) spell(h *History) ([]byte, error) {
	if !h.Over() && !h.Live {
		return nil, ErrLive
	}
	p := &penman{Notation: n, History: h}
	p.company = newCompany(n.Lobby, h)
	if err := p.all(); err != nil {
		return nil, err
	}
	if h.Live {
		return p.out.Bytes(), nil
	}
	again, err := n.Read(bytes.NewReader(p.out.Bytes()))
	if err != nil {
		return nil, fmt.Errorf("%w: read again, %w", ErrUntold, err)
	}
	if what := h.lostIn(again); what != "" {
		return nil, fmt.Errorf("%w: %s", ErrUntold, what)
	}
	return p.out.Bytes(), nil
}

// lostIn says what of a history another lacks that was read from its text.
func (h *History) lostIn(again *History) string {
	for i, e := range h.Entries {
		if i >= len(again.Entries) || again.Entries[i].Hash != e.Hash {
			return fmt.Sprintf("entry %d, %s, would be another", e.Version, e.Kind)
		}
	}
	same := func(a, b Player) bool { return a.ID == b.ID && a.Name == b.Name && a.Gone == b.Gone }
	switch {
	case len(again.Entries) != len(h.Entries):
		return "it would have more entries"
	case again.Header != h.Header:
		return "its header would be another"
	case !slices.EqualFunc(h.Players, again.Players, same):
		return "its players would be others"
	case !slices.Equal(h.Texts, again.Texts):
		return "what was said would be something else"
	}
	return ""
}

// penman is a history being written.
type penman struct {
	Notation
	*History
	*company
	out  bytes.Buffer
	play Replay
	tell func([]events.Entry) []string
}

func (p *penman) all() error {
	p.head()
	p.play = p.Notation.Replay(p.Table, p.Secret, []byte(p.History.Deck.Text))
	if p.Tell != nil {
		p.tell = p.Tell(p.History)
	}
	for next := 0; next < len(p.Entries); {
		n, err := p.decision(p.Entries[next:])
		if err != nil {
			return err
		}
		next += n
	}
	last := p.Entries[len(p.Entries)-1]
	fmt.Fprintf(&p.out, "\n-- %d entries, head %x\n", len(p.Entries), last.Hash)
	return nil
}

// decision writes a line for the next decision and tells how many entries are its.
func (p *penman) decision(rest []events.Entry) (int, error) {
	first := rest[0]
	if !lobby.Owns(first.Kind) && first.Rules != p.play.Rules() {
		return 0, fmt.Errorf("%w: entry %d was decided by rules %d, and this binary has %d", ErrUntold, first.Version, first.Rules, p.play.Rules())
	}
	drafts, err := p.play.Again(first)
	if err != nil {
		return 0, fmt.Errorf("%w: entry %d cannot be decided again: %w", ErrUntold, first.Version, err)
	}
	if len(drafts) == 0 || len(drafts) > len(rest) {
		return 0, fmt.Errorf("%w: entry %d does not lead to what follows", ErrUntold, first.Version)
	}
	line, err := p.line(first)
	if err != nil {
		return 0, fmt.Errorf("%w: entry %d: %w", ErrUntold, first.Version, err)
	}
	fmt.Fprintf(&p.out, "[%s] %s\n", p.occasion(first), line)
	if p.tell != nil {
		p.comment(p.tell(rest[:len(drafts)]))
	}
	for _, e := range rest[:len(drafts)] {
		if err := p.fold(e); err != nil {
			return 0, fmt.Errorf("%w: entry %d: %w", ErrUntold, e.Version, err)
		}
	}
	return len(drafts), nil
}

// comment tells people what a reader passes over.
func (p *penman) comment(lines []string) {
	for _, l := range lines {
		fmt.Fprintf(&p.out, "%s\n", strings.TrimRight("#   "+strings.Join(strings.Fields(l), " "), " "))
	}
}
