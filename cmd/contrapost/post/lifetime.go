package post

import (
	"context"
	"errors"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
)

// A letter that was put off again and again is given up once it is so old, and has
// been tried so often (RFC 5321, 4.5.4.1). Only both together: after a service has
// been down for a week, every letter gets its tries.
const (
	oldest     = 5 * 24 * time.Hour
	leastTries = 12
)

// worn tells whether a letter is given up. Trouble with our own account or line is no
// letter's fault and wears none.
func (r *Room) worn(l events.Letter, result mailer.Result) bool {
	if result.Alarm || result.Code == 0 && result.State != mailer.Uncertain {
		return false
	}
	return l.Attempts >= leastTries && r.Now().Sub(l.Due) >= oldest
}

// patienceAfter is how long letters wait after a round that failed: a minute at most
// for a fault of ours; where the server takes letters from nobody here, a minute that
// doubles up to half an hour, so that a quota is left alone and an account not locked.
func patienceAfter(err error, failed int) time.Duration {
	if !errors.Is(err, errWaits) {
		return shortPause(failed)
	}
	return min(30*time.Minute, time.Minute<<min(failed-1, 5))
}

// late tells whether what a letter asks has been answered, or lapsed, before the letter
// was worded: the server took none for long, say. A reminder is left out then; so is a
// letter that asks, if a later one is there to tell what it would have told. Once a
// letter has been worded, later ones take it for read, and it must go out.
func (r *Room) late(ctx context.Context, now *table.Table, l events.Letter) (bool, error) {
	if l.Kind != table.KindReminder && l.Kind != table.KindAsked || now.Version == l.Version {
		return false, nil
	}
	var gone bool
	err := now.Attempt(func() error {
		q, asked := now.Question(engine.Seat(l.Seat))
		gone = now.Lobby.Paused.IsZero() && (!asked || q.Version > l.Version)
		return nil
	})
	if err != nil || !gone || l.Kind == table.KindReminder {
		return gone && err == nil, err
	}
	letters, err := r.Log.Letters(ctx, l.Stream)
	return slices.ContainsFunc(letters, func(other events.Letter) bool {
		return other.Player == l.Player && other.Seat == l.Seat && other.Version > l.Version &&
			(other.Kind == table.KindAsked || other.Kind == table.KindOver) &&
			(other.State == events.Waiting || other.State == events.Trying)
	}), err
}
