package main

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"contrapost/events"
	"contrapost/events/projector"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// newProjector is the one that a service has.
func newProjector(ctx context.Context, store *events.Store) (*projector.Projector, error) {
	return projector.New(ctx, store, view(newHouse(store, nil, true)))
}

const (
	backlogTables = 1000
	backlogMails  = 100
)

// BenchmarkBacklog starts the service on 1,000 tables at which games are played,
// with 100 orders waiting in the mailbox, and takes the time until every one has
// been answered and the answer lies in a mailbox. The floor is the same mails being
// fetched and as many letters, of the same bytes, being handed in, with nothing in
// between: no order heard, nothing on disk.
func BenchmarkBacklog(b *testing.B) {
	path := filepath.Join(b.TempDir(), "town.db")
	w := buildTown(b, path, backlogTables, backlogMails)
	var took, floor, busy time.Duration
	var letters int
	var memory runtime.MemStats
	for b.Loop() {
		b.StopTimer()
		run := newBacklog(w, path)
		b.StartTimer()
		worked := processorTime()
		took += run.answerAll()
		busy += processorTime() - worked
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&memory)
		letters += len(run.kept)
		run.close()
		floor += run.floor()
		b.StartTimer()
	}
	n := float64(b.N)
	b.ReportMetric(n*backlogMails/took.Seconds(), "orders/s")
	b.ReportMetric(float64(letters)/took.Seconds(), "letters/s")
	b.ReportMetric(float64(letters)/n, "letters")
	b.ReportMetric(busy.Seconds()/n, "cpu-s")
	b.ReportMetric(float64(floor.Milliseconds())/n, "floor-ms")
	b.ReportMetric(took.Seconds()/floor.Seconds(), "x-floor")
	b.ReportMetric(float64(memory.HeapAlloc)/(1<<20), "heap-MB")
	b.ReportMetric(float64(memory.Sys)/(1<<20), "sys-MB")
}

// processorTime is what this process has used of the processors, the mail server
// and the collection of garbage included: on a machine with other work it tells more
// than the clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // fails on bad arguments alone
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// backlog is one run: a mail server with the mails, and the service.
type backlog struct {
	*town
	server  *loopback.Server
	db      string
	service *service
	stop    context.CancelFunc
	ended   chan error

	mu      sync.Mutex
	kept    []handed      // what the service handed in
	answers int           // of those, answers to mails
	done    chan struct{} // closed once every mail is answered
}

type handed struct {
	to  string
	raw []byte
}

func newBacklog(w *town, path string) *backlog {
	w.Helper()
	run := &backlog{town: w, db: filepath.Join(w.TempDir(), "run.db"), done: make(chan struct{})}
	text, err := os.ReadFile(path)
	w.must(err)
	w.must(os.WriteFile(run.db, text, 0o600))
	run.server = run.serve(run.keep)
	return run
}

// serve starts a mail server with the mails in the service's mailbox.
func (r *backlog) serve(seen func(from, to string, raw []byte) error) *loopback.Server {
	r.Helper()
	server, err := loopback.Start(loopback.Options{Host: demoHost, OnData: seen})
	r.must(err)
	for _, address := range []string{demoAddress, townMailbox} {
		r.must(server.AddUser(address, demoWord))
	}
	for _, raw := range r.mails {
		r.must(server.Deliver(demoAddress, raw))
	}
	return server
}

func (r *backlog) keep(_, to string, raw []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = append(r.kept, handed{to, raw})
	if bytes.Contains(raw, []byte("\nIn-Reply-To:")) {
		if r.answers++; r.answers == len(r.mails) {
			close(r.done)
		}
	}
	return nil
}

// answerAll runs the service until every mail has been answered.
func (r *backlog) answerAll() time.Duration {
	r.Helper()
	began := time.Now()
	s, err := wire(r.Context(), settings{
		db: r.db, address: demoAddress, key: []byte(townKey),
		smtp: demoCourier(r.server, demoAddress), imap: demoFetcher(r.server, demoAddress, nil),
		entropy: rand.NewChaCha8([32]byte{1}), prompt: true, now: time.Now, log: slog.New(slog.DiscardHandler),
	})
	r.must(err)
	ctx, stop := context.WithCancel(r.Context())
	r.service, r.stop, r.ended = s, stop, make(chan error, 1)
	go func() { r.ended <- s.run(ctx) }()
	select {
	case <-r.done:
	case err := <-r.ended:
		r.Fatal(err)
	}
	return time.Since(began)
}

func (r *backlog) close() {
	r.Helper()
	r.stop()
	r.must(<-r.ended)
	r.must(r.service.store.Close())
	r.must(r.server.Close())
}

// floor fetches the same mails and hands in the same letters.
func (r *backlog) floor() time.Duration {
	r.Helper()
	server := r.serve(nil)
	defer server.Close()
	began := time.Now()
	var both sync.WaitGroup
	both.Go(func() {
		box, err := mailer.OpenMailbox(r.Context(), demoFetcher(server, demoAddress, nil))
		if err != nil {
			r.Error(err)
			return
		}
		for range r.mails {
			if _, err := box.Next(r.Context()); err != nil {
				r.Error(err)
			}
		}
		box.Close()
	})
	courier, err := mailer.NewCourier(demoCourier(server, demoAddress))
	r.must(err)
	for _, l := range r.kept {
		if sent := courier.Send(r.Context(), demoAddress, l.to, l.raw); sent.Err != nil {
			r.Error(sent.Err)
		}
	}
	courier.Close()
	both.Wait()
	return time.Since(began)
}
