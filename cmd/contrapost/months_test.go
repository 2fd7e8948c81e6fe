package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
	"contrapost/templates"
)

// hamlet is a service and its people in fake time: the real libraries on pipes, in
// a synctest bubble, so that months pass in seconds.
type hamlet struct {
	*testing.T
	ctx        context.Context
	smtp, imap *loopback.Pipe
	server     *loopback.Server
	service    *service
	stop       func()
	db         string
	backup     backupSettings
	answer     time.Duration // at tables that are staged; 0: as usual
	grace      time.Duration // there
	people     map[string]*dweller
}

// dweller is somebody with a mailbox and habits.
type dweller struct {
	demoPlayer
	// wait says how long they take to answer a letter, and whether they do.
	wait  func(l readLetter) (time.Duration, bool)
	heard []readLetter
	over  chan struct{}
}

func newHamlet(t *testing.T) *hamlet {
	h := &hamlet{T: t, smtp: loopback.NewPipe(), imap: loopback.NewPipe(), people: map[string]*dweller{}}
	var stop context.CancelFunc
	h.ctx, stop = context.WithCancel(context.Background())
	h.db = filepath.Join(t.TempDir(), "contrapost.db")
	var err error
	h.server, err = loopback.Start(loopback.Options{Host: demoHost, SMTP: h.smtp, IMAP: h.imap})
	h.must(err)
	h.must(h.server.AddUser(demoAddress, demoWord))
	t.Cleanup(func() {
		stop()
		for _, d := range h.people {
			d.close()
		}
		h.must(h.server.Close())
	})
	return h
}

func (h *hamlet) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *hamlet) courier(address string) mailer.CourierConfig {
	return mailer.CourierConfig{Host: "pipe", Port: 25, TLS: mailer.NoTLS, User: address, Password: demoWord, Dial: h.smtp.Dial}
}

func (h *hamlet) fetcher(address string) mailer.FetcherConfig {
	return mailer.FetcherConfig{
		Addr: "pipe", TLS: mailer.NoTLS, User: address, Password: demoWord, Dial: h.imap.Dial,
		Idle: time.Hour, Jitter: func() float64 { return 0 },
	}
}

func (h *hamlet) settings() settings {
	return settings{
		db: h.db, address: demoAddress, key: []byte("a key that signs whatever leaves"),
		smtp: h.courier(demoAddress), imap: h.fetcher(demoAddress), entropy: rand.NewChaCha8([32]byte{9}),
		now: time.Now, outage: 3 * time.Hour, backup: h.backup, log: slog.New(slog.DiscardHandler),
	}
}

// serve starts the service on the hamlet's database, within reach of the test.
func (h *hamlet) serve() {
	h.Helper()
	s, err := wire(h.ctx, h.settings())
	h.must(err)
	h.service = s
	h.run(func(ctx context.Context) error { return errors.Join(s.run(ctx), s.store.Close()) })
}

// run runs something until stop is called.
func (h *hamlet) run(do func(context.Context) error) {
	ctx, stop := context.WithCancel(h.ctx)
	ended := make(chan error)
	go func() { ended <- do(ctx) }()
	h.stop = func() {
		stop()
		h.must(<-ended)
	}
}

// settle gives somebody a mailbox and habits.
func (h *hamlet) settle(name, game string, wait func(readLetter) (time.Duration, bool)) *dweller {
	h.Helper()
	d := &dweller{wait: wait, over: make(chan struct{})}
	d.name, d.address, d.game = name, strings.ToLower(name)+"@"+demoHost, game
	d.seed = [32]byte([]byte(fmt.Sprintf("%32s", name)))
	h.must(h.server.AddUser(d.address, demoWord))
	var err error
	d.courier, err = mailer.NewCourier(h.courier(d.address))
	h.must(err)
	d.mailbox, err = mailer.OpenMailbox(h.ctx, h.fetcher(d.address))
	h.must(err)
	h.people[name] = d
	return d
}

