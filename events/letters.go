package events

import (
	"context"
	"fmt"
	"time"
)

const (
	letterColumns = `id, stream, version, seat, player, kind, cause, coalesce(mail, 0), due,
		number, state, attempts, next, message_id, sum, reply, sent, latest`
	letterByID = "SELECT " + letterColumns + " FROM letters WHERE id = ?"
)

// letter gives a letter as the transaction sees it.
func (h hand) letter(id int64) (Letter, error) {
	return one(context.Background(), h, fmt.Sprintf("find letter %d", id), scanLetter, letterByID, id)
}

// LetterByID gives a letter.
func (s *Store) LetterByID(ctx context.Context, id int64) (Letter, error) {
	return one(ctx, s.reader, fmt.Sprintf("find letter %d", id), scanLetter, letterByID, id)
}

// LetterByNumber gives the letter of a table to a player that bears the number; see
// Outbox.
func (s *Store) LetterByNumber(ctx context.Context, stream, player string, number int) (Letter, error) {
	const query = "SELECT " + letterColumns + ` FROM letters
		WHERE stream = ? AND stream <> '' AND player = ? AND number = ? AND number > 0 AND seat > 0
		ORDER BY id DESC LIMIT 1`
	doing := fmt.Sprintf("find letter %d of %s to player %s", number, stream, player)
	return one(ctx, s.reader, doing, scanLetter, query, stream, player, number)
}

// LetterByMessage gives the letter that was rendered with that Message-ID.
func (s *Store) LetterByMessage(ctx context.Context, messageID string) (Letter, error) {
	const query = "SELECT " + letterColumns + " FROM letters WHERE message_id = ? AND message_id <> ''"
	return one(ctx, s.reader, "find letter "+messageID, scanLetter, query, messageID)
}

// Shown lists the versions of a table that a player was shown last; see Outbox.
func (s *Store) Shown(ctx context.Context, stream, player string, besides int64, limit int) ([]int64, error) {
	const query = `SELECT DISTINCT version FROM letters
		WHERE stream = ? AND stream <> '' AND player = ? AND id <> ? AND number > 0 AND seat > 0
			AND sum IS NOT NULL AND state NOT IN ('refused', 'superseded')
		ORDER BY version DESC LIMIT ?`
	doing := fmt.Sprintf("find what of %s player %s was shown", stream, player)
	return list(ctx, s.reader, doing, scanValue[int64], query, stream, player, besides, max(limit, 0))
}

// Letters lists a stream's letters in order of ID; "" lists the service's own.
func (s *Store) Letters(ctx context.Context, stream string) ([]Letter, error) {
	const query = "SELECT " + letterColumns + " FROM letters WHERE stream = ? ORDER BY id"
	return list(ctx, s.reader, "list letters of "+stream, scanLetter, query, stream)
}

// NextLetter gives the earliest Next of the letters to be tried, if any.
func (s *Store) NextLetter(ctx context.Context) (time.Time, bool, error) {
	const query = "SELECT coalesce(min(next), 0) FROM letters WHERE state IN ('waiting', 'uncertain') AND " + awakeLetter
	next, err := one(ctx, s.reader, "find next letter", scanValue[int64], query)
	return moment(next), next != 0, err
}

func scanLetter(r row) (l Letter, err error) {
	var due, next, sent, latest int64
	var sum []byte
	err = r.Scan(&l.ID, &l.Stream, &l.Version, &l.Seat, &l.Player, &l.Kind, &l.Cause, &l.Mail, &due,
		&l.Number, &l.State, &l.Attempts, &next, &l.MessageID, &sum, &l.Reply, &sent, &latest)
	l.Due, l.Next, l.Sent, l.Latest = moment(due), moment(next), moment(sent), moment(latest)
	copy(l.Sum[:], sum)
	return l, err
}
