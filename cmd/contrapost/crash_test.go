package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/mailer"
	"contrapost/mailer/loopback"
	"contrapost/templates"
)

// cliffs is a service in a bubble that falls off a brink once, at a step that is
// named, and is started again. Its players take turns.
type cliffs struct {
	killedGame // for what it audits
	smtp, imap *loopback.Pipe
	brink      *brink
	written    map[string]int  // mails, by player
	answered   map[string]bool // letters, by Message-ID
}

// crashMails is how many mails are written in all: two to seat the players, a
// convoy, and the answer that has the service open it.
const crashMails = 4

// crashRun plays the beginning of a game, with a crash at the how-manieth occurrence
// of a step, and says what became of it.
func crashRun(t *testing.T, b *brink) (a account) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		c := &cliffs{
			smtp: loopback.NewPipe(), imap: loopback.NewPipe(), brink: b,
			written: map[string]int{}, answered: map[string]bool{},
		}
		c.killedGame = killedGame{T: t, ctx: ctx, dir: t.TempDir(), demo: demo{Players: 2}, dial: c.imap.Dial}
		var err error
		c.server, err = loopback.Start(loopback.Options{
			Host: demoHost, SMTP: c.smtp, IMAP: c.imap, OnData: c.reaper.handing(&c.kept), Session: c.brink.watch,
		})
		c.must(err)
		defer c.server.Close()
		for _, address := range append([]string{demoAddress}, killAddresses(2)...) {
			c.must(c.server.AddUser(address, demoWord))
		}
		c.play()
		if a = c.audit(); a.tally.orders != crashMails {
			t.Errorf("%d mails were written, want %d", a.tally.orders, crashMails)
		}
	})
	return a
}

// play has one mail written at a time, and the service run until nothing happens
// any more.
func (c *cliffs) play() {
	c.Helper()
	run := c.serve()
	c.write("ann", demoAddress, "new konvooi for 2")
	run = c.settle(run)
	c.write("bob", demoAddress, joinOrder.FindString(c.newest("ann").text))
	run = c.settle(run)
	for range crashMails - 2 {
		c.turn()
		run = c.settle(run)
	}
	run.stop()
	c.must(<-run.ended)
}

// newest is the letter that came last.
func (c *cliffs) newest(who string) readLetter {
	c.Helper()
	mails := c.server.Mails(who + "@" + demoHost)
	if len(mails) == 0 {
		c.Fatalf("no letter came to %s", who)
	}
	l, err := openLetter(mails[len(mails)-1])
	c.must(err)
	return l
}

// turn lets the first player whose newest letter offers a choice answer it.
func (c *cliffs) turn() {
	c.Helper()
	for _, who := range []string{"ann", "bob"} {
		l := c.newest(who)
		if choices := templates.Choices(l.text); len(choices) > 0 && !c.answered[l.messageID] {
			c.answered[l.messageID] = true
			convoys := slices.DeleteFunc(slices.Clone(choices), func(o string) bool { return !strings.HasPrefix(o, "convoy") })
			c.write(who, l.replyTo, append(convoys, choices...)[0])
			return
		}
	}
	c.Fatal("nobody is asked anything")
}

func (c *cliffs) write(who, to, text string) {
	c.Helper()
	c.written[who]++
	raw, err := mailer.Compose(mailer.Outgoing{
		From: who + "@" + demoHost, FromName: who, To: to, Subject: "hello", Text: text + "\n",
		MessageID: fmt.Sprintf("%s-%d@%s", who, c.written[who], demoHost), Date: time.Now(), Person: true,
	})
	c.must(err)
	raw = append([]byte("Delivered-To: "+to+"\r\n"), raw...)
	c.must(c.server.Deliver(demoAddress, raw))
}

// life is one run of the service.
type life struct {
	stop  context.CancelFunc
	ended chan error
}

func (c *cliffs) serve() life {
	c.Helper()
	c.starts++
	quiet := slog.New(slog.DiscardHandler)
	s, err := wire(c.ctx, settings{
		db: c.file("game.db"), address: demoAddress, key: make([]byte, keyLength), prompt: true, now: time.Now, log: quiet, out: io.Discard,
		imap:    mailer.FetcherConfig{Addr: "pipe:0", TLS: mailer.NoTLS, User: demoAddress, Password: demoWord, Dial: c.imap.Dial, Flag: `\Seen`, Log: quiet},
		smtp:    mailer.CourierConfig{Host: "pipe", Port: 1, TLS: mailer.NoTLS, User: demoAddress, Password: demoWord, Dial: c.smtp.Dial},
		entropy: newSeeded("crash", fmt.Sprint(c.starts)),
	})
	c.must(err)
	ctx, stop := context.WithCancel(c.ctx)
	log := brinkLog{s.store, c.brink}
	s.room.Log, s.house.Log, s.clock.Log = log, log, log
	s.room.Courier = brinkCourier{s.courier, c.brink}
	c.brink.stands(stop)
	l := life{stop, make(chan error, 1)}
	go func() { l.ended <- errors.Join(s.run(ctx), s.store.Close()) }()
	return l
}

// settle waits until nothing happens any more. A service that has crashed meanwhile
// is started again.
func (c *cliffs) settle(run life) life {
	c.Helper()
	for {
		time.Sleep(5 * time.Second) // fake: until everybody has nothing more to do
		synctest.Wait()
		select {
		case <-run.ended:
			run = c.serve()
		default:
			return run
		}
	}
}

// TestCrashAtEveryStep: wherever the service stops between a mail's coming and the
// noting of what became of its letters, the next one goes on as if nothing had been.
func TestCrashAtEveryStep(t *testing.T) {
	level := newBrink("", 0)
	calm := crashRun(t, level)
	var mu sync.Mutex
	var sum tally
	points := 0
	t.Run("steps", func(t *testing.T) {
		for step, times := range level.steps {
			t.Run(step, func(t *testing.T) {
				t.Parallel()
				for occurrence := 1; occurrence <= times; occurrence++ {
					b := newBrink(step, occurrence)
					crashed := crashRun(t, b)
					if !b.fallen() { // letters are claimed one by one here, and together there
						continue
					}
					if diff := cmp.Diff(calm.course, crashed.course); diff != "" {
						t.Errorf("a crash at the %d. time changed the game (-calm +crashed):\n%s", occurrence, diff)
					}
					mu.Lock()
					sum.add(crashed.tally)
					points++
					mu.Unlock()
				}
			})
		}
	})
	if points < 50 || level.steps["after commit"] == 0 {
		t.Errorf("%d points to crash at, the opening of a convoy among them %d times", points, level.steps["after commit"])
	}
	t.Logf("%d crashes; orders %d, lost %d, doubled %d; letters %d, lost %d, doubled alike %d, otherwise %d",
		points, sum.orders, sum.lost, sum.doubled, sum.letters, sum.missing, sum.twice, sum.torn)
}
