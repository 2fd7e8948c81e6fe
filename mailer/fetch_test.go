package mailer_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"contrapost/mailer"
	"contrapost/mailer/loopback"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

const secret = "a pass word"

func mailOf(n int) []byte {
	return fmt.Appendf(nil, "From: ann@localhost\r\nMessage-ID: <%d@ann.example>\r\nSubject: x\r\n\r\ndraw %d\r\n", n, n)
}

// socketServer is a mail server on real sockets with the account box@localhost.
func socketServer(t *testing.T) *loopback.Server {
	t.Helper()
	s, err := loopback.Start(loopback.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.AddUser("box@localhost", secret); err != nil {
		t.Fatal(err)
	}
	return s
}

func configFor(s *loopback.Server) mailer.FetcherConfig {
	return mailer.FetcherConfig{Addr: s.IMAPAddr(), TLS: mailer.NoTLS, User: "box@localhost", Password: secret}
}

func deliver(t *testing.T, s *loopback.Server, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		if err := s.Deliver("box@localhost", mailOf(n)); err != nil {
			t.Fatal(err)
		}
	}
}

// fetchUntil runs a fetcher until handle has been called for so many mails, or
// the mailbox is known to be at its end.
func fetchUntil(t *testing.T, config mailer.FetcherConfig, store mailer.Cursors, calls int, handle mailer.Handler) {
	t.Helper()
	f, err := mailer.NewFetcher(config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	left := calls
	counting := &countingCursors{Cursors: store, set: func() {
		if left--; left == 0 {
			cancel()
		}
	}}
	if err := f.Run(ctx, counting, handle); !errors.Is(err, context.Canceled) {
		t.Fatalf("run: %v", err)
	}
}

// countingCursors says when a cursor has moved.
type countingCursors struct {
	mailer.Cursors
	set func()
}

func (c *countingCursors) SetCursor(ctx context.Context, mailbox string, validity, uid uint32) error {
	err := c.Cursors.SetCursor(ctx, mailbox, validity, uid)
	c.set()
	return err
}

// A mail whose handling fails comes again, nothing behind it overtakes it, and a
// later run goes on exactly behind the last one.
func TestFetchResumes(t *testing.T) {
	s, store := socketServer(t), &mailer.MemoryCursors{}
	deliver(t, s, 1, 2, 3)
	var seen []uint32
	failed := false
	config := configFor(s)
	config.Jitter = func() float64 { return 0.99 }
	fetchUntil(t, config, store, 3, func(_ context.Context, m mailer.Fetched) error {
		seen = append(seen, m.UID)
		if m.UID == 2 && !failed {
			failed = true
			return errors.New("database is busy")
		}
		return nil
	})
	if !slices.Equal(seen, []uint32{1, 2, 2, 3}) {
		t.Errorf("handled %v", seen)
	}
	deliver(t, s, 4)
	seen = nil
	fetchUntil(t, configFor(s), store, 1, func(_ context.Context, m mailer.Fetched) error {
		seen = append(seen, m.UID)
		if !strings.Contains(string(m.Raw), "draw 4") || m.Received.IsZero() || m.Size != int64(len(m.Raw)) {
			t.Errorf("mail %+v", m)
		}
		return nil
	})
	if !slices.Equal(seen, []uint32{4}) {
		t.Errorf("handled %v after a restart", seen)
	}
}

// When a mailbox is made anew, all in it is read again; the keys of the mails tell
// what has been heard before.
func TestFetchAfterNewValidity(t *testing.T) {
	s, store := socketServer(t), &mailer.MemoryCursors{}
	keys := map[string]int{}
	note := func(_ context.Context, m mailer.Fetched) error {
		read, err := mailer.Read(m.Raw, nil)
		keys[read.Key]++
		return err
	}
	deliver(t, s, 1, 2)
	fetchUntil(t, configFor(s), store, 2, note)
	before, _, _ := store.Cursor(t.Context(), "INBOX")

	c := client(t, s)
	if err := errors.Join(c.Delete("INBOX").Wait(), c.Create("INBOX", nil).Wait()); err != nil {
		t.Fatal(err)
	}
	deliver(t, s, 2, 3)
	fetchUntil(t, configFor(s), store, 2, note)
	after, uid, _ := store.Cursor(t.Context(), "INBOX")
	if before == after || uid != 2 {
		t.Errorf("validity %d, then %d; at %d", before, after, uid)
	}
	var counts []int
	for _, n := range keys {
		counts = append(counts, n)
	}
	slices.Sort(counts)
	if !slices.Equal(counts, []int{1, 1, 2}) {
		t.Errorf("keys seen %v times", counts)
	}
}

func client(t *testing.T, s *loopback.Server) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(s.IMAPAddr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Login("box@localhost", secret).Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

// Two services that read one mailbox see the same mails under the same keys.
func TestTwoConnections(t *testing.T) {
	s := socketServer(t)
	deliver(t, s, 1, 2, 3, 4, 5)
	var mu sync.Mutex
	keys := map[string]int{}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			fetchUntil(t, configFor(s), &mailer.MemoryCursors{}, 5, func(_ context.Context, m mailer.Fetched) error {
				read, err := mailer.Read(m.Raw, nil)
				mu.Lock()
				defer mu.Unlock()
				keys[read.Key]++
				return err
			})
		})
	}
	both.Wait()
	if len(keys) != 5 {
		t.Errorf("%d keys", len(keys))
	}
	for key, n := range keys {
		if n != 2 {
			t.Errorf("key %.8s seen %d times", key, n)
		}
	}
}

