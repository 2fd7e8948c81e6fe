package main

import (
	"fmt"
	"net/url"
	"os"
	"strings"

	"contrapost/mailer"
)

// Ways to log in at a mail server.
const (
	byPassword = "password"
	byToken    = "xoauth2" // XOAUTH2 or OAUTHBEARER, whichever is offered
)

// credentials asks how to log in at a section's server, and for what that takes.
func (f *configFile) credentials(section string) (password string, tokens *mailer.Tokens) {
	if f.choice(section+".auth", byPassword, byToken) == byToken {
		f.unless(section, byToken, "password_file", "password_env")
		return "", f.tokenSource(section)
	}
	f.unless(section, byPassword, tokenKeys...)
	word := f.secret(section, "password", "CONTRAPOST_PASSWORD", true)
	return word.text, nil
}

// tokenKeys are the keys that only a login by token has.
var tokenKeys = []string{
	"token_url", "client_id", "client_secret_file", "client_secret_env", "refresh_token_file", "refresh_token_env", "scope",
}

// unless notes keys that mean nothing for the way chosen to log in.
func (f *configFile) unless(section, auth string, keys ...string) {
	for _, name := range keys {
		key := section + "." + name
		f.asked[key] = true
		if f.value(key) != nil {
			f.wrong(key, "means nothing with auth = %q; take it out, or change auth", auth)
		}
	}
}

// tokenSettings are what two sections must agree in to share their tokens.
type tokenSettings struct{ url, client, secret, scope, file, env string }

// tokenSource asks where access tokens come from.
func (f *configFile) tokenSource(section string) *mailer.Tokens {
	s := tokenSettings{
		url:    f.tokenURL(section + ".token_url"),
		client: f.required(section+".client_id", "what the token server knows this service by"),
		scope:  f.optional(section+".scope", `words, as in "https://mail.google.com/"`, ""),
	}
	s.secret = f.secret(section, "client_secret", "CONTRAPOST_CLIENT", false).text
	refresh := f.secret(section, "refresh_token", "CONTRAPOST_TOKEN", true)
	s.file, s.env = refresh.file, refresh.env
	if known := f.tokens[s]; known != nil {
		return known
	}
	config := mailer.TokensConfig{
		URL: s.url, ClientID: s.client, ClientSecret: s.secret, Scopes: strings.Fields(s.scope),
		Refresh: refresh.read, Log: f.log,
	}
	if refresh.file != "" {
		config.Keep = func(word string) error { return putWord(refresh.file, word) }
	}
	if f.tokens == nil {
		f.tokens = map[tokenSettings]*mailer.Tokens{}
	}
	f.tokens[s] = mailer.NewTokens(config)
	return f.tokens[s]
}

// tokenURL asks for the token server's address. Secrets go there: in the clear only on
// this machine.
func (f *configFile) tokenURL(key string) string {
	const kind = `an address, as in "https://oauth2.googleapis.com/token"`
	got := f.required(key, kind)
	if got == "" {
		return ""
	}
	u, err := url.Parse(got)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !onLoopback(u.Hostname())) {
		f.wrong(key, "must be %s", kind)
	}
	return got
}

// secret is a word that stands in a file or in the environment.
type secret struct {
	called    string
	file, env string // one of them, or none
	text      string // as it was when the config was read
}

// read gives the word as it is now, so that it can be replaced while the service runs.
func (s secret) read() (string, error) {
	if s.file != "" {
		return secretIn(s.file, s.called)
	}
	return s.text, nil
}

// secret takes a section's password, or another secret, from where the config says it
// is, which is never the config itself.
func (f *configFile) secret(section, name, variable string, required bool) secret {
	key, called := section+"."+name, strings.ReplaceAll(name, "_", " ")
	fileKind := "the path of a file that holds the " + called + " alone"
	s := secret{
		called: called,
		file:   f.file(key+"_file", fileKind, false),
		env:    f.optional(key+"_env", `the name of a variable, as in "`+variable+`"`, ""),
	}
	switch {
	case f.value(key) != nil:
		f.asked[key] = true
		f.wrong(key, "must not stand in a config; write %s_file or %s_env", name, name)
	case s.file != "" && s.env != "":
		f.wrong(key+"_env", "stands beside %s_file; keep one of them", name)
	case s.file != "":
		var err error
		if s.text, err = secretIn(s.file, called); err != nil {
			f.wrong(key+"_file", "%v", err)
		}
	case s.env != "":
		if s.text = os.Getenv(s.env); s.text == "" {
			f.wrong(key+"_env", "names a variable that is not set; set it, or write %s_file", name)
		}
	case required:
		f.wrong(key+"_file", "is missing; write %s, or %s_env", fileKind, name)
	}
	return s
}

// secretIn reads a secret from a file that nobody else can read. What is wrong is said
// as advice about the key that names the file.
func secretIn(file, called string) (string, error) {
	about, err := os.Stat(file)
	if err == nil && about.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("names %s, which can be read by others; run: chmod 600 %s", file, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("cannot be read (%w); put the %s, alone, into that file", err, called)
	}
	word := strings.TrimRight(string(text), "\r\n")
	if word == "" || strings.ContainsAny(word, "\r\n") {
		return "", fmt.Errorf("must name a file with the %s on its only line", called)
	}
	return word, nil
}

// putWord writes a secret to a file, in place of the one that is there.
func putWord(file, word string) error {
	return putFile(file, func(f *os.File) error {
		_, err := fmt.Fprintln(f, word)
		return err
	})
}
