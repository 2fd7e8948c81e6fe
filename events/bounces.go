package events

import (
	"context"
	"fmt"
)

// Bounces lists what came back of players' letters since they last wrote, by player.
func (s *Store) Bounces(ctx context.Context) ([]Bounce, error) {
	const query = "SELECT player, hard, soft, at, status FROM bounces ORDER BY player"
	return list(ctx, s.reader, "list bounces", scanBounce, query)
}

// Bounced gives it of one player; ErrNotFound if nothing came back.
func (s *Store) Bounced(ctx context.Context, player string) (Bounce, error) {
	const query = "SELECT player, hard, soft, at, status FROM bounces WHERE player = ?"
	return one(ctx, s.reader, "read bounces of "+player, scanBounce, query, player)
}

func scanBounce(r row) (b Bounce, err error) {
	var at int64
	err = r.Scan(&b.Player, &b.Hard, &b.Soft, &at, &b.Status)
	b.At = moment(at)
	return b, err
}

// bounce counts a report. One that is hard stays so.
func (c *clerk) bounce(b *Bounce) error {
	if b == nil {
		return nil
	}
	const insert = `INSERT INTO bounces (player, hard, soft, at, status) VALUES (?1, ?2, 1 - ?2, ?3, ?4)
		ON CONFLICT (player) DO UPDATE SET hard = max(hard, excluded.hard), soft = soft + excluded.soft,
			at = excluded.at, status = excluded.status`
	if _, err := c.exec(insert, b.Player, b.Hard, millis(c.now), b.Status); err != nil {
		return fmt.Errorf("count bounce of %s: %w", b.Player, err)
	}
	return nil
}

// alive forgives what came back of the letters to somebody who writes themselves.
func (c *clerk) alive(m *Mail) error {
	if m.Player == "" || m.Identified == "" {
		return nil
	}
	if _, err := c.exec("DELETE FROM bounces WHERE player = ?", m.Player); err != nil {
		return fmt.Errorf("forgive bounces of %s: %w", m.Player, err)
	}
	return nil
}
