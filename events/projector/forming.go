package projector

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Invitation is the read row of an invitation: who sent it to whom, and when.
type Invitation struct {
	By, Guest string // player ids
	At        time.Time
}

const invitationSchema = `
CREATE TABLE IF NOT EXISTS read_invitations (
	stream TEXT NOT NULL, number INTEGER NOT NULL, inviter TEXT NOT NULL, guest TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (stream, number)) STRICT;
CREATE INDEX IF NOT EXISTS read_inviters ON read_invitations (inviter, at);
CREATE INDEX IF NOT EXISTS read_guests ON read_invitations (guest, at);`

func writeInvitations(ctx context.Context, tx *sql.Tx, t Table) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM read_invitations WHERE stream = ?`, t.Stream); err != nil {
		return err
	}
	for i, n := range t.Invitations {
		_, err := tx.ExecContext(ctx, `INSERT INTO read_invitations (stream, number, inviter, guest, at) VALUES (?, ?, ?, ?, ?)`,
			t.Stream, i+1, n.By, n.Guest, millis(n.At))
		if err != nil {
			return err
		}
	}
	return nil
}

// Invited counts the invitations by a player, or to one, since a moment, at all
// tables; "" is anybody.
func (p *Projector) Invited(ctx context.Context, by, guest string, since time.Time) (n int, err error) {
	row := p.store.Reader().QueryRowContext(ctx,
		`SELECT count(*) FROM read_invitations WHERE ?1 IN ('', inviter) AND ?2 IN ('', guest) AND at > ?3`, by, guest, millis(since))
	if err := row.Scan(&n); err != nil {
		return 0, fmt.Errorf("count invitations: %w", err)
	}
	return n, nil
}

// Seeking lists the tables whose game runs and that have a seat for somebody else to
// take, private ones left out.
func (p *Projector) Seeking(ctx context.Context) ([]string, error) {
	return p.ids(ctx, `SELECT stream FROM read_standing t WHERE state = ? AND private = 0
		AND EXISTS (SELECT 1 FROM read_seats s WHERE s.stream = t.stream AND s.seeks) ORDER BY stream`, Playing)
}

// Forming lists the tables that are open to everybody, those first that lack the
// fewest players.
func (p *Projector) Forming(ctx context.Context) ([]string, error) {
	return p.ids(ctx, `SELECT stream FROM read_standing t WHERE state = ? AND private = 0
		ORDER BY want - (SELECT count(*) FROM read_seats s WHERE s.stream = t.stream), stream`, Open)
}

func (p *Projector) ids(ctx context.Context, query, state string) ([]string, error) {
	rows, err := p.store.Reader().QueryContext(ctx, query, state)
	if err != nil {
		return nil, fmt.Errorf("list open tables: %w", err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("list open tables: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
