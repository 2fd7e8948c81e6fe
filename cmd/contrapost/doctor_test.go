package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"contrapost/events"
	"contrapost/events/export"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// doctor has a config examined and gives what was said of each check.
func (o *office) doctor(want int, config string) map[string]string {
	o.Helper()
	out, _ := o.contrapost(want, "doctor", "--config", config, "--wait", "2s")
	said := map[string]string{}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for _, line := range lines[:len(lines)-1] {
		state, rest, _ := strings.Cut(line, " ")
		name, _, _ := strings.Cut(rest, ":")
		said[name] = state
		if state != export.Held {
			said[name] = line
		}
	}
	if !strings.HasSuffix(lines[len(lines)-1], " broken") {
		o.Errorf("the last line is %q", lines[len(lines)-1])
	}
	return said
}

// says checks what was said of one check.
func (o *office) says(said map[string]string, name, state, phrase string) {
	o.Helper()
	if !strings.HasPrefix(said[name], state) || !strings.Contains(said[name], phrase) || strings.Contains(said[name], officeWord) {
		o.Errorf("%s: %q, want it %s and to say %q", name, said[name], state, phrase)
	}
}

// folder makes a folder in the service's mailbox.
func (o *office) folder(name string) {
	o.Helper()
	c, err := imapclient.DialInsecure(o.server.IMAPAddr(), nil)
	o.must(err)
	defer c.Close()
	o.must(c.Login("game@localhost", officeWord).Wait())
	o.must(c.Create(name, nil).Wait())
}

// first is the subject of the first mail in a folder of the service's mailbox.
func (o *office) first(folder string) string {
	o.Helper()
	box, err := mailer.OpenMailbox(o.ctx, mailer.FetcherConfig{
		Addr: o.server.IMAPAddr(), TLS: mailer.NoTLS, User: "game@localhost", Password: officeWord, Mailbox: folder,
	})
	o.must(err)
	defer box.Close()
	got, err := box.Next(o.ctx)
	o.must(err)
	m, err := mailer.Read(got.Raw, nil)
	o.must(err)
	return m.Subject
}

// TestDoctor: where all is well, everything holds, with each way to encrypt; the mail
// that went round is gone.
func TestDoctor(t *testing.T) {
	for _, tls := range []string{mailer.ImplicitTLS, mailer.StartTLS, mailer.NoTLS} {
		t.Run(tls, func(t *testing.T) {
			o := newOffice(t, strings.TrimPrefix(tls, mailer.NoTLS))
			config := o.config(tls, "[backup]\ndirectory = \"backups\"\n")
			o.file("contrapost.toml", "authserv = \"localhost\"\n"+read(t, config))
			out, _ := o.contrapost(exitDone, "doctor", "--config", config)
			want := "held config\nheld secrets\n" +
				"not-checked key-file: " + o.path("game.key") + " is not there yet; the first start makes it\n" +
				"held database-directory\nheld disk-space\n" +
				"not-checked database: " + o.path("game.db") + " is not there yet; the first start makes it\n" +
				"held backup-directory\nheld imap\nheld imap-idle\n" +
				"not-checked moved-to: none is configured: mails heard are marked as read and stay\n" +
				"held smtp\nheld round-trip\nheld plus-address\nheld idle-wake\nheld authserv\nheld clock\n13 held, 0 broken\n"
			if diff := cmp.Diff(want, out); diff != "" {
				t.Error(diff)
			}
			entries, err := os.ReadDir(o.dir)
			o.must(err)
			if len(entries) != 3 {
				t.Errorf("left behind: %v", entries)
			}
			if tls == mailer.NoTLS {
				o.write("ann", "hello")
				if got := o.first("INBOX"); got != "hello" {
					t.Errorf("left in the mailbox: %q", got)
				}
			}
		})
	}
}

// TestDoctorBesideServe: a service that runs neither hears the mail that goes round nor
// answers it, wherever it puts what it has heard; and two doctors do not meet.
func TestDoctorBesideServe(t *testing.T) {
	for _, moved := range []string{"", "Heard"} {
		t.Run("moved to "+moved, func(t *testing.T) {
			o := newOffice(t, loopback.NoTLS)
			config := o.config(mailer.NoTLS, "")
			if moved != "" {
				o.folder(moved)
				o.file("contrapost.toml", strings.Replace(read(t, config), "[imap]\n", "[imap]\nmoved_to = \""+moved+"\"\n", 1))
			}
			s := o.start(config)
			o.wait(s.log, "mailbox opened")
			ended := make(chan map[string]string)
			for range 2 {
				go func() { ended <- o.doctor(exitDone, config) }()
			}
			for range 2 {
				said := <-ended
				for _, name := range []string{"key-file", "database", "imap", "smtp", "round-trip", "plus-address", "idle-wake", "clock"} {
					o.says(said, name, export.Held, "")
				}
			}
			for range 2 {
				<-o.letters // the doctors' own
			}
			o.write("ann", "games")
			wants(t, o.next(s), "konvooi")
			if moved == "" {
				moved = "INBOX"
			}
			if got := o.first(moved); got != "hello" {
				t.Errorf("left in %s: %q", moved, got)
			}
			o.end(s, exitDone)
			store, err := events.OpenToRead(o.ctx, o.path("game.db"))
			o.must(err)
			defer store.Close()
			if size, err := store.Size(o.ctx); err != nil || size.Mails != 1 || size.Letters != 1 {
				t.Errorf("%+v, %v, want one mail and one letter", size, err)
			}
		})
	}
}

