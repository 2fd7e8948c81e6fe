//go:build mailstack

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"contrapost/mailer"
)

// mailProgram is what somebody reads and writes mail with. Mails are told by their
// place in the inbox, from 1.
type mailProgram interface {
	name() string
	open(subject, text string) // a new mail to the service
	show(n int) string         // the mail, as the program shows it
	reply(n int, order string) // an answer, quoting as the program does
	sent() [][]byte            // what the program says it has sent
}

// workplace is where a program lies: a home, and who sits there.
type workplace struct {
	*stack
	who  string // as in the address
	home string
}

func (s *stack) workplace(who string) workplace {
	s.Helper()
	home := s.file("home-" + who)
	if err := os.Mkdir(home, 0o700); err != nil {
		s.Fatal(err)
	}
	return workplace{s, who, home}
}

func (d workplace) address() string { return d.who + "@" + demoHost }

// put writes a file of the home, with {name} replaced by what differs from test to
// test.
func (d workplace) put(name string, mode os.FileMode, text string) string {
	d.Helper()
	path := filepath.Join(d.home, name)
	text = strings.NewReplacer("{home}", d.home, "{address}", d.address(), "{escaped}", strings.Replace(d.address(), "@", "%40", 1),
		"{word}", d.password, "{ca}", d.file("tls/ca.pem"), "{imaps}", strconv.Itoa(d.imaps), "{submission}", strconv.Itoa(d.submission)).Replace(text)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		d.Fatal(err)
	}
	return path
}

// run runs a program with something typed into it and gives what it prints. It must
// end within a while; nobody is there to answer its questions.
func (d workplace) run(typed string, command ...string) string {
	d.Helper()
	ctx, stop := context.WithTimeout(d.ctx, time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Dir, c.Stdin = d.home, strings.NewReader(typed)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + d.home, "MAILRC=" + filepath.Join(d.home, "mailrc"), "TERM=xterm", "LC_ALL=C.UTF-8"}
	var out, wrong bytes.Buffer
	c.Stdout, c.Stderr, c.WaitDelay = &out, &wrong, time.Second
	if err := c.Run(); err != nil {
		d.Fatalf("%s at %q: %v\n%s%s", d.who, command, err, &out, &wrong)
	}
	return out.String()
}

// kept reads a mailbox that a program keeps.
func (d workplace) kept(name string) (all [][]byte) {
	d.Helper()
	f, err := os.Open(filepath.Join(d.home, name))
	if err != nil {
		d.Fatal(err)
	}
	defer f.Close()
	for raw, err := range mailer.ReadMbox(f) {
		if err != nil {
			d.Fatal(err)
		}
		all = append(all, raw)
	}
	return all
}

// neomutt runs in a terminal, and its user answers above the quotation and below it
// by turns, with orders for a signature.
type neomutt struct {
	workplace
	below bool
}

func newNeomutt(d workplace) *neomutt {
	d.put("signature", 0o600, "Ann, who likes to\npass\n")
	d.put("pager", 0o700, "#!/bin/sh\ncp \"$1\" {home}/shown\n")
	d.put("above", 0o700, "#!/bin/sh\n{ cat {home}/order; echo; cat \"$1\"; } >{home}/draft && cp {home}/draft \"$1\"\n")
	d.put("below", 0o700, `#!/bin/sh
{ sed '/^-- $/,$d' "$1"; cat {home}/order; echo; sed -n '/^-- $/,$p' "$1"; } >{home}/draft && cp {home}/draft "$1"
`)
	d.put("neomuttrc", 0o600, neomuttConfig)
	return &neomutt{workplace: d}
}

func (m *neomutt) name() string { return "NeoMutt" }

func (m *neomutt) open(subject, text string) {
	m.Helper()
	m.run(text+"\n", "neomutt", "-n", "-F", "neomuttrc", "-s", subject, "--", demoAddress)
}

// keys types into NeoMutt in a terminal.
func (m *neomutt) keys(editor, keys string) {
	m.Helper()
	m.run("", "script", "-qec", fmt.Sprintf("neomutt -n -F neomuttrc -e 'set editor = %s/%s' -e 'push %s'", m.home, editor, keys), "/dev/null")
}

