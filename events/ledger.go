package events

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Done tells when a name was entered in the ledger, by a Batch with that Once;
// ErrNotFound if it was not.
func (s *Store) Done(ctx context.Context, name string) (time.Time, error) {
	const query = "SELECT at FROM ledger WHERE name = ?"
	return one(ctx, s.reader, "read ledger for "+name, scanMoment, query, name)
}

// Pulse is the time until which every mail that arrived has been heard; the zero
// time before the mailbox was first read.
func (s *Store) Pulse(ctx context.Context) (time.Time, error) {
	at, err := one(ctx, s.reader, "read pulse", scanMoment, "SELECT at FROM pulse")
	if errors.Is(err, ErrNotFound) {
		return time.Time{}, nil
	}
	return at, err
}

// SetPulse notes it. It goes back where the clock had been ahead.
func (s *Store) SetPulse(ctx context.Context, at time.Time) error {
	const insert = `INSERT INTO pulse (only, at) VALUES (1, ?)
		ON CONFLICT (only) DO UPDATE SET at = excluded.at`
	err := s.put(ctx, func(h hand) error {
		_, err := h.exec(insert, millis(at))
		return err
	})
	if err != nil {
		return fmt.Errorf("set pulse: %w", err)
	}
	return nil
}

// Faults lists the tables at rest, by stream.
func (s *Store) Faults(ctx context.Context) ([]Fault, error) {
	const query = "SELECT stream, at, what FROM faults ORDER BY stream"
	return list(ctx, s.reader, "list faults", scanFault, query)
}

// Fault gives why a table rests; ErrNotFound if it does not.
func (s *Store) Fault(ctx context.Context, stream string) (Fault, error) {
	const query = "SELECT stream, at, what FROM faults WHERE stream = ?"
	return one(ctx, s.reader, "read fault of "+stream, scanFault, query, stream)
}

func scanFault(r row) (f Fault, err error) {
	var at int64
	err = r.Scan(&f.Stream, &at, &f.What)
	f.At = moment(at)
	return f, err
}

// Text gives what was said at a table under a hash; ErrNotFound if there is no such
// text, or it was erased.
func (s *Store) Text(ctx context.Context, stream, sum string) (Text, error) {
	const query = "SELECT stream, sum, salt, text FROM texts WHERE stream = ? AND sum = ?"
	return one(ctx, s.reader, "read text at "+stream, func(r row) (t Text, err error) {
		var salt []byte
		err = r.Scan(&t.Stream, &t.Sum, &salt, &t.Text)
		copy(t.Salt[:], salt)
		return t, err
	}, query, stream, sum)
}

func scanMoment(r row) (time.Time, error) {
	ms, err := scanValue[int64](r)
	return moment(ms), err
}

// once enters a name in the ledger, or finds it there.
func (c *clerk) once(name string) error {
	if name == "" {
		return nil
	}
	const insert = "INSERT INTO ledger (name, at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
	result, err := c.exec(insert, name, millis(c.now))
	if err != nil {
		return fmt.Errorf("enter %s in the ledger: %w", name, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, fmt.Errorf("enter %s in the ledger: %w", name, ErrDone))
	}
	return nil
}

// fault puts a table to rest, or lets it go on. The first fault of a table stays.
func (c *clerk) fault(f Fault) error {
	do, args := "DELETE FROM faults WHERE stream = ?", []any{f.Stream}
	if !f.Lifted {
		do = "INSERT INTO faults (stream, at, what) VALUES (?, ?, ?) ON CONFLICT (stream) DO NOTHING"
		args = []any{f.Stream, millis(c.now), f.What}
	}
	if _, err := c.exec(do, args...); err != nil {
		return fmt.Errorf("note fault of %s: %w", f.Stream, err)
	}
	return nil
}

// text keeps what was said.
func (c *clerk) text(t Text) error {
	const insert = "INSERT INTO texts (stream, sum, salt, text) VALUES (?, ?, ?, ?)"
	if t.Sum != TextSum(t.Salt, t.Text) {
		return fmt.Errorf("keep text at %s: it has another hash", t.Stream)
	}
	if _, err := c.exec(insert, t.Stream, t.Sum, t.Salt[:], t.Text); err != nil {
		return fmt.Errorf("keep text at %s: %w", t.Stream, err)
	}
	return nil
}
