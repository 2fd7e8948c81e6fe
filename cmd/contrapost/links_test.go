package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-message/mail"
	"golang.org/x/net/html"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/events"
	"contrapost/mailer"
)

var (
	linkGames = flag.Int("links", 2, "how many games TestEveryLinkIsAnOrder plays")
	linkSeed  = flag.Uint64("linkseed", 1, "which games TestEveryLinkIsAnOrder plays")
)

// link is what a mail program puts into a new mail when a choice of an HTML letter is
// tapped (RFC 6068).
type link struct{ to, subject, body string }

// tapper is a parlour whose people tap on links. Every link of every letter is tried
// as soon as the letter has come, without being carried out; of the newest letter one
// is tapped for good.
type tapper struct {
	*parlour
	*testing.T
	log   *tryingLog
	luck  *rand.Rand
	fresh []arrived
	links map[string][]link // of the newest letter of the table, by guest
	tried int
}

// arrived is a letter that has just come.
type arrived struct {
	to    *guest
	links []link
	text  string
}

// tryingLog is a log to which nothing is committed while something is tried out.
type tryingLog struct {
	events.Log
	trying bool
	tried  events.Batch
	known  map[int64][]events.Entry // the table's, whole, by its version: it is read again and again
}

var errTried = errors.New("only tried")

func (l *tryingLog) Commit(ctx context.Context, b events.Batch) (events.Receipt, error) {
	if l.trying {
		l.tried = b
		return events.Receipt{}, errTried
	}
	return l.Log.Commit(ctx, b)
}

// Stream reads the table as it stands once a version.
func (l *tryingLog) Stream(ctx context.Context, id string, from, upto int64) ([]events.Entry, error) {
	version, err := l.Version(ctx, id)
	if err != nil || from != 1 || upto != 0 && upto != version {
		return l.Log.Stream(ctx, id, from, upto)
	}
	if all, ok := l.known[version]; ok {
		return all, nil
	}
	all, err := l.Log.Stream(ctx, id, from, upto)
	if err == nil {
		l.known = map[int64][]events.Entry{version: all}
	}
	return all, err
}

// Send is how letters come to people who look at them as HTML.
func (p *tapper) Send(ctx context.Context, from, to string, raw []byte) mailer.Result {
	result := p.parlour.Send(ctx, from, to, raw)
	i := slices.IndexFunc(p.guests, func(g *guest) bool { return g.address() == to })
	page, err := htmlOf(raw)
	if i < 0 || err != nil {
		p.Errorf("letter to %s: %v", to, err)
		return result
	}
	l, err := openLetter(raw)
	p.must(err)
	a := arrived{to: p.guests[i], links: linksOf(page), text: l.text}
	p.fresh = append(p.fresh, a)
	if l.replyTo != demoAddress {
		p.links[to] = a.links
	}
	return result
}

func (p *tapper) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

func htmlOf(raw []byte) (string, error) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	for err == nil {
		var part *mail.Part
		if part, err = r.NextPart(); err != nil {
			break
		}
		if inline, ok := part.Header.(*mail.InlineHeader); ok {
			if kind, _, _ := inline.ContentType(); kind == "text/html" {
				page, err := io.ReadAll(part.Body)
				return string(page), err
			}
		}
	}
	return "", fmt.Errorf("no HTML: %w", err)
}

// linksOf reads a page's links as a mail program does.
func linksOf(page string) (all []link) {
	z := html.NewTokenizer(strings.NewReader(page))
	for z.Next() != html.ErrorToken {
		for _, a := range z.Token().Attr {
			if rest, ok := strings.CutPrefix(a.Val, "mailto:"); ok && a.Key == "href" {
				all = append(all, readLink(rest))
			}
		}
	}
	return all
}

func readLink(rest string) (l link) {
	address, query, _ := strings.Cut(rest, "?")
	l.to, _ = url.PathUnescape(address)
	for _, field := range strings.Split(query, "&") {
		name, value, _ := strings.Cut(field, "=")
		value, _ = url.PathUnescape(value)
		switch name {
		case "subject":
			l.subject = value
		case "body":
			l.body = value
		}
	}
	return l
}

