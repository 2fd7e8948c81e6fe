package events

import (
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// TestLook: what another store writes to the same file is seen, once; what this one
// writes is not.
func TestLook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	var stores [2]*Store
	for i := range stores {
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		stores[i] = s
	}
	ours, theirs := stores[0], stores[1]
	seen := int64(0)
	for i, step := range []struct {
		writes  *Store
		foreign bool
	}{{theirs, false}, {nil, false}, {theirs, true}, {nil, false}, {ours, false}, {theirs, true}, {ours, false}} {
		if step.writes != nil {
			if err := step.writes.SetPulse(t.Context(), time.UnixMilli(int64(1000+i))); err != nil {
				t.Fatal(err)
			}
		}
		foreign, err := ours.look(t.Context(), &seen)
		if err != nil || foreign != step.foreign {
			t.Errorf("step %d: %v, %v; want %v", i, foreign, err, step.foreign)
		}
	}
}

// TestWatch: those who wait for a change are woken by another store's.
func TestWatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	ours, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	theirs, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	changed := ours.Changed()
	go func() { _ = ours.Watch(t.Context(), time.Millisecond) }()
	for i := int64(1); ; i++ { // until one falls behind the first look
		if err := theirs.SetPulse(t.Context(), time.UnixMilli(1000+i)); err != nil {
			t.Fatal(err)
		}
		select {
		case <-changed:
			return
		default:
		}
	}
}

func TestWatchWhatIsOnlyRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	reading, err := OpenToRead(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close()
	if err := reading.Watch(t.Context(), time.Millisecond); !errors.Is(err, ErrReadOnly) {
		t.Errorf("%v, want ErrReadOnly", err)
	}
}
