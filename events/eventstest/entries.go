package eventstest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
)

func appends(t *testing.T, open opener) {
	log := open.fresh(t)
	r1 := commit(t, log, adding("a", 0, 2))
	r2 := commit(t, log, adding("a", 2, 1))
	got, err := log.Stream(t.Context(), "a", 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := append(r1.Entries, r2.Entries...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("receipts (-) and log (+) differ:\n%s", diff)
	}
	for i, e := range got {
		if diff := cmp.Diff(drafts(2)[i%2], e.Draft); diff != "" {
			t.Errorf("draft (-) and entry (+) differ:\n%s", diff)
		}
		if e.Stream != "a" || e.Version != int64(i+1) || !e.At.Equal(noon.Truncate(time.Millisecond)) || e.At.Location() != time.UTC {
			t.Errorf("entry %d is %s/%d at %v", i, e.Stream, e.Version, e.At)
		}
	}
	part, err := log.Stream(t.Context(), "a", 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want[1:2], part); diff != "" {
		t.Errorf("version 2:\n%s", diff)
	}
	versions(t, log, map[string]int64{"a": 3, "b": 0})
}

func versions(t *testing.T, log events.Log, want map[string]int64) {
	t.Helper()
	for stream, want := range want {
		got, err := log.Version(t.Context(), stream)
		if err != nil || got != want {
			t.Errorf("version of %s: %d, %v, want %d", stream, got, err, want)
		}
	}
}

func positions(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, adding("b", 0, 2))
	commit(t, log, adding("a", 0, 2))
	commit(t, log, adding("b", 2, 1))
	all, err := log.All(t.Context(), 0, 100)
	if err != nil || len(all) != 5 {
		t.Fatalf("%d entries, %v, want 5", len(all), err)
	}
	for i, e := range all {
		if i > 0 && e.Position <= all[i-1].Position {
			t.Errorf("position %d after %d", e.Position, all[i-1].Position)
		}
	}
	some, err := log.All(t.Context(), all[1].Position, 2)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all[2:4], some); diff != "" {
		t.Errorf("two past the second:\n%s", diff)
	}
	streams, err := log.Streams(t.Context())
	if diff := cmp.Diff([]string{"b", "a"}, streams); diff != "" || err != nil {
		t.Errorf("streams: %v\n%s", err, diff)
	}
}

func changes(t *testing.T, open opener) {
	log := open.fresh(t)
	changed := log.Changed()
	if _, err := log.Claim(t.Context(), noon, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Commit(t.Context(), adding("a", 7, 1)); err == nil {
		t.Fatal("no conflict")
	}
	select {
	case <-changed:
		t.Error("announced what changed nothing")
	default:
	}
	commit(t, log, adding("a", 0, 1))
	<-changed
	select {
	case <-log.Changed():
		t.Error("announced twice")
	default:
	}
}

func conflict(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, adding("a", 0, 2))
	for _, expected := range []int64{0, 1, 3, -1} {
		if r, err := log.Commit(t.Context(), adding("a", expected, 1)); !errors.Is(err, events.ErrConflict) || r.Entries != nil {
			t.Errorf("expecting %d: %v, %v", expected, r, err)
		}
	}
	versions(t, log, map[string]int64{"a": 2})
}

// together runs do sixteen times at once and gives the errors.
func together(do func(i int) error) []error {
	errs := make([]error, 16)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = do(i) })
	}
	wg.Wait()
	return errs
}

func race(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, adding("a", 0, 1))
	for round := range int64(10) {
		won := 0
		for _, err := range together(func(int) error {
			_, err := log.Commit(t.Context(), adding("a", 1+2*round, 2))
			return err
		}) {
			switch {
			case err == nil:
				won++
			case !errors.Is(err, events.ErrConflict):
				t.Error(err)
			}
		}
		if won != 1 {
			t.Fatalf("%d won round %d", won, round)
		}
	}
	entries, err := log.Stream(t.Context(), "a", 1, 0)
	if err != nil || len(entries) != 21 {
		t.Fatalf("%d entries, %v, want 21", len(entries), err)
	}
	if err := events.VerifyChain(entries, secretOf("a")); err != nil {
		t.Error(err)
	}
}

