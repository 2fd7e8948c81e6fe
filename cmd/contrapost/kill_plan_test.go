package main

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"

	"contrapost/mailer/loopback"
)

// moment is something that the mail server, or the log, sees the service do.
type moment string

// The moments at which, or shortly after which, the service is killed.
const (
	starting  moment = "starting"        // its process has just been started
	listing   moment = "listing mail"    // it asks what is new
	fetching  moment = "fetching a mail" // it asks for a mail: what follows is hearing and committing
	flagging  moment = "flagging a mail" // it marks a mail as dealt with
	handingIn moment = "handing in"      // it has written the final dot, and no answer came
	handedIn  moment = "after the dot"   // the answer to the final dot is on its way
	logging   moment = "writing its log" // an order was committed, or a letter taken
	rendering moment = "between letters" // likewise, some time later
)

var moments = []moment{starting, listing, fetching, flagging, handingIn, handedIn, logging, rendering}

// doom is when a life of the service is to end.
type doom struct {
	at    moment
	count int           // the how-manieth of these moments
	after time.Duration // this long after it; 0: before the service gets any further
}

// fates draws dooms from a seed.
type fates struct{ luck *rand.Rand }

func newFates(seed int64) fates {
	return fates{rand.New(rand.NewPCG(uint64(seed), 0x6b696c6c))}
}

func (f fates) draw() doom {
	d := doom{at: moments[f.luck.IntN(len(moments))], count: 1 + f.luck.IntN(2)}
	switch d.at {
	case starting:
		d.count, d.after = 1, f.upto(60*time.Millisecond)
	case fetching, rendering:
		d.after = f.upto(8 * time.Millisecond)
	case handedIn:
		d.after = f.upto(time.Millisecond)
	case listing, flagging, logging:
		if f.luck.IntN(2) == 0 {
			d.after = f.upto(2 * time.Millisecond)
		}
	}
	return d
}

// upto draws a time above zero.
func (f fates) upto(most time.Duration) time.Duration {
	return 1 + time.Duration(f.luck.Int64N(int64(most)))
}

// reaper kills the service at the moment it is doomed to.
type reaper struct {
	mu     sync.Mutex
	victim *child // nil: nobody is to die
	doom   doom
	kills  map[moment]int
}

// seize dooms a life. A moment that has not come by its end never does.
func (r *reaper) seize(c *child, d doom) {
	r.mu.Lock()
	r.victim, r.doom = c, d
	r.mu.Unlock()
	r.saw(starting)
}

// spare lets whoever lives live.
func (r *reaper) spare() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.victim = nil
}

// saw is told of each moment as it comes, by whoever keeps the service waiting.
func (r *reaper) saw(m moment) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.victim == nil || r.doom.at != m {
		return
	}
	if r.doom.count--; r.doom.count > 0 {
		return
	}
	victim := r.victim
	r.victim = nil
	if r.doom.after == 0 {
		r.kill(victim, m)
		return
	}
	time.AfterFunc(r.doom.after, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.kill(victim, m)
	})
}

func (r *reaper) kill(c *child, m moment) {
	if c.Process.Kill() == nil { // SIGKILL
		r.kills[m]++
	}
}

// logged is told of every line the service logs.
func (r *reaper) logged() {
	r.saw(logging)
	r.saw(rendering)
}

// watched is an IMAP session whose client may be killed in the middle of a command.
type watched struct {
	imapserver.SessionIMAP4rev2
	reaper *reaper
	game   bool // it is the service's
}

func (r *reaper) watch(s imapserver.SessionIMAP4rev2) imapserver.SessionIMAP4rev2 {
	return &watched{SessionIMAP4rev2: s, reaper: r}
}

func (w *watched) saw(m moment) {
	if w.game {
		w.reaper.saw(m)
	}
}

// Login knows the service by its name.
func (w *watched) Login(user, password string) error {
	w.game = user == demoAddress
	return w.SessionIMAP4rev2.Login(user, password)
}

// Fetch is for a list of what is new, or for the text of one mail.
func (w *watched) Fetch(to *imapserver.FetchWriter, set imap.NumSet, options *imap.FetchOptions) error {
	m := listing
	if len(options.BodySection) > 0 {
		m = fetching
	}
	w.saw(m)
	return w.SessionIMAP4rev2.Fetch(to, set, options)
}

// Store flags a mail.
func (w *watched) Store(to *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, options *imap.StoreOptions) error {
	w.saw(flagging)
	return w.SessionIMAP4rev2.Store(to, set, flags, options)
}

// handing is a mail server's OnData that also keeps what the service handed in.
func (r *reaper) handing(kept *handedMail) func(from, to string, raw []byte) error {
	return func(from, to string, raw []byte) error {
		if from == demoAddress {
			kept.add(to, raw)
			r.saw(handingIn)
			r.saw(handedIn)
		}
		return nil
	}
}

// killServer is a loopback server that the reaper watches the service through.
func killServer(r *reaper, kept *handedMail, players int) (*loopback.Server, error) {
	server, err := loopback.Start(loopback.Options{Host: demoHost, OnData: r.handing(kept), Session: r.watch})
	if err != nil {
		return nil, err
	}
	for _, address := range append([]string{demoAddress}, killAddresses(players)...) {
		if err := server.AddUser(address, demoWord); err != nil {
			return nil, fmt.Errorf("mailbox of %s: %w", address, err)
		}
	}
	return server, nil
}
