package eventstest

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
)

func doneOnce(t *testing.T, open opener) {
	log := open.fresh(t)
	batch := adding("a", 0, 1)
	batch.Once = "reminder 1"
	if _, err := log.Done(t.Context(), batch.Once); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("before: %v", err)
	}
	commit(t, log, batch)
	batch.Appends[0].Expected = 1
	if _, err := log.Commit(t.Context(), batch); !errors.Is(err, events.ErrDone) {
		t.Errorf("again: %v", err)
	}
	versions(t, log, map[string]int64{"a": 1})
	lost := adding("a", 7, 1) // a batch that fails enters nothing
	lost.Once = "reminder 2"
	if _, err := log.Commit(t.Context(), lost); !errors.Is(err, events.ErrConflict) {
		t.Errorf("conflict: %v", err)
	}
	for name, want := range map[string]error{"reminder 1": nil, "reminder 2": events.ErrNotFound} {
		at, err := log.Done(t.Context(), name)
		if !errors.Is(err, want) || (err == nil && !at.Equal(noon.Truncate(time.Millisecond))) {
			t.Errorf("%s: %v, %v", name, at, err)
		}
	}
}

func pulse(t *testing.T, open opener) {
	log := open.fresh(t)
	if at, err := log.Pulse(t.Context()); err != nil || !at.IsZero() {
		t.Errorf("at first: %v, %v", at, err)
	}
	later := noon.Truncate(time.Millisecond).Add(time.Hour)
	for _, at := range []time.Time{later, noon, later} {
		if err := log.SetPulse(t.Context(), at); err != nil {
			t.Fatal(err)
		}
	}
	if at, err := log.Pulse(t.Context()); err != nil || !at.Equal(later) {
		t.Errorf("at last: %v, %v", at, err)
	}
}

func faults(t *testing.T, open opener) {
	log := open.fresh(t)
	note := func(at time.Time, f events.Fault) { commit(t, log, events.Batch{Now: at, Faults: []events.Fault{f}}) }
	note(noon, events.Fault{Stream: "a", What: "first"})
	note(noon.Add(time.Hour), events.Fault{Stream: "a", What: "second"})
	note(noon, events.Fault{Stream: "b", What: "other"})
	note(noon, events.Fault{Stream: "b", Lifted: true})
	want := events.Fault{Stream: "a", At: noon.Truncate(time.Millisecond), What: "first"}
	all, err := log.Faults(t.Context())
	if diff := cmp.Diff([]events.Fault{want}, all); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if got, err := log.Fault(t.Context(), "a"); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := log.Fault(t.Context(), "b"); !errors.Is(err, events.ErrNotFound) {
		t.Error(err)
	}
}

func texts(t *testing.T, open opener) {
	log := open.fresh(t)
	said := events.Text{Stream: "a", Salt: [16]byte{1}, Text: "Nice try — zoë"}
	said.Sum = events.TextSum(said.Salt, said.Text)
	commit(t, log, events.Batch{Now: noon, Texts: []events.Text{said}})
	if got, err := log.Text(t.Context(), "a", said.Sum); err != nil || got != said {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := log.Text(t.Context(), "b", said.Sum); !errors.Is(err, events.ErrNotFound) {
		t.Error(err)
	}
	said.Salt[0] = 2
	if _, err := log.Commit(t.Context(), events.Batch{Now: noon, Texts: []events.Text{said}}); err == nil {
		t.Error("a text was kept under another's hash")
	}
}

// lettersRest: the letters of a table at rest wait, those of others do not, and
// their waiting counts as no attempt.
func lettersRest(t *testing.T, open opener) {
	log := open.fresh(t)
	post(t, log, to(1, "asked"))
	commit(t, log, adding("b", 0, 1))
	commit(t, log, events.Batch{Now: noon.Add(time.Minute), Letters: []events.Letter{{Stream: "b", Seat: 1, Player: "p1", Kind: "asked"}}})
	rest := events.Fault{Stream: "a", What: "it broke"}
	commit(t, log, events.Batch{Now: noon, Faults: []events.Fault{rest}})
	if next, ok, err := log.NextLetter(t.Context()); !ok || err != nil || !next.Equal(noonMS.Add(time.Minute)) {
		t.Errorf("next: %v, %v, %v", next, ok, err)
	}
	if got := claim(t, log, noon.Add(time.Hour), 1); got[0].Stream != "b" {
		t.Errorf("claimed %+v", got)
	}
	if _, ok, err := log.NextLetter(t.Context()); ok || err != nil {
		t.Errorf("a letter at rest is next: %v, %v", ok, err)
	}
	rest.Lifted = true
	commit(t, log, events.Batch{Now: noon, Faults: []events.Fault{rest}})
	if got := claim(t, log, noon.Add(time.Hour), 1); got[0].Stream != "a" || got[0].Attempts != 1 {
		t.Errorf("claimed %+v", got)
	}
}