func allOrNothing(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, adding("b", 0, 1))
	batch := adding("a", 0, 2)
	batch.Mail = &events.Mail{Key: "k"}
	batch.Players = []events.Player{{ID: "p", Address: "p@x"}}
	batch.Names = []events.SeatName{{Stream: "a", Player: "p", Name: "Pim"}}
	batch.Letters = []events.Letter{{Stream: "a", Seat: 1, Kind: "answer", Mail: -1}}
	batch.Appends = append(batch.Appends, events.Append{Stream: "b", Expected: 0, Drafts: drafts(1)})
	if r, err := log.Commit(t.Context(), batch); !errors.Is(err, events.ErrConflict) || r.MailID != 0 || r.Entries != nil {
		t.Fatalf("%+v, %v", r, err)
	}
	_, errMail := log.MailByKey(t.Context(), "k")
	_, errPlayer := log.Player(t.Context(), "p")
	_, errSecret := log.Secret(t.Context(), "a")
	for _, err := range []error{errMail, errPlayer, errSecret} {
		if !errors.Is(err, events.ErrNotFound) {
			t.Errorf("something is left: %v", err)
		}
	}
	letters, _ := log.Letters(t.Context(), "a")
	names, _ := log.SeatNames(t.Context(), "a")
	if len(letters)+len(names) != 0 {
		t.Errorf("left: %v, %v", letters, names)
	}
	versions(t, log, map[string]int64{"a": 0, "b": 1})

	batch.Appends[1].Expected = 1
	if r := commit(t, log, batch); r.MailID == 0 || len(r.Entries) != 3 {
		t.Errorf("then: %+v", r)
	}
	versions(t, log, map[string]int64{"a": 2, "b": 2})
}

func misfits(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, adding("a", 0, 1))
	for name, spoil := range map[string]func(*events.Batch){
		"no time":        func(b *events.Batch) { b.Now = time.Time{} },
		"no secret":      func(b *events.Batch) { b.Appends[0].Stream, b.Appends[0].Expected = "b", 0 },
		"another secret": func(b *events.Batch) { b.Secrets[0].Secret[0]++ },
		"a stream twice": func(b *events.Batch) {
			b.Appends = append(b.Appends, events.Append{Stream: "a", Expected: 2, Drafts: drafts(1)})
		},
		"no stream":          func(b *events.Batch) { b.Appends[0].Stream = "" },
		"no kind":            func(b *events.Batch) { b.Appends[0].Drafts[0].Kind = "" },
		"no cause":           func(b *events.Batch) { b.Appends[0].Drafts[0].Cause.Kind = "" },
		"no data":            func(b *events.Batch) { b.Appends[0].Drafts[0].Data = nil },
		"data not JSON":      func(b *events.Batch) { b.Appends[0].Drafts[0].Data = []byte("{") },
		"mail without key":   func(b *events.Batch) { b.Mail = &events.Mail{} },
		"letter of no kind":  func(b *events.Batch) { b.Letters = []events.Letter{{Stream: "a"}} },
		"answer to no mail":  func(b *events.Batch) { b.Letters = []events.Letter{{Stream: "a", Kind: "k", Mail: -1}} },
		"answer to lost one": func(b *events.Batch) { b.Letters = []events.Letter{{Stream: "a", Kind: "k", Mail: 99}} },
		"player without ID":  func(b *events.Batch) { b.Players = []events.Player{{}} },
	} {
		b := adding("a", 1, 1)
		spoil(&b)
		if _, err := log.Commit(t.Context(), b); err == nil {
			t.Errorf("%s: written", name)
		}
	}
	versions(t, log, map[string]int64{"a": 1})
}

func ended(t *testing.T, open opener) {
	log := open.fresh(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := log.Commit(ctx, adding("a", 0, 1)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	versions(t, log, map[string]int64{"a": 0})
}

func closed(t *testing.T, open opener) {
	log := open.fresh(t)
	changed := log.Changed()
	for range 2 {
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
	<-changed
	if _, err := log.Commit(t.Context(), adding("a", 0, 1)); !errors.Is(err, events.ErrClosed) {
		t.Error(err)
	}
}

func reopening(t *testing.T, open opener) {
	dir := t.TempDir()
	log := open(t, dir)
	batch := adding("a", 0, 3)
	batch.Mail = &events.Mail{Key: "k", Raw: []byte("raw")}
	batch.Letters = []events.Letter{{Stream: "a", Seat: 1, Kind: "answer", Mail: -1}}
	r := commit(t, log, batch)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	log = open(t, dir)
	got, err := log.Stream(t.Context(), "a", 1, 0)
	if diff := cmp.Diff(r.Entries, got); diff != "" || err != nil {
		t.Errorf("before (-) and after (+) reopening: %v\n%s", err, diff)
	}
	if letters, err := log.Letters(t.Context(), "a"); err != nil || len(letters) != 1 || letters[0].Version != 3 {
		t.Errorf("letters: %v, %v", letters, err)
	}
	if again, err := log.Commit(t.Context(), batch); !errors.Is(err, events.ErrSeen) || again.MailID != r.MailID {
		t.Errorf("again: %v, %v", again, err)
	}
	more := commit(t, log, adding("a", 3, 1))
	if err := events.VerifyChain(append(got, more.Entries...), secretOf("a")); err != nil {
		t.Error(err)
	}
}
