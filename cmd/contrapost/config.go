package main

import (
	"crypto/rand"
	"crypto/x509"
	_ "embed"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"contrapost/cmd/contrapost/post"
	"contrapost/mailer"
)

// exampleConfig is a whole config, every key with what it is for.
//
//go:embed example.toml
var exampleConfig string

// loadConfig turns a config file into settings; logs go to stderr. Whatever is
// wrong with it is told at once, as wrong use.
func loadConfig(path string, stderr io.Writer) (settings, error) {
	f, err := openConfig(path)
	if err != nil {
		return settings{}, err
	}
	c := settings{
		db: f.database(), address: f.address("address", true), name: f.name(),
		operator: f.address("operator", false), keyFile: f.file("key_file", keyFileKind, true),
		entropy: rand.Reader, now: time.Now, watch: time.Second,
	}
	c.log = f.logger(stderr)
	f.log = c.log
	c.imap, c.smtp = f.incoming(c.log), f.outgoing()
	c.prompt, c.outage = f.play()
	c.backup = f.backups()
	c.moderators, c.authserv = f.moderation()
	c.policy, c.limits = f.policy(c.authserv), f.limits()
	f.operatorName() // the audit's to use
	return c, f.done()
}

const keyFileKind = `the path of a file that will be made, as in "contrapost.key"`

// configuredDatabase reads where the database lies and nothing else, so that a
// command on the database needs none of the passwords.
func configuredDatabase(path string) (string, error) {
	db, _, err := configuredPlace(path)
	return db, err
}

// configuredPlace reads besides what address the service has; "" if that is not
// there, or is none.
func configuredPlace(path string) (db, address string, err error) {
	f, err := openConfig(path)
	if err != nil {
		return "", "", err
	}
	db = f.database()
	if len(f.mistakes) > 0 {
		return "", "", usage{mistakes(f.mistakes)}
	}
	return db, f.address("address", false), nil
}

func (f *configFile) database() string {
	return f.file("database", `the path of a file, as in "contrapost.db"`, true)
}

// address asks for a plain mail address.
func (f *configFile) address(key string, required bool) string {
	const kind = `an address, as in "game@example.org"`
	var got string
	if required {
		got = f.required(key, kind)
	} else {
		got = f.optional(key, kind, "")
	}
	if strings.TrimSpace(got) == "" {
		return ""
	}
	plain, err := mailer.CheckAddress(got)
	if err != nil {
		f.wrong(key, "must be %s, not %q", kind, got)
	}
	if local, _, _ := strings.Cut(got, "@"); required && strings.Contains(local, "+") {
		f.wrong(key, "must have no plus sign; what stands behind one is kept for signed reply addresses")
	}
	return plain
}

// configuredJudges reads who runs a service, and nothing else.
func configuredJudges(path string) (judges, error) {
	f, err := openConfig(path)
	if err != nil {
		return judges{}, err
	}
	moderators, _ := f.moderation()
	j := judges{name: f.operatorName(), addresses: append(moderators, f.address("operator", false))}
	if len(f.mistakes) > 0 {
		return judges{}, usage{mistakes(f.mistakes)}
	}
	return j, nil
}

// operatorName asks for what the operator goes by in the log.
func (f *configFile) operatorName() string {
	return f.optional("operator_name", `a name, as in "Kim"`, "operator")
}

// moderation asks who may rule by mail, and for the server that vouches for them.
func (f *configFile) moderation() (moderators []string, authserv string) {
	const kind = `addresses, as in ["you@example.org"]`
	listed, _ := take[[]any](f, "moderators", kind, false)
	for _, one := range listed {
		word, _ := one.(string)
		address, err := mailer.CheckAddress(word)
		if err != nil {
			f.wrong("moderators", "must be %s; %q is none", kind, fmt.Sprint(one))
			continue
		}
		moderators = append(moderators, address)
	}
	const server = `the name that your mail server gives itself in Authentication-Results, as in "mx.example.org"`
	authserv = f.optional("authserv", server, "")
	if len(moderators) > 0 && authserv == "" {
		f.wrong("authserv", "is missing; moderators are believed only where your mail server vouches for them: write %s", server)
	}
	return moderators, authserv
}

// policy asks what it takes for a mail to be believed.
func (f *configFile) policy(authserv string) post.Policy {
	policy := post.Policy(f.choice("policy", string(post.ByToken), string(post.Strict), string(post.Open)))
	if policy == post.Strict && authserv == "" {
		f.wrong("authserv", `is missing; with policy = "strict" mails are believed only where your mail server vouches for them`)
	}
	return policy
}

