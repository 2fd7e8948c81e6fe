package main

import (
	"bufio"
	"context"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// process is a service in a process of its own.
type process struct {
	*exec.Cmd
	log *lines
}

// spawn starts the program, which is this test under another name, and waits until
// it serves.
func (o *office) spawn(ctx context.Context, config string) process {
	o.Helper()
	program, err := exec.LookPath("contrapost") // the stories' own
	o.must(err)
	p := process{exec.CommandContext(ctx, program, "serve", "--config", config), newLines()}
	p.Stderr = p.log
	out, err := p.StdoutPipe()
	o.must(err)
	o.must(p.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); !strings.HasPrefix(line, "serving ") {
		o.Fatalf("%q, %v\n%s", line, err, p.log)
	}
	return p
}

// TestSignals: SIGTERM and SIGINT end a service well, with exit code 0; after
// SIGKILL the next one starts all the same and forgets nothing.
func TestSignals(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	config := o.config(mailer.NoTLS, "")
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		p := o.spawn(o.ctx, config)
		o.must(p.Process.Signal(signal))
		if err := p.Wait(); err != nil {
			t.Errorf("%v: %v\n%s", signal, err, p.log)
		}
		if !strings.Contains(p.log.String(), "msg=stopped") {
			t.Errorf("%v: %s", signal, p.log)
		}
	}
	p := o.spawn(o.ctx, config)
	o.must(p.Process.Kill())
	_ = p.Wait() // killed
	s := o.start(config)
	o.write("ann", "games")
	wants(t, o.next(s), "konvooi")
	o.end(s, exitDone)
}
