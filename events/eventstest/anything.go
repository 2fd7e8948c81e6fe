package eventstest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"contrapost/events"
)

// anything holds the store against a model of a few lines, under any sequence of
// commits, right and wrong ones.
func anything(t *testing.T, open opener) {
	log := open.fresh(t)
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		m := &model{log: log, run: fmt.Sprint("run", run), versions: map[string]int64{}, mails: map[string]int64{}}
		t.Repeat(map[string]func(*rapid.T){"commit": m.commit, "": m.check})
		m.verify(t)
	})
}

type model struct {
	log      events.Log
	run      string
	versions map[string]int64
	mails    map[string]int64
}

func (m *model) commit(t *rapid.T) {
	b := events.Batch{Now: noon}
	var want error
	if rapid.Bool().Draw(t, "mail") {
		b.Mail = &events.Mail{Key: m.run + rapid.SampledFrom([]string{"k1", "k2", "k3", "k4"}).Draw(t, "key")}
	}
	grown := map[string]int64{}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3, rapid.ID).Draw(t, "streams") {
		stream := m.run + name
		expected := max(0, m.versions[stream]-int64(rapid.IntRange(0, 4).Draw(t, "behind")/4))
		n := rapid.IntRange(0, 3).Draw(t, "drafts")
		one := adding(stream, expected, n)
		b.Secrets, b.Appends = append(b.Secrets, one.Secrets...), append(b.Appends, one.Appends...)
		if expected != m.versions[stream] {
			want = events.ErrConflict
		}
		grown[stream] = expected + int64(n)
	}
	if b.Mail != nil && m.mails[b.Mail.Key] != 0 {
		want = events.ErrSeen
	}
	r, err := m.log.Commit(context.Background(), b)
	if !errors.Is(err, want) {
		t.Fatalf("%v, want %v", err, want)
	}
	if err != nil {
		return
	}
	for stream, version := range grown {
		m.versions[stream] = version
	}
	if b.Mail != nil {
		m.mails[b.Mail.Key] = r.MailID
	}
}

// check compares versions and mails after every step.
func (m *model) check(t *rapid.T) {
	for stream, want := range m.versions {
		if got, err := m.log.Version(context.Background(), stream); err != nil || got != want {
			t.Fatalf("%s: version %d, %v, want %d", stream, got, err, want)
		}
	}
	for key, want := range m.mails {
		if got, err := m.log.MailByKey(context.Background(), key); err != nil || got.ID != want {
			t.Fatalf("mail %s: %d, %v, want %d", key, got.ID, err, want)
		}
	}
}

// verify reads everything at the end.
func (m *model) verify(t *rapid.T) {
	for stream, want := range m.versions {
		entries, err := m.log.Stream(context.Background(), stream, 1, 0)
		if err != nil || int64(len(entries)) != want {
			t.Fatalf("%s: %d entries, %v, want %d", stream, len(entries), err, want)
		}
		if err := events.VerifyChain(entries, secretOf(stream)); err != nil {
			t.Fatal(err)
		}
	}
}
