package mailer_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/mailer"
	"contrapost/mailer/loopback"

	"github.com/emersion/go-imap/v2/imapserver"
)

// bubble is a mail server and a fetcher of its mail in fake time.
type bubble struct {
	server *loopback.Server
	pipe   *loopback.Pipe
	config mailer.FetcherConfig
}

// inBubble runs f with a server over pipes; the fetcher's settings are f's to
// change.
func inBubble(t *testing.T, options loopback.Options, f func(t *testing.T, b *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{pipe: loopback.NewPipe()}
		options.SMTP, options.IMAP = loopback.NewPipe(), b.pipe
		var err error
		if b.server, err = loopback.Start(options); err != nil {
			t.Fatal(err)
		}
		defer b.server.Close()
		if err := b.server.AddUser("box@localhost", secret); err != nil {
			t.Fatal(err)
		}
		b.config = configFor(b.server)
		b.config.Dial = b.pipe.Dial
		b.config.Jitter = func() float64 { return 0 }
		f(t, b)
	})
}

// run starts the fetcher; the function returned stops it and waits.
func (b *bubble) run(t *testing.T, handle mailer.Handler) (stop func()) {
	t.Helper()
	f, err := mailer.NewFetcher(b.config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = f.Run(ctx, &mailer.MemoryCursors{}, handle)
	}()
	return func() {
		cancel()
		<-done
	}
}

// idling counts how often a client begins to idle.
type idling struct {
	imapserver.SessionIMAP4rev2
	count func()
}

func (i *idling) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	i.count()
	return i.SessionIMAP4rev2.Idle(w, stop)
}

// IDLE is ended and begun anew every five minutes, and a mail that comes in the
// middle is fetched at once.
func TestIdleIsRenewed(t *testing.T) {
	var mu sync.Mutex
	idles := 0
	options := loopback.Options{Session: func(s imapserver.SessionIMAP4rev2) imapserver.SessionIMAP4rev2 {
		return &idling{s, func() { mu.Lock(); idles++; mu.Unlock() }}
	}}
	inBubble(t, options, func(t *testing.T, b *bubble) {
		var arrived []time.Duration
		began := time.Now()
		stop := b.run(t, func(context.Context, mailer.Fetched) error {
			arrived = append(arrived, time.Since(began))
			return nil
		})
		defer stop()
		time.Sleep(72*time.Hour + 2*time.Minute)
		deliver(t, b.server, 1)
		synctest.Wait()
		if !slices.Equal(arrived, []time.Duration{72*time.Hour + 2*time.Minute}) {
			t.Errorf("arrived after %v", arrived)
		}
		mu.Lock()
		defer mu.Unlock()
		if want := 72*12 + 2; idles != want {
			t.Errorf("%d times idle, want %d", idles, want)
		}
	})
}

// A mail that comes between the last look and the moment the server begins to
// listen wakes the client all the same.
func TestMailJustBeforeIdle(t *testing.T) {
	var once sync.Once
	var b *bubble
	options := loopback.Options{Session: func(s imapserver.SessionIMAP4rev2) imapserver.SessionIMAP4rev2 {
		return &idling{s, func() { once.Do(func() { deliver(t, b.server, 1) }) }}
	}}
	inBubble(t, options, func(t *testing.T, in *bubble) {
		b = in
		began, arrived := time.Now(), time.Duration(0)
		stop := b.run(t, func(context.Context, mailer.Fetched) error {
			arrived = time.Since(began)
			return nil
		})
		time.Sleep(time.Minute)
		stop()
		if arrived == 0 || arrived > time.Second {
			t.Errorf("arrived after %v", arrived)
		}
	})
}

// A mail that always fails is put aside after three failures and does not hold up
// the next.
func TestQuarantine(t *testing.T) {
	inBubble(t, loopback.Options{}, func(t *testing.T, b *bubble) {
		var story []string
		b.config.Quarantine = func(_ context.Context, m mailer.Fetched, cause error) error {
			story = append(story, fmt.Sprintf("aside %d: %v", m.UID, cause))
			return nil
		}
		deliver(t, b.server, 1, 2)
		stop := b.run(t, func(_ context.Context, m mailer.Fetched) error {
			story = append(story, fmt.Sprint("try ", m.UID))
			if m.UID == 1 {
				return errors.New("poison")
			}
			return nil
		})
		time.Sleep(time.Minute)
		stop()
		if want := []string{"try 1", "try 1", "try 1", "aside 1: poison", "try 2"}; !slices.Equal(story, want) {
			t.Errorf("%q", story)
		}
	})
}