// TestDoctorFinds: what is wrong is found and told, with what to do; what hangs on it
// is not tried.
func TestDoctorFinds(t *testing.T) {
	for _, c := range []struct {
		name   string
		broken func(o *office, config string)
		at     string
		says   string
		not    string // what is not checked for it
	}{
		{"password", func(o *office, _ string) { o.file("password", "wrong\n") }, "imap", "refuses the login", "round-trip"},
		{"password of submission", func(o *office, _ string) { o.file("password", "wrong\n") }, "smtp", "see to user and password", "round-trip"},
		{"open password", func(o *office, _ string) { o.must(os.Chmod(o.path("password"), 0o644)) }, "secrets", "chmod 600", "imap"},
		{"mailbox", func(o *office, config string) {
			o.file("contrapost.toml", strings.Replace(read(o.T, config), "[imap]\n", "[imap]\nmailbox = \"Nowhere\"\n", 1))
		}, "imap", "mailbox Nowhere", "imap-idle"},
		{"folder", func(o *office, config string) {
			o.file("contrapost.toml", strings.Replace(read(o.T, config), "[imap]\n", "[imap]\nmoved_to = \"Nowhere\"\n", 1))
		}, "moved-to", "make the folder", ""},
		{"plus sign refused", func(o *office, _ string) {
			o.verdict = func(string) error {
				return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
			}
		}, "round-trip", "plus addressing", "plus-address"},
		{"mail does not arrive", func(o *office, config string) {
			other := newOffice(o.T, loopback.NoTLS)
			_, port := hostPort(o.server.SMTPAddr())
			_, lost := hostPort(other.server.SMTPAddr())
			o.file("contrapost.toml", strings.Replace(read(o.T, config), fmt.Sprintf("port = %d", port), fmt.Sprintf("port = %d", lost), 1))
		}, "round-trip", "did not arrive within 2s; see whether the server knows plus addressing", "clock"},
		{"authserv", func(o *office, config string) {
			o.file("contrapost.toml", "authserv = \"mx.example.org\"\n"+read(o.T, config))
		}, "authserv", `of localhost, not of "mx.example.org"`, ""},
		{"no server", func(o *office, config string) {
			_, port := hostPort(o.server.IMAPAddr())
			o.file("contrapost.toml", strings.Replace(read(o.T, config), fmt.Sprintf("port = %d", port), "port = 1", 1))
		}, "imap", "see to host, port and tls", "round-trip"},
		{"open key", func(o *office, _ string) { o.must(os.WriteFile(o.path("game.key"), make([]byte, keyLength), 0o644)) }, "key-file", "chmod 600", ""},
		{"short key", func(o *office, _ string) { o.file("game.key", "short") }, "key-file", "holds 5 bytes", ""},
		{"no database", func(o *office, _ string) { o.file("game.db", strings.Repeat("Dear diary, ", 100)) }, "database", "restore a backup", ""},
		{"no directory", func(o *office, config string) {
			o.file("contrapost.toml", strings.Replace(read(o.T, config), `"game.db"`, `"nowhere/game.db"`, 1))
		}, "database-directory", "make it", ""},
		{"unknown key", func(o *office, config string) { o.file("contrapost.toml", "colour = 1\n"+read(o.T, config)) }, "config", "colour is no key", "clock"},
		{"no config at all", func(o *office, _ string) { o.file("contrapost.toml", "address = game") }, "config", "contrapost.toml:1", "key-file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t, loopback.NoTLS)
			config := o.config(mailer.NoTLS, "")
			c.broken(o, config)
			said := o.doctor(exitNotHeld, config)
			o.says(said, c.at, export.Broken, c.says)
			if c.not != "" {
				o.says(said, c.not, export.NotChecked, "")
			}
		})
	}
}

// TestDoctorOnADatabase: a key that got lost, and a database that is damaged.
func TestDoctorOnADatabase(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	config := o.config(mailer.NoTLS, "")
	s := o.start(config)
	o.write("ann", "games")
	o.next(s)
	o.wait(s.log, "state=delivered")
	o.end(s, exitDone)
	o.says(o.doctor(exitDone, config), "database", export.Held, "")
	o.must(os.Rename(o.path("game.key"), o.path("kept")))
	o.says(o.doctor(exitNotHeld, config), "key-file", export.Broken, "put your copy back")
	o.file("game.key", strings.Repeat("k", keyLength))
	o.says(o.doctor(exitNotHeld, config), "key-file", export.Broken, "not the one")
	o.must(os.Rename(o.path("kept"), o.path("game.key")))
	db, err := os.ReadFile(o.path("game.db"))
	o.must(err)
	for i := 3 * 4096; i < len(db); i++ {
		db[i] ^= 0x5a
	}
	o.must(os.WriteFile(o.path("game.db"), db, 0o600))
	o.says(o.doctor(exitNotHeld, config), "database", export.Broken, "restore a backup")
}

