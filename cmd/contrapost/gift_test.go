package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-message/mail"
	"golang.org/x/net/html"
)

// gift is a file that came with a letter.
type gift struct {
	name, kind string
	data       []byte
}

// brought are the files that came with somebody's letters so far.
func (v *village) brought(name string) []gift {
	v.Helper()
	var all []gift
	for _, raw := range v.server.Mails(v.people[name].address) {
		r, err := mail.CreateReader(bytes.NewReader(raw))
		v.must(err)
		for {
			p, err := r.NextPart()
			if errors.Is(err, io.EOF) {
				break
			}
			v.must(err)
			if h, ok := p.Header.(*mail.AttachmentHeader); ok {
				g := gift{}
				g.name, err = h.Filename()
				v.must(err)
				g.kind, _, err = h.ContentType()
				v.must(err)
				g.data, err = io.ReadAll(p.Body)
				v.must(err)
				all = append(all, g)
			}
		}
	}
	return all
}

// ended plays a game of Ann, Bob and a bot to its end: both give up, Bob last. Bob reads
// Dutch; the two have whispered.
func (v *village) ended(game string) (id string) {
	v.Helper()
	v.ask("Bob", "language nl")
	id = v.begun(game)
	v.reply("Bob", "tell Ann The captain sleeps.")
	wants(v.T, v.next("Ann"), "The captain sleeps.")
	v.reply("Ann", "resign")
	v.reply("Bob", "resign")
	return id
}

// begun deals a game to Ann, Bob and a bot.
func (v *village) begun(game string) (id string) {
	v.Helper()
	join := joinOrder.FindString(v.ask("Ann", "new "+game+" for 3\nbots 1").text)
	v.ask("Bob", join)
	v.next("Ann")
	return strings.TrimPrefix(join, "join ")
}

// passed deals a game of two and has both pass, which ends it.
func (v *village) passed() (id string) {
	v.Helper()
	id = v.table("Ann", "Bob")
	first, second := v.whoseTurn(id)
	v.reply(first, "pass")
	v.next(second)
	wants(v.T, v.reply(second, "pass"), "Done:", "won.", "FINAL STANDINGS", "The attached file")
	v.next(first)
	return id
}

// holds has contrapost verify look at a file, and wants it to hold.
func holds(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	var out, told strings.Builder
	if code := run(t.Context(), []string{"verify", "--file", path}, nil, &out, &told); code != exitDone {
		t.Errorf("verify --file %s: exit code %d\n%s%s", name, code, &out, &told)
	}
	for _, check := range []string{"seed", "deal", "orders", "commitment"} {
		if !strings.Contains(out.String(), "held "+check) {
			t.Errorf("verify --file %s does not hold %s:\n%s", name, check, &out)
		}
	}
	return out.String()
}

// saved are the files that a page offers, by a link that takes no script and asks
// nothing of any network.
func saved(t *testing.T, page []byte) []gift {
	t.Helper()
	var all []gift
	for z := html.NewTokenizer(bytes.NewReader(page)); z.Next() != html.ErrorToken; {
		token := z.Token()
		if token.Data != "a" || token.Type != html.StartTagToken {
			continue
		}
		g := gift{}
		for _, a := range token.Attr {
			switch a.Key {
			case "download":
				g.name = a.Val
			case "href":
				if !strings.HasPrefix(a.Val, "data:application/gzip;base64,") {
					t.Errorf("a link to %.40q", a.Val)
				}
			}
		}
		packed, ok := savedIn(page)
		if !ok {
			t.Error("the page's file cannot be taken out")
		}
		g.data = packed
		all = append(all, g)
	}
	return all
}

func unzipped(t *testing.T, packed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// lockedLog is what a service that runs has logged.
type lockedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func names(gifts []gift) (all []string) {
	for _, g := range gifts {
		all = append(all, g.name)
	}
	return all
}

// order wants phrases to stand in a text in this order.
func order(t *testing.T, text string, phrases ...string) {
	t.Helper()
	for _, p := range phrases {
		_, after, ok := strings.Cut(text, p)
		if !ok {
			t.Errorf("%q is not where it belongs", p)
		}
		text = after
	}
}

// private wants no address, no Message-ID, nothing whispered and nothing of who did.
func private(t *testing.T, text []byte) {
	t.Helper()
	for _, secret := range []string{"sleeps", demoHost, "ann-1@", "bob-1@", `"hearer"`, `hearer\"`} {
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("%q goes home with everybody", secret)
		}
	}
	if at := regexp.MustCompile(`[\w.-]+@[\w-]+\.\w+`).Find(text); at != nil {
		t.Errorf("%q goes home with everybody", at)
	}
}
