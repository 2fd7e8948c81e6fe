package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"contrapost/events"
)

// The types of lines, in the order in which they stand.
var types = []string{"header", "player", "entry", "mail", "letter", "text", "deck", "end"}

// entryLine is an entry as it is exported. Its stream is the header's table.
type entryLine struct {
	Version int64     `json:"version"`
	Kind    string    `json:"kind"`
	Data    string    `json:"data"`
	Seat    uint8     `json:"seat"`
	Order   string    `json:"order"`
	Rules   int       `json:"rules"`
	Cause   causeLine `json:"cause"`
	At      int64     `json:"at"`
	Prev    Sum       `json:"prev"`
	Hash    Sum       `json:"hash"`
}

type causeLine struct {
	Kind string `json:"kind"`
	Ref  string `json:"ref"`
}

func lineOf(e events.Entry) entryLine {
	return entryLine{
		Version: e.Version, Kind: e.Kind, Data: string(e.Data), Seat: e.Seat, Order: e.Order, Rules: e.Rules,
		Cause: causeLine(e.Cause), At: e.At.UnixMilli(), Prev: Sum(e.Prev), Hash: Sum(e.Hash),
	}
}

func (l entryLine) entry(table string) events.Entry {
	return events.Entry{
		Draft: events.Draft{
			Kind: l.Kind, Data: []byte(l.Data), Seat: l.Seat, Order: l.Order, Rules: l.Rules, Cause: events.Cause(l.Cause),
		},
		Stream: table, Version: l.Version, At: time.UnixMilli(l.At).UTC(), Prev: l.Prev, Hash: l.Hash,
	}
}

// endLine closes an export, so that one that was cut off is noticed.
type endLine struct {
	Lines int `json:"lines"`
	Sum   Sum `json:"sha256"`
}

// spell writes a line: the type, and what there is of that type.
func spell(kind string, v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return append([]byte(opening(kind)), b.Bytes()[1:]...), nil
}

func opening(kind string) string { return `{"type":"` + kind + `",` }

// kindOf finds the type of a line.
func kindOf(line []byte) (string, error) {
	i := slices.IndexFunc(types, func(kind string) bool { return bytes.HasPrefix(line, []byte(opening(kind))) })
	if i < 0 {
		return "", fmt.Errorf("it is of no type known here: %.40q", line)
	}
	return types[i], nil
}

// parse reads a line of that type. Whatever spell would not have written is refused:
// it would be lost in silence.
func parse[T any](kind string, line []byte) (v T, err error) {
	rest := append([]byte("{"), line[len(opening(kind)):]...)
	d := json.NewDecoder(bytes.NewReader(rest))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v, fmt.Errorf("it is no %s: %w", kind, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return v, fmt.Errorf("something follows the %s", kind)
	}
	again, err := spell(kind, v)
	if err == nil && !bytes.Equal(again, line) {
		err = fmt.Errorf("it is no %s as an export spells it", kind)
	}
	return v, err
}

// endOfTime is past the last moment that four digits of a year can tell.
var endOfTime = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()

// within refuses times that no mail was ever written at, and that neither a text nor a
// database could tell. 0 is none.
func within(times ...int64) error {
	for _, ms := range times {
		if ms < 0 || ms >= endOfTime {
			return fmt.Errorf("%d, in milliseconds, is a time before 1970 or past the year 9999", ms)
		}
	}
	return nil
}

// since is a moment in milliseconds; 0 for none, as where a mail server did not say when
// a mail had come.
func since(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func (l entryLine) timely() error { return within(l.At) }
func (m Mail) timely() error      { return within(m.Received, m.Heard) }
func (l Letter) timely() error    { return within(l.Due, l.Sent) }
