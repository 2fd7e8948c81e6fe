package events

import "context"

const playerColumns = "id, address, name, language, zone, reminders, vacations, digest, quiet, unsubscribed"

// Player gives the player of that ID.
func (s *Store) Player(ctx context.Context, id string) (Player, error) {
	const query = "SELECT " + playerColumns + " FROM players WHERE id = ?"
	return one(ctx, s.reader, "read player "+id, scanPlayer, query, id)
}

// PlayerByAddress gives the player with that address, ASCII letters compared
// without regard to case.
func (s *Store) PlayerByAddress(ctx context.Context, address string) (Player, error) {
	const query = "SELECT " + playerColumns + ` FROM players WHERE address = ? COLLATE NOCASE AND address <> ''`
	return one(ctx, s.reader, "find player by address", scanPlayer, query, address)
}

// Players lists all players, by ID.
func (s *Store) Players(ctx context.Context) ([]Player, error) {
	const query = "SELECT " + playerColumns + " FROM players ORDER BY id"
	return list(ctx, s.reader, "list players", scanPlayer, query)
}

func scanPlayer(r row) (p Player, err error) {
	err = r.Scan(&p.ID, &p.Address, &p.Name, &p.Language, &p.Zone, &p.Reminders, &p.Vacations, &p.Digest, &p.Quiet, &p.Unsubscribed)
	return p, err
}

// SeatNames lists the names players go by at a table, by player.
func (s *Store) SeatNames(ctx context.Context, stream string) ([]SeatName, error) {
	const query = "SELECT stream, player, name FROM seat_names WHERE stream = ? ORDER BY player"
	return list(ctx, s.reader, "list names at "+stream, func(r row) (n SeatName, err error) {
		err = r.Scan(&n.Stream, &n.Player, &n.Name)
		return n, err
	}, query, stream)
}

// Secret gives a table's secret.
func (s *Store) Secret(ctx context.Context, stream string) ([32]byte, error) {
	const query = "SELECT secret FROM secrets WHERE stream = ?"
	return one(ctx, s.reader, "read secret of "+stream, func(r row) (secret [32]byte, err error) {
		var kept []byte
		err = r.Scan(&kept)
		copy(secret[:], kept)
		return secret, err
	}, query, stream)
}