func TestFetchPutsAway(t *testing.T) {
	s := socketServer(t)
	c := client(t, s)
	if err := c.Create("Heard", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	deliver(t, s, 1, 2)
	config := configFor(s)
	config.Flag, config.MoveTo = `\Seen`, "Heard"
	// Stop at the third, so that the first two have been put away.
	deliver(t, s, 3)
	fetchUntil(t, config, &mailer.MemoryCursors{}, 3, func(context.Context, mailer.Fetched) error { return nil })
	if _, err := c.Select("Heard", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	found, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	if err != nil || len(found.AllUIDs()) < 2 {
		t.Errorf("%v, %v put away", err, found.AllUIDs())
	}
}

// A run that was cut off between noting a mail and marking it is made good by the
// next one.
func TestFetchPutsAwayWhatACrashLeft(t *testing.T) {
	s, store := socketServer(t), &mailer.MemoryCursors{}
	c := client(t, s)
	if err := c.Create("Heard", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	deliver(t, s, 1, 2)
	inbox, err := c.Select("INBOX", nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	if err := store.SetCursor(t.Context(), "INBOX", inbox.UIDValidity, 1); err != nil {
		t.Fatal(err)
	}
	config := configFor(s)
	config.Flag, config.MoveTo = `\Seen`, "Heard"
	fetchUntil(t, config, store, 1, func(_ context.Context, m mailer.Fetched) error {
		if m.UID != 2 {
			t.Errorf("mail %d was handled again", m.UID)
		}
		return nil
	})
	if _, err := c.Select("Heard", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	found, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	if err != nil || len(found.AllUIDs()) != 2 {
		t.Errorf("%v, %v put away, want two", err, found.AllUIDs())
	}
}

func TestBigMail(t *testing.T) {
	s := socketServer(t)
	big := append([]byte("From: a@b\r\nSubject: big\r\n\r\n"), make([]byte, 5000)...)
	if err := s.Deliver("box@localhost", big); err != nil {
		t.Fatal(err)
	}
	config := configFor(s)
	config.MaxSize = 1000
	fetchUntil(t, config, &mailer.MemoryCursors{}, 1, func(_ context.Context, m mailer.Fetched) error {
		if !m.TooBig || string(m.Raw) != "From: a@b\r\nSubject: big\r\n\r\n" || m.Size != int64(len(big)) {
			t.Errorf("too big %v, %q, %d", m.TooBig, m.Raw, m.Size)
		}
		return nil
	})
}
