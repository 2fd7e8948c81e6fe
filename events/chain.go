package events

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strconv"
)

// ChainError tells where a stream's chain is broken first.
type ChainError struct {
	Stream  string
	Version int64 // of the first entry that does not fit
	What    string
}

// Error says which entry does not fit, and why.
func (e *ChainError) Error() string {
	return fmt.Sprintf("chain of %s is broken at version %d: %s", e.Stream, e.Version, e.What)
}

// Salt is what is mixed into the hash of a stream's entry of that version: the
// first 16 bytes of HMAC-SHA256 under the table's secret over "salt " and the
// decimal version. Without it, a hash over a guessable entry could be tried out
// before the secret is published.
func Salt(secret [32]byte, version int64) [16]byte {
	m := hmac.New(sha256.New, secret[:])
	fmt.Fprintf(m, "salt %d", version)
	return [16]byte(m.Sum(nil))
}

// Sum is the hash of an entry: SHA-256 over the hash of the entry before it (zeros
// for the first), the salt of its version, and ten netstrings (decimal length,
// ":", the bytes, ","): stream, version, kind, data, seat, order, rules, kind of
// cause, reference of cause, and time in unix milliseconds, numbers in decimal.
// Position is no part of it: a stream can be checked without the others.
func Sum(prev [32]byte, salt [16]byte, e Entry) [32]byte {
	b := append(prev[:len(prev):len(prev)], salt[:]...)
	for _, field := range [...]string{
		e.Stream,
		strconv.FormatInt(e.Version, 10),
		e.Kind,
		string(e.Data),
		strconv.Itoa(int(e.Seat)),
		e.Order,
		strconv.Itoa(e.Rules),
		e.Cause.Kind,
		e.Cause.Ref,
		strconv.FormatInt(e.At.UnixMilli(), 10),
	} {
		b = netstring(b, field)
	}
	return sha256.Sum256(b)
}

func netstring(b []byte, field string) []byte {
	b = strconv.AppendInt(b, int64(len(field)), 10)
	b = append(b, ':')
	b = append(b, field...)
	return append(b, ',')
}

// VerifyChain checks the entries of one stream, all of them from version 1 on,
// and gives a *ChainError for the first that does not fit. Entries missing at the
// end leave no trace in the chain itself; compare the last Hash with one that was
// noted elsewhere.
func VerifyChain(entries []Entry, secret [32]byte) error {
	var prev [32]byte
	for i, e := range entries {
		if what := misfit(e, entries[0].Stream, int64(i+1), prev, secret); what != "" {
			return &ChainError{Stream: entries[0].Stream, Version: int64(i + 1), What: what}
		}
		prev = e.Hash
	}
	return nil
}

func misfit(e Entry, stream string, version int64, prev, secret [32]byte) string {
	switch {
	case e.Stream != stream:
		return "entry of another stream, " + e.Stream
	case e.Version != version:
		return fmt.Sprintf("version %d in its place", e.Version)
	case e.Prev != prev:
		return "does not follow the entry before it"
	case e.Hash != Sum(prev, Salt(secret, version), e):
		return "hash does not match what it says"
	}
	return ""
}
