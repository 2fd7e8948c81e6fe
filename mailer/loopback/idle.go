package loopback

import (
	"time"

	"github.com/emersion/go-imap/v2/imapserver"
)

// Idle tells of changes as they come (RFC 2177). The library's own Idle says
// nothing of what changed between the last command and the moment it began to
// listen, and a client that went to sleep just then would not wake. So the
// session is asked again a few times, ever later, until the client ends the IDLE.
func (m *mailboxes) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	inner, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- m.UserSession.Idle(w, inner) }()
	end := func() error {
		close(inner)
		return <-done
	}
	for wait := 5 * time.Millisecond; wait < 10*time.Second; wait *= 5 {
		again := time.NewTimer(wait)
		select {
		case <-again.C:
			if err := m.Poll(w, true); err != nil {
				_ = end()
				return err
			}
		case <-stop:
			again.Stop()
			return end()
		case err := <-done:
			again.Stop()
			return err
		}
	}
	select {
	case <-stop:
		return end()
	case err := <-done:
		return err
	}
}
