package events

import (
	"context"
	"fmt"
)

const mailColumns = "id, key, message_id, sender, stream, seat, player, received, heard, answers, raw"

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

// Mails lists the mails heard for a table, in order of ID.
func (s *Store) Mails(ctx context.Context, stream string) ([]Mail, error) {
	const query = "SELECT " + mailColumns + " FROM inbox WHERE stream = ? ORDER BY id"
	return list(ctx, s.reader, "list mails for "+stream, scanMail, query, stream)
}

func scanMail(r row) (m Mail, err error) {
	var received, heard int64
	var packed []byte
	err = r.Scan(&m.ID, &m.Key, &m.MessageID, &m.Sender, &m.Stream, &m.Seat, &m.Player,
		&received, &heard, &m.Answers, &packed)
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
