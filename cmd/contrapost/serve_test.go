package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"contrapost/events"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// office is a mail server on sockets and a place for a config, for the program as
// an operator starts it.
type office struct {
	*testing.T
	server  *loopback.Server
	dir     string
	letters chan []byte // what the service handed in
	verdict func(to string) error
	written int
	ctx     context.Context
}

const officeWord = "open sesame & 9 thieves"

func newOffice(t *testing.T, tls string) *office {
	t.Helper()
	return newOfficeWith(t, loopback.Options{TLS: tls})
}

func newOfficeWith(t *testing.T, options loopback.Options) *office {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(stop)
	o := &office{T: t, dir: t.TempDir(), letters: make(chan []byte, 100), ctx: ctx,
		verdict: func(string) error { return nil }}
	var err error
	options.OnData = func(_, to string, raw []byte) error {
		o.letters <- raw
		return o.verdict(to)
	}
	o.server, err = loopback.Start(options)
	o.must(err)
	t.Cleanup(func() { o.server.Close() })
	for _, who := range []string{"game", "ann", "bob"} {
		o.must(o.server.AddUser(who+"@localhost", officeWord))
	}
	o.file("password", officeWord+"\n")
	o.file("authority.pem", string(o.server.Authority()))
	return o
}

func (o *office) must(err error) {
	o.Helper()
	if err != nil {
		o.Fatal(err)
	}
}

func (o *office) file(name, text string) string {
	o.Helper()
	path := filepath.Join(o.dir, name)
	o.must(os.WriteFile(path, []byte(text), 0o600))
	return path
}

// config writes a config for the server; more goes to its end.
func (o *office) config(tls, more string) string {
	o.Helper()
	text := "address = \"game@localhost\"\ndatabase = \"game.db\"\nkey_file = \"game.key\"\n"
	for section, addr := range map[string]string{"imap": o.server.IMAPAddr(), "smtp": o.server.SMTPAddr()} {
		host, port := hostPort(addr)
		text += fmt.Sprintf("[%s]\nhost = %q\nport = %d\ntls = %q\nuser = \"game@localhost\"\npassword_file = \"password\"\n", section, host, port, tls)
		if tls != mailer.NoTLS {
			text += "roots = \"authority.pem\"\n"
		}
	}
	return o.file("contrapost.toml", text+"[play]\nwindows = \"at-once\"\n"+more)
}

// started is a service that runs as the program.
type started struct {
	log   *lines
	out   *lines
	stop  context.CancelFunc
	ended chan int
}

func (o *office) start(config string) *started {
	o.Helper()
	ctx, stop := context.WithCancel(o.ctx)
	s := &started{log: newLines(), out: newLines(), stop: stop, ended: make(chan int, 1)}
	go func() { s.ended <- run(ctx, []string{"serve", "--config", config}, nil, s.out, s.log) }()
	o.Cleanup(stop)
	return s
}

// end stops a service and expects an exit code.
func (o *office) end(s *started, want int) {
	o.Helper()
	s.stop()
	if code := <-s.ended; code != want {
		o.Errorf("exit code %d, want %d:\n%s", code, want, s.log)
	}
}

// write puts a mail of somebody into the service's mailbox.
func (o *office) write(who, text string) {
	o.Helper()
	o.written++
	raw, err := mailer.Compose(mailer.Outgoing{
		From: who + "@localhost", To: "game@localhost", Subject: "hello", Text: text + "\n",
		MessageID: fmt.Sprintf("%s-%d@localhost", who, o.written), Date: time.Now(), Person: true,
	})
	o.must(err)
	o.must(o.server.Deliver("game@localhost", raw))
}

// next waits for the next letter of the service.
func (o *office) next(s *started) readLetter {
	o.Helper()
	select {
	case raw := <-o.letters:
		l, err := openLetter(raw)
		o.must(err)
		return l
	case code := <-s.ended:
		o.Fatalf("the service ended with exit code %d:\n%s", code, s.log)
	case <-o.ctx.Done():
		o.Fatalf("no letter came:\n%s", s.log)
	}
	return readLetter{}
}

// lines is a writer whose text can be waited for.
type lines struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{}
}

func newLines() *lines { return &lines{changed: make(chan struct{})} }

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.changed)
	l.changed = make(chan struct{})
	return l.text.Write(p)
}

func (l *lines) read() (string, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String(), l.changed
}

func (l *lines) String() string {
	text, _ := l.read()
	return text
}