// limits asks how many mails an hour are heard of anybody.
func (f *configFile) limits() post.Limits {
	hourly := func(key string, usual int64) int { return f.number("limits."+key, 1, 1_000_000, usual) }
	return post.Limits{
		Sender: hourly("sender", 600), Stranger: hourly("stranger", 20), Strangers: hourly("strangers", 600), Held: hourly("held", 20),
	}
}

// name asks for what letters are said to be from.
func (f *configFile) name() string {
	got := f.optional("name", `a name, as in "Contrapost"`, "Contrapost")
	if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' }) || len(got) > 100 {
		f.wrong("name", "must be one line of at most 100 bytes")
	}
	return got
}

func (f *configFile) incoming(log *slog.Logger) mailer.FetcherConfig {
	s := f.server("imap", mailer.ImplicitTLS, mailer.StartTLS, map[string]int64{mailer.ImplicitTLS: 993, mailer.StartTLS: 143, mailer.NoTLS: 143})
	return mailer.FetcherConfig{
		Addr: net.JoinHostPort(s.host, strconv.Itoa(s.port)), TLS: s.tls, User: s.user, Password: s.password, Tokens: s.tokens, Roots: s.roots,
		Mailbox: f.optional("imap.mailbox", `a folder, as in "INBOX"`, "INBOX"),
		MoveTo:  f.optional("imap.moved_to", `a folder that is there, as in "Heard"`, ""),
		Flag:    `\Seen`, Log: log,
	}
}

func (f *configFile) outgoing() mailer.CourierConfig {
	s := f.server("smtp", mailer.StartTLS, mailer.ImplicitTLS, map[string]int64{mailer.ImplicitTLS: 465, mailer.StartTLS: 587, mailer.NoTLS: 587})
	return mailer.CourierConfig{Host: s.host, Port: s.port, TLS: s.tls, User: s.user, Password: s.password, Tokens: s.tokens, Roots: s.roots}
}

// mailServer is what the two sections on mail servers have in common.
type mailServer struct {
	host, tls, user, password string
	port                      int
	roots                     *x509.CertPool
	tokens                    *mailer.Tokens // nil: by password
}

func (f *configFile) server(section, usualTLS, otherTLS string, ports map[string]int64) mailServer {
	s := mailServer{
		host: f.required(section+".host", `a name, as in "`+section+`.example.org"`),
		tls:  f.choice(section+".tls", usualTLS, otherTLS, mailer.NoTLS),
		user: f.required(section+".user", "the name that logs in, often the address"),
	}
	s.port = f.number(section+".port", 1, 65535, ports[s.tls])
	if s.tls == mailer.NoTLS && s.host != "" && !onLoopback(s.host) {
		f.wrong(section+".tls", "must not be %q for %s: the password would cross the net in the clear; write %q or %q",
			mailer.NoTLS, s.host, usualTLS, otherTLS)
	}
	s.password, s.tokens = f.credentials(section)
	s.roots = f.roots(section + ".roots")
	return s
}

func onLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// roots reads the certificates to trust instead of the system's.
func (f *configFile) roots(key string) *x509.CertPool {
	file := f.file(key, `the path of a PEM file`, false)
	if file == "" {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		f.wrong(key, "cannot be read (%v); name a PEM file, or take the line out to trust whom the system trusts", err)
		return nil
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		f.wrong(key, "must name a file that holds certificates in PEM")
	}
	return pool
}

func (f *configFile) logger(stderr io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(f.choice("log.level", "info", "debug", "warn", "error"))) // one of these it is
	options := &slog.HandlerOptions{Level: level}
	if f.choice("log.format", "text", "json") == "json" {
		return slog.New(slog.NewJSONHandler(stderr, options))
	}
	return slog.New(slog.NewTextHandler(stderr, options))
}

// play says whether sealed windows open at once, and how long a stop is an outage.
func (f *configFile) play() (prompt bool, outage time.Duration) {
	prompt = f.choice("play.windows", "quarter-hour", "at-once") == "at-once"
	return prompt, f.duration("play.outage", shortestOutage, 15*time.Minute)
}

// shortestOutage is well above the five minutes for which the mailbox may be left
// alone while nothing happens.
const shortestOutage = 11 * time.Minute

// duration asks for a length of time, and not too short a one.
func (f *configFile) duration(key string, least, usual time.Duration) time.Duration {
	got := f.optional(key, `a time, as in "15m"`, usual.String())
	d, err := time.ParseDuration(got)
	if err != nil || d < least {
		f.wrong(key, `must be a time of at least %s, as in "15m" or "2h", not %q`, strings.TrimSuffix(least.String(), "0s"), got)
		return usual
	}
	return d
}

func (f *configFile) backups() backupSettings {
	return backupSettings{
		directory: f.file("backup.directory", `the path of a directory`, false),
		keep:      f.number("backup.keep", 1, 10_000, 14),
	}
}
