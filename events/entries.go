package events

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

const (
	versionOf    = "SELECT coalesce(max(version), 0) FROM entries WHERE stream = ?"
	entryColumns = "position, stream, version, kind, data, seat, said, rules, cause_kind, cause_ref, at, prev, hash"
	endOf        = `SELECT s.secret, coalesce(e.version, 0), coalesce(e.hash, zeroblob(32))
		FROM secrets s LEFT JOIN entries e ON e.stream = s.stream
		WHERE s.stream = ? ORDER BY e.version DESC LIMIT 1`
	insertEntry = `INSERT INTO entries
		(stream, version, kind, data, seat, said, rules, cause_kind, cause_ref, at, prev, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

// add appends drafts to a stream, if it stands where it is expected to.
func (c *clerk) add(a Append) error {
	if c.stream[a.Stream] {
		return fmt.Errorf("append to %s: twice in one batch", a.Stream)
	}
	c.stream[a.Stream] = true
	last, secret, err := c.end(a.Stream)
	if err != nil {
		return fmt.Errorf("append to %s: %w", a.Stream, err)
	}
	if last.Version != a.Expected {
		return fmt.Errorf("append to %s: %w: at %d, expected %d", a.Stream, ErrConflict, last.Version, a.Expected)
	}
	for _, d := range a.Drafts {
		if last, err = c.enter(d, last, secret); err != nil {
			return fmt.Errorf("append to %s: %w", a.Stream, err)
		}
		c.receipt.Entries = append(c.receipt.Entries, last)
	}
	return nil
}

// end gives the last entry of a stream, of which only Stream, Version and Hash are
// filled in, and the stream's secret.
func (c *clerk) end(stream string) (last Entry, secret [32]byte, err error) {
	var key, hash []byte
	err = c.row(endOf, stream).Scan(&key, &last.Version, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return last, secret, fmt.Errorf("secret: %w", ErrNotFound)
	}
	if err != nil {
		return last, secret, fmt.Errorf("find its end: %w", err)
	}
	last.Stream = stream
	copy(last.Hash[:], hash)
	copy(secret[:], key)
	return last, secret, nil
}

// enter writes a draft as the entry after last.
func (c *clerk) enter(d Draft, last Entry, secret [32]byte) (Entry, error) {
	e := Entry{Draft: d, Stream: last.Stream, Version: last.Version + 1, At: c.now, Prev: last.Hash}
	e.Hash = Sum(e.Prev, Salt(secret, e.Version), e)
	result, err := c.exec(insertEntry, e.Stream, e.Version, e.Kind, string(e.Data), e.Seat, e.Order, e.Rules,
		e.Cause.Kind, e.Cause.Ref, e.At.UnixMilli(), e.Prev[:], e.Hash[:])
	if violates(err, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_TRIGGER) {
		return Entry{}, fmt.Errorf("%s: %w: %w", d.Kind, ErrConflict, err)
	}
	if err != nil {
		return Entry{}, fmt.Errorf("%s: %w", d.Kind, err)
	}
	if e.Position, err = result.LastInsertId(); err != nil {
		return Entry{}, fmt.Errorf("%s: position: %w", d.Kind, err)
	}
	return e, nil
}

// Stream gives the entries of a stream from version from to version to, both
// included; to 0 is its end.
func (s *Store) Stream(ctx context.Context, stream string, from, to int64) ([]Entry, error) {
	const query = "SELECT " + entryColumns + ` FROM entries
		WHERE stream = ?1 AND version >= ?2 AND (?3 = 0 OR version <= ?3) ORDER BY version`
	return list(ctx, s.reader, "read "+stream, scanEntry, query, stream, from, to)
}

// All gives up to limit entries past position after, over all streams, in order.
func (s *Store) All(ctx context.Context, after int64, limit int) ([]Entry, error) {
	const query = "SELECT " + entryColumns + " FROM entries WHERE position > ? ORDER BY position LIMIT ?"
	return list(ctx, s.reader, "read log", scanEntry, query, after, max(limit, 0))
}

// Version gives the version of a stream's last entry, 0 if there is none.
func (s *Store) Version(ctx context.Context, stream string) (int64, error) {
	return one(ctx, s.reader, "find version of "+stream, scanValue[int64], versionOf, stream)
}

// Streams names every stream that has an entry, oldest first.
func (s *Store) Streams(ctx context.Context) ([]string, error) {
	const query = "SELECT stream FROM entries WHERE version = 1 ORDER BY position"
	return list(ctx, s.reader, "list streams", scanValue[string], query)
}

func scanEntry(r row) (e Entry, err error) {
	var at int64
	var prev, hash []byte
	err = r.Scan(&e.Position, &e.Stream, &e.Version, &e.Kind, &e.Data, &e.Seat, &e.Order, &e.Rules,
		&e.Cause.Kind, &e.Cause.Ref, &at, &prev, &hash)
	e.At = time.UnixMilli(at).UTC()
	copy(e.Prev[:], prev)
	copy(e.Hash[:], hash)
	return e, err
}
