package mailer_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/mailer"

	"github.com/google/go-cmp/cmp"
)

// A server that falls silent, hangs up or talks nonsense at any command, once, costs
// a connection and no mail: both mails are handled, each once.
func TestRogueOnce(t *testing.T) {
	for _, fault := range []struct{ name, answer string }{
		{"silent", "hang"},
		{"hangs up", "drop"},
		{"says bye", "* BYE shutting down\r\n"},
		{"unknown untagged answer", "* XYZZY (1 2)\r\nTAG OK done\r\n"},
		{"broken line", "* 1 FETCH (UID\r\n"},
		{"not the protocol", "HTTP/1.1 400 Bad Request\r\n\r\n"},
	} {
		for _, command := range []string{"hello", "LOGIN", "CAPABILITY", "SELECT", "NOOP", "UID FETCH 1:*", "UID FETCH 1 ", "UID FETCH 2 ", "UID STORE", "IDLE", "DONE"} {
			t.Run(fault.name+"/"+strings.TrimSpace(command), func(t *testing.T) {
				withRogue(t, []rule{{command, fault.answer, 1}}, func(t *testing.T, g *rogue, b *bubble) {
					var h handled
					g.put(1, 2)
					b.config.Quarantine = h.quarantine
					stop := b.run(t, h.handle)
					time.Sleep(15 * time.Minute)
					g.put(3)
					time.Sleep(10 * time.Minute)
					stop()
					if !slices.Equal(h.uids, []uint32{1, 2, 3}) || h.aside != nil {
						t.Errorf("handled %v, put aside %v; said %q", h.uids, h.aside, g.heardAll())
					}
					if n := g.connections(); n > 2 {
						t.Errorf("%d connections", n)
					}
				})
			})
		}
	}
}

// An IDLE that has died in silence is noticed when it is ended, after five minutes and
// the watchdog's one; and the mail that it did not speak of is found by looking.
func TestRogueIdle(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules []rule
		after time.Duration // until the mail is handled, at most
	}{
		{"speaks of nothing", nil, 5*time.Minute + time.Second},
		{"has died", []rule{{"DONE", "hang", 1}}, 6*time.Minute + 2*time.Second},
		{"is refused", []rule{{"IDLE", "TAG NO not here\r\n", 1}}, 2 * time.Second},
		{"is not known", []rule{{"hello", "* OK [CAPABILITY IMAP4rev1] rogue\r\n", 0}}, 5*time.Minute + time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			withRogue(t, c.rules, func(t *testing.T, g *rogue, b *bubble) {
				var h handled
				stop := b.run(t, h.handle)
				time.Sleep(time.Millisecond)
				g.put(1)
				began := time.Now()
				time.Sleep(20 * time.Minute)
				stop()
				if len(h.uids) != 1 || h.times[0].Sub(began) > c.after {
					t.Errorf("handled %v at %v after %v", h.uids, h.times, began)
				}
			})
		})
	}
}