// try has every link of the letters that have come heard, each by itself.
func (p *tapper) try(ctx context.Context) {
	fresh := p.fresh
	p.fresh = nil
	for _, a := range fresh {
		for _, l := range a.links {
			p.tried++
			if why := p.refused(ctx, a.to, l); why != "" {
				p.Errorf("%s at %s taps %q, and %s; the letter:\n%s", a.to.name, p.table, l.body, why, a.text)
			}
		}
	}
}

// refused says why a tapped link is not accepted; "" if it is.
func (p *tapper) refused(ctx context.Context, g *guest, l link) string {
	p.log.trying = true
	defer func() { p.log.trying = false }()
	p.log.tried = events.Batch{}
	mails, written := p.mails, g.mails
	err := p.write(ctx, g, l.to, l.subject, l.body)
	p.mails, g.mails = mails, written
	if !errors.Is(err, errTried) {
		return fmt.Sprintf("it comes to %v", err)
	}
	var answers []engine.Answer
	if err := json.Unmarshal(p.log.tried.Mail.Answers, &answers); err != nil {
		return fmt.Sprintf("its answer cannot be read: %v", err)
	}
	for _, a := range answers {
		if a.Verdict != engine.Done {
			return fmt.Sprintf("%q is %s: %v", a.Line, a.Verdict, a.Refusal)
		}
	}
	if len(answers) == 0 {
		return "nothing of it is heard"
	}
	return ""
}

// TestEveryLinkIsAnOrder: whatever a letter offers can be sent back as its link has
// it. People tap on anything, so that games go where nobody would take them.
func TestEveryLinkIsAnOrder(t *testing.T) {
	var tried, letters, orders int
	var sum sync.Mutex
	t.Run("games", func(t *testing.T) {
		for i := range *linkGames {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				p := tapping(t, i)
				sum.Lock()
				defer sum.Unlock()
				tried, letters, orders = tried+p.tried, letters+p.letters, orders+p.mails
			})
		}
	})
	t.Logf("%d games: %d letters with %d links, all of which were accepted; %d mails", *linkGames, letters, tried, orders)
	if tried < 10*(*linkGames) {
		t.Errorf("only %d links in %d games", tried, *linkGames)
	}
}

// tapping plays one game of people who tap.
func tapping(t *testing.T, number int) *tapper {
	seed := sha256.Sum256(fmt.Appendf(nil, "tapping %d %d", *linkSeed, number))
	luck := rand.New(rand.NewChaCha8(seed))
	parlour, err := newParlour(t.Context(), t.TempDir(), rand.NewChaCha8(seed), seed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { parlour.close() })
	p := &tapper{parlour: parlour, T: t, luck: luck, links: map[string][]link{}, log: &tryingLog{Log: parlour.service.store}}
	p.service.room.Courier, p.service.room.Log, p.service.house.Log = p, p.log, p.log
	p.arrived, p.answers = p.try, p.tap
	game := games.All()[number%len(games.All())]
	least, _ := game.Seats()
	seats := least + luck.IntN(3) // with more it takes longer and letters offer the same
	for i, name := range demoNames[:seats] {
		g := &guest{name: name}
		if i%2 == 1 {
			g.settings = "language nl"
		}
		p.guests = append(p.guests, g)
	}
	p.must(p.seat(t.Context(), p.opening(game, seats)))
	p.must(p.play(t.Context()))
	return p
}

// opening opens a table with options by chance.
func (p *tapper) opening(game engine.Game, seats int) string {
	words := []string{"new", game.Name(), "for", fmt.Sprint(seats), "with"}
	for _, o := range game.Options() {
		words = append(words, o.Name+"="+o.Values[p.luck.IntN(len(o.Values))])
	}
	return strings.Join(words, " ")
}

// tap answers with any of the newest letter's links.
func (p *tapper) tap(ctx context.Context, g *guest) error {
	links := p.links[g.address()]
	if len(links) == 0 {
		return nil
	}
	l := links[p.luck.IntN(len(links))]
	return p.write(ctx, g, l.to, l.subject, l.body)
}
