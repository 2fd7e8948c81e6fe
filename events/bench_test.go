package events_test

import (
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"contrapost/events"
)

// The floor: one row of the same size into a table without any checks, one
// transaction a row, same durability.
func BenchmarkBareInsert(b *testing.B) {
	db, err := sql.Open("sqlite", "file:"+b.TempDir()+"/floor.db?_journal_mode=WAL&_synchronous=FULL&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // a benchmark
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE t (id INTEGER PRIMARY KEY, data TEXT) STRICT"); err != nil {
		b.Fatal(err)
	}
	data := string(batch("a", 0).Appends[0].Drafts[0].Data)
	for b.Loop() {
		if _, err := db.Exec("INSERT INTO t (data) VALUES (?)", data); err != nil {
			b.Fatal(err)
		}
	}
}

// One entry a commit, one after the other.
func BenchmarkCommitAlone(b *testing.B) {
	s := openIn(b, b.TempDir())
	var version int64
	for b.Loop() {
		if _, err := s.Commit(b.Context(), batch("a", version)); err != nil {
			b.Fatal(err)
		}
		version++
	}
}

// One entry a commit, sixteen tables at once: commits share waits for the disk.
func BenchmarkCommitSixteen(b *testing.B) {
	s := openIn(b, b.TempDir())
	var left atomic.Int64
	left.Store(int64(b.N))
	var wg sync.WaitGroup
	b.ResetTimer()
	for i := range 16 {
		wg.Go(func() {
			for version := int64(0); left.Add(-1) >= 0; version++ {
				if _, err := s.Commit(b.Context(), batch(fmt.Sprint("table", i), version)); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// A commit as an order makes it: a mail, three entries, four letters.
func BenchmarkCommitOrder(b *testing.B) {
	s := openIn(b, b.TempDir())
	var version int64
	for i := 0; b.Loop(); i++ {
		order := batch("a", version)
		order.Mail = &events.Mail{Key: fmt.Sprint("mail", i), Raw: make([]byte, 4000)}
		d := order.Appends[0].Drafts[0]
		order.Appends[0].Drafts = []events.Draft{d, d, d}
		for seat := range uint8(4) {
			order.Letters = append(order.Letters, events.Letter{Stream: "a", Seat: seat, Kind: "asked", Mail: -1})
		}
		if _, err := s.Commit(b.Context(), order); err != nil {
			b.Fatal(err)
		}
		version += 3
	}
}

// A table of 100 entries, read whole.
func BenchmarkStream(b *testing.B) {
	s := openIn(b, b.TempDir())
	for version := range int64(100) {
		if _, err := s.Commit(b.Context(), batch("a", version)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if entries, err := s.Stream(b.Context(), "a", 1, 0); err != nil || len(entries) != 100 {
			b.Fatal(len(entries), err)
		}
	}
}

// batch is a commit of one entry of about 200 bytes.
func batch(stream string, version int64) events.Batch {
	b := events.Batch{
		Now: time.Date(2031, 5, 4, 12, 0, 0, 0, time.UTC),
		Appends: []events.Append{{Stream: stream, Expected: version, Drafts: []events.Draft{{
			Kind: "card-drawn", Data: fmt.Appendf(nil, `{"seat": 3, "card": 17, "pad": "%0160d"}`, version),
			Seat: 3, Cause: events.Cause{Kind: events.CauseMail, Ref: "0f"},
		}}}},
	}
	if version == 0 {
		b.Secrets = []events.Secret{{Stream: stream, Secret: [32]byte{1}}}
	}
	return b
}
