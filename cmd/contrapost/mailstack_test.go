//go:build mailstack

package main

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"contrapost/mailer"
)

// TestRealMail: a whole game of each kind through Postfix and Dovecot, by three real
// mail programs, while both servers are restarted and the service is killed. It takes
// root, and Debian's packages, which it installs.
func TestRealMail(t *testing.T) {
	program := filepath.Join(t.TempDir(), "contrapost")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("build the service: %v\n%s", err, out)
	}
	if out, err := exec.Command(stackScript, "install").CombinedOutput(); err != nil {
		t.Fatalf("install servers and mail programs: %v\n%s", err, out)
	}
	for _, game := range []string{"konvooi", "declare"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			newEvening(t, program, game).spend()
		})
	}
}

// stackScript sets the mail servers up.
const stackScript = "../../.ci/mailstack"

// stack is a Postfix and a Dovecot of a test's own.
type stack struct {
	*testing.T
	ctx               context.Context
	dir               string
	submission, imaps int
	password          string
}

func newStack(t *testing.T, ctx context.Context) *stack {
	t.Helper()
	dir, err := os.MkdirTemp("", "contrapost-mailstack-") // t.TempDir is closed to the servers' users
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &stack{T: t, ctx: ctx, dir: dir}
	t.Cleanup(func() {
		if out, err := exec.Command(stackScript, "stop", dir).CombinedOutput(); err != nil {
			t.Errorf("stop the mail servers: %v\n%s", err, out)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	s.do("start")
	s.password = strings.TrimSpace(read(t, s.file("password")))
	s.submission, s.imaps = s.port("submission"), s.port("imaps")
	return s
}

// do runs a command of the script on this stack.
func (s *stack) do(command string, more ...string) string {
	s.Helper()
	var said, wrong bytes.Buffer
	c := exec.CommandContext(s.ctx, stackScript, append([]string{command, s.dir}, more...)...)
	c.Stdout, c.Stderr, c.WaitDelay = &said, &wrong, time.Second
	if err := c.Run(); err != nil {
		s.Fatalf("%s %v: %v\n%s%s", command, more, err, &said, &wrong)
	}
	return strings.TrimSpace(said.String())
}

func (s *stack) file(name string) string { return filepath.Join(s.dir, name) }

// port reads one that the script chose.
func (s *stack) port(name string) int {
	s.Helper()
	for line := range strings.Lines(read(s.T, s.file("env"))) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			n, err := strconv.Atoi(value)
			if err != nil {
				s.Fatal(err)
			}
			return n
		}
	}
	s.Fatalf("no port %s", name)
	return 0
}

// queued is how many mails Postfix has taken and not delivered.
func (s *stack) queued() int {
	s.Helper()
	n, err := strconv.Atoi(s.do("queue"))
	if err != nil {
		s.Fatal(err)
	}
	return n
}

// until asks again and again, until it is so: other processes do not tell.
func (s *stack) until(what string, so func() bool) {
	s.Helper()
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for !so() {
		select {
		case <-again.C:
		case <-s.ctx.Done():
			s.Fatalf("waited in vain until %s", what)
		}
	}
}

// mails are what lies in somebody's inbox, as IMAP would give it.
func (s *stack) mails(who string) (all [][]byte) {
	s.Helper()
	for _, folder := range []string{"new", "cur"} {
		names, err := filepath.Glob(filepath.Join(s.dir, "mail", who, folder, "*"))
		if err != nil {
			s.Fatal(err)
		}
		for _, name := range names {
			all = append(all, crlf(read(s.T, name)))
		}
	}
	return all
}

func crlf(text string) []byte {
	return []byte(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n"))
}

// bell rings for each mail that comes to somebody, who then looks with a program.
func (s *stack) bell(who string) *mailer.Mailbox {
	s.Helper()
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM([]byte(read(s.T, s.file("tls/ca.pem")))) {
		s.Fatal("no authority")
	}
	m, err := mailer.OpenMailbox(s.ctx, mailer.FetcherConfig{
		Addr: fmt.Sprintf("localhost:%d", s.imaps), User: who + "@" + demoHost, Password: s.password, Roots: roots,
	})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(m.Close)
	return m
}

// daemon is the service, as an operator runs it, through all of its lives.
type daemon struct {
	*stack
	program string
	mu      sync.Mutex
	life    *exec.Cmd
	log     *lines
}

func (s *stack) daemon(program string) *daemon {
	s.Helper()
	d := &daemon{stack: s, program: program, log: newLines()}
	text := fmt.Sprintf("address = %q\ndatabase = \"game.db\"\nkey_file = \"game.key\"\n[play]\nwindows = \"at-once\"\n", demoAddress)
	for section, port := range map[string]int{"imap": s.imaps, "smtp": s.submission} {
		text += fmt.Sprintf("[%s]\nhost = \"localhost\"\nport = %d\nuser = %q\npassword_file = \"password\"\nroots = \"tls/ca.pem\"\n", section, port, demoAddress)
	}
	if err := os.WriteFile(s.file("contrapost.toml"), []byte(text), 0o600); err != nil {
		s.Fatal(err)
	}
	d.start()
	s.Cleanup(func() { _ = d.end(os.Kill) })
	return d
}

func (d *daemon) start() {
	d.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.life = exec.Command(d.program, "serve", "--config", d.file("contrapost.toml"))
	d.life.Stdout, d.life.Stderr = d.log, d.log
	if err := d.life.Start(); err != nil {
		d.Fatal(err)
	}
}

// end sends a signal, once, and waits for the end.
func (d *daemon) end(how os.Signal) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.life.ProcessState != nil {
		return errors.New("it has ended")
	}
	return errors.Join(d.life.Process.Signal(how), d.life.Wait())
}

// signal is for what does not end it.
func (d *daemon) signal(what os.Signal) {
	d.Helper()
	if err := d.life.Process.Signal(what); err != nil {
		d.Fatal(err)
	}
}

// said counts a phrase in the log.
func (d *daemon) said(phrase string) int { return strings.Count(d.log.String(), phrase) }

// await waits until a phrase stands in the log more often than before.
func (d *daemon) await(phrase string, before int) {
	d.Helper()
	for {
		text, changed := d.log.read()
		if strings.Count(text, phrase) > before {
			return
		}
		select {
		case <-changed:
		case <-d.ctx.Done():
			d.Fatalf("the log does not say %q:\n%s", phrase, text)
		}
	}
}