// live reads letters and answers the newest one, in its own time, until the game
// is over.
func (h *hamlet) live(d *dweller) {
	defer close(d.over)
	ctx, stop := context.WithCancel(h.ctx)
	defer stop()
	letters := make(chan readLetter)
	go func() {
		for {
			mail, err := d.mailbox.Next(ctx)
			if err != nil {
				return
			}
			if l, err := openLetter(mail.Raw); err == nil {
				letters <- l
			}
		}
	}()
	var newest readLetter
	var when time.Time // of the answer that is on its way; zero for none
	answer := time.NewTimer(time.Hour)
	answer.Stop()
	for {
		select {
		case newest = <-letters:
			d.heard = append(d.heard, newest)
			if strings.Contains(newest.text, gameOver) {
				return
			}
			if wait, will := d.wait(newest); will && when.IsZero() && len(templates.Choices(newest.text)) > 0 {
				when = time.Now().Add(wait)
				answer.Reset(wait)
			}
		case <-answer.C:
			when = time.Time{}
			if len(templates.Choices(newest.text)) == 0 {
				continue // it has been answered meanwhile
			}
			h.must(d.write(h.ctx, newest.replyTo, newest.subject, d.choose(templates.Choices(newest.text)), newest))
		}
	}
}

// seat opens a table with the first of the names and has the others join.
func (h *hamlet) seat(opening string, names ...string) (id string) {
	h.Helper()
	for i, name := range names {
		order := opening
		if i > 0 {
			order = "join " + id
		}
		d := h.people[name]
		h.must(d.write(h.ctx, demoAddress, "game", order, readLetter{}))
		mail, err := d.mailbox.Next(h.ctx)
		h.must(err)
		l, err := openLetter(mail.Raw)
		h.must(err)
		d.heard = append(d.heard, l)
		if i == 0 {
			id = strings.TrimPrefix(joinOrder.FindString(l.text), "join ")
		}
	}
	return id
}

var answerBy = regexp.MustCompile(`Answer by \w+ (\d+ \w+ \d{4}), (\d\d:\d\d) UTC`)

// deadline reads when a letter must be answered.
func deadline(text string) (time.Time, bool) {
	m := answerBy.FindStringSubmatch(strings.Join(strings.Fields(text), " "))
	if m == nil {
		return time.Time{}, false
	}
	t, err := time.Parse("2 January 2006 15:04", m[1]+" "+m[2])
	return t, err == nil
}

// Habits.
func never(readLetter) (time.Duration, bool) { return 0, false }

// lastMinute answers a minute before the time that the letter gives.
func lastMinute(l readLetter) (time.Duration, bool) {
	due, ok := deadline(l.text)
	return max(0, time.Until(due)-time.Minute), ok
}

// someHours is the habit of answering within a day, the same way every time.
func someHours(seed byte) func(readLetter) (time.Duration, bool) {
	luck := rand.New(rand.NewChaCha8([32]byte{seed}))
	return func(readLetter) (time.Duration, bool) { return time.Duration(luck.Int64N(int64(20 * time.Hour))), true }
}

// TestMonthsOfPlay: a whole game in which one player never answers and one does so
// at the last minute. It ends; silence becomes the rules' default, the last minute
// is in time; and every reminder that was due was sent, once.
func TestMonthsOfPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		h.run(func(ctx context.Context) error { return serve(ctx, h.settings()) })
		habits := map[string]func(readLetter) (time.Duration, bool){
			"Ann": never, "Bob": lastMinute, "Cem": someHours(1), "Dov": someHours(2),
		}
		names := []string{"Cem", "Ann", "Bob", "Dov"}
		for _, name := range names {
			h.settle(name, "konvooi", habits[name])
		}
		began := time.Now()
		id := h.seat("new konvooi for 4", names...)
		for _, name := range names {
			go h.live(h.people[name])
		}
		never := time.After(2 * 365 * 24 * time.Hour)
		for _, name := range names {
			select {
			case <-h.people[name].over:
			case <-never:
				h.Fatalf("after two years %s has not heard of the end", name)
			}
		}
		h.stop()
		h.judge(id, names)
		t.Logf("the game took %d days", time.Since(began)/(24*time.Hour))
	})
}

