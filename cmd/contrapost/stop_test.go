package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/events"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// slow is a service whose mail server takes its time over a letter, in fake time.
type slow struct {
	*testing.T
	server     *loopback.Server
	smtp, imap *loopback.Pipe
	db         string
	taken      chan []byte // letters that the server has been handed
	gate       chan struct{}
	written    int
	word       string // the service's password for handing letters in
	stop       context.CancelFunc
	ended      chan error
}

// inSlow runs f with a service in a bubble. The server answers a letter once it has
// got something from the gate.
func inSlow(t *testing.T, f func(s *slow)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &slow{
			T: t, smtp: loopback.NewPipe(), imap: loopback.NewPipe(), db: filepath.Join(t.TempDir(), "game.db"),
			taken: make(chan []byte, 100), gate: make(chan struct{}, 100), word: demoWord,
		}
		var err error
		s.server, err = loopback.Start(loopback.Options{SMTP: s.smtp, IMAP: s.imap, Host: demoHost, OnData: func(_, _ string, raw []byte) error {
			s.taken <- raw
			<-s.gate
			return nil
		}})
		s.must(err)
		defer s.server.Close()
		defer close(s.gate)
		for _, who := range []string{"game", "ann", "bob", "cem"} {
			s.must(s.server.AddUser(who+"@"+demoHost, demoWord))
		}
		f(s)
	})
}

func (s *slow) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *slow) start() {
	ctx, stop := context.WithCancel(s.Context())
	s.stop, s.ended = stop, make(chan error, 1)
	quiet := slog.New(slog.DiscardHandler)
	imap := mailer.FetcherConfig{Addr: "pipe:0", TLS: mailer.NoTLS, User: demoAddress, Password: demoWord, Dial: s.imap.Dial, Log: quiet}
	smtp := mailer.CourierConfig{Host: "pipe", Port: 1, TLS: mailer.NoTLS, User: demoAddress, Password: s.word, Dial: s.smtp.Dial}
	go func() {
		s.ended <- serve(ctx, settings{
			db: s.db, address: demoAddress, key: make([]byte, keyLength), smtp: smtp, imap: imap,
			entropy: rand.NewChaCha8([32]byte{1}), prompt: true, now: time.Now, log: quiet, out: io.Discard,
		})
	}()
}

func (s *slow) write(who, text string) {
	s.Helper()
	s.written++
	raw, err := mailer.Compose(mailer.Outgoing{
		From: who + "@" + demoHost, To: demoAddress, Subject: "hello", Text: text + "\n",
		MessageID: fmt.Sprintf("%s-%d@%s", who, s.written, demoHost), Date: time.Now(), Person: true,
	})
	s.must(err)
	s.must(s.server.Deliver(demoAddress, raw))
}

// next lets the server answer the next letter and gives it.
func (s *slow) next() readLetter {
	s.Helper()
	s.gate <- struct{}{}
	l, err := openLetter(<-s.taken)
	s.must(err)
	return l
}

// threeDue brings a table to the moment where three letters are due at once, and
// the server has the first of them in hand.
func (s *slow) threeDue() (first []byte) {
	s.Helper()
	s.start()
	s.write("ann", "new konvooi for 3")
	join := joinOrder.FindString(s.next().text)
	s.write("bob", join)
	s.next()
	synctest.Wait()
	s.write("cem", join)
	return <-s.taken
}

// fates counts the letters by state, and the attempts at those that wait.
func (s *slow) fates() (states map[string]int, waitingAttempts int) {
	s.Helper()
	store, err := events.Open(s.Context(), s.db)
	s.must(err)
	defer store.Close()
	streams, err := store.Streams(s.Context())
	s.must(err)
	states = map[string]int{}
	letters, err := store.Letters(s.Context(), streams[0])
	s.must(err)
	for _, l := range letters {
		states[l.State]++
		if l.State == events.Waiting {
			waitingAttempts += l.Attempts
		}
	}
	return states, waitingAttempts
}

// TestStopBeforeTheStart: a service that is told to stop while it starts stops, and
// that is no fault.
func TestStopBeforeTheStart(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	err := serve(ctx, settings{db: filepath.Join(t.TempDir(), "game.db"), address: demoAddress, log: slog.New(slog.DiscardHandler), now: time.Now})
	if err != nil {
		t.Error(err)
	}
}

// TestStopFinishesTheLetterInHand: the letter that is being handed in when the
// service is stopped is handed in; those that were to follow are given back.
func TestStopFinishesTheLetterInHand(t *testing.T) {
	inSlow(t, func(s *slow) {
		s.threeDue()
		s.stop()
		time.Sleep(5 * time.Second)
		select {
		case err := <-s.ended:
			t.Fatalf("ended with a letter in hand: %v", err)
		default:
		}
		s.gate <- struct{}{}
		s.must(<-s.ended)
		states, attempts := s.fates()
		if states[events.Sent] != 3 || states[events.Waiting] != 2 || len(states) != 2 || attempts != 0 {
			t.Errorf("letters %v, %d attempts at those that wait", states, attempts)
		}
		if len(s.taken) != 0 {
			t.Error("another letter was begun")
		}
	})
}

// TestStopWaitsNoLongerThanTenSeconds: a server that never answers does not keep
// the service, and the letter comes again under the same Message-ID.
func TestStopWaitsNoLongerThanTenSeconds(t *testing.T) {
	inSlow(t, func(s *slow) {
		hung, err := openLetter(s.threeDue())
		s.must(err)
		began := time.Now()
		s.stop()
		s.must(<-s.ended)
		if took := time.Since(began); took < mailer.Grace || took > 10*time.Second {
			t.Errorf("stopped after %v", took)
		}
		states, attempts := s.fates()
		if states[events.Sent] != 2 || states[events.Uncertain] != 1 || states[events.Waiting] != 2 || attempts != 0 {
			t.Errorf("letters %v, %d attempts at those that wait", states, attempts)
		}

		s.gate <- struct{}{} // for the server's own end of the first attempt
		s.start()
		ids := map[string]bool{}
		for range 3 {
			ids[s.next().messageID] = true
		}
		if !ids[hung.messageID] || len(ids) != 3 {
			t.Errorf("after the stop came %v, want %s among them", ids, hung.messageID)
		}
		s.stop()
		s.must(<-s.ended)
	})
}

// TestWrongPasswordIsTriedOnce: a server that refuses the account is not asked again
// for each letter that waits.
func TestWrongPasswordIsTriedOnce(t *testing.T) {
	inSlow(t, func(s *slow) {
		s.threeDue()
		s.stop()
		s.gate <- struct{}{}
		s.must(<-s.ended)
		s.word = "abracadabra"
		s.start()
		synctest.Wait()
		s.stop()
		s.must(<-s.ended)
		states, attempts := s.fates()
		if states[events.Sent] != 3 || states[events.Waiting]+states[events.Uncertain] != 2 || attempts != 1 {
			t.Errorf("letters %v, %d attempts at those that wait", states, attempts)
		}
	})
}