// TestDoctorByToken: tokens are tried as well, and told by nobody.
func TestDoctorByToken(t *testing.T) {
	k := newTokens(t)
	o := newOfficeWith(t, loopback.Options{Token: k.good})
	config := o.byToken(k)
	said := o.doctor(exitDone, config)
	o.says(said, "round-trip", export.Held, "")
	k.mu.Lock()
	k.revoked = true
	k.mu.Unlock()
	said = o.doctor(exitNotHeld, config)
	o.says(said, "imap", export.Broken, "invalid_grant")
	o.says(said, "smtp", export.Broken, "refresh token")
}

// TestDoctorForPrograms: an object a line, and wrong use.
func TestDoctorForPrograms(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	out, _ := o.contrapost(exitDone, "doctor", "--json", "--config", o.config(mailer.NoTLS, ""))
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var names []string
	for _, line := range lines {
		var c export.Check
		o.must(json.Unmarshal([]byte(line), &c))
		names = append(names, c.Name)
	}
	if diff := cmp.Diff(append([]string{"config", "secrets"}, stations...), names); diff != "" {
		t.Error(diff)
	}
	o.contrapost(exitUsage, "doctor", "--config", o.path("nowhere.toml"))
	o.contrapost(exitUsage, "doctor")
	o.contrapost(exitUsage, "doctor", "--config", o.path("contrapost.toml"), "--wait", "0s")
}

// TestDoctorsClock: a server's stamps may lie up to two minutes outside the time in
// which the mail was on its way.
func TestDoctorsClock(t *testing.T) {
	sent := time.Date(2026, 12, 1, 18, 0, 0, 0, time.UTC)
	came := sent.Add(3 * time.Second)
	for _, c := range []struct {
		arrived, stamped time.Duration
		state, says      string
	}{
		{0, 0, export.Held, ""},
		{-2 * time.Minute, 2 * time.Minute, export.Held, ""},
		{-121 * time.Second, 0, export.Broken, "time of arrival is -2m1s off"},
		{0, 2*time.Minute + 4*time.Second, export.Broken, "topmost Received is 2m1s off"},
		{-time.Hour, time.Minute, export.Broken, "time of arrival is -1h0m0s off"},
	} {
		raw := "Received: from a by b; " + sent.Add(c.stamped).Format(time.RFC1123Z) + " (CET)\r\nReceived: x; never\r\n\r\n"
		tr := &trip{sent: sent, came: came, mail: mailer.Fetched{Received: sent.Add(c.arrived), Raw: []byte(raw)}}
		if got := tr.clock(); got.State != c.state || !strings.Contains(got.Why, c.says) {
			t.Errorf("%v, %v: %v", c.arrived, c.stamped, got)
		}
	}
	tr := &trip{sent: sent, came: came, mail: mailer.Fetched{Received: sent, Raw: []byte("Subject: x\r\n\r\n")}}
	if got := tr.clock(); got.State != export.Held {
		t.Error(got)
	}
}

// TestDoctorOnWhatCame: a plus address that was lost on the way, and servers that vouch
// for nobody.
func TestDoctorOnWhatCame(t *testing.T) {
	tr := &trip{to: "game+doctor-x@h", message: mailer.Message{Delivered: []string{"game@h"}}}
	if got := tr.plus(); got.State != export.Broken || !strings.Contains(got.Why, "came as to game@h") {
		t.Error(got)
	}
	tr.message.Delivered = []string{"game@h", "Game+Doctor-X@h"}
	if got := tr.plus(); got.State != export.Held {
		t.Error(got)
	}
	for _, c := range []struct{ authserv, auth, state, says string }{
		{"", "", export.NotChecked, "nobody can moderate by mail"},
		{"", "mx.h; dmarc=pass", export.NotChecked, `calls itself "mx.h"`},
		{"mx.h", "", export.Broken, "Authentication-Results of nothing"},
		{"mx.h", "other; spf=pass", export.Broken, "of other"},
		{"mx.h", "MX.h; spf=none", export.Held, ""},
	} {
		tr := &trip{settings: settings{authserv: c.authserv}}
		if c.auth != "" {
			tr.message.Auth = []string{c.auth}
		}
		if got := tr.vouched(); got.State != c.state || !strings.Contains(got.Why, c.says) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestDoctorIsStopped: an examination that is interrupted is no verdict.
func TestDoctorIsStopped(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	ctx, stop := context.WithCancel(o.ctx)
	stop()
	var out, told strings.Builder
	if code := run(ctx, []string{"doctor", "--config", o.config(mailer.NoTLS, "")}, nil, &out, &told); code == exitDone {
		t.Errorf("exit code %d\n%s%s", code, &out, &told)
	}
}
