// Package post is the post room: it takes mails in to the tables, and letters due
// out to the courier.
//
// A mail is read, its sender established, its orders heard; everything it sets
// off is committed in one transaction before the mail is marked on the server. A
// letter is a row until its first attempt; then it is worded whole, as of the
// version it was due at, and every retry sends those same bytes. One that waited for
// its reader's digest, for the end of quiet hours or of talk is worded as of the version
// at which it leaves. When a letter is to leave is said by table.Leaves.
//
// What breaks at a table stays there: whoever comes upon it has Contain put that
// table to rest, and Mend lets it go on at a later start.
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

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/projector"
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
	Address    string   // the service's own, "game@example.org"
	Name       string   // what letters come from, "Contrapost"
	Policy     Policy   // what it takes to be believed; "" means ByToken
	Limits     Limits   // how much is heard of anybody
	Authserv   string   // what our own mail server calls itself in Authentication-Results; "" if it vouches for nobody
	Moderators []string // addresses that may rule at tables, by mail that Authserv vouches for
	Operator   string   // the address that faults are reported to; "" for none
	Key        []byte   // keys the Message-IDs
	IsOrder    func(string) bool
	// Standing lists all tables as their read rows have them, at a position of the
	// log or later.
	Standing func(ctx context.Context) (tables []projector.Table, position int64, err error)
	// Reckon looks back at a game that is over for the reader of a seat.
	Reckon func(t *table.Table, w engine.Words, s engine.Seat) (engine.Reckoning, error)
	// Keepsake makes the file that goes home with everybody at a table that is over, in a
	// language.
	Keepsake func(ctx context.Context, table, lang string) (mailer.Attachment, error)
	Now      func() time.Time
	Slog     *slog.Logger

	patience patience
	kept     map[string]keepsake // made in the same round, by table and language
	recent   *table.Table        // that the letter before was of, in the same round
}

// Run carries letters until the context ends. It first takes up the attempts that
// an earlier run left.
func (r *Room) Run(ctx context.Context) error {
	if err := r.Log.Recover(ctx, r.Now()); err != nil {
		return fmt.Errorf("recover letters: %w", err)
	}
	failed := 0
	for ctx.Err() == nil {
		changed := r.Log.Changed()
		if err := r.Deliver(ctx); err != nil && ctx.Err() == nil {
			failed++
			r.Slog.Error("deliver letters", "err", err)
			r.rest(ctx, nil, patienceAfter(err, failed))
			// What was claimed and not settled is to be tried again.
			if err := r.Log.Recover(ctx, r.Now()); err != nil && ctx.Err() == nil {
				r.Slog.Error("recover letters", "err", err)
			}
			continue
		}
		failed = 0
		r.rest(ctx, changed, r.untilNext(ctx))
	}
	return nil
}

// longestRest bounds every wait for a change: timers stand still while the machine
// sleeps.
const longestRest = 15 * time.Minute

// untilNext is how long it is until a letter is due, at most longestRest.
func (r *Room) untilNext(ctx context.Context) time.Duration {
	next, ok, err := r.Log.NextLetter(ctx)
	if err != nil || !ok {
		return longestRest
	}
	return min(longestRest, max(next.Sub(r.Now()), 0)+time.Millisecond)
}

// pause waits after a failure: from a second up to a minute, the longer the more
// there were in a row.
func (r *Room) pause(ctx context.Context, failed int) {
	r.rest(ctx, nil, shortPause(failed))
}

func shortPause(failed int) time.Duration { return min(time.Minute, time.Second<<min(failed-1, 6)) }

// rest waits until the log changes, the time is over, or the context ends.
func (r *Room) rest(ctx context.Context, changed <-chan struct{}, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-changed:
	case <-timer.C:
	}
}

func (r *Room) host() string {
	_, host, _ := strings.Cut(r.Address, "@")
	return host
}

// messageID makes an id from a letter's key: the same letter always has the same
// id, and nothing in the key leaves the service.
func (r *Room) messageID(parts ...string) string {
	return keyed(r.Key, parts...) + "@" + r.host()
}

// keyed makes the part of a Message-ID before the @.
func keyed(key []byte, parts ...string) string {
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum(key, parts...)[:20]))
}

func sum(key []byte, parts ...string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(parts, "\x00")))
	return mac.Sum(nil)
}

func notFound(err error) bool { return errors.Is(err, events.ErrNotFound) }
