package export

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
)

// FileError says what is wrong with the file of an export, as opposed to what it
// holds.
type FileError struct {
	Line int // from 1
	What string
}

// Error says which line it is, and what is wrong.
func (e *FileError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// longestLine bounds a line, so that a file that is no export does not fill the
// memory.
const longestLine = 16 << 20

// mostPlayers bounds how many have had a seat at one table.
const mostPlayers = 1000

// Read reads what Write wrote. A *FileError comes with the history as far as it could
// be read; nil where not even a header could. Other errors are the reader's own.
func Read(r io.Reader) (*History, error) {
	in := &reading{lines: bufio.NewReaderSize(r, 64<<10), sum: sha256.New(), at: -1}
	for !in.ended {
		line, err := in.line()
		if err == nil {
			err = in.take(line)
		}
		if err != nil {
			return in.history, err
		}
	}
	if _, err := in.lines.ReadByte(); !errors.Is(err, io.EOF) {
		in.number++
		return in.history, in.wrong("something follows the end")
	}
	return in.history, nil
}

// reading is an export being read.
type reading struct {
	lines   *bufio.Reader
	sum     hash.Hash
	number  int // of the line
	at      int // the type of the last line, as an index of types
	ended   bool
	history *History
}

func (r *reading) wrong(format string, args ...any) error {
	return &FileError{Line: r.number, What: fmt.Sprintf(format, args...)}
}

// line gives the next line with its line feed.
func (r *reading) line() ([]byte, error) {
	var line []byte
	r.number++
	for {
		part, err := r.lines.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line, nil
		case errors.Is(err, io.EOF):
			return nil, r.wrong("it is cut off: there is no end")
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("read export: %w", err)
		case len(line) > longestLine:
			return nil, r.wrong("it is too long for an export")
		}
	}
}

func (r *reading) take(line []byte) error {
	kind, err := kindOf(line)
	if err != nil {
		return r.wrong("%v", err)
	}
	if err := r.follow(kind); err != nil {
		return err
	}
	if err := r.accept(kind, line); err != nil {
		if _, already := errors.AsType[*FileError](err); already {
			return err
		}
		return r.wrong("%v", err)
	}
	r.sum.Write(line)
	return nil
}

// follow sees to it that types come in their order, and single ones once.
func (r *reading) follow(kind string) error {
	i := slices.Index(types, kind)
	single := kind == "header" || kind == "deck" || kind == "end"
	first := slices.Index(types, "deck") // what may not be missing, before the end
	switch {
	case (r.at < 0) != (kind == "header"):
		return r.wrong("an export begins with its header, and has one")
	case i < r.at || i == r.at && single:
		return r.wrong("a %s cannot follow a %s", kind, types[r.at])
	case kind == "end" && r.at != first:
		return r.wrong("the deck is missing")
	}
	r.at = i
	return nil
}

// accept puts a line where it belongs.
func (r *reading) accept(kind string, line []byte) (err error) {
	h := r.history
	switch kind {
	case "header":
		return r.begin(line)
	case "player":
		if len(h.Players) == mostPlayers {
			return fmt.Errorf("no table has had more than %d players", mostPlayers)
		}
		return add(&h.Players, kind, line)
	case "entry":
		e, err := parse[entryLine](kind, line)
		if err == nil {
			h.Entries, err = append(h.Entries, e.entry(h.Table)), e.timely()
		}
		return err
	case "mail":
		return timed(&h.Mails, kind, line)
	case "letter":
		return timed(&h.Letters, kind, line)
	case "text":
		return add(&h.Texts, kind, line)
	case "deck":
		h.Deck, err = parse[Deck](kind, line)
		return err
	}
	return r.end(line)
}

func add[T any](to *[]T, kind string, line []byte) error {
	v, err := parse[T](kind, line)
	if err == nil {
		*to = append(*to, v)
	}
	return err
}

// timed adds what has times.
func timed[T interface{ timely() error }](to *[]T, kind string, line []byte) error {
	if err := add(to, kind, line); err != nil {
		return err
	}
	return (*to)[len(*to)-1].timely()
}

func (r *reading) begin(line []byte) error {
	h, err := parse[Header]("header", line)
	switch {
	case err != nil:
		return err
	case h.Format != Format:
		return fmt.Errorf("its format is %q, not %q", h.Format, Format)
	case h.Schema != Schema:
		return fmt.Errorf("its schema is %d, and this binary reads %d", h.Schema, Schema)
	}
	r.history = &History{Header: h}
	return nil
}

func (r *reading) end(line []byte) error {
	e, err := parse[endLine]("end", line)
	if err != nil {
		return err
	}
	r.ended = true
	if e.Lines != r.number-1 {
		return fmt.Errorf("%d lines stand before it, and it counts %d", r.number-1, e.Lines)
	}
	if sum := r.sum.Sum(nil); !bytes.Equal(sum, e.Sum[:]) {
		return errors.New("the lines before it are not those that were written: their sha256 is another")
	}
	return nil
}
