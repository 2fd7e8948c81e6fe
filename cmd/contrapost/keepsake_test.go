package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-message/mail"
	"golang.org/x/net/html"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/events/table"
	"contrapost/mailer"
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

// TestGameComesHome: with the letter that ends a game everybody gets it as a page in
// their language, and from that page, or from what is saved of it, every shuffle and
// every decision is verified. Who has given up gets it as well.
func TestGameComesHome(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			v := foundVillage(t)
			v.serve(nil)
			v.settle("Ann")
			v.settle("Bob")
			id := v.ended(game.Name())
			name := game.Name() + "-" + id + ".html"
			letter := v.until("Ann", "The game is over")
			wants(t, letter, "FINAL STANDINGS", "HOW EACH HAND CAME TO ITS SCORE", "The secret that every shuffle", "What the seats put in", "bot:2", "contrapost verify --file "+name)
			if first, _, _ := strings.Cut(letter.text, "\n"); !strings.HasSuffix(first, "won.") && !strings.HasPrefix(first, "The win is shared") {
				t.Errorf("the letter begins with %q", first)
			}
			order(t, letter.text, "FINAL STANDINGS", "HOW EACH HAND", "THE SAME BY PLAYER", "SINCE YOUR LAST LETTER", "The secret that", "What the seats", "The attached file")
			wants(t, v.until("Bob", "Het spel is afgelopen"), "EINDSTAND", "contrapost verify --file "+name)
			for who, lang := range map[string]string{"Ann": "en", "Bob": "nl"} {
				got := v.brought(who)
				if len(got) != 1 || got[0].name != name || got[0].kind != "text/html" {
					t.Fatalf("%s got the files %v", who, names(got))
				}
				page := got[0].data
				if !bytes.Contains(page, []byte(`<html lang="`+lang+`">`)) {
					t.Errorf("the page of %s is not in %s", who, lang)
				}
				offered := saved(t, page)
				if len(offered) != 1 || offered[0].name != game.Name()+"-"+id+".jsonl.gz" {
					t.Fatalf("the page offers %v", names(offered))
				}
				holds(t, name, page)
				holds(t, offered[0].name, offered[0].data)
				plain := unzipped(t, offered[0].data)
				holds(t, "history.jsonl", plain)
				private(t, append(page, plain...))
			}
		})
	}
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

// TestGameComesHomeOnce: letters after the one that told of the end bring nothing; one
// that tells it again does.
func TestGameComesHomeOnce(t *testing.T) {
	v := foundVillage(t)
	v.serve(nil)
	v.settle("Ann")
	v.settle("Bob")
	v.passed()
	for i, want := range []struct {
		order string
		files int
	}{{"resend", 2}, {"look", 2}, {"say Well played.", 2}, {"history", 3}, {"look", 3}} {
		l := v.reply("Ann", want.order)
		if want.order == "resend" { // it is answered, and then done
			l = v.next("Ann")
		}
		if got := len(v.brought("Ann")); got != want.files {
			t.Errorf("%d, %s: %d files have come, want %d\n%s", i, want.order, got, want.files, l.text)
		}
	}
}

// TestLettersGoWithoutFile: a file that cannot be made, in whatever way, or is too big,
// keeps no letter back; the log says why, and the letter where the history is to be had.
func TestLettersGoWithoutFile(t *testing.T) {
	big := mailer.Attachment{Name: "x.html", Kind: "text/html", Data: make([]byte, 2<<20+1)}
	for name, c := range map[string]struct {
		make func() (mailer.Attachment, error)
		log  string
	}{
		"fault":   {func() (mailer.Attachment, error) { return mailer.Attachment{}, errors.New("no ink") }, "no ink"},
		"panic":   {func() (mailer.Attachment, error) { panic("ink everywhere") }, "ink everywhere"},
		"too big": {func() (mailer.Attachment, error) { return big, nil }, "2097153 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := foundVillage(t)
			log := &lockedLog{}
			v.serve(func(s *service) {
				s.room.Slog = slog.New(slog.NewTextHandler(log, nil))
				s.room.Keepsake = func(context.Context, string, string) (mailer.Attachment, error) { return c.make() }
			})
			v.settle("Ann")
			v.settle("Bob")
			id := v.ended("konvooi")
			wants(t, v.until("Ann", "The game is over"), "FINAL STANDINGS", "did not fit into this letter", "contrapost export")
			if got := v.brought("Ann"); len(got) > 0 {
				t.Errorf("it came with %v", names(got))
			}
			if said := log.String(); !strings.Contains(said, c.log) || !strings.Contains(said, "table="+id) {
				t.Errorf("the log says nothing of it:\n%s", said)
			}
		})
	}
}

