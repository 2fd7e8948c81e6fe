package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
)

// killable is the name under which this test binary serves a config with luck that
// can be foretold: killable SEED START CONFIG. The program itself has no such thing.
const killable = "contrapost-killable"

func serveSeeded() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	c, err := loadConfig(os.Args[3], os.Stderr)
	if err == nil {
		c.entropy, c.out = newSeeded(os.Args[1], os.Args[2]), os.Stdout
		err = serve(ctx, c)
	}
	os.Exit(report(os.Stderr, err))
}

// seeded is entropy that deals the same cards whenever the service was killed: the
// secret of a table, which is all that the service draws by 32 bytes once there is
// a key, follows from the seed alone. Ids differ from start to start, as they would.
type seeded struct {
	secret [32]byte
	ids    io.Reader
}

func newSeeded(seed, start string) *seeded {
	return &seeded{
		secret: sha256.Sum256([]byte("secret " + seed)),
		ids:    rand.NewChaCha8(sha256.Sum256([]byte("ids " + seed + " " + start))),
	}
}

func (s *seeded) Read(p []byte) (int, error) {
	if len(p) == len(s.secret) {
		return copy(p, s.secret[:]), nil
	}
	return s.ids.Read(p)
}

// child is one life of the service.
type child struct {
	*exec.Cmd
	died chan struct{} // closed once it has been waited for
	log  *lines
}

// bear starts the service in a process of its own. It tells of every line that the
// service logs.
func bear(config string, seed int64, start int, told func()) (*child, error) {
	program, err := exec.LookPath(killable)
	if err != nil {
		return nil, err
	}
	c := &child{
		Cmd:  exec.Command(program, strconv.FormatInt(seed, 10), strconv.Itoa(start), config),
		died: make(chan struct{}), log: newLines(),
	}
	c.Stderr = &teller{to: c.log, told: told}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("start the service: %w", err)
	}
	go func() {
		defer close(c.died)
		_ = c.Wait() // killed or stopped; the log tells
	}()
	return c, nil
}

// killed tells whether a life that is over was ended by SIGKILL.
func (c *child) killed() bool {
	end, ok := c.ProcessState.Sys().(syscall.WaitStatus)
	return ok && end.Signaled() && end.Signal() == syscall.SIGKILL
}

// teller passes on what is written and tells of each line.
type teller struct {
	mu   sync.Mutex
	to   io.Writer
	told func()
}

func (t *teller) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, err := t.to.Write(p)
	for range bytes.Count(p, []byte("\n")) {
		t.told()
	}
	return n, err
}