// wait waits until the text has a phrase.
func (o *office) wait(l *lines, phrase string) {
	o.Helper()
	for {
		text, changed := l.read()
		if strings.Contains(text, phrase) {
			return
		}
		select {
		case <-changed:
		case <-o.ctx.Done():
			o.Fatalf("nothing said of %q:\n%s", phrase, text)
		}
	}
}

// TestServe: from a config to a letter, with each way to encrypt; and again with
// what the first run left.
func TestServe(t *testing.T) {
	for _, tls := range []string{mailer.ImplicitTLS, mailer.StartTLS, mailer.NoTLS} {
		t.Run(tls, func(t *testing.T) {
			o := newOffice(t, strings.TrimPrefix(tls, mailer.NoTLS))
			config := o.config(tls, "")
			s := o.start(config)
			o.write("ann", "new konvooi for 2")
			first := o.next(s)
			wants(t, first, "Seated: ann")
			o.end(s, exitDone)
			want := fmt.Sprintf("serving game@localhost: database %s, mail from %s, letters through %s\n",
				filepath.Join(o.dir, "game.db"), o.server.IMAPAddr(), o.server.SMTPAddr())
			if s.out.String() != want {
				t.Errorf("said %q, want %q", s.out, want)
			}
			key := read(t, filepath.Join(o.dir, "game.key"))
			if about, err := os.Stat(filepath.Join(o.dir, "game.key")); err != nil || about.Mode().Perm() != 0o600 || len(key) != keyLength {
				t.Errorf("key file: %d bytes, %v, %v", len(key), about, err)
			}

			s = o.start(config)
			o.write("bob", joinOrder.FindString(first.text))
			wants(t, o.next(s), "Konvooi")
			o.end(s, exitDone)
			if read(t, filepath.Join(o.dir, "game.key")) != key {
				t.Error("the key was made anew")
			}
		})
	}
}

// TestKeyIsMissed: without the key that letters were signed with, nothing starts,
// and no other key is made.
func TestKeyIsMissed(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	config, key := o.config(mailer.NoTLS, ""), filepath.Join(o.dir, "game.key")
	s := o.start(config)
	o.write("ann", "games")
	o.next(s)
	o.end(s, exitDone)
	kept := read(t, key)
	for name, c := range map[string]struct {
		spoil func() error
		want  string
	}{
		"gone":     {func() error { return os.Remove(key) }, "is missing, and the 1 letters of the database were signed with it"},
		"short":    {func() error { return os.WriteFile(key, []byte("short"), 0o600) }, "holds 5 bytes, not 32"},
		"another":  {func() error { return os.WriteFile(key, bytes.Repeat([]byte("x"), 32), 0o600) }, "is not the one that the letters of the database were signed with"},
		"readable": {func() error { return os.Chmod(key, 0o644) }, "chmod 600"},
	} {
		o.must(os.WriteFile(key, []byte(kept), 0o600))
		o.must(c.spoil())
		var told strings.Builder
		if code := run(o.ctx, []string{"serve", "--config", config}, nil, io.Discard, &told); code != exitUsage || !strings.Contains(told.String(), c.want) {
			t.Errorf("%s: exit code %d: %s", name, code, &told)
		}
	}
}

// TestNobodyElseServes: a database that is served is not served twice, by whatever
// name it goes.
func TestNobodyElseServes(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	config := o.config(mailer.NoTLS, "")
	s := o.start(config)
	o.wait(s.out, "serving")
	o.must(os.Symlink("game.db", filepath.Join(o.dir, "other.db")))
	o.file("other.toml", strings.Replace(read(t, config), "game.db", "other.db", 1))
	for _, config := range []string{config, filepath.Join(o.dir, "other.toml")} {
		var told strings.Builder
		if code := run(o.ctx, []string{"serve", "--config", config}, nil, io.Discard, &told); code != exitUsage || !strings.Contains(told.String(), "is in use by another contrapost") {
			t.Errorf("exit code %d: %s", code, &told)
		}
	}
	o.end(s, exitDone)
}

// TestWrongDatabase: what is no log of ours is left alone, and is a fault.
func TestWrongDatabase(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	o.file("game.db", strings.Repeat("Dear diary, ", 1000))
	var told strings.Builder
	code := run(o.ctx, []string{"serve", "--config", o.config(mailer.NoTLS, "")}, nil, io.Discard, &told)
	if code != exitFault || !strings.Contains(told.String(), "open log "+filepath.Join(o.dir, "game.db")) {
		t.Errorf("exit code %d: %s", code, &told)
	}
}

