package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"io"
	"slices"

	"contrapost/templates"
)

// A file that came home with a closing letter is read as it is: a page, or what was saved
// from it. Neither is looked at further than this.
const (
	mostOfPage  = 64 << 20  // bytes
	mostOfSaved = 256 << 20 // bytes, unpacked
)

// unwrapped takes a history out of the page or the package that it is in, and peeks at
// its beginning. What is neither comes as it is.
func unwrapped(in *bufio.Reader) (out *bufio.Reader, first []byte, err error) {
	first, err = in.Peek(64)
	if isPage(first) {
		first = slices.Clone(first) // which reading on would overwrite
		page, err := io.ReadAll(io.LimitReader(in, mostOfPage))
		if err != nil {
			return nil, nil, err
		}
		packed, ok := savedIn(page)
		if !ok {
			return in, first, nil
		}
		in = bufio.NewReader(bytes.NewReader(packed))
		first, err = in.Peek(64)
		return unpacked(in, first, err)
	}
	return unpacked(in, first, err)
}

func unpacked(in *bufio.Reader, first []byte, err error) (*bufio.Reader, []byte, error) {
	if !bytes.HasPrefix(first, []byte("\x1f\x8b")) {
		return in, first, err
	}
	plain, err := gzip.NewReader(in)
	if err != nil {
		return nil, nil, err
	}
	in = bufio.NewReader(io.LimitReader(plain, mostOfSaved))
	first, err = in.Peek(64)
	return in, first, err
}

// torn tells whether a package was not whole.
func torn(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader)
}

// savedIn finds the file that a page holds.
func savedIn(page []byte) ([]byte, bool) {
	_, rest, ok := bytes.Cut(page, []byte(templates.SavedLink))
	coded, _, ended := bytes.Cut(rest, []byte(`"`))
	if !ok || !ended {
		return nil, false
	}
	packed, err := base64.StdEncoding.AppendDecode(nil, coded)
	return packed, err == nil
}