// TestLettersGoWithoutReckoning: a game that cannot be looked back at is told as its last
// page tells it, with its file.
func TestLettersGoWithoutReckoning(t *testing.T) {
	v := foundVillage(t)
	v.serve(func(s *service) {
		s.room.Reckon = func(*table.Table, engine.Words, engine.Seat) (engine.Reckoning, error) { panic("lost count") }
	})
	v.settle("Ann")
	v.settle("Bob")
	v.ended("konvooi")
	wants(t, v.until("Ann", "The game is over"), "THE END", "The secret that every shuffle", "The attached file")
	if got := v.brought("Ann"); len(got) != 1 {
		t.Errorf("it came with %v", names(got))
	}
}

// TestFileIsMadeOncePerLanguage: those who read one language share it.
func TestFileIsMadeOncePerLanguage(t *testing.T) {
	v := foundVillage(t)
	var made atomic.Int32
	v.serve(func(s *service) {
		honest := s.room.Keepsake
		s.room.Keepsake = func(ctx context.Context, table, lang string) (mailer.Attachment, error) {
			made.Add(1)
			return honest(ctx, table, lang)
		}
	})
	for _, name := range []string{"Ann", "Bob", "Cem", "Dov"} {
		v.settle(name)
	}
	v.ask("Dov", "language nl")
	v.table("Ann", "Bob", "Cem", "Dov")
	for _, name := range []string{"Ann", "Bob", "Cem", "Dov"} {
		v.reply(name, "resign")
	}
	for _, name := range []string{"Ann", "Bob", "Cem"} {
		v.until(name, "The game is over")
	}
	v.until("Dov", "Het spel is afgelopen")
	for _, name := range []string{"Ann", "Bob", "Cem", "Dov"} {
		if got := v.brought(name); len(got) != 1 {
			t.Errorf("%s got %v", name, names(got))
		}
	}
	if got := made.Load(); got != 2 {
		t.Errorf("it was made %d times, want once in each of two languages", got)
	}
}

// TestClosedGameComesHome: of a game that a moderator ended there is no result; its
// secret and its history come home, and hold. Of a table that never began there is none.
func TestClosedGameComesHome(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.begun("konvooi")
	v.moderate(exitDone, id, "close")
	for _, name := range []string{"Ann", "Bob"} {
		l := v.until(name, "There is no result.")
		wants(t, l, "The secret that every shuffle", "What the seats put in", "is the history of the game", "contrapost verify --file konvooi-"+id+".jsonl.gz")
		lacks(t, l, "has won", "FINAL STANDINGS")
		got := v.brought(name)
		if len(got) != 1 || got[0].name != "konvooi-"+id+".jsonl.gz" || got[0].kind != "application/gzip" {
			t.Fatalf("%s got %v", name, names(got))
		}
		holds(t, got[0].name, got[0].data)
		private(t, unzipped(t, got[0].data))
	}
	forming := v.open("Ann", "new konvooi for 3")
	v.moderate(exitDone, forming, "close")
	lacks(t, v.until("Ann", "A moderator"), "The secret", "attached")
	if got := v.brought("Ann"); len(got) != 1 {
		t.Errorf("a table that never began: %v", names(got))
	}
}

// TestFileThatComesBack: a closing letter that its reader passes on to the service with
// the file, and one that a rule sends back, order nothing.
func TestFileThatComesBack(t *testing.T) {
	v := foundVillage(t)
	v.serve(nil)
	v.settle("Ann")
	v.settle("Bob")
	id := v.passed()
	last := v.people["Ann"].last
	before := v.version(id)
	mails := v.server.Mails(v.people["Ann"].address)
	closing := mails[len(mails)-1]
	v.must(v.server.Deliver(demoAddress, closing))
	page := v.brought("Ann")[0]
	page.data = append(page.data, "<p>say from the file</p>"...)
	raw, err := mailer.Compose(mailer.Outgoing{
		From: v.people["Ann"].address, To: last.replyTo, Subject: "Fwd", MessageID: "fwd@" + demoHost, Date: v.service.now(), Person: true,
		Text:     "say Look at this.\n\n-----Original Message-----\nFrom: Contrapost\nSent: today\nTo: Ann\nSubject: over\n\n" + last.text,
		Attached: []mailer.Attachment{{Name: page.name, Kind: "text/html; charset=utf-8", Data: page.data}},
	})
	v.must(err)
	v.must(v.server.Deliver(demoAddress, raw))
	wants(t, v.next("Ann"), "Done:", "say Look at this.")
	if got := v.version(id); got != before+1 {
		t.Errorf("%d entries were added, want what was said alone", got-before)
	}
}

// BenchmarkKeepsake tells how long a round of deliveries takes longer for one file.
func BenchmarkKeepsake(b *testing.B) {
	dir := b.TempDir()
	if code := run(b.Context(), []string{"demo", "--players", "4", "--seed", "7", "--out", filepath.Join(dir, "demo")}, nil, io.Discard, io.Discard); code != exitDone {
		b.Fatal(code)
	}
	store, err := whichDatabase{DB: filepath.Join(dir, "demo", "contrapost.db")}.read(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	ids, err := store.Streams(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	slices.Sort(ids)
	for _, id := range ids {
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				file, err := keepsake(b.Context(), store, id, "en")
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(file.Data)), "bytes")
			}
		})
	}
}
