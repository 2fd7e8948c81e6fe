package events_test

import (
	"path/filepath"
	"testing"

	"contrapost/events"
	"contrapost/events/eventstest"
)

func TestStore(t *testing.T) {
	eventstest.Run(t, func(t *testing.T, dir string) events.Log { return openIn(t, dir) })
}

func openIn(t testing.TB, dir string) *events.Store {
	t.Helper()
	s, err := events.Open(t.Context(), filepath.Join(dir, "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
