package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// DecodeDeck reads the text of a deck file, JSON, into a game's own shape of it. A
// field that the shape lacks is refused, and so is text after the end; the error
// says in one line which line of the file is wrong.
func DecodeDeck(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("line %d: %s", lineAt(text, err, d.InputOffset()), jsonTrouble(err))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("line %d: text follows the end of the deck", lineOf(text, d.InputOffset()))
	}
	return nil
}

// lineAt tells the line of a decoding error.
func lineAt(text []byte, err error, offset int64) int {
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = wrong.Offset
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = wrong.Offset
	}
	return lineOf(text, offset)
}

func lineOf(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(int(offset), len(text))], []byte("\n"))
}

// jsonTrouble words a decoding error in one lower-case line.
func jsonTrouble(err error) string {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("%q cannot be a %s", wrong.Field, wrong.Value)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "the deck ends too early"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}
