package mailer

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"regexp"
	"time"

	"github.com/emersion/go-imap/v2"
)

// ErrLogin says that the server does not accept the user or the password. Trying
// again at once would only get the account locked.
var ErrLogin = errors.New("mail server refuses the login")

// errTurnedAway says that the server has no room for us just now: too many
// connections, or it is being seen to. Knocking again soon makes that worse.
var errTurnedAway = errors.New("mail server turns us away")

// errUnsafe says that the connection could not be made safe, and nothing was said on
// it.
var errUnsafe = errors.New("mail server cannot be trusted")

// longDeaf is for how long a mailbox may be out of reach before that is an alarm.
const longDeaf = 10 * time.Minute

// lost tells of a connection that failed: loudly, if it will not mend by itself or
// has not for long.
func (f *Fetcher) lost(err error, failed int, wait time.Duration) {
	if f.deaf.IsZero() {
		f.deaf = time.Now()
	}
	about := []any{"error", err, "failures", failed, "wait", wait}
	switch deaf := time.Since(f.deaf); {
	case errors.Is(err, ErrLogin):
		f.log.Error("mail server refuses the login: no mail comes in until user and password, or token, are right", about...)
	case isUnsafe(err):
		f.log.Error("mail server cannot be trusted: no mail comes in until its encryption and its certificate are right", about...)
	case deaf >= longDeaf:
		f.log.Error("no mail comes in", append(about, "for", deaf)...)
	default:
		f.log.Warn("mail connection lost", about...)
	}
}

// isUnsafe tells trouble with the encryption, as we or the other side see it, from a
// connection that was lost.
func isUnsafe(err error) bool {
	var theirs *net.OpError
	return errors.Is(err, errUnsafe) || errors.As(err, new(*tls.CertificateVerificationError)) ||
		errors.As(err, &theirs) && theirs.Op == "remote error"
}

// backoff doubles and takes off up to half by chance: from 1 second to 5 minutes
// where the connection failed, from 2 minutes to 15 where the server has no room for
// us, and from 5 minutes to 30 where it refuses the login.
func (f *Fetcher) backoff(failed int, err error) time.Duration {
	wait, most := time.Second, 5*time.Minute
	switch {
	case errors.Is(err, ErrLogin):
		wait, most = 5*time.Minute, 30*time.Minute
	case errors.Is(err, errTurnedAway):
		wait, most = 2*time.Minute, 15*time.Minute
	}
	wait = min(most, wait<<min(failed-1, 10))
	return wait - time.Duration(f.config.Jitter()*float64(wait)/2)
}

// crowded are words by which servers say that it is not the password: some give
// [ALERT] for everything, and some no code at all.
var crowded = regexp.MustCompile(`(?i)too many|simultaneous|maximum number|connection limit|temporar|try again later|unavailable`)

// refusal tells what a server's no to a login, or to us at the door, is about (RFC
// 5530).
func refusal(err error) error {
	var answer *imap.Error
	if !errors.As(err, &answer) {
		return err
	}
	switch answer.Code {
	case imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeServerBug:
		return fmt.Errorf("%w: %w", errTurnedAway, err)
	case imap.ResponseCodeAuthenticationFailed, imap.ResponseCodeAuthorizationFailed, imap.ResponseCodeExpired, imap.ResponseCodePrivacyRequired:
		return fmt.Errorf("%w: %w", ErrLogin, err)
	}
	switch {
	case crowded.MatchString(answer.Text):
		return fmt.Errorf("%w: %w", errTurnedAway, err)
	case answer.Type == imap.StatusResponseTypeBye:
		return err
	}
	return fmt.Errorf("%w: %w", ErrLogin, err)
}