// What a server says when it has no room for us, or does not want us, sets how soon
// and how loudly we come back. The password is not tried again and again.
func TestRogueRefusals(t *testing.T) {
	const refused, crowded = "refuses the login", "turns us away"
	for _, c := range []struct {
		name, at, answer string
		waits            []int // seconds
		log              string
	}{
		{"wrong password", "LOGIN", "TAG NO [AUTHENTICATIONFAILED] Invalid credentials\r\n", []int{300, 600, 1200, 1800, 1800}, refused},
		{"wrong password without a code", "LOGIN", "TAG NO LOGIN failed\r\n", []int{300, 600}, refused},
		{"login by browser wanted", "LOGIN", "TAG NO [ALERT] Please log in via your web browser\r\n", []int{300, 600}, refused},
		{"passwords are off", "LOGIN", "TAG BAD [PRIVACYREQUIRED] basic authentication is disabled\r\n", []int{300, 600}, refused},
		{"too many connections, as an alert", "LOGIN", "TAG NO [ALERT] Too many simultaneous connections.\r\n", []int{120, 240, 480, 900, 900}, crowded},
		{"too many connections, as a limit", "LOGIN", "TAG NO [LIMIT] Maximum number of connections from user+IP exceeded\r\n", []int{120, 240}, crowded},
		{"unavailable at the login", "LOGIN", "TAG NO [UNAVAILABLE] try later\r\n", []int{120, 240}, crowded},
		{"unavailable at the mailbox", "SELECT", "TAG NO [UNAVAILABLE] being mended\r\n", []int{120, 240}, crowded},
		{"turned away at the door", "hello", "* BYE [ALERT] Too many connections\r\n", []int{120, 240}, crowded},
		{"shutting down", "hello", "* BYE going down\r\n", []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 300}, "mail connection lost"},
		{"no such mailbox", "SELECT", "TAG NO [NONEXISTENT] no INBOX here\r\n", []int{1, 2, 4, 8}, "mailbox INBOX"},
		{"no UIDVALIDITY", "SELECT", "* 0 EXISTS\r\nTAG OK open\r\n", []int{1, 2, 4}, "no UIDVALIDITY"},
		{"out of reach for long", "hello", "drop", []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 300}, `level=ERROR msg="no mail comes in"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			withRogue(t, []rule{{c.at, c.answer, 0}}, func(t *testing.T, g *rogue, b *bubble) {
				var log logged
				b.config.Log = log.logger()
				stop := b.run(t, nil)
				time.Sleep(2 * time.Hour)
				stop()
				if got := g.waits(); !slices.Equal(got[:min(len(got), len(c.waits))], c.waits) {
					t.Errorf("waited %v, want %v", got, c.waits)
				}
				if !strings.Contains(log.String(), c.log) || strings.Contains(log.String(), secret) {
					t.Errorf("log:\n%.1000s", log.String())
				}
				if loud := strings.Contains(log.String(), `level=ERROR msg="mail server refuses`); loud != (c.log == refused) {
					t.Errorf("an alarm about the password: %v\n%.1000s", loud, log.String())
				}
			})
		})
	}
}

// One mail that the server cannot give, whatever is asked of it, is put aside after
// three tries, and those around it are handled, each once.
func TestRogueMail(t *testing.T) {
	const no = "TAG NO Some messages could not be FETCHed\r\n"
	text := string(mailOf(2))
	for _, c := range []struct {
		name  string
		rules []rule
		calls int // connections it takes, one more where the last try cost one too
	}{
		{"text is refused", []rule{{"UID FETCH 2 ", no, 0}}, 3},
		{"list and text are refused", []rule{{"UID FETCH 1:*", no, 0}, {"UID FETCH 2:*", no, 0}, {"UID FETCH 2 ", no, 0}}, 3},
		{"list kills the connection", []rule{
			{"UID FETCH 1:*", "* 2 FETCH (UID 2 INTERNALDATE nonsense)\r\nTAG OK done\r\n", 0},
			{"UID FETCH 2:*", "* 2 FETCH (UID 2 INTERNALDATE nonsense)\r\nTAG OK done\r\n", 0},
			{"UID FETCH 2 ", "* 2 FETCH (UID 2 INTERNALDATE nonsense)\r\nTAG OK done\r\n", 0},
		}, 6},
		{"no text in the answer", []rule{{"UID FETCH 2 (UID BODY", "* 2 FETCH (UID 2 FLAGS ())\r\nTAG OK done\r\n", 0}}, 3},
		{"text without a length", []rule{{"UID FETCH 2 (UID BODY", "* 2 FETCH (UID 2 BODY[]<0> {}\r\n" + text + ")\r\nTAG OK done\r\n", 0}}, 4},
		{"text longer than announced", []rule{{"UID FETCH 2 (UID BODY", "* 2 FETCH (UID 2 BODY[]<0> {5}\r\n" + text + ")\r\nTAG OK done\r\n", 0}}, 4},
		{"text shorter than announced", []rule{{"UID FETCH 2 (UID BODY", "* 2 FETCH (UID 2 BODY[]<0> {9999}\r\n" + text + ")\r\nTAG OK done\r\n", 0}}, 4},
		{"connection lost in the text", []rule{{"UID FETCH 2 (UID BODY", "drop", 0}}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			withRogue(t, c.rules, func(t *testing.T, g *rogue, b *bubble) {
				var h handled
				g.put(1, 2, 3)
				b.config.Quarantine = h.quarantine
				stop := b.run(t, h.handle)
				time.Sleep(20 * time.Minute)
				stop()
				if !slices.Equal(h.uids, []uint32{1, 3}) || !slices.Equal(h.aside, []uint32{2}) {
					t.Errorf("handled %v, put aside %v\n%q", h.uids, h.aside, g.heardAll())
				}
				if n := g.heard("UID FETCH 2 (UID BODY"); n > 3 {
					t.Errorf("asked %d times for its text", n)
				}
				if n := g.connections(); n != c.calls {
					t.Errorf("%d connections, want %d", n, c.calls)
				}
			})
		})
	}
}