// TestStrangersCertificate: a server that nobody we trust vouches for gets neither
// password nor letter.
func TestStrangersCertificate(t *testing.T) {
	for _, tls := range []string{mailer.ImplicitTLS, mailer.StartTLS} {
		o := newOffice(t, tls)
		other := newOffice(t, tls)
		o.file("authority.pem", string(other.server.Authority()))
		s := o.start(o.config(tls, ""))
		o.write("ann", "games")
		o.wait(s.log, "certificate signed by unknown authority")
		o.end(s, exitDone)
		if mails := o.server.Mails("ann@localhost"); len(mails) != 0 {
			t.Errorf("%s: %d letters were sent", tls, len(mails))
		}
	}
}

// TestWrongPassword: it is told loudly, for either server, and tried again.
func TestWrongPassword(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	config := o.config(mailer.NoTLS, "")
	s := o.start(config)
	o.write("ann", "games")
	o.next(s)
	o.end(s, exitDone)

	o.file("wrong", "abracadabra")
	wrong := strings.ReplaceAll(read(t, config), `"password"`, `"wrong"`)
	s = o.start(o.file("wrong.toml", wrong))
	o.wait(s.log, `level=ERROR msg="mail server refuses the login`)
	o.end(s, exitDone)

	before, after, _ := strings.Cut(read(t, config), "[smtp]")
	s = o.start(o.file("wrong.toml", before+"[smtp]"+strings.Replace(after, `"password"`, `"wrong"`, 1)))
	o.write("bob", "games")
	o.wait(s.log, "level=ERROR msg=letter")
	o.wait(s.log, "the submission server refuses us")
	o.end(s, exitDone)
	if strings.Contains(s.log.String(), "abracadabra") {
		t.Error("the log tells the password")
	}

	store, err := events.Open(o.ctx, filepath.Join(o.dir, "game.db"))
	o.must(err)
	defer store.Close()
	letters, err := store.Letters(o.ctx, "")
	o.must(err)
	if last := letters[len(letters)-1]; last.State != events.Waiting || last.Attempts != 1 {
		t.Errorf("the letter that could not be handed in: %+v", last)
	}
}

// TestLogsTellNoSecrets: whatever the level and the format, neither a password nor
// the key nor anybody's address is in what the service writes, not even if the mail
// server repeats it; table, seat and letter are.
func TestLogsTellNoSecrets(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		o := newOffice(t, mailer.StartTLS)
		o.must(o.server.AddUser("eve@localhost", "x"))
		o.verdict = func(to string) error {
			if !strings.HasPrefix(to, "eve") {
				return nil
			}
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<EVE@localhost>: unknown, unlike " + to}
		}
		s := o.start(o.config(mailer.StartTLS, fmt.Sprintf("[log]\nlevel = \"debug\"\nformat = %q\n", format)))
		o.write("ann", "new konvooi for 2")
		first := o.next(s)
		o.write("bob", joinOrder.FindString(first.text))
		o.next(s)
		o.next(s)
		o.write("eve", "games")
		o.next(s)
		o.wait(s.log, "550")
		o.end(s, exitDone)
		log := s.out.String() + s.log.String()
		key := read(t, filepath.Join(o.dir, "game.key"))
		for _, secret := range []string{officeWord, key, "\x00game@localhost\x00" + officeWord} {
			for _, spelt := range []string{
				secret, hex.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte(secret)), fmt.Sprint([]byte(secret)),
			} {
				if strings.Contains(log, spelt) {
					t.Errorf("the log tells a secret, as %q", spelt)
				}
			}
		}
		for _, who := range []string{"ann", "bob", "eve"} {
			if strings.Contains(strings.ToLower(log), who+"@localhost") {
				t.Errorf("the log tells the address of %s:\n%s", who, log)
			}
		}
		for _, field := range map[string][]string{
			"text": {"table=", "seat=1", "number=1", "message=" + hashed(first.messageID)},
			"json": {`"table":"`, `"seat":1`, `"number":1`, `"message":"` + hashed(first.messageID) + `"`},
		}[format] {
			if !strings.Contains(log, field) {
				t.Errorf("the log lacks %s:\n%s", field, log)
			}
		}
	}
}

// hashed is how a Message-ID stands in the log.
func hashed(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:8])
}
