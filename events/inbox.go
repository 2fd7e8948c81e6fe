package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

const mailColumns = "id, key, message_id, sender, stream, seat, player, received, heard, answers, raw, identified, held, decided, wrote"

// MailByID gives a mail heard.
func (s *Store) MailByID(ctx context.Context, id int64) (Mail, error) {
	const query = "SELECT " + mailColumns + " FROM inbox WHERE id = ?"
	return one(ctx, s.reader, fmt.Sprintf("read mail %d", id), scanMail, query, id)
}

// MailByKey gives the mail that was heard with that key.
func (s *Store) MailByKey(ctx context.Context, key string) (Mail, error) {
	const query = "SELECT " + mailColumns + " FROM inbox WHERE key = ?"
	return one(ctx, s.reader, "read mail "+key, scanMail, query, key)
}

const mailsWithoutRaw = `SELECT id, key, message_id, sender, stream, seat, player, received, heard, answers, NULL,
	identified, held, decided, wrote FROM inbox `

// Mails lists the mails that were heard for a table, or with "" for the service
// itself, by ID and without their bytes.
func (s *Store) Mails(ctx context.Context, stream string) ([]Mail, error) {
	const query = mailsWithoutRaw + "WHERE stream = ? ORDER BY id"
	return list(ctx, s.reader, "list mails of "+stream, scanMail, query, stream)
}

// MailsHeard lists the mails that were heard at one of the times, whatever they were
// for, by ID and without their bytes.
func (s *Store) MailsHeard(ctx context.Context, at ...time.Time) ([]Mail, error) {
	const query = mailsWithoutRaw + "WHERE heard IN (SELECT value FROM json_each(?)) ORDER BY id"
	times := make([]int64, len(at))
	for i, t := range at {
		times[i] = millis(t)
	}
	spelled, err := json.Marshal(times)
	if err != nil {
		return nil, fmt.Errorf("list mails by time: %w", err)
	}
	return list(ctx, s.reader, "list mails by time", scanMail, query, string(spelled))
}

// Held lists the mails that are held and not decided about, by ID and without their
// bytes.
func (s *Store) Held(ctx context.Context) ([]Mail, error) {
	const query = mailsWithoutRaw + "WHERE held <> '' AND decided = '' ORDER BY id"
	return list(ctx, s.reader, "list held mails", scanMail, query)
}

// Repeated gives the mail that wrote the same, was received at that time or later, and
// is the last that was heard from its player; ErrNotFound if there is none.
func (s *Store) Repeated(ctx context.Context, wrote string, since time.Time) (Mail, error) {
	const query = mailsWithoutRaw + `WHERE wrote = ? AND wrote <> '' AND received >= ? AND NOT EXISTS (
		SELECT 1 FROM inbox later WHERE later.id > inbox.id AND later.player = inbox.player AND later.held = '') ORDER BY id DESC LIMIT 1`
	return one(ctx, s.reader, "look for the same mail", scanMail, query, wrote, millis(since))
}

// decision notes what a moderator says of a held mail.
func (c *clerk) decision(d *Decision) error {
	if d == nil {
		return nil
	}
	const update = "UPDATE inbox SET decided = ? WHERE id = ? AND held <> '' AND decided = ''"
	result, err := c.exec(update, d.Verdict, d.Mail)
	if err != nil {
		return fmt.Errorf("decide about mail %d: %w", d.Mail, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, fmt.Errorf("decide about mail %d: %w", d.Mail, ErrDone))
	}
	return nil
}

func scanMail(r row) (m Mail, err error) {
	var received, heard int64
	var packed []byte
	err = r.Scan(&m.ID, &m.Key, &m.MessageID, &m.Sender, &m.Stream, &m.Seat, &m.Player,
		&received, &heard, &m.Answers, &packed, &m.Identified, &m.Held, &m.Decided, &m.Wrote)
	if err != nil {
		return m, err
	}
	m.Received, m.Heard = moment(received), moment(heard)
	m.Raw, err = unpack(packed)
	return m, err
}

// Cursor says how far a mailbox has been read.
func (s *Store) Cursor(ctx context.Context, mailbox string) (Cursor, error) {
	const query = "SELECT mailbox, uidvalidity, uid FROM cursors WHERE mailbox = ?"
	return one(ctx, s.reader, "read cursor of "+mailbox, func(r row) (c Cursor, err error) {
		err = r.Scan(&c.Mailbox, &c.UIDValidity, &c.UID)
		return c, err
	}, query, mailbox)
}

// SetCursor notes how far a mailbox has been read.
func (s *Store) SetCursor(ctx context.Context, c Cursor) error {
	const insert = `INSERT INTO cursors (mailbox, uidvalidity, uid) VALUES (?, ?, ?)
		ON CONFLICT (mailbox) DO UPDATE SET uidvalidity = excluded.uidvalidity, uid = excluded.uid`
	err := s.put(ctx, func(h hand) error {
		_, err := h.exec(insert, c.Mailbox, c.UIDValidity, c.UID)
		return err
	})
	if err != nil {
		return fmt.Errorf("set cursor of %s: %w", c.Mailbox, err)
	}
	return nil
}