// What fails for a while and then works again is no poison.
func TestRogueMailRecovers(t *testing.T) {
	withRogue(t, []rule{{"UID FETCH 1 (UID BODY", "* 1 FETCH (UID 1 FLAGS ())\r\nTAG OK done\r\n", 2}}, func(t *testing.T, g *rogue, b *bubble) {
		var h handled
		g.put(1)
		b.config.Quarantine = h.quarantine
		stop := b.run(t, h.handle)
		time.Sleep(time.Minute)
		stop()
		if !slices.Equal(h.uids, []uint32{1}) || h.aside != nil {
			t.Errorf("handled %v, put aside %v", h.uids, h.aside)
		}
	})
}

// A mail that somebody moved between the list and the fetch is passed over at once.
func TestRogueMailIsGone(t *testing.T) {
	withRogue(t, []rule{{"UID FETCH 1 (UID BODY", "TAG OK done\r\n", 0}}, func(t *testing.T, g *rogue, b *bubble) {
		var h handled
		g.put(1, 2)
		b.config.Quarantine = h.quarantine
		stop := b.run(t, h.handle)
		time.Sleep(time.Second)
		stop()
		if !slices.Equal(h.uids, []uint32{2}) || h.aside != nil || g.connections() != 1 {
			t.Errorf("handled %v, put aside %v, %d connections", h.uids, h.aside, g.connections())
		}
	})
}

// The failures of a mail are counted over restarts: two in one run and one in the
// next make three.
func TestRoguePoisonOverRestarts(t *testing.T) {
	withRogue(t, nil, func(t *testing.T, g *rogue, b *bubble) {
		var h handled
		g.put(1, 2)
		counted := map[string]int{}
		b.config.Quarantine = h.quarantine
		b.config.Failed = func(_ context.Context, validity, uid uint32) (int, error) {
			name := fmt.Sprint(validity, uid)
			counted[name]++
			return counted[name], nil
		}
		tries := 0
		poisoned := func(ctx context.Context, m mailer.Fetched) error {
			if m.UID == 1 {
				tries++
				return errors.New("poison")
			}
			return h.handle(ctx, m)
		}
		stop := b.run(t, poisoned)
		time.Sleep(1500 * time.Millisecond) // two tries
		stop()
		if tries != 2 || h.aside != nil {
			t.Fatalf("%d tries, put aside %v", tries, h.aside)
		}
		stop = b.run(t, poisoned)
		time.Sleep(time.Second / 2)
		stop()
		if tries != 3 || !slices.Equal(h.aside, []uint32{1}) || !slices.Equal(h.uids, []uint32{2}) {
			t.Errorf("%d tries, put aside %v, handled %v", tries, h.aside, h.uids)
		}
	})
}

// A mailbox that was made anew, or whose old copy was put back, is read from its
// start; keys tell what has been heard.
func TestRogueMailboxes(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(g *rogue)
		uids   []uint32
	}{
		{"same as before", func(*rogue) {}, []uint32{1, 2, 3}},
		{"new UIDVALIDITY", func(g *rogue) { g.validity = 8 }, []uint32{1, 2, 3, 1, 2, 3}},
		{"older copy put back", func(g *rogue) { delete(g.mails, 3); delete(g.mails, 2); g.next = 2 }, []uint32{1, 2, 3, 1}},
		{"mail copied back in", func(g *rogue) { g.mails[4] = g.mails[1]; g.next = 5 }, []uint32{1, 2, 3, 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			withRogue(t, nil, func(t *testing.T, g *rogue, b *bubble) {
				var h handled
				g.put(1, 2, 3)
				f, err := mailer.NewFetcher(b.config)
				if err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				done := make(chan struct{})
				go func() { defer close(done); _ = f.Run(ctx, &mailer.MemoryCursors{}, h.handle) }()
				time.Sleep(time.Second)
				g.mu.Lock()
				c.change(g)
				g.conn.Close()
				g.mu.Unlock()
				time.Sleep(time.Minute)
				stop()
				<-done
				if diff := cmp.Diff(c.uids, h.uids); diff != "" {
					t.Error(diff)
				}
				keys := map[string]bool{}
				for _, m := range h.mails {
					read, err := mailer.Read(m.Raw, nil)
					if err != nil {
						t.Fatal(err)
					}
					keys[read.Key] = true
				}
				if len(keys) != 3 {
					t.Errorf("%d keys for three mails", len(keys))
				}
			})
		})
	}
}

