package post

import (
	"errors"
	"time"

	"contrapost/events"
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
