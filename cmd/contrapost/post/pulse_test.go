package post

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"contrapost/events"
	"contrapost/events/projector"
)

// TestBusyIsNotDeaf: a mailbox that takes long to be read to its end, mail by mail, is
// no outage; one that nothing was read from is.
func TestBusyIsNotDeaf(t *testing.T) {
	store, err := events.Open(t.Context(), filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	excused := 0
	c := &Clock{
		Log: store, Outage: 15 * time.Minute, Now: func() time.Time { return noon }, Slog: slog.New(slog.DiscardHandler),
		Tables: func(context.Context) ([]projector.Table, error) { excused++; return nil, nil },
	}
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	caught := func(after time.Duration, want int) {
		t.Helper()
		if err := c.Caught(t.Context(), noon.Add(after)); err != nil || excused != want {
			t.Errorf("after %v: %d outages, %v; want %d", after, excused, err, want)
		}
	}
	caught(0, 0)
	c.Handled(noon.Add(14 * time.Minute))
	c.Handled(noon.Add(28 * time.Minute))
	caught(40*time.Minute, 0)
	caught(60*time.Minute, 1)
	caught(30*time.Minute, 1) // the clock was set back
	caught(46*time.Minute, 2)
}

// TestRunaway: a machine asleep for a month is believed, a clock that jumps by a year
// is not, forwards or backwards.
func TestRunaway(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		shown, passed time.Duration
		wild          bool
	}{
		{time.Minute, time.Minute, false},
		{30 * day, time.Minute, false},
		{365 * day, time.Minute, true},
		{-365 * day, time.Minute, true},
		{-time.Hour, time.Minute, false},
	} {
		if err := runaway(c.shown, c.passed); (err != nil) != c.wild {
			t.Errorf("%v shown, %v passed: %v", c.shown, c.passed, err)
		}
	}
}
