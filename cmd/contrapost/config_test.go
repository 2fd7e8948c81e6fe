package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/mailer"
)

// inConfig writes a config and the password it names, and gives its path.
func inConfig(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"password": "open sesame\n", "contrapost.toml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "contrapost.toml")
}

// uncommented lets every key of the example hold, as far as one config can.
func uncommented() string {
	text := regexp.MustCompile(`(?m)^# ([a-z_]+ = )`).ReplaceAllString(exampleConfig, "$1")
	return regexp.MustCompile(`(?m)^(password_env|roots|token_url|client_.*|refresh_token_.*|scope) = .*\n`).ReplaceAllString(text, "")
}

// TestExampleConfig: the example loads, and what its comments say holds without
// them is what does.
func TestExampleConfig(t *testing.T) {
	path := inConfig(t, exampleConfig)
	dir := filepath.Dir(path)
	c, err := loadConfig(path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	want := []any{
		"game@example.org", "Contrapost", "you@example.org", filepath.Join(dir, "contrapost.db"), filepath.Join(dir, "contrapost.key"),
		"imap.example.org:993", mailer.ImplicitTLS, "open sesame", "INBOX", "", "smtp.example.org", 587, mailer.StartTLS, "open sesame",
		false, 15 * time.Minute, backupSettings{"", 14},
	}
	got := []any{
		c.address, c.name, c.operator, c.db, c.keyFile,
		c.imap.Addr, c.imap.TLS, c.imap.Password, c.imap.Mailbox, c.imap.MoveTo, c.smtp.Host, c.smtp.Port, c.smtp.TLS, c.smtp.Password,
		c.prompt, c.outage, c.backup,
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(backupSettings{})); diff != "" {
		t.Error(diff)
	}
	all, err := loadConfig(inConfig(t, uncommented()), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if all.imap.MoveTo != "Heard" || filepath.Base(all.backup.directory) != "backups" || all.imap.Addr != c.imap.Addr || all.smtp.Port != c.smtp.Port {
		t.Errorf("with every key: %+v", all)
	}
}

// TestExampleHasEveryKey: every key that is asked for stands in the example, under
// its section, and no other.
func TestExampleHasEveryKey(t *testing.T) {
	path := inConfig(t, exampleConfig)
	f, err := openConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	f.database()
	f.address("address", true)
	f.address("operator", false)
	f.name()
	f.file("key_file", keyFileKind, true)
	f.incoming(f.logger(io.Discard))
	f.outgoing()
	f.play()
	f.backups()
	f.moderation()
	f.operatorName()
	f.policy("")
	f.limits()
	var asked, stands []string
	for key := range f.asked {
		asked = append(asked, key)
	}
	section := ""
	for line := range strings.Lines(exampleConfig) {
		if m := regexp.MustCompile(`^\[([a-z]+)\]`).FindStringSubmatch(line); m != nil {
			section = m[1] + "."
		}
		if m := regexp.MustCompile(`^(?:# )?([a-z_]+) = `).FindStringSubmatch(line); m != nil {
			stands = append(stands, section+m[1])
		}
	}
	slices.Sort(asked)
	slices.Sort(stands)
	if diff := cmp.Diff(asked, stands); diff != "" {
		t.Errorf("keys asked for, and keys in the example:\n%s", diff)
	}
}

// TestConfigMistakes: each mistake is told in a line that names key and line and
// says what to write, and no password is.
func TestConfigMistakes(t *testing.T) {
	t.Setenv("CONTRAPOST_TEST_EMPTY", "")
	change := func(old, new string) string {
		t.Helper()
		if !strings.Contains(exampleConfig, old) {
			t.Fatalf("the example lacks %q", old)
		}
		return strings.Replace(exampleConfig, old, new, 1)
	}
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":      {change("[log]\n", "[log]\ncolour = \"red\"\n"), `toml:100: log.colour is no key of a config`},
		"unknown section":  {exampleConfig + "[web]\nport = 80\n", `web is no key of a config`},
		"no address":       {change(`address = "game@example.org"`, ""), `toml: address is missing; write an address, as in "game@example.org"`},
		"empty address":    {change(`address = "game@example.org"`, `address = ""`), `address is empty; write an address`},
		"odd address":      {change(`address = "game@example.org"`, `address = "game"`), `address must be an address, as in "game@example.org", not "game"`},
		"plus sign":        {change(`address = "game@example.org"`, `address = "a+b@example.org"`), `address must have no plus sign`},
		"odd operator":     {change(`"you@example.org"`, `"you"`), `operator must be an address`},
		"odd moderator":    {change(`# moderators = ["you@`, "authserv = \"mx\"\nmoderators = [\"you@@"), `moderators must be addresses, as in ["you@example.org"]; "you@@example.org" is none`},
		"nobody vouches":   {change(`# moderators`, `moderators`), `authserv is missing; moderators are believed only where your mail server vouches for them`},
		"odd policy":       {change(`# policy = "token"`, `policy = "trusting"`), `policy must be "token" or "strict" or "open", not "trusting"`},
		"strict alone":     {change(`# policy = "token"`, `policy = "strict"`), `authserv is missing; with policy = "strict" mails are believed only where`},
		"no limit":         {change(`# stranger = 20`, `stranger = 0`), `limits.stranger must be a whole number from 1 to 1000000, not 0`},
		"name of lines":    {change(`# name = "Contrapost"`, `name = "a\nb"`), `name must be one line`},
		"type":             {change(`# port = 587`, `port = "587"`), `smtp.port must be a whole number from 1 to 65535`},
		"port":             {change(`# port = 587`, `port = 99999`), `smtp.port must be a whole number from 1 to 65535, not 99999`},
		"tls":              {change(`# tls = "starttls"`, `tls = "never"`), `smtp.tls must be "starttls" or "implicit" or "none", not "never"`},
		"in the clear":     {change(`# tls = "implicit"`, `tls = "none"`), `imap.tls must not be "none" for imap.example.org`},
		"password":         {change(`# password_env`, `password = "hush-hush"`+"\n# password_env"), `imap.password must not stand in a config`},
		"two passwords":    {change(`# password_env`, `password_env`), `imap.password_env stands beside password_file; keep one`},
		"no password":      {change(`password_file = "password"`, ``), `imap.password_file is missing`},
		"password nowhere": {change(`password_file = "password"`, `password_file = "nowhere"`), `imap.password_file cannot be read`},
		"password as env":  {change(`password_file = "password"`, `password_env = "hush-hush"`), `imap.password_env names a variable that is not set`},
		"empty env":        {change(`password_file = "password"`, `password_env = "CONTRAPOST_TEST_EMPTY"`), `imap.password_env names a variable that is not set`},
		"two lines":        {change(`password_file = "password"`, `password_file = "contrapost.toml"`), `imap.password_file must name a file with the password on its only line`},
		"no authority":     {change(`# roots = "authority.pem"`, `roots = "nowhere"`), `imap.roots cannot be read`},
		"odd authority":    {change(`# roots = "authority.pem"`, `roots = "password"`), `imap.roots must name a file that holds certificates`},
		"level":            {change(`# level = "info"`, `level = "loud"`), `log.level must be "info" or "debug" or "warn" or "error", not "loud"`},
		"windows":          {change(`# windows = "quarter-hour"`, `windows = "never"`), `play.windows must be "quarter-hour" or "at-once"`},
		"outage":           {change(`# outage = "15m"`, `outage = "soon"`), `play.outage must be a time of at least 11m, as in "15m" or "2h", not "soon"`},
		"outage too short": {change(`# outage = "15m"`, `outage = "5m"`), `play.outage must be a time of at least 11m, as in "15m" or "2h", not "5m"`},
		"keep":             {change(`# keep = 14`, `keep = 0`), `backup.keep must be a whole number from 1 to 10000, not 0`},
		"syntax":           {change(`address = "game@example.org"`, `address = game@example.org`), `toml:7: `},
		"twice":            {exampleConfig + "keep = 3\nkeep = 4\n", `has already been defined`},
	} {
		_, err := loadConfig(inConfig(t, c.text), io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line with %q", name, err, c.want)
		}
		if code := report(io.Discard, err); code != exitUsage {
			t.Errorf("%s: exit code %d", name, code)
		}
		if err != nil && (strings.Contains(err.Error(), "hush-hush") || strings.Contains(err.Error(), "sesame")) {
			t.Errorf("%s: tells a password: %v", name, err)
		}
	}
}

// TestAllMistakesAtOnce: an operator is not sent back for one mistake after another.
func TestAllMistakesAtOnce(t *testing.T) {
	path := inConfig(t, "address = 1\nkey_file = \"k\"\nbogus = 1\n[smtp]\nhost = \"127.0.0.1\"\ntls = \"none\"\nuser = \"u\"\n")
	var told strings.Builder
	if code := run(t.Context(), []string{"serve", "--config", path}, nil, io.Discard, &told); code != exitUsage {
		t.Errorf("exit code %d", code)
	}
	var keys []string
	for line := range strings.Lines(told.String()) {
		rest, ok := strings.CutPrefix(line, "contrapost: "+path+":")
		if !ok {
			t.Errorf("line %q", line)
		}
		if _, after, ok := strings.Cut(rest, " "); ok {
			keys = append(keys, strings.Fields(after)[0])
		}
	}
	want := []string{"database", "address", "imap.host", "imap.user", "imap.password_file", "smtp.password_file", "bogus"}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Errorf("%s\n%s", diff, told.String())
	}
}
