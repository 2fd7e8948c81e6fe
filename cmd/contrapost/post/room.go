// Package post is the post room: it takes mails in to the tables, and letters due
// out to the courier.
//
// A mail is read, its sender established, its orders heard; everything it sets
// off is committed in one transaction before the mail is marked on the server. A
// letter is a row until its first attempt; then it is worded whole, as of the
// version it was due at, and every retry sends those same bytes.
package post

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// Room is the post room of one service.
type Room struct {
	Log     events.Log
	House   *table.House
	Catalog *templates.Catalog
	Signer  mailer.Signer
	Courier interface {
		Send(ctx context.Context, from, to string, raw []byte) mailer.Result
	}
	Address string // the service's own, "game@example.org"
	Name    string // what letters come from, "Contrapost"
	Key     []byte // keys the Message-IDs
	IsOrder func(string) bool
	Now     func() time.Time
	Slog    *slog.Logger
}

// Run carries letters until the context ends. It first finishes what an earlier
// run left: attempts cut short, windows and bots in the middle of a move.
func (r *Room) Run(ctx context.Context) error {
	if err := r.Log.Recover(ctx, r.Now()); err != nil {
		return fmt.Errorf("recover letters: %w", err)
	}
	if err := r.settleAll(ctx); err != nil {
		return err
	}
	for {
		changed := r.Log.Changed()
		if err := r.Deliver(ctx); err != nil && ctx.Err() == nil {
			r.Slog.Error("deliver letters", "err", err)
		}
		if err := r.rest(ctx, changed); err != nil {
			return nil
		}
	}
}

// rest waits until the log changes, the next letter is due, or the context ends.
func (r *Room) rest(ctx context.Context, changed <-chan struct{}) error {
	wait := time.Minute
	if next, ok, err := r.Log.NextLetter(ctx); err == nil && ok {
		wait = min(wait, max(next.Sub(r.Now()), 0)+time.Millisecond)
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-changed:
	case <-timer.C:
	}
	return nil
}

func (r *Room) settleAll(ctx context.Context) error {
	streams, err := r.Log.Streams(ctx)
	if err != nil {
		return fmt.Errorf("settle tables: %w", err)
	}
	for _, id := range streams {
		if err := r.House.Settle(ctx, id, r.Now()); err != nil {
			r.Slog.Error("settle table", "table", id, "err", err)
		}
	}
	return nil
}

func (r *Room) host() string {
	_, host, _ := strings.Cut(r.Address, "@")
	return host
}

// messageID makes an id from a letter's key: the same letter always has the same
// id, and nothing in the key leaves the service.
func (r *Room) messageID(parts ...string) string {
	mac := hmac.New(sha256.New, r.Key)
	mac.Write([]byte(strings.Join(parts, "\x00")))
	id := base32.StdEncoding.EncodeToString(mac.Sum(nil)[:20])
	return strings.ToLower(id) + "@" + r.host()
}

func notFound(err error) bool { return errors.Is(err, events.ErrNotFound) }
