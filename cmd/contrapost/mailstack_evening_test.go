//go:build mailstack

package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"contrapost/templates"
)

// evening is a game among three friends with three mail programs.
type evening struct {
	*stack
	service  *daemon
	game     string
	friends  []*friend
	begun    time.Time
	letting  sync.RWMutex // held for reading by whoever uses a program; alone by who restarts a server
	counting sync.Mutex
	orders   int // so far, by all
	restarts []string
	held     int // checks of verify
	stop     context.CancelFunc
}

// friend plays from what the own program shows. The demo's player decides.
type friend struct {
	demoPlayer
	program mailProgram
	orders  int // once the game had begun
}

// What happens at which order, and when whoever can ends the game.
const (
	dovecotAt = 8
	killAt    = 13
	postfixAt = 18
	enough    = 7 // orders of each
)

func newEvening(t *testing.T, program, game string) *evening {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(stop)
	e := &evening{stack: newStack(t, ctx), game: game, begun: time.Now(), stop: stop}
	e.service = e.daemon(program)
	for i, p := range []mailProgram{newNeomutt(e.workplace("ann")), newMblaze(e.workplace("bob")), newSnail(e.workplace("cem"))} {
		e.friends = append(e.friends, &friend{
			demoPlayer: demoPlayer{name: demoNames[i], game: game, seats: 3, seed: sha256.Sum256([]byte(game + p.name()))}, program: p,
		})
	}
	return e
}

// spend plays the game to its end and looks what became of all that was sent.
func (e *evening) spend() {
	e.Helper()
	e.friends[0].write(func() {
		e.friends[0].program.open("A game?", fmt.Sprintf("new %s for 3\ninvite bob@%s cem@%s", e.game, demoHost, demoHost))
	})
	var playing sync.WaitGroup
	for _, f := range e.friends {
		playing.Go(func() {
			over := false
			defer func() { // a friend who fails ends the evening of all
				if !over {
					e.stop()
				}
			}()
			e.play(f)
			over = true
		})
	}
	playing.Wait()
	if e.Failed() {
		e.Fatalf("the service said:\n%s\nPostfix said:\n%s", e.service.log, read(e.T, e.file("postfix/log")))
	}
	e.audit()
}

// write counts what a program is told to send.
func (f *friend) write(send func()) {
	send()
	f.written++
}

// play answers letters until the one that says that the game is over. A letter that
// comes twice is answered once.
func (e *evening) play(f *friend) {
	e.Helper()
	bell := e.bell(strings.ToLower(f.name))
	seen := map[string]bool{}
	for n := 1; ; n++ {
		mail, err := bell.Next(e.ctx)
		if err != nil {
			e.Fatalf("%s waits for a letter: %v", f.name, err)
		}
		l, err := openLetter(mail.Raw)
		if err != nil {
			e.Fatal(err)
		}
		if seen[l.messageID] {
			continue
		}
		seen[l.messageID] = true
		if e.read(f, n) {
			return
		}
	}
}

// read has a letter shown and answers it if it asks for something.
func (e *evening) read(f *friend, n int) (over bool) {
	e.Helper()
	e.letting.RLock()
	shown := f.program.show(n)
	e.letting.RUnlock()
	shown = strings.ReplaceAll(shown, "\r\n", "\n")
	if strings.Contains(shown, gameOver) {
		return true
	}
	if strings.Contains(shown, "Not done:") || strings.Contains(shown, "no order") {
		e.Fatalf("what %s wrote was not heard:\n%s", f.program.name(), shown)
	}
	choices := slices.DeleteFunc(templates.Choices(shown), func(c string) bool { // they play, and with each other
		return strings.HasPrefix(c, "bots ") || strings.HasPrefix(c, "rules ")
	})
	if len(choices) > 0 {
		e.answer(f, n, e.decide(f, choices))
	}
	return false
}

// decide picks an order, and ends a game that has gone on for long enough.
func (e *evening) decide(f *friend, choices []string) string {
	e.counting.Lock()
	defer e.counting.Unlock()
	late := e.orders > postfixAt && !slices.ContainsFunc(e.friends, func(f *friend) bool { return f.orders < enough })
	if late && slices.Contains(choices, "pass") {
		return "pass"
	}
	return f.choose(choices)
}

// answer sends an order, and lets happen what is to happen on its way.
func (e *evening) answer(f *friend, n int, order string) {
	e.Helper()
	send := func() { f.write(func() { f.program.reply(n, order) }) }
	if strings.HasPrefix(order, "join ") {
		e.undisturbed(send)
		return
	}
	switch e.count(f) {
	case dovecotAt:
		e.restartDovecot(send)
	case killAt:
		e.kill(send)
	case postfixAt:
		e.restartPostfix(send)
	default:
		e.undisturbed(send)
	}
}

func (e *evening) count(f *friend) int {
	e.counting.Lock()
	defer e.counting.Unlock()
	f.orders++
	e.orders++
	return e.orders
}

func (e *evening) undisturbed(send func()) {
	e.letting.RLock()
	defer e.letting.RUnlock()
	send()
}

func (e *evening) note(restart string) {
	e.counting.Lock()
	defer e.counting.Unlock()
	e.restarts = append(e.restarts, restart)
}

// sendAndHold leaves the order in Postfix's queue.
func (e *evening) sendAndHold(send func()) {
	e.Helper()
	e.do("hold")
	send()
	if e.queued() == 0 {
		e.Fatal("the order is not in the queue")
	}
}

// restartDovecot stops it while an order waits to be delivered into its mailbox.
func (e *evening) restartDovecot(send func()) {
	e.Helper()
	e.letting.Lock()
	defer e.letting.Unlock()
	e.sendAndHold(send)
	e.do("stop", "dovecot")
	e.do("start", "dovecot")
	e.note("Dovecot, an order in the queue")
}

// restartPostfix stops it in one game while an order lies in its queue, and in the
// other when letters are about to be handed in.
func (e *evening) restartPostfix(send func()) {
	e.Helper()
	e.letting.Lock()
	defer e.letting.Unlock()
	if e.game == "konvooi" {
		e.sendAndHold(send)
		e.do("stop", "postfix")
		e.do("start", "postfix")
		e.do("release")
		e.note("Postfix, an order in the queue")
		return
	}
	e.service.signal(syscall.SIGSTOP)
	send()
	e.until("the order is delivered", func() bool { return e.queued() == 0 })
	e.do("stop", "postfix")
	failed := e.service.said("msg=letter err=")
	e.service.signal(syscall.SIGCONT)
	e.service.await("msg=letter err=", failed)
	e.do("start", "postfix")
	e.note("Postfix, letters waiting to be handed in")
}

// kill ends the service by SIGKILL when it has heard an order and its letters are
// about to leave.
func (e *evening) kill(send func()) {
	e.Helper()
	heard := e.service.said("msg=order")
	e.undisturbed(send)
	e.service.await("msg=order", heard)
	if err := e.service.end(syscall.SIGKILL); err == nil || !strings.Contains(err.Error(), "killed") {
		e.Fatalf("the service was to be killed: %v", err)
	}
	e.service.start()
	e.note("the service, killed after an order")
}
