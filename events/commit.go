package events

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	insertMail = `INSERT INTO inbox (key, message_id, sender, stream, seat, player, received, heard, answers, raw, identified, held, wrote)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING id`
	mailID       = "SELECT id FROM inbox WHERE key = ?"
	insertLetter = `INSERT INTO letters (stream, version, seat, player, kind, cause, mail, due, state, next, latest)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, nullif(?7, 0), ?8, ?9, ?10, ?11
		WHERE NOT EXISTS (SELECT 1 FROM forgettings WHERE player = ?4)
		ON CONFLICT (stream, version, seat, player, kind, cause) DO NOTHING RETURNING id`
)

// Commit writes a batch; see Log.
func (s *Store) Commit(ctx context.Context, b Batch) (Receipt, error) {
	if b.Now.IsZero() {
		return Receipt{}, errors.New("commit batch: it has no time")
	}
	c := clerk{now: time.UnixMilli(b.Now.UnixMilli()).UTC(), stream: map[string]bool{}}
	if b.Mail != nil {
		packed, err := pack(b.Mail.Raw)
		if err != nil {
			return Receipt{}, fmt.Errorf("pack mail: %w", err)
		}
		c.raw = packed
	}
	err := s.put(ctx, func(h hand) error {
		c.hand = h
		return c.write(b)
	})
	switch {
	case errors.Is(err, ErrSeen):
		return Receipt{MailID: c.receipt.MailID}, fmt.Errorf("commit batch: %w", err)
	case err != nil:
		return Receipt{}, fmt.Errorf("commit batch: %w", err)
	}
	return c.receipt, nil
}

// clerk writes one batch.
type clerk struct {
	hand
	now     time.Time
	raw     []byte          // of the mail, packed
	stream  map[string]bool // those appended to
	receipt Receipt
}

// write goes through a batch in an order that lets later parts refer to earlier
// ones, up to the first error.
func (c *clerk) write(b Batch) error {
	for _, part := range [...]func() error{
		func() error { return c.once(b.Once) },
		func() error { return c.mail(b.Mail) },
		func() error { return each(b.Secrets, c.secret) },
		func() error { return each(b.Players, c.player) },
		func() error { return each(b.Names, c.name) },
		func() error { return each(b.Texts, c.text) },
		func() error { return each(b.Faults, c.fault) },
		func() error { return each(b.Appends, c.add) },
		func() error { return each(b.Letters, c.letter) },
		func() error { return c.bounce(b.Bounce) },
		func() error { return c.decision(b.Decision) },
		func() error { return c.farewell(b.Farewell) },
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func each[T any](list []T, do func(T) error) error {
	for _, v := range list {
		if err := do(v); err != nil {
			return err
		}
	}
	return nil
}

// mail puts a mail into the inbox, or finds that it is there.
func (c *clerk) mail(m *Mail) error {
	if m == nil {
		return nil
	}
	if err := c.known(m.Player); err != nil {
		return fmt.Errorf("keep mail %s: %w", m.Key, err)
	}
	heard := m.Heard
	if heard.IsZero() {
		heard = c.now
	}
	err := c.row(insertMail, m.Key, m.MessageID, m.Sender, m.Stream, m.Seat, m.Player,
		millis(m.Received), millis(heard), string(m.Answers), c.raw, m.Identified, m.Held, m.Wrote).Scan(&c.receipt.MailID)
	if errors.Is(err, sql.ErrNoRows) {
		return c.seen(m.Key)
	}
	if err != nil {
		return fmt.Errorf("keep mail %s: %w", m.Key, err)
	}
	return c.alive(m)
}

func (c *clerk) seen(key string) error {
	err := c.row(mailID, key).Scan(&c.receipt.MailID)
	if err != nil {
		return fmt.Errorf("find mail %s: %w", key, err)
	}
	return fmt.Errorf("keep mail %s: %w", key, ErrSeen)
}

func (c *clerk) secret(s Secret) error {
	const insert = "INSERT INTO secrets (stream, secret) VALUES (?, ?) ON CONFLICT (stream) DO NOTHING"
	if _, err := c.exec(insert, s.Stream, s.Secret[:]); err != nil {
		return fmt.Errorf("keep secret of %s: %w", s.Stream, err)
	}
	var kept []byte
	if err := c.row("SELECT secret FROM secrets WHERE stream = ?", s.Stream).Scan(&kept); err != nil {
		return fmt.Errorf("keep secret of %s: %w", s.Stream, err)
	}
	if !bytes.Equal(kept, s.Secret[:]) {
		return fmt.Errorf("keep secret of %s: it has another", s.Stream)
	}
	return nil
}

func (c *clerk) player(p Player) error {
	if err := c.known(p.ID); err != nil {
		return fmt.Errorf("keep player: %w", err)
	}
	const insert = `INSERT INTO players (id, address, name, language, zone, reminders, vacations, digest, quiet, unsubscribed)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET address = excluded.address, name = excluded.name,
			language = excluded.language, zone = excluded.zone, reminders = excluded.reminders, vacations = excluded.vacations,
			digest = excluded.digest, quiet = excluded.quiet, unsubscribed = excluded.unsubscribed`
	_, err := c.exec(insert, p.ID, p.Address, p.Name, p.Language, p.Zone, p.Reminders, p.Vacations, p.Digest, p.Quiet, p.Unsubscribed)
	if violates(err, sqlite3.SQLITE_CONSTRAINT_UNIQUE) {
		err = ErrTaken
	}
	if err != nil {
		return fmt.Errorf("keep player %s: %w", p.ID, err)
	}
	return nil
}

func (c *clerk) name(n SeatName) error {
	const insert = `INSERT INTO seat_names (stream, player, name) VALUES (?, ?, ?)
		ON CONFLICT (stream, player) DO UPDATE SET name = excluded.name`
	if _, err := c.exec(insert, n.Stream, n.Player, n.Name); err != nil {
		return fmt.Errorf("keep name of %s at %s: %w", n.Player, n.Stream, err)
	}
	return nil
}

// letter puts a letter into the outbox, unless it is there or nobody is left to read
// it.
func (c *clerk) letter(l Letter) error {
	l, err := c.complete(l)
	if err != nil {
		return fmt.Errorf("post %s letter: %w", l.Kind, err)
	}
	replaced, err := c.replaceable(&l)
	if err != nil {
		return fmt.Errorf("post %s letter: %w", l.Kind, err)
	}
	err = c.row(insertLetter, l.Stream, l.Version, l.Seat, l.Player, l.Kind, l.Cause, l.Mail,
		millis(l.Due), Waiting, millis(l.Next), millis(l.Latest)).Scan(&l.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("post %s letter: %w", l.Kind, err)
	}
	return c.inherit(l, replaced)
}

// complete fills in what a letter leaves to its batch.
func (c *clerk) complete(l Letter) (Letter, error) {
	if l.Mail == -1 {
		if c.receipt.MailID == 0 {
			return l, errors.New("it answers the batch's mail, and there is none")
		}
		l.Mail = c.receipt.MailID
		if l.Cause == "" {
			l.Cause = fmt.Sprintf("mail:%d", l.Mail)
		}
	}
	if l.Due.IsZero() {
		l.Due = c.now
	}
	if l.Next.IsZero() {
		l.Next = l.Due
	}
	if l.Latest.IsZero() {
		l.Latest = l.Next
	}
	if l.Version == 0 && l.Stream != "" {
		return l, c.row(versionOf, l.Stream).Scan(&l.Version)
	}
	return l, nil
}

// violates says whether an error is one of SQLite's, with one of the codes.
func violates(err error, codes ...int) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && slices.Contains(codes, e.Code())
}