// Of a mail that is too big only the header is asked for; and one that is bigger than
// the server says is not read to its end.
func TestRogueSizes(t *testing.T) {
	big := string(mailOf(1)) + strings.Repeat("a very long line of a mail\r\n", 1000)
	for _, c := range []struct {
		name string
		rule rule
		text bool // the text is asked for
	}{
		{"as big as it says", rule{"nothing", "", 0}, false},
		{"bigger than it says", rule{"UID FETCH 1:*", `* 1 FETCH (UID 1 FLAGS () INTERNALDATE "` + rogueDate + `" RFC822.SIZE 10)` + "\r\nTAG OK done\r\n", 0}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			withRogue(t, []rule{c.rule}, func(t *testing.T, g *rogue, b *bubble) {
				var h handled
				g.put(1)
				g.mails[1] = big // nobody has called yet
				b.config.MaxSize = 1000
				stop := b.run(t, h.handle)
				time.Sleep(time.Second)
				stop()
				if len(h.mails) != 1 || !h.mails[0].TooBig || !strings.HasSuffix(string(h.mails[0].Raw), "Subject: x\r\n\r\n") {
					t.Fatalf("%+v", h.mails)
				}
				if asked := g.heard("UID FETCH 1 (UID BODY.PEEK[]") > 0; asked != c.text {
					t.Errorf("text asked for: %v", asked)
				}
			})
		})
	}
}

// A server that gives more text than was asked for is bounded on our side.
func TestRogueFlood(t *testing.T) {
	flood := string(mailOf(1)) + strings.Repeat("a very long line of a mail\r\n", 1000)
	rules := []rule{{"UID FETCH 1 (UID BODY.PEEK[]", fmt.Sprintf("* 1 FETCH (UID 1 BODY[]<0> {%d}\r\n%s)\r\nTAG OK done\r\n", len(flood), flood), 0}}
	withRogue(t, rules, func(t *testing.T, g *rogue, b *bubble) {
		var h handled
		g.put(1)
		b.config.MaxSize = 1000
		stop := b.run(t, h.handle)
		time.Sleep(time.Second)
		stop()
		if len(h.mails) != 1 || !h.mails[0].TooBig || len(h.mails[0].Raw) > 1000 || g.connections() != 1 {
			t.Errorf("%d mails, %d connections", len(h.mails), g.connections())
		}
	})
}

// A server whose clock is off dates mails as it likes; they are handled in the order
// of their UIDs all the same, and what it said is handed on.
func TestRogueClock(t *testing.T) {
	at := func(uid int, date string) string {
		return fmt.Sprintf("* %d FETCH (UID %d FLAGS () INTERNALDATE %q RFC822.SIZE 80)\r\n", uid, uid, date)
	}
	list := at(2, "01-Jan-1970 00:00:00 +0000") + at(1, "31-Dec-2037 00:00:00 +0000") + "TAG OK done\r\n"
	withRogue(t, []rule{{"UID FETCH 1:*", list, 0}}, func(t *testing.T, g *rogue, b *bubble) {
		var h handled
		g.put(1, 2)
		stop := b.run(t, h.handle)
		time.Sleep(time.Second)
		stop()
		if !slices.Equal(h.uids, []uint32{1, 2}) || h.mails[0].Received.Year() != 2037 || h.mails[1].Received.Year() != 1970 {
			t.Errorf("%+v", h.mails)
		}
	})
}

// The text is peeked at, and the mail marked only once it has been handled; nothing
// is asked for but what is needed.
func TestRogueIsAskedLittle(t *testing.T) {
	withRogue(t, nil, func(t *testing.T, g *rogue, b *bubble) {
		var h handled
		g.put(1)
		stop := b.run(t, func(ctx context.Context, m mailer.Fetched) error {
			if g.heard("UID STORE") > 0 {
				t.Error("marked before it was handled")
			}
			return h.handle(ctx, m)
		})
		synctest.Wait()
		stop()
		if g.heard("UID STORE 1 +FLAGS") != 1 {
			t.Errorf("%q", g.heardAll())
		}
		for _, said := range g.heardAll() {
			for _, never := range []string{"ENVELOPE", "BODYSTRUCTURE", "BODY[", "UNSEEN", "SINCE"} {
				if strings.Contains(said, never) {
					t.Errorf("asked %q", said)
				}
			}
		}
	})
}
