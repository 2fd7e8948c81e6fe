package events

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// KeyOfImport begins the keys of mails that were imported.
const KeyOfImport = "imported "

// ImportedRef is the hash that causes know an imported mail by; "" for other mails,
// and for those of which nothing is known.
func (m Mail) ImportedRef() string {
	rest, ok := strings.CutPrefix(m.Key, KeyOfImport+m.Stream+" ref ")
	if !ok {
		return ""
	}
	return rest
}

// inbox writes the mails, and an empty one for each that letters answer and that did
// not come along.
func (c *carrier) inbox() error {
	c.ids = map[int64]int64{}
	mails := map[int64]Mail{}
	for _, m := range c.Mails {
		if _, twice := mails[m.ID]; twice {
			return fmt.Errorf("%w: mail %d is there twice", ErrUnfit, m.ID)
		}
		mails[m.ID] = m
	}
	for _, id := range c.mailIDs() {
		m := Mail{ID: id, Key: fmt.Sprint("mail ", id), Heard: c.At}
		if known, ok := mails[id]; ok {
			m = known
			m.Key = "ref " + m.Key
		}
		if err := c.post(m); err != nil {
			return fmt.Errorf("mail %d: %w", id, err)
		}
	}
	return nil
}

func (c *carrier) post(m Mail) error {
	const insert = `INSERT INTO inbox (id, key, message_id, sender, stream, seat, player, received, heard, answers, raw)
		VALUES (?, ?, ?, '', ?, ?, ?, ?, ?, ?, NULL) RETURNING id`
	var id int64
	err := c.row(insert, c.id(m.ID), KeyOfImport+c.table+" "+m.Key, m.MessageID, c.table, m.Seat, m.Player,
		millis(m.Received), millis(m.Heard), string(m.Answers)).Scan(&id)
	c.ids[m.ID] = id
	return err
}

// outbox writes the letters, in whatever state they were left.
func (c *carrier) outbox() error {
	letters := slices.Clone(c.Letters)
	slices.SortStableFunc(letters, func(a, b Letter) int { return int(min(max(a.ID-b.ID, -1), 1)) })
	for _, l := range letters {
		if err := c.lay(l); err != nil {
			return fmt.Errorf("letter %d: %w", l.ID, err)
		}
	}
	return nil
}

func (c *carrier) lay(l Letter) error {
	const insert = `INSERT INTO letters (id, stream, version, seat, player, kind, cause, mail, due, number, state, attempts, next, message_id, sum, sent)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	var mail, sum any
	if l.Mail != 0 {
		mail = c.ids[l.Mail]
		if l.Cause == fmt.Sprint("mail:", l.Mail) {
			l.Cause = fmt.Sprint("mail:", mail)
		}
	}
	if l.MessageID != "" {
		sum = l.Sum[:]
	}
	_, err := c.exec(insert, c.id(l.ID), c.table, l.Version, l.Seat, l.Player, l.Kind, l.Cause, mail, millis(l.Due),
		l.Number, l.State, min(l.Number, 1), millis(l.Due), l.MessageID, sum, millis(l.Sent))
	return err
}

// Imported tells when a table was imported, and whether it names nobody; ErrNotFound
// if it was played here. See Transfer.
func (s *Store) Imported(ctx context.Context, stream string) (at time.Time, anonymous bool, err error) {
	type noted struct {
		at        int64
		anonymous bool
	}
	const query = "SELECT at, anonymous FROM imports WHERE stream = ?"
	n, err := one(ctx, s.reader, "find import of "+stream, func(r row) (n noted, err error) {
		err = r.Scan(&n.at, &n.anonymous)
		return n, err
	}, query, stream)
	return moment(n.at), n.anonymous, err
}
