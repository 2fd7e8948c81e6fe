package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// withToken is the example as it is with a login by token, in both sections.
func withToken() string {
	text := strings.ReplaceAll(exampleConfig, "password_file = \"password\"\n", "")
	for _, key := range []string{"token_url", "client_id", "client_secret_file", "refresh_token_file", "scope"} {
		text = strings.ReplaceAll(text, "# "+key+" = ", key+" = ")
	}
	return strings.ReplaceAll(text, `# auth = "password"`, `auth = "xoauth2"`)
}

// TestTokenConfig: both sections share their tokens; a refresh token is read anew, and
// a new one is kept where nobody else can read it.
func TestTokenConfig(t *testing.T) {
	path := inConfig(t, withToken())
	dir := filepath.Dir(path)
	for _, name := range []string{"client-secret", "refresh-token"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name+"-word\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := loadConfig(path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if c.imap.Tokens == nil || c.imap.Tokens != c.smtp.Tokens || c.imap.Password+c.smtp.Password != "" {
		t.Errorf("tokens %p and %p", c.imap.Tokens, c.smtp.Tokens)
	}
	s := secret{called: "refresh token", file: filepath.Join(dir, "refresh-token")}
	if err := putWord(s.file, "another"); err != nil {
		t.Fatal(err)
	}
	word, err := s.read()
	about, err2 := os.Stat(s.file)
	if err != nil || err2 != nil || word != "another" || about.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v, %v", word, err, err2, about.Mode())
	}
}

// TestTokenMistakes: likewise of logins by token, and of files that others can read.
func TestTokenMistakes(t *testing.T) {
	t.Setenv("CONTRAPOST_TEST_TOKEN", "hush-hush")
	whole := withToken()
	change := func(old, new string) string {
		t.Helper()
		if !strings.Contains(whole, old) {
			t.Fatalf("the example lacks %q", old)
		}
		return strings.Replace(whole, old, new, 1)
	}
	for name, c := range map[string]struct{ text, want string }{
		"unknown way":      {change(`auth = "xoauth2"`, `auth = "kerberos"`), `imap.auth must be "password" or "xoauth2", not "kerberos"`},
		"password beside":  {change("client_id", "password_file = \"password\"\nclient_id"), `imap.password_file means nothing with auth = "xoauth2"`},
		"token beside":     {strings.Replace(exampleConfig, "# scope", "scope", 1), `imap.scope means nothing with auth = "password"`},
		"no url":           {change("token_url", "# token_url"), `imap.token_url is missing; write an address, as in "https://oauth2`},
		"url in the clear": {change("https://oauth2.googleapis.com/", "http://oauth2.googleapis.com/"), `imap.token_url must be an address, as in "https://`},
		"no client":        {change("client_id", "# client_id"), `imap.client_id is missing`},
		"no refresh token": {change("refresh_token_file", "# refresh_token_file"), `imap.refresh_token_file is missing; write the path of a file that holds the refresh token alone, or refresh_token_env`},
		"in the config":    {change("refresh_token_file = \"refresh-token\"", "refresh_token = \"hush-hush\""), `imap.refresh_token must not stand in a config; write refresh_token_file or refresh_token_env`},
		"both":             {change("# refresh_token_env = \"CONTRAPOST_TOKEN\"", "refresh_token_env = \"CONTRAPOST_TEST_TOKEN\""), `imap.refresh_token_env stands beside refresh_token_file`},
		"nowhere":          {change("refresh-token", "nowhere"), `imap.refresh_token_file cannot be read`},
		"open secret":      {change("client_secret_file = \"client-secret\"", "client_secret_file = \"open\""), `can be read by others; run: chmod 600`},
		"open password":    {strings.Replace(exampleConfig, `password_file = "password"`, `password_file = "open"`, 1), `can be read by others; run: chmod 600`},
	} {
		path := inConfig(t, c.text)
		for file, mode := range map[string]os.FileMode{"client-secret": 0o600, "refresh-token": 0o400, "open": 0o640} {
			file = filepath.Join(filepath.Dir(path), file)
			if err := os.WriteFile(file, []byte("hush-hush\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(file, mode); err != nil {
				t.Fatal(err)
			}
		}
		_, err := loadConfig(path, io.Discard)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hush-hush") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// tokens is a token server on a socket.
type tokens struct {
	*httptest.Server
	mu      sync.Mutex
	revoked bool
	given   int
}

func newTokens(t *testing.T) *tokens {
	k := &tokens{}
	k.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k.mu.Lock()
		defer k.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		if k.revoked || r.FormValue("refresh_token") != "refresh-"+officeWord {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":"invalid_grant","error_description":"revoked: `+r.FormValue("refresh_token")+`"}`)
			return
		}
		k.given++
		fmt.Fprintf(w, `{"access_token":"access-%d-%s","expires_in":3600}`, k.given, officeWord)
	}))
	t.Cleanup(k.Close)
	return k
}

func (k *tokens) good(_, token string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return token == fmt.Sprintf("access-%d-%s", k.given, officeWord)
}

// byToken is a config that logs in by tokens of that server.
func (o *office) byToken(k *tokens) string {
	o.Helper()
	o.file("refresh", "refresh-"+officeWord+"\n")
	config := o.config(mailer.NoTLS, "[log]\nlevel = \"debug\"\n")
	text := strings.ReplaceAll(read(o.T, config), "password_file = \"password\"",
		fmt.Sprintf("auth = \"xoauth2\"\ntoken_url = %q\nclient_id = \"me\"\nrefresh_token_file = \"refresh\"", k.URL))
	return o.file("contrapost.toml", text)
}

// TestServeByToken: a service that logs in by tokens, for both ways of mail; and one
// whose refresh token was revoked says so, and tells no secret.
func TestServeByToken(t *testing.T) {
	k := newTokens(t)
	o := newOfficeWith(t, loopback.Options{Token: k.good})
	config := o.byToken(k)
	s := o.start(config)
	o.write("ann", "games")
	wants(t, o.next(s), "konvooi")
	o.end(s, exitDone)
	if diff := cmp.Diff(1, k.given); diff != "" {
		t.Errorf("tokens given: %s", diff)
	}
	k.mu.Lock()
	k.revoked = true
	k.mu.Unlock()
	revoked := o.start(config)
	o.wait(revoked.log, `level=ERROR msg="mail server refuses the login`)
	o.wait(revoked.log, "invalid_grant")
	o.wait(revoked.log, `level=ERROR msg="submission server takes no letters from us`)
	o.end(revoked, exitDone)
	for _, log := range []string{s.log.String(), revoked.log.String(), s.out.String(), revoked.out.String()} {
		if strings.Contains(log, officeWord) {
			t.Errorf("a secret is told:\n%s", log)
		}
	}
}
