package events

import (
	"context"
	"fmt"
)

// Size is how much a log holds; letters of imported tables, which it never sends, are
// not counted.
type Size struct {
	Streams, Entries, Mails, Letters, Players int64
}

// Size counts what the log holds.
func (s *Store) Size(ctx context.Context) (z Size, err error) {
	const query = `SELECT (SELECT count(*) FROM entries WHERE version = 1), (SELECT count(*) FROM entries),
		(SELECT count(*) FROM inbox), (SELECT count(*) FROM letters WHERE stream NOT IN (SELECT stream FROM imports)), (SELECT count(*) FROM players)`
	row := s.reader.QueryRowContext(ctx, query)
	if err := row.Scan(&z.Streams, &z.Entries, &z.Mails, &z.Letters, &z.Players); err != nil {
		return z, fmt.Errorf("count what the log holds: %w", err)
	}
	return z, nil
}
