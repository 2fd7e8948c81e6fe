package events

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"
)

const (
	dueLetters = "SELECT " + letterColumns + ` FROM letters
		WHERE state IN ('waiting', 'uncertain') AND next <= ? AND ` + awakeLetter + ` ORDER BY id LIMIT ?`
	awakeLetter = "stream NOT IN (SELECT stream FROM faults) AND stream NOT IN (SELECT stream FROM imports)"
	claimLetter = "UPDATE letters SET state = ?, attempts = ?, number = ? WHERE id = ?"
	nextAtTable = `SELECT 1 + coalesce(max(number), 0) FROM letters
		WHERE stream = ? AND stream <> '' AND player = ? AND number > 0 AND (seat > 0) = (? > 0)`
	nextOfPlayer = "SELECT 1 + coalesce(max(number), 0) FROM letters WHERE stream = '' AND player = ? AND number > 0"
	keepSum      = "UPDATE letters SET message_id = ?, sum = ? WHERE id = ?"
	keepBytes    = "INSERT INTO letter_bytes (letter, packed) VALUES (?, ?)"
	settleLetter = `UPDATE letters SET state = ?, reply = ?, sent = ?, next = coalesce(nullif(?, 0), next) WHERE id = ?`
)

// Claim takes letters that are due, recording the attempt; see Outbox.
func (s *Store) Claim(ctx context.Context, now time.Time, limit int) ([]Letter, error) {
	var letters []Letter
	err := s.put(ctx, func(h hand) (err error) {
		letters, err = list(context.Background(), h, "find due", scanLetter, dueLetters, millis(now), max(limit, 0))
		for i := range letters {
			if err == nil {
				err = letters[i].claim(h)
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim letters: %w", err)
	}
	return letters, nil
}

func (l *Letter) claim(h hand) error {
	if err := l.enumerate(h); err != nil {
		return fmt.Errorf("number letter %d: %w", l.ID, err)
	}
	l.State = Trying
	l.Attempts++
	if _, err := h.exec(claimLetter, l.State, l.Attempts, l.Number, l.ID); err != nil {
		return fmt.Errorf("letter %d: %w", l.ID, err)
	}
	return nil
}

// enumerate gives a letter its player's next number: at its table, where invitations
// count by themselves, or of the service's own letters.
func (l *Letter) enumerate(h hand) error {
	if l.Number != 0 {
		return nil
	}
	if l.Stream == "" {
		return h.row(nextOfPlayer, l.Player).Scan(&l.Number)
	}
	return h.row(nextAtTable, l.Stream, l.Player, l.Seat).Scan(&l.Number)
}

// Rendered keeps the bytes that all attempts at a letter send; see Outbox.
func (s *Store) Rendered(ctx context.Context, id int64, messageID string, raw []byte) error {
	if messageID == "" || len(raw) == 0 {
		return fmt.Errorf("keep letter %d: it has no bytes or no message-id", id)
	}
	sum := sha256.Sum256(raw)
	packed, err := pack(raw)
	if err != nil {
		return fmt.Errorf("pack letter %d: %w", id, err)
	}
	err = s.put(ctx, func(h hand) error {
		l, err := h.letter(id)
		switch {
		case err != nil:
			return err
		case l.MessageID == messageID && l.Sum == sum:
			return nil
		case l.MessageID != "" && (l.MessageID != messageID || !h.lost(id)):
			return ErrRendered
		case l.State != Trying:
			return fmt.Errorf("it is %s: %w", l.State, ErrRecalled)
		}
		return l.keep(h, messageID, sum, packed)
	})
	if err != nil {
		return fmt.Errorf("keep letter %d: %w", id, err)
	}
	return nil
}

// lost tells whether a letter's bytes are not there (any more).
func (h hand) lost(letter int64) bool {
	var kept bool
	err := h.row("SELECT EXISTS (SELECT 1 FROM letter_bytes WHERE letter = ?)", letter).Scan(&kept)
	return err == nil && !kept
}

func (l *Letter) keep(h hand, messageID string, sum [32]byte, packed []byte) error {
	if _, err := h.exec(keepSum, messageID, sum[:], l.ID); err != nil {
		return fmt.Errorf("note sum: %w", err)
	}
	if _, err := h.exec(keepBytes, l.ID, packed); err != nil {
		return fmt.Errorf("store bytes: %w", err)
	}
	return nil
}

// Bytes gives a letter as it was rendered, and checks that it is.
func (s *Store) Bytes(ctx context.Context, id int64) ([]byte, error) {
	const query = "SELECT packed, sum FROM letter_bytes JOIN letters ON letters.id = letter WHERE letter = ?"
	return one(ctx, s.reader, fmt.Sprintf("read letter %d", id), func(r row) ([]byte, error) {
		var packed, sum []byte
		if err := r.Scan(&packed, &sum); err != nil {
			return nil, err
		}
		raw, err := unpack(packed)
		if got := sha256.Sum256(raw); err == nil && !bytes.Equal(got[:], sum) {
			err = errors.New("its bytes are not those that were kept")
		}
		return raw, err
	}, query, id)
}

// Settle records how an attempt ended; see Outbox.
func (s *Store) Settle(ctx context.Context, id int64, f Fate) error {
	sent := f.At
	if f.State != Sent {
		sent = time.Time{}
	}
	err := s.put(ctx, func(h hand) error {
		l, err := h.letter(id)
		if err != nil {
			return err
		}
		if err := f.fits(l); err != nil {
			return err
		}
		_, err = h.exec(settleLetter, f.State, f.Reply, millis(sent), millis(f.Next), id)
		return err
	})
	if err != nil {
		return fmt.Errorf("settle letter %d: %w", id, err)
	}
	return nil
}

// fits says what is wrong with a fate for a letter.
func (f Fate) fits(l Letter) error {
	again := f.State == Waiting || f.State == Uncertain
	switch {
	case l.State != Trying:
		return fmt.Errorf("it is %s: %w", l.State, ErrRecalled)
	case f.State == Trying:
		return fmt.Errorf("%s is no end", Trying)
	case again && f.Next.IsZero():
		return fmt.Errorf("%s, but until when", f.State)
	case f.State == Sent && f.At.IsZero():
		return fmt.Errorf("%s, but when", Sent)
	case (f.State == Sent || f.State == Uncertain) && l.MessageID == "":
		return fmt.Errorf("%s, but never rendered", f.State)
	}
	return nil
}

// GiveBack undoes claims; see Outbox.
func (s *Store) GiveBack(ctx context.Context, ids []int64) error {
	const update = `UPDATE letters SET state = iif(sum IS NULL, 'waiting', 'uncertain'), attempts = attempts - 1
		WHERE id = ? AND state = 'trying'`
	err := s.put(ctx, func(h hand) error {
		for _, id := range ids {
			if _, err := h.exec(update, id); err != nil {
				return fmt.Errorf("letter %d: %w", id, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("give letters back: %w", err)
	}
	return nil
}

// Recover frees the letters that a crash left in the hands of nobody; see Outbox.
func (s *Store) Recover(ctx context.Context, now time.Time) error {
	const update = `UPDATE letters SET state = iif(sum IS NULL, 'waiting', 'uncertain'), next = ?
		WHERE state = 'trying' AND stream NOT IN (SELECT stream FROM imports)`
	err := s.put(ctx, func(h hand) error {
		_, err := h.exec(update, millis(now))
		return err
	})
	if err != nil {
		return fmt.Errorf("recover letters: %w", err)
	}
	return nil
}
