package mailer

import (
	"context"
	"time"
)

// Grace is how long what is in hand may still take once its context has ended.
const Grace = 8 * time.Second

// Finishing gives a context for one piece of work that is not to be dropped half
// done: it ends Grace after ctx has ended, or when the work is done. What ctx
// carries, it carries.
func Finishing(ctx context.Context) (finishing context.Context, done context.CancelFunc) {
	finishing, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		t := time.NewTimer(Grace)
		defer t.Stop()
		select {
		case <-t.C:
			cancel()
		case <-finishing.Done():
		}
	})
	return finishing, func() {
		stop()
		cancel()
	}
}
