package events

import "context"

// LastRendered gives the newest letter that has been rendered here, and not at a table
// that was imported; ErrNotFound if none has been.
func (s *Store) LastRendered(ctx context.Context) (Letter, error) {
	const query = "SELECT " + letterColumns + " FROM letters WHERE message_id <> '' AND stream NOT IN (SELECT stream FROM imports) ORDER BY id DESC LIMIT 1"
	return one(ctx, s.reader, "find the newest letter", scanLetter, query)
}
