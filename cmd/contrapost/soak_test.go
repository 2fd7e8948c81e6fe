package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-smtp"

	"contrapost/mailer"
	"contrapost/mailer/loopback"
	"contrapost/templates"
)

var (
	soakGames = flag.Int("soak", 3, "how many games TestSoak plays")
	soakSeed  = flag.Uint64("soakseed", 0, "what goes wrong in TestSoak, and when; 0: another each time")
)

// soak is a hamlet in which everything goes wrong now and then: connections end in the
// middle of a line, servers put off and lose their answers, mails come twice, the
// service is started again. Its people play at many tables at once.
type soak struct {
	*hamlet
	writing sync.Mutex // held by whoever writes a mail, for which a mailbox may have to be read out; mu never is
	mu      sync.Mutex
	luck    *rand.Rand
	calm    bool // nothing goes wrong any more
	people  []*drudge
	over    map[string]int // by table, how many of its players have heard of the end
	ended   chan struct{}  // a table has ended for all its players
	written []soakMail
	faults  map[string]int
}

// drudge is somebody who answers whatever asks something of them, at any table.
type drudge struct {
	*dweller
	newest map[string]int // number of the last letter, by table: they may come in another order
}

// soakMail is a mail that a player has written. A letter that came twice may be answered
// twice, with the same words or with others.
type soakMail struct{ id, sender, to, text string }

// strikes tells whether something goes wrong now, as it does in so many of a thousand
// cases.
func (s *soak) strikes(what string, perMille int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calm || s.luck.IntN(1000) >= perMille {
		return false
	}
	s.faults[what]++
	return true
}

func (s *soak) within(d time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Duration(s.luck.Int64N(int64(d)))
}

// soakConn is a connection of the service's that breaks now and then; dot is set once a
// letter is all written and its answer has yet to come.
type soakConn struct {
	net.Conn
	s    *soak
	kind string
	dot  atomic.Bool
}

func (c *soakConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.dot.Store(c.kind == "smtp" && bytes.HasSuffix(p, []byte("\r\n.\r\n")))
	return n, err
}

func (c *soakConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err != nil {
		return n, err
	}
	if c.dot.Load() && c.s.strikes("answer to a letter lost", 30) || c.s.strikes(c.kind+" connection broken", 4) {
		c.Conn.Close()
		return 0, net.ErrClosed
	}
	return n, nil
}

func (s *soak) dial(kind string, pipe *loopback.Pipe) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := pipe.Dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &soakConn{Conn: conn, s: s, kind: kind}, nil
	}
}

// take is what the server says to a letter of the service's.
func (s *soak) take(from, _ string, _ []byte) error {
	switch {
	case from != demoAddress:
		return nil
	case s.strikes("letter put off", 40):
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted, try again later"}
	case s.strikes("server busy", 10):
		return &smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 3, 2}, Message: "closing"}
	}
	return nil
}

func newSoak(t *testing.T, seed uint64) *soak {
	h := &hamlet{T: t, smtp: loopback.NewPipe(), imap: loopback.NewPipe(), people: map[string]*dweller{}, db: t.TempDir() + "/contrapost.db"}
	s := &soak{hamlet: h, luck: rand.New(rand.NewPCG(seed, 1)), over: map[string]int{}, ended: make(chan struct{}, *soakGames), faults: map[string]int{}}
	var stop context.CancelFunc
	h.ctx, stop = context.WithCancel(context.Background())
	var err error
	h.server, err = loopback.Start(loopback.Options{Host: demoHost, SMTP: h.smtp, IMAP: h.imap, OnData: s.take})
	h.must(err)
	h.must(h.server.AddUser(demoAddress, demoWord))
	t.Cleanup(func() {
		stop()
		for _, d := range h.people {
			d.close()
		}
		h.must(h.server.Close())
	})
	return s
}

// start starts the service on connections that break.
func (s *soak) start() {
	c := s.settings()
	c.prompt = true
	c.imap.Dial, c.smtp.Dial = s.dial("imap", s.imap), s.dial("smtp", s.smtp)
	s.run(func(ctx context.Context) error { return serve(ctx, c) })
}

// live reads letters and has those answered that ask something.
func (s *soak) live(d *drudge) {
	for {
		mail, err := d.mailbox.Next(s.ctx)
		if err != nil {
			return
		}
		l, err := openLetter(mail.Raw)
		token, ok := mailer.ParseToken(l.replyTo)
		if err != nil || !ok {
			continue
		}
		s.mu.Lock()
		d.newest[token.Table] = max(d.newest[token.Table], token.Letter)
		if strings.Contains(l.text, gameOver) {
			s.finish(token.Table, d.name)
		}
		s.mu.Unlock()
		if _, asked := deadline(l.text); asked { // and not before the game, where bots could be called in
			go s.answer(d, token, l)
		}
	}
}