// A mail that nothing is wrong with is handed over until it has been taken.
func TestBusy(t *testing.T) {
	inBubble(t, loopback.Options{}, func(t *testing.T, b *bubble) {
		tries := 0
		b.config.Quarantine = func(context.Context, mailer.Fetched, error) error {
			t.Error("put aside")
			return nil
		}
		deliver(t, b.server, 1)
		stop := b.run(t, func(context.Context, mailer.Fetched) error {
			if tries++; tries < 6 {
				return fmt.Errorf("hear: %w", mailer.ErrBusy)
			}
			return nil
		})
		time.Sleep(time.Hour)
		stop()
		if tries != 6 {
			t.Errorf("tried %d times", tries)
		}
	})
}

// silentServer is a mail server that logs a client in and then answers nothing.
func silentServer(p *loopback.Pipe, called func()) {
	for {
		conn, err := p.Accept()
		if err != nil {
			return
		}
		called()
		go silent(conn)
	}
}

func silent(conn net.Conn) {
	defer conn.Close()
	fmt.Fprint(conn, "* OK [CAPABILITY IMAP4rev1 IDLE] script\r\n")
	in := bufio.NewScanner(conn)
	for in.Scan() {
		tag, command, _ := strings.Cut(in.Text(), " ")
		switch verb, _, _ := strings.Cut(command, " "); strings.ToUpper(verb) {
		case "LOGIN":
			fmt.Fprintf(conn, "%s OK [CAPABILITY IMAP4rev1 IDLE] in\r\n", tag)
		case "SELECT":
			fmt.Fprintf(conn, "* 0 EXISTS\r\n* FLAGS ()\r\n* OK [UIDVALIDITY 7] v\r\n%s OK [READ-WRITE] open\r\n", tag)
		}
	}
}

// A server that goes silent is given up after the watchdog's minute and called
// again, after waits of 1, 2, 4 ... seconds.
func TestWatchdog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := loopback.NewPipe()
		began := time.Now()
		var calls []time.Duration
		go silentServer(p, func() { calls = append(calls, time.Since(began)) })
		b := &bubble{config: mailer.FetcherConfig{Addr: "script:143", TLS: mailer.NoTLS, Dial: p.Dial, Jitter: func() float64 { return 0 }}}
		stop := b.run(t, nil)
		time.Sleep(4 * time.Minute)
		stop()
		p.Close()
		synctest.Wait()
		want := []time.Duration{0, 61 * time.Second, 123 * time.Second, 187 * time.Second}
		if !slices.Equal(calls, want) {
			t.Errorf("called at %v", calls)
		}
	})
}

// Waits grow to five minutes while the server hangs up, and a refused login waits
// longer at once.
func TestReconnect(t *testing.T) {
	for name, c := range map[string]struct {
		greeting string
		want     []time.Duration // seconds between calls
	}{
		"hangs up":      {"* BYE later\r\n", []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}},
		"refuses login": {"* OK script\r\n", []time.Duration{300, 600}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := loopback.NewPipe()
				var calls []time.Time
				go refusing(p, c.greeting, func() { calls = append(calls, time.Now()) })
				b := &bubble{config: mailer.FetcherConfig{Addr: "script:143", TLS: mailer.NoTLS, Dial: p.Dial, Jitter: func() float64 { return 0 }}}
				stop := b.run(t, nil)
				time.Sleep(1200 * time.Second)
				stop()
				p.Close()
				synctest.Wait()
				var waits []time.Duration
				for i := 1; i < len(calls); i++ {
					waits = append(waits, calls[i].Sub(calls[i-1])/time.Second)
				}
				if !slices.Equal(waits[:len(c.want)], c.want) {
					t.Errorf("waited %v", waits)
				}
			})
		})
	}
}

// refusing greets and says no to everything.
func refusing(p *loopback.Pipe, greeting string, called func()) {
	for {
		conn, err := p.Accept()
		if err != nil {
			return
		}
		called()
		go func() {
			defer conn.Close()
			fmt.Fprint(conn, greeting)
			if strings.Contains(greeting, "BYE") {
				return
			}
			in := bufio.NewScanner(conn)
			for in.Scan() {
				tag, _, _ := strings.Cut(in.Text(), " ")
				fmt.Fprintf(conn, "%s NO [AUTHENTICATIONFAILED] no\r\n", tag)
			}
		}()
	}
}