func (m *neomutt) show(n int) string {
	m.Helper()
	m.keys("above", fmt.Sprintf("%d<enter><display-message><exit>", n))
	return read(m.T, filepath.Join(m.home, "shown"))
}

func (m *neomutt) reply(n int, order string) {
	m.Helper()
	m.put("order", 0o600, order+"\n")
	editor := "above"
	if m.below {
		editor = "below"
	}
	m.below = !m.below
	m.keys(editor, fmt.Sprintf("%d<enter><reply><send-message><exit>", n))
}

func (m *neomutt) sent() [][]byte { return m.kept("sent") }

// mblaze has its mail brought by mbsync and taken away by msmtp, and answers below
// the quotation.
type mblaze struct{ workplace }

func newMblaze(d workplace) *mblaze {
	for _, folder := range []string{".mblaze", "mail", "sent", "sent/cur", "sent/new", "sent/tmp"} {
		if err := os.Mkdir(filepath.Join(d.home, folder), 0o700); err != nil {
			d.Fatal(err)
		}
	}
	d.put("mbsyncrc", 0o600, mbsyncConfig)
	d.put("msmtprc", 0o600, msmtpConfig)
	d.put(".mblaze/profile", 0o600, mblazeProfile)
	return &mblaze{d}
}

func (m *mblaze) name() string { return "mblaze" }

func (m *mblaze) open(subject, text string) {
	m.Helper()
	m.run("", "mcom", "-body", m.put("order", 0o600, text+"\n"), "-send", "-to", demoAddress, "-subject", subject)
}

// uid is how mbsync notes where a mail stands on the server.
var uid = regexp.MustCompile(`,U=([0-9]+)`)

// show brings the mail and makes it mblaze's sequence, in the order of the server.
func (m *mblaze) show(n int) string {
	m.Helper()
	m.run("", "mbsync", "-q", "-c", "mbsyncrc", "all")
	m.run(strings.Join(m.inbox(), "\n")+"\n", "mseq", "-S")
	return m.run("", "mshow", strconv.Itoa(n))
}

func (m *mblaze) inbox() []string {
	m.Helper()
	mails, err := filepath.Glob(filepath.Join(m.home, "mail/inbox/[nc][eu][wr]/*"))
	if err != nil {
		m.Fatal(err)
	}
	at := func(name string) int {
		n, _ := strconv.Atoi(uid.FindStringSubmatch(name + ",U=0")[1])
		return n
	}
	slices.SortFunc(mails, func(a, b string) int { return at(a) - at(b) })
	return mails
}

func (m *mblaze) reply(n int, order string) {
	m.Helper()
	m.run("", "mrep", "-body", m.put("order", 0o600, order+"\n"), "-send", strconv.Itoa(n))
}

func (m *mblaze) sent() (all [][]byte) {
	m.Helper()
	for _, name := range strings.Fields(m.run("", "mlist", "sent")) {
		all = append(all, crlf(read(m.T, filepath.Join(m.home, name))))
	}
	return all
}

// snail is s-nail, which reads on the server and quotes without a blank line before
// the answer.
type snail struct{ workplace }

func newSnail(d workplace) *snail {
	d.put("mailrc", 0o600, snailConfig)
	return &snail{d}
}

func (m *snail) name() string { return "s-nail" }

func (m *snail) open(subject, text string) {
	m.Helper()
	m.run(text+"\n", "s-nail", "-:u", "-s", subject, demoAddress)
}

// batch lets s-nail do commands on the inbox.
func (m *snail) batch(commands string, flags ...string) string {
	m.Helper()
	inbox := fmt.Sprintf("imaps://%s@localhost:%d/INBOX", strings.Replace(m.address(), "@", "%40", 1), m.imaps)
	return m.run(commands+"xit\n", append(append([]string{"s-nail", "-:u", "-#"}, flags...), "-f", inbox)...)
}

func (m *snail) show(n int) string {
	m.Helper()
	return m.batch(fmt.Sprintf("type %d\n", n), "-R")
}

func (m *snail) reply(n int, order string) {
	m.Helper()
	m.batch(fmt.Sprintf("reply %d\n%s\n.\n", n, order), "-S", "dot")
}

func (m *snail) sent() [][]byte { return m.kept("sent") }