// finish notes that somebody has heard of a table's end; they may hear of it twice.
func (s *soak) finish(table, name string) {
	s.over[table+" "+name]++
	if s.over[table+" "+name] > 1 {
		return
	}
	if s.over[table]++; s.over[table] == 2 {
		s.ended <- struct{}{}
	}
}

// answer answers a letter after a while, unless another has come meanwhile; sometimes
// twice, as programs do that have lost the server's answer.
func (s *soak) answer(d *drudge, token mailer.Token, l readLetter) {
	time.Sleep(s.within(20 * time.Minute))
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.overtaken(d, token) || s.ctx.Err() != nil {
		return
	}
	order := d.choose(templates.Choices(l.text))
	s.send(d, l.replyTo, l.subject, order, l)
	if s.happens("mail written twice") {
		s.send(d, l.replyTo, l.subject, order, l)
	}
}

func (s *soak) overtaken(d *drudge, token mailer.Token) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return d.newest[token.Table] != token.Letter
}

// happens tells whether a player does something foolish, as one mail in twenty is.
func (s *soak) happens(what string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.luck.IntN(20) > 0 {
		return false
	}
	s.faults[what]++
	return true
}

// send writes a mail, one at a time; now and then the same bytes come to the mailbox
// twice.
func (s *soak) send(d *drudge, to, subject, text string, answering readLetter) {
	s.must(d.write(s.ctx, to, subject, text, answering))
	s.written = append(s.written, soakMail{d.messageID(), d.address, to, text})
	if s.happens("mail delivered twice") {
		mails := s.server.Mails(demoAddress)
		s.must(s.server.Deliver(demoAddress, mails[len(mails)-1]))
	}
}

// TestSoak: a day of play by many people at many tables, while whatever can go wrong
// with mail does. Every mail is answered once and every order carried out once.
func TestSoak(t *testing.T) {
	seed := *soakSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-soak %d -soakseed %d", *soakGames, seed)
	synctest.Test(t, func(t *testing.T) {
		s := newSoak(t, seed)
		s.start()
		began := time.Now()
		s.open()
		for left := *soakGames; left > 0; {
			select {
			case <-s.ended:
				left--
			case <-time.After(time.Hour + s.within(2*time.Hour)):
				s.faults["service started again"]++
				s.stop()
				if time.Since(began) > 30*24*time.Hour {
					t.Fatalf("after 30 days %d games go on: %v; faults: %v", left, s.over, s.faults)
				}
				s.start()
			}
		}
		s.mu.Lock()
		s.calm = true
		s.mu.Unlock()
		time.Sleep(24 * time.Hour) // what was put off is tried again
		s.stop()
		s.judge(time.Since(began) - 24*time.Hour)
	})
}

// open seats two of the people at every table, and has them all live.
func (s *soak) open() {
	for i := range max(2, *soakGames/4) {
		d := &drudge{s.settle(fmt.Sprintf("P%d", i+1), "", nil), map[string]int{}}
		s.people = append(s.people, d)
	}
	for _, d := range s.people {
		go s.live(d)
	}
	for i := range *soakGames {
		game := []string{"konvooi", "declare"}[i%2]
		host, guest := s.people[i%len(s.people)], s.people[(i+1)%len(s.people)]
		s.writing.Lock()
		// No two mails of one person are alike, or the second counts as the first again.
		s.send(host, demoAddress, fmt.Sprintf("game %d", i), "new "+game+" for 2\ninvite "+guest.address, readLetter{})
		s.writing.Unlock()
		time.Sleep(time.Minute)
	}
	go s.join()
}

// join has everybody sit down where they were invited.
func (s *soak) join() {
	seen := map[string]bool{}
	for s.ctx.Err() == nil {
		time.Sleep(10 * time.Minute)
		for _, d := range s.people {
			for _, raw := range s.server.Mails(d.address) {
				l, err := openLetter(raw)
				order := joinOrder.FindString(l.text)
				if err != nil || seen[order+d.name] || !strings.Contains(l.text, "invites you") {
					continue
				}
				seen[order+d.name] = true
				s.writing.Lock()
				s.send(d, demoAddress, "yes", order, readLetter{})
				s.writing.Unlock()
			}
		}
		if len(seen) >= *soakGames {
			return
		}
	}
}
