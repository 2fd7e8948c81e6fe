package export

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// longestText bounds a text, so that a file that is none does not fill the memory.
const longestText = 16 << 20

// mostDecisions bounds what a text tells, as every one takes its time; the longest
// games have a few hundred.
const mostDecisions = 20_000

// Read reads a text that Write wrote, or a person. All that the lines leave open is
// decided anew, and what the text leaves out is filled in; see notation.md. What is
// wrong with the text is a *FileError, and there is no history then. Other errors are
// the reader's own.
func (n Notation) Read(r io.Reader) (*History, error) {
	text, err := io.ReadAll(io.LimitReader(bufio.NewReader(r), longestText+1))
	if err != nil {
		return nil, fmt.Errorf("read text: %w", err)
	}
	s := &scholar{Notation: n, History: &History{Header: Header{Format: Format, Schema: Schema}}, at: firstMoment}
	if err := s.all(text); err != nil {
		return nil, err
	}
	return s.History, nil
}

// scholar is a text being read.
type scholar struct {
	Notation
	*History
	*company
	number int // of the line
	body   bool
	ended  bool
	given  header
	play   Replay
	at     time.Time // of the last decision
	byHand bool      // the last line has no occasion
	count  int       // of decisions
}

func (s *scholar) wrong(err error) error { return s.wrongIn(s.number, err) }

// wrongIn blames a line, unless another has been blamed already.
func (s *scholar) wrongIn(line int, err error) error {
	if err == nil {
		return nil
	}
	if _, already := errors.AsType[*FileError](err); already {
		return err
	}
	what := err.Error()
	if no, ok := errors.AsType[*engine.Refusal](err); ok {
		what = s.sentence(no)
	}
	return &FileError{Line: line, What: what}
}

func (s *scholar) all(text []byte) error {
	if len(text) > longestText || !utf8.Valid(text) {
		s.number = 1
		return s.wrong(errors.New("it is no text in UTF-8 of a length that can be read"))
	}
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		s.number++
		line = strings.TrimRight(line, " \t\r\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if err := s.line(line); err != nil {
			return s.wrong(err)
		}
	}
	return s.wrong(s.finish())
}

// line takes one line in that is no comment. The header ends at the first empty line.
func (s *scholar) line(line string) error {
	switch {
	case s.ended && line != "":
		return errors.New("nothing stands behind the last line, which begins with --")
	case line == "" && len(s.given.seen) > 0 && !s.body:
		s.body = true
		return s.about("", s.begin())
	case line == "":
		return nil
	case !s.body:
		return s.given.take(line, s.number)
	case strings.HasPrefix(line, "--"):
		s.ended = true
		if err := s.completed(); err != nil {
			return err
		}
		return s.compare(line)
	}
	return s.decision(line)
}

// decision reads a line and decides it.
func (s *scholar) decision(line string) error {
	rest, written := strings.CutPrefix(line, "[")
	if !written {
		s.byHand = true
		return s.plain(line)
	}
	s.byHand = false
	occasion, words, ok := strings.Cut(rest, "] ")
	if !ok {
		return errors.New("the ] is missing behind what made the order")
	}
	at, by, err := s.parseOccasion(occasion)
	if err != nil {
		return err
	}
	d, said, err := s.hear(words, by)
	if err != nil {
		return s.refusal(err)
	}
	return s.decide(d, said, at)
}

// decide lets a decision happen.
func (s *scholar) decide(d events.Draft, said *Text, at time.Time) error {
	if s.count++; s.count > mostDecisions {
		return fmt.Errorf("a text holds %d decisions at most, and here is one more", mostDecisions)
	}
	if err := s.sensible(d); err != nil {
		return err
	}
	if d.Order == "" && !lobby.Owns(d.Kind) {
		d.Order = "silence" // decided anew, whatever it means
	}
	drafts, err := s.play.Again(events.Entry{Draft: d})
	switch {
	case err != nil:
		return s.refusal(err)
	case len(drafts) == 0:
		return errors.New("nothing follows from it")
	}
	s.at = at
	for _, d := range drafts {
		if err := s.enter(d, at); err != nil {
			return err
		}
	}
	if said != nil {
		s.Texts = append(s.Texts, *said)
		s.texts[said.Sum] = *said
	}
	return nil
}

// sensible refuses what could be decided, and would be written otherwise.
func (s *scholar) sensible(d events.Draft) error {
	clock := d.Cause.Kind == events.CauseClock
	switch {
	case s.Over():
		if !lobby.Owns(d.Kind) {
			return errors.New("the game is over")
		}
	case lobby.Owns(d.Kind):
	case clock && d.Order != "":
		return errors.New("the clock gives no orders: write that somebody is silent")
	case !clock && d.Order == "":
		return errors.New("silence is the clock's: write clock and when it was due")
	}
	return nil
}

// refusal is why a decision cannot be, with the rule if one forbids it.
func (s *scholar) refusal(err error) error {
	var no *engine.Refusal
	if !errors.As(err, &no) {
		return err
	}
	if no.Rule == "" {
		return fmt.Errorf("the order is refused: %s", s.sentence(no))
	}
	return fmt.Errorf("the order is refused by rule %s: %s", no.Rule, s.sentence(no))
}

// sentence words a refusal, with the names of those who sit there by then.
func (s *scholar) sentence(no *engine.Refusal) string {
	if s.Refused == nil {
		return no.Key
	}
	var names engine.Roster
	if s.company != nil {
		names = s.roster()
	}
	return s.Refused(no, names)
}

// enter adds an entry to the history.
func (s *scholar) enter(d events.Draft, at time.Time) error {
	e := events.Entry{Draft: d, Stream: s.Table, Version: int64(len(s.Entries) + 1), At: time.UnixMilli(at.UnixMilli()).UTC()}
	if len(s.Entries) > 0 {
		e.Prev = s.Entries[len(s.Entries)-1].Hash
	}
	e.Hash = events.Sum(e.Prev, events.Salt(s.Secret, e.Version), e)
	s.Entries = append(s.Entries, e)
	s.title(e)
	return s.fold(e)
}

// completed lets what happens by itself happen at the end, and sees that it is one.
func (s *scholar) completed() error {
	if !s.body {
		return errors.New("no line tells what happened: an empty line is expected behind the header, and then orders")
	}
	if s.byHand {
		if err := s.settleEnd(); err != nil {
			return err
		}
	}
	over, err := s.play.Over()
	switch {
	case err != nil:
		return err
	case !over || !s.Over():
		return errors.New("the game is not over behind the last line: orders are expected to its end, or that the moderator closes the table")
	}
	return nil
}

func (s *scholar) finish() error {
	if !s.ended {
		if err := s.completed(); err != nil {
			return err
		}
	}
	s.gatherMails()
	return nil
}

// compare holds the last line against what was read.
func (s *scholar) compare(line string) error {
	all, err := tokens(line)
	if err != nil {
		return err
	}
	gaps, ok := fitting("-- % entries, head %", all)
	if !ok {
		return errors.New("the last line is: -- NUMBER entries, head HASH")
	}
	last := s.Entries[len(s.Entries)-1]
	switch {
	case gaps[0] != fmt.Sprint(len(s.Entries)):
		return fmt.Errorf("%s entries are expected, and there are %d: a line is missing, or one too many", gaps[0], len(s.Entries))
	case gaps[1] != hex.EncodeToString(last.Hash[:]):
		return fmt.Errorf("the head's hash is %x, and %s is expected: something in the text was changed", last.Hash, gaps[1])
	}
	return nil
}
