package events

import (
	"bytes"
	"compress/flate"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"time"
)

// row is a row under the reading hand.
type row interface{ Scan(...any) error }

// source is what can be queried: connections, or a transaction.
type source interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// list gives all rows of a query.
func list[T any](ctx context.Context, db source, doing string, scan func(row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	defer rows.Close() //nolint:errcheck // Err below has the same
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", doing, err)
		}
		all = append(all, v)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return all, nil
}

// one gives the first row of a query, or ErrNotFound.
func one[T any](ctx context.Context, db source, doing string, scan func(row) (T, error), query string, args ...any) (T, error) {
	all, err := list(ctx, db, doing, scan, query, args...)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: %w", doing, ErrNotFound)
	}
	if err != nil {
		var none T
		return none, err
	}
	return all[0], nil
}

func scanValue[T any](r row) (v T, err error) {
	err = r.Scan(&v)
	return v, err
}

// millis is how a time is stored; the zero time as 0.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// moment is millis backwards.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// pack deflates; nothing becomes nil.
func pack(raw []byte) ([]byte, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(raw)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

// unpack is pack backwards.
func unpack(packed []byte) ([]byte, error) {
	if packed == nil {
		return nil, nil
	}
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("inflate: %w", err)
	}
	return raw, nil
}
