package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/engine/lobby"
	"contrapost/events/export"
	"contrapost/events/projector"
	"contrapost/events/table"
	"contrapost/mailer"
)

// desk is the service with one table, worked by hand in a time of its own: every mail,
// whatever falls due and every letter in its turn, so that what comes of it hangs on
// nothing but what it is given. Mails go into the post room as the fetcher hands them
// over, letters leave it as the courier gets them.
type desk struct {
	*testing.T
	service *service
	now     time.Time
	lang    string             // of all letters
	table   string             // its id, once it is open
	writers map[string]*writer // by name, in lower case
	letters []dispatched
	mails   int // that were written so far
}

// writer is somebody who writes and is written to.
type writer struct {
	name    string
	last    readLetter // of the table
	written int        // mails
}

// dispatched is a letter that has left, and when.
type dispatched struct {
	readLetter
	to  *writer
	at  time.Time
	raw []byte
}

// firstMail is when the first mail of every recorded game is heard.
var firstMail = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// newDesk readies the service for one table. Secrets and ids come from entropy.
func newDesk(t *testing.T, entropy io.Reader, lang string) *desk {
	t.Helper()
	return furnishedDesk(t, entropy, lang, func(*settings) {})
}

// furnishedDesk is newDesk with other settings.
func furnishedDesk(t *testing.T, entropy io.Reader, lang string, change func(*settings)) *desk {
	t.Helper()
	d := &desk{T: t, now: firstMail, lang: lang, writers: map[string]*writer{}}
	set := settings{
		db: filepath.Join(t.TempDir(), "contrapost.db"), address: demoAddress, key: []byte("a key that signs whatever leaves"),
		smtp:    mailer.CourierConfig{Host: demoHost, Port: 25, TLS: mailer.NoTLS},
		imap:    mailer.FetcherConfig{Addr: demoHost + ":143", TLS: mailer.NoTLS},
		entropy: entropy, now: func() time.Time { return d.now }, log: slog.New(slog.DiscardHandler),
		outage: 100 * 365 * 24 * time.Hour, // one that is to be is brought about
	}
	change(&set)
	s, err := wire(t.Context(), set)
	d.must(err)
	t.Cleanup(func() { s.store.Close() })
	s.room.Courier = d
	d.service = s
	return d
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// Send takes a letter from the post room.
func (d *desk) Send(_ context.Context, _, to string, raw []byte) mailer.Result {
	l, err := openLetter(raw)
	if err != nil {
		return mailer.Result{State: mailer.Refused, Err: err}
	}
	name, _, _ := strings.Cut(to, "@")
	w := d.writer(name)
	if l.replyTo != demoAddress {
		w.last = l
	}
	d.letters = append(d.letters, dispatched{readLetter: l, to: w, at: d.now, raw: raw})
	return mailer.Result{State: mailer.Delivered, Reply: "250 OK"}
}

// writer finds somebody by their name, in any case, as their address has none.
func (d *desk) writer(name string) *writer {
	key := strings.ToLower(name)
	if d.writers[key] == nil {
		d.writers[key] = &writer{name: name}
	}
	return d.writers[key]
}

func addressOf(name string) string { return strings.ToLower(name) + "@" + demoHost }

// mailID is the Message-ID of the n-th mail of a game.
func mailID(n int) string { return fmt.Sprintf("mail-%d@%s", n, demoHost) }

// ask writes to the service itself; the first time, in the language of the letters.
func (d *desk) ask(name, text string) {
	d.Helper()
	if d.lang != "en" && d.writer(name).written == 0 {
		text = "language " + d.lang + "\n" + text
	}
	d.mail(name, demoAddress, text)
}

// reply answers the last letter of the table that somebody got.
func (d *desk) reply(name, text string) {
	d.Helper()
	d.mail(name, d.writer(name).last.replyTo, text)
}

// mail has a mail of somebody heard, and everything done that follows.
func (d *desk) mail(name, to, text string) {
	d.Helper()
	d.mails++
	d.writer(name).written++
	raw, err := mailer.Compose(mailer.Outgoing{
		From: addressOf(name), FromName: name, To: to, Subject: "A game", Text: text + "\n",
		MessageID: mailID(d.mails), Date: d.now, Person: true,
	})
	d.must(err)
	d.must(d.service.room.Receive(d.Context(), mailer.Fetched{UID: uint32(d.mails), Received: d.now, Raw: raw}))
	if d.table == "" {
		streams, err := d.service.store.Streams(d.Context())
		d.must(err)
		if len(streams) > 0 {
			d.table = streams[0]
		}
	}
	d.follow()
}

// rule has a moderator rule at the table, as from the command line.
func (d *desk) rule(ruling string) {
	d.Helper()
	_, err := d.service.house.Rule(d.Context(), d.table, ruling, d.now)
	d.must(err)
	d.follow()
}

// excuse has it be found out at the end of an outage that nobody could be heard:
// until then nothing is done that falls due.
func (d *desk) excuse(o lobby.Outage) {
	d.Helper()
	d.now = o.To
	d.must(d.service.house.Excuse(d.Context(), d.table, o, d.now))
	d.follow()
}

// follow has everything done that waits for no time: letters leave, bots move.
func (d *desk) follow() {
	d.Helper()
	d.must(d.service.room.Deliver(d.Context()))
	if !d.owes() {
		return
	}
	before := d.version()
	d.must(d.service.house.Settle(d.Context(), d.table, d.now))
	if d.version() > before {
		d.must(d.service.room.Deliver(d.Context()))
	}
}

// owes tells whether the table waits for a bot, or for the clock alone.
func (d *desk) owes() bool {
	d.Helper()
	return slices.ContainsFunc(d.rows(), func(row projector.Table) bool {
		return !row.Due.IsZero() || slices.ContainsFunc(row.Seats, func(s projector.Seat) bool { return s.Bot && s.Asked != "" })
	})
}

// rows are those of the table while it waits for anything.
func (d *desk) rows() []projector.Table {
	d.Helper()
	rows, err := d.service.live(d.Context())
	d.must(err)
	return rows
}

func (d *desk) version() int64 {
	d.Helper()
	v, err := d.service.store.Version(d.Context(), d.table)
	d.must(err)
	return v
}

// pass lets time go by until a moment, and everything be done that falls due by then.
func (d *desk) pass(to time.Time) {
	d.Helper()
	for next := d.due(); !next.IsZero() && !next.After(to); next = d.due() {
		d.strike(next)
	}
	if to.After(d.now) {
		d.now = to
	}
}

// strike makes it the time at which something falls due: the mailbox has been read by
// then.
func (d *desk) strike(at time.Time) {
	d.Helper()
	d.now = at
	d.must(d.service.clock.Caught(d.Context(), at))
	d.must(d.service.clock.Tick(d.Context()))
	d.follow()
}

// due is when the next thing falls due after now, zero for never.
func (d *desk) due() (next time.Time) {
	d.Helper()
	consider := func(at time.Time) {
		if at.After(d.now) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	leaves, waits, err := d.service.store.NextLetter(d.Context())
	d.must(err)
	if waits {
		consider(leaves)
	}
	for _, row := range d.rows() {
		consider(row.Due)
		for _, seat := range row.Seats {
			for _, r := range lobby.Reminders("", seat.Opened, seat.Deadline, stopsOf(seat)) {
				consider(r.Due)
			}
			consider(seat.Deadline)
			consider(seat.Waits)
		}
	}
	return next
}

func stopsOf(seat projector.Seat) (stops []lobby.Stop) {
	for _, o := range seat.Stops {
		stops = append(stops, lobby.Stop(o))
	}
	return stops
}

// look gives the table as it stands.
func (d *desk) look() *table.Table {
	d.Helper()
	t, err := d.service.house.Load(d.Context(), d.table, 0)
	d.must(err)
	return t
}

// finish lets time go by until the game is over.
func (d *desk) finish() *export.History {
	d.Helper()
	for !d.look().Over() {
		next := d.due()
		if next.IsZero() {
			d.Fatalf("table %s waits for nothing and is not over", d.table)
		}
		d.strike(next)
	}
	d.follow()
	h, err := pastGame(d.Context(), d.service.store, d.table, false)
	d.must(err)
	return h
}
