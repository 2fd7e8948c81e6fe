package events

import (
	"context"
	"fmt"
	"slices"
	"time"
)

const unwordedLetters = "SELECT " + letterColumns + ` FROM letters
	WHERE stream = ? AND player = ? AND state = 'waiting' AND sum IS NULL ORDER BY id`

// replaceable lists what a letter is to replace: letters that have not left and that
// nobody has worded. One that was worded goes out as it is, for later ones take it for
// read. The letter leaves no later than any of them would have had to.
func (c *clerk) replaceable(l *Letter) ([]Letter, error) {
	if len(l.Replaces) == 0 || l.Stream == "" {
		return nil, nil
	}
	all, err := list(context.Background(), c.hand, "find letters to replace", scanLetter, unwordedLetters, l.Stream, l.Player)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(other Letter) bool {
		return !slices.Contains(l.Replaces, other.Kind) || other.Version > l.Version
	})
	for _, other := range all {
		if !other.Latest.IsZero() {
			l.Latest = earlier(l.Latest, other.Latest)
		}
	}
	l.Next = earlier(l.Next, l.Latest)
	return all, nil
}

// inherit has a letter tell what others would have told, and those before them.
func (c *clerk) inherit(l Letter, replaced []Letter) error {
	for _, other := range replaced {
		if other.ID == l.ID {
			continue
		}
		const update = `UPDATE letters SET heir = ?1, state = iif(id = ?2, 'superseded', state) WHERE id = ?2 OR heir = ?2`
		if _, err := c.exec(update, l.ID, other.ID); err != nil {
			return fmt.Errorf("replace letter %d: %w", other.ID, err)
		}
	}
	return nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Replaced lists what a letter has replaced; see Outbox.
func (s *Store) Replaced(ctx context.Context, id int64) ([]Letter, error) {
	const query = "SELECT " + letterColumns + " FROM letters WHERE heir = ? ORDER BY id"
	return list(ctx, s.reader, fmt.Sprintf("list what letter %d replaces", id), scanLetter, query, id)
}

// Shows notes the version that a letter is worded as of; see Outbox.
func (s *Store) Shows(ctx context.Context, id, version int64) error {
	err := s.put(ctx, func(h hand) error {
		l, err := h.letter(id)
		switch {
		case err != nil:
			return err
		case l.State != Trying || l.MessageID != "":
			return fmt.Errorf("it is %s: %w", l.State, ErrRecalled)
		case version < l.Version:
			return fmt.Errorf("it fell due at version %d, not before", l.Version)
		}
		_, err = h.exec("UPDATE letters SET version = ? WHERE id = ?", version, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("letter %d shows version %d: %w", id, version, err)
	}
	return nil
}
