package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/events/table"
	"contrapost/mailer"
)

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
	v.reply("Bob", "resign") // who has left is told how it ended as well
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