// judge holds what the log says of a game against what its players got.
func (h *hamlet) judge(id string, names []string) {
	h.Helper()
	store, err := events.Open(h.ctx, h.db)
	h.must(err)
	defer store.Close()
	house := newHouse(store, nil, false)
	final, err := house.Load(h.ctx, id, 0)
	h.must(err)
	if !final.Over() {
		h.Fatal("the game has not ended")
	}
	defaults, want := h.recount(house, id, final.Version)
	for i, name := range names {
		got := 0
		for _, l := range h.people[name].heard {
			if strings.Contains(l.text, "This is a reminder.") {
				got++
			}
		}
		h.Logf("%s: %d reminders, %d times silent", name, got, defaults[i])
		if got != want[i] {
			h.Errorf("%s got %d reminders, want %d", name, got, want[i])
		}
		if silent := defaults[i] > 0; silent != (name == "Ann") {
			h.Errorf("%s was silent %d times", name, defaults[i])
		}
	}
	h.onQuarters(store, id, final.Lobby)
}

// recount goes through the log version by version: how often a seat's silence was
// taken for an answer, and how many reminders were due while it was asked.
func (h *hamlet) recount(house *table.House, id string, versions int64) (defaults, reminders []int) {
	entries, err := house.Log.Stream(h.ctx, id, 1, 0)
	h.must(err)
	defaults, reminders = make([]int, 4), make([]int, 4)
	asked := make([]table.Question, 4)
	for v := int64(1); v <= versions; v++ {
		if e := entries[v-1]; e.Cause.Kind == events.CauseClock && e.Seat > 0 && e.Order != "" {
			defaults[e.Seat-1]++
		}
		if v < versions && entries[v].At.Equal(entries[v-1].At) {
			continue // what stands for no time at all reminds nobody
		}
		t, err := house.Load(h.ctx, id, v)
		h.must(err)
		if t.Play == nil {
			continue
		}
		for i := range asked {
			q, _ := t.Question(engine.Seat(i + 1))
			if was := asked[i]; was.Version != q.Version && was.Version != 0 {
				half, tenth := was.Opened.Add(was.Deadline.Sub(was.Opened)/2), was.Deadline.Add(-was.Deadline.Sub(was.Opened)/10)
				for _, due := range []time.Time{half, tenth} {
					if entries[v-1].At.After(due) {
						reminders[i]++
					}
				}
			}
			asked[i] = q
		}
	}
	return defaults, reminders
}

// onQuarters checks that windows open at quarters of an hour, or at the end of
// their time, and at no other moment (K13).
func (h *hamlet) onQuarters(store *events.Store, id string, s lobby.State) {
	entries, err := store.Stream(h.ctx, id, 1, 0)
	h.must(err)
	opened := 0
	for _, e := range entries {
		if e.Order != "open answers" {
			continue
		}
		opened++
		laid := entries[slices.IndexFunc(entries, func(x events.Entry) bool { return x.Version > 0 && x.Kind == "convoy-laid" })]
		for _, x := range entries {
			if x.Kind == "convoy-laid" && x.Version < e.Version {
				laid = x
			}
		}
		quarter := e.At.Sub(e.At.Truncate(15 * time.Minute))
		end := e.At.Sub(laid.At.Add(s.Times.Answer))
		if quarter > 10*time.Second && (end < 0 || end > 10*time.Second) {
			h.Errorf("answers were opened at %v, on no quarter of an hour", e.At)
		}
	}
	if opened == 0 {
		h.Error("no convoy was laid")
	}
}
