package mailer_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// TestFinishing: the context of work in hand ends Grace after that of the service,
// or with the work, and not before.
func TestFinishing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		finishing, done := mailer.Finishing(ctx)
		defer done()
		quick, quickDone := mailer.Finishing(ctx)
		time.Sleep(time.Hour)
		stop()
		began := time.Now()
		synctest.Wait()
		if finishing.Err() != nil || quick.Err() != nil {
			t.Fatal("work in hand is dropped at once")
		}
		quickDone()
		if quick.Err() == nil {
			t.Error("work that is done goes on")
		}
		<-finishing.Done()
		if took := time.Since(began); took != mailer.Grace {
			t.Errorf("work in hand is dropped after %v", took)
		}
	})
}

// held is a handler that keeps its mail until it is let go or its context ends.
func held(begun chan<- struct{}, let <-chan struct{}) mailer.Handler {
	return func(ctx context.Context, _ mailer.Fetched) error {
		begun <- struct{}{}
		select {
		case <-let:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A mail in hand when the fetcher is stopped is put behind, and the next one is not
// begun; one that takes too long comes again.
func TestStopWhileAMailIsHeard(t *testing.T) {
	for name, c := range map[string]struct {
		let  bool
		uid  uint32
		took time.Duration
	}{"finished": {true, 1, 2 * time.Second}, "too slow": {false, 0, mailer.Grace}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, loopback.Options{}, func(t *testing.T, b *bubble) {
				deliver(t, b.server, 1)
				deliver(t, b.server, 2)
				begun, let := make(chan struct{}, 2), make(chan struct{})
				f, err := mailer.NewFetcher(b.config)
				if err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				cursors, ended := &mailer.MemoryCursors{}, make(chan error, 1)
				go func() { ended <- f.Run(ctx, cursors, held(begun, let)) }()
				<-begun
				stop()
				began := time.Now()
				time.Sleep(2 * time.Second)
				if c.let {
					close(let)
				}
				if err := <-ended; !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
				_, uid, _ := cursors.Cursor(t.Context(), "INBOX")
				if took := time.Since(began); uid != c.uid || took != c.took || len(begun) != 0 {
					t.Errorf("mail %d is behind after %v, %d more begun; want mail %d after %v", uid, took, len(begun), c.uid, c.took)
				}
			})
		})
	}
}
