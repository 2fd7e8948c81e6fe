package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// village is a service with a mail server and people, for a test.
type village struct {
	*testing.T
	server  *loopback.Server
	service *service
	people  map[string]*villager
	ctx     context.Context
	db      string
	close   func() // ends the service
}

// villager is a person with a mailbox.
type villager struct {
	name, address string
	mailbox       *mailer.Mailbox
	courier       *mailer.Courier
	written       int
	last          readLetter
}

func newVillage(t *testing.T, names ...string) *village {
	t.Helper()
	v := foundVillage(t)
	v.serve(nil)
	for _, name := range names {
		v.settle(name)
	}
	return v
}

// foundVillage is a village whose service has yet to be started.
func foundVillage(t *testing.T) *village {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(stop)
	v := &village{T: t, people: map[string]*villager{}, ctx: ctx, db: filepath.Join(t.TempDir(), "contrapost.db")}
	var err error
	if v.server, err = loopback.Start(loopback.Options{Host: demoHost}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.server.Close() })
	v.must(v.server.AddUser(demoAddress, demoWord))
	return v
}

func (v *village) settings() settings {
	return settings{
		db: v.db, address: demoAddress, key: []byte("a key that signs whatever leaves"), operator: "operator@" + demoHost,
		smtp: demoCourier(v.server, demoAddress), imap: demoFetcher(v.server, demoAddress, nil),
		entropy: rand.NewChaCha8([32]byte{1}), prompt: true, now: time.Now, log: slog.New(slog.NewTextHandler(v.Output(), nil)),
	}
}

// serve starts the service, altered if that is wanted, on what an earlier one left.
func (v *village) serve(alter func(*service)) {
	v.Helper()
	var err error
	v.service, err = wire(v.ctx, v.settings())
	v.must(err)
	if alter != nil {
		alter(v.service)
	}
	ended, s := make(chan error, 1), v.service
	serving, leave := context.WithCancel(v.ctx)
	go func() { ended <- s.run(serving) }()
	v.close = sync.OnceFunc(func() {
		leave()
		if err := <-ended; err != nil {
			v.Error(err)
		}
		s.store.Close()
	})
	v.Cleanup(v.close)
}

func (v *village) must(err error) {
	v.Helper()
	if err != nil {
		v.Fatal(err)
	}
}

// settle gives somebody a mailbox.
func (v *village) settle(name string) {
	v.Helper()
	p := &villager{name: name, address: strings.ToLower(name) + "@" + demoHost}
	v.must(v.server.AddUser(p.address, demoWord))
	var err error
	p.courier, err = mailer.NewCourier(demoCourier(v.server, p.address))
	v.must(err)
	p.mailbox, err = mailer.OpenMailbox(v.ctx, demoFetcher(v.server, p.address, nil))
	v.must(err)
	v.Cleanup(func() { p.mailbox.Close(); p.courier.Close() })
	v.people[name] = p
}

// mail is what a test writes; from and id may be set to what is not the sender's.
type testMail struct {
	to, from, text, id string
	answers            string    // the Message-ID of the mail that it is a reply to
	date               time.Time // zero: now
}

func (v *village) write(name string, m testMail) {
	v.Helper()
	p := v.people[name]
	p.written++
	if m.id == "" {
		m.id = fmt.Sprintf("%s-%d@%s", strings.ToLower(name), p.written, demoHost)
	}
	if m.from == "" {
		m.from = p.address
	}
	if m.date.IsZero() {
		m.date = time.Now()
	}
	raw, err := mailer.Compose(mailer.Outgoing{
		From: m.from, FromName: name, To: m.to, Subject: "hello", Text: m.text + "\n",
		MessageID: m.id, Date: m.date, Person: true, InReplyTo: m.answers,
	})
	v.must(err)
	if r := p.courier.Send(v.ctx, p.address, m.to, raw); r.State != mailer.Delivered {
		v.Fatalf("mail of %s: %s %v", name, r.Reply, r.Err)
	}
}

// reply answers the last letter somebody got.
func (v *village) reply(name, text string) readLetter {
	v.Helper()
	v.write(name, testMail{to: v.people[name].last.replyTo, text: text})
	return v.next(name)
}

// ask writes to the service's own address and waits for the answer.
func (v *village) ask(name, text string) readLetter {
	v.Helper()
	v.write(name, testMail{to: demoAddress, text: text})
	return v.next(name)
}

// next waits for somebody's next letter.
func (v *village) next(name string) readLetter {
	v.Helper()
	mail, err := v.people[name].mailbox.Next(v.ctx)
	if err != nil {
		v.Fatalf("no letter for %s: %v", name, err)
	}
	l, err := openLetter(mail.Raw)
	v.must(err)
	v.people[name].last = l
	return l
}

// table opens a table for all of the names, seats them in order, and gives its id.
func (v *village) table(names ...string) string {
	v.Helper()
	opened := v.ask(names[0], fmt.Sprintf("new konvooi for %d", len(names)))
	join := joinOrder.FindString(opened.text)
	if join == "" {
		v.Fatalf("the opening letter does not say how to join:\n%s", opened.text)
	}
	for _, name := range names[1:] {
		v.ask(name, join)
	}
	for _, name := range names[:len(names)-1] {
		v.next(name) // the cards are dealt; the last to join was told so in the answer
	}
	return strings.TrimPrefix(join, "join ")
}

// version is how long a table's stream is.
func (v *village) version(id string) int64 {
	v.Helper()
	n, err := v.service.store.Version(v.ctx, id)
	v.must(err)
	return n
}

// whoseTurn gives the name of who is awaited, and of somebody who is not.
func (v *village) whoseTurn(id string) (awaited, other string) {
	v.Helper()
	t, err := v.service.house.Load(v.ctx, id, 0)
	v.must(err)
	for i, name := range t.Names {
		if t.Play.Asked(engine.Seat(i+1)).Kind != "" {
			awaited = name
		} else {
			other = name
		}
	}
	return awaited, other
}

func wants(t *testing.T, l readLetter, phrases ...string) {
	t.Helper()
	for _, phrase := range phrases {
		if !strings.Contains(strings.Join(strings.Fields(l.text), " "), phrase) {
			t.Errorf("the letter does not say %q:\n%s", phrase, l.text)
		}
	}
}

// TestWrongInput: each mistake gets a clear answer and changes nothing.
func TestWrongInput(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	id := v.table("Ann", "Bob", "Cem")
	turn, other := v.whoseTurn(id)
	before := v.version(id)

	wants(t, v.reply(turn, "fly to the moon"), "no order", "> fly to the moon")
	wants(t, v.reply(turn, ""), "no order")
	wants(t, v.reply(other, "draw deck"), "Not done:", "> draw deck", "(rule K3)")
	wants(t, v.reply(turn, "convoy LT LT LT LT"), "Not done:", "(rule K10)")
	wants(t, v.reply(turn, "draw 9"), "Not done:", "(rule K5)")
	wants(t, v.reply(turn, "draw deck deck\npass"), "Not done:", "(rule K5)", "Not tried", "> pass")
	wants(t, v.ask(turn, "join ZZZZZ"), "no such table")
	wants(t, v.ask(turn, "draw deck"), "Not done:")
	wants(t, v.ask(turn, "new konvooi for 99"), "2 to 6")
	wants(t, v.ask(turn, "new chess for 4"), "no game of that name")
	wants(t, v.ask(turn, "Hello, is anybody there?"), "no order")

	if after := v.version(id); after != before {
		t.Errorf("the table went from version %d to %d", before, after)
	}
	streams, err := v.service.store.Streams(v.ctx)
	if err != nil || len(streams) != 1 {
		t.Errorf("tables %v, %v; want one", streams, err)
	}
}

// TestForgedMail: a mail that does not prove to be the seat's player is held, and
// only the rightful owner hears of it.
func TestForgedMail(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Eve")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	before := v.version(id)
	key := v.people[turn].last.replyTo

	// Somebody else's reply address, with one's own name on it.
	v.write("Eve", testMail{to: key, text: "pass"})
	wants(t, v.next(turn), "held")
	// Somebody at the table, in another's seat.
	v.write(other, testMail{to: key, text: "pass"})
	// The address with one letter changed.
	v.write(turn, testMail{to: mangled(key), text: "pass"})
	// A table that is not there.
	v.write(turn, testMail{to: strings.Replace(key, strings.ToLower(id), "zzzzz", 1), text: "pass"})
	// What was written last is heard last: once it is answered, so are the others.
	wants(t, v.ask("Eve", "games"), "konvooi")

	if after := v.version(id); after != before {
		t.Errorf("the table went from version %d to %d", before, after)
	}
	for name, mails := range map[string]int{"Eve": 1, other: len(v.server.Mails(v.people[other].address))} {
		if got := len(v.server.Mails(v.people[name].address)); got != mails {
			t.Errorf("%s has %d mails, want %d", name, got, mails)
		}
	}
	v.write(turn, testMail{to: key, text: "draw deck"})
	wants(t, v.next(turn), "Done:")
}

// mangled changes a digit of a reply address's code.
func mangled(address string) string {
	i := strings.Index(address, "@") - 1
	digit := byte('a')
	if address[i] == digit {
		digit = 'b'
	}
	return address[:i] + string(digit) + address[i+1:]
}

// TestOnceOnly: the same mail again is not heard again, and the same Message-ID
// with other words is another mail.
func TestOnceOnly(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, _ := v.whoseTurn(id)
	m := testMail{to: v.people[turn].last.replyTo, text: "draw deck", id: "one@" + demoHost, date: time.Now()}
	v.write(turn, m)
	wants(t, v.next(turn), "Done:")
	after := v.version(id)
	v.write(turn, m)
	v.write(turn, testMail{to: m.to, text: "look", id: m.id})
	wants(t, v.next(turn), "look")
	if again := v.version(id); again != after {
		t.Errorf("the mail was heard twice: version %d, then %d", after, again)
	}
}

// TestBotsTakeOver: a table filled with bots plays by itself once its only player
// has resigned, and the player gets the closing letter.
func TestBotsTakeOver(t *testing.T) {
	v := newVillage(t, "Ann")
	v.ask("Ann", "new konvooi for 3")
	wants(t, v.reply("Ann", "bots 2"), "Done:")
	last := v.reply("Ann", "resign")
	wants(t, last, "You have given up your seat", "There is one more letter to you")
	for _, phrase := range []string{"You may answer", "YOU MAY ANSWER", "Answer by", "say TEXT"} {
		if strings.Contains(last.text, phrase) {
			t.Errorf("the letter about a seat given up says %q:\n%s", phrase, last.text)
		}
	}
	for !strings.Contains(last.text, gameOver) {
		last = v.next("Ann")
	}
	streams, err := v.service.store.Streams(v.ctx)
	v.must(err)
	entries, err := v.service.store.Stream(v.ctx, streams[0], 1, 0)
	v.must(err)
	secret, err := v.service.store.Secret(v.ctx, streams[0])
	v.must(err)
	v.must(events.VerifyChain(entries, secret))
}

// TestPutAside: a mail that cannot be dealt with is kept once, whole, and its sender
// is not answered.
func TestPutAside(t *testing.T) {
	v := newVillage(t)
	poison := mailer.Fetched{UID: 9, Received: time.Now(), Raw: []byte("From: x\r\n\r\n\x00\xff")}
	for range 2 {
		v.must(v.service.room.Quarantine(v.ctx, poison, errors.New("no end of trouble")))
	}
	kept, err := v.service.store.MailByID(v.ctx, 1)
	v.must(err)
	if string(kept.Raw) != string(poison.Raw) {
		t.Errorf("kept %q", kept.Raw)
	}
	if _, err := v.service.store.MailByID(v.ctx, 2); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("kept twice: %v", err)
	}
	if letters, err := v.service.store.Letters(v.ctx, ""); err != nil || len(letters) != 1 || letters[0].Kind != "fault" {
		t.Errorf("letters %v, %v, want one to the operator", letters, err)
	}
}

// TestPutAsideIsTold: the operator is told of a mail that was put aside, once, and of
// one that could not even be fetched; failures are counted in the database.
func TestPutAsideIsTold(t *testing.T) {
	v := newVillage(t, "Op")
	v.service.room.Operator = "op@" + demoHost
	for uid := range uint32(2) {
		for range 2 {
			v.must(v.service.room.Quarantine(v.ctx, mailer.Fetched{UID: 7 + uid}, errors.New("no end of trouble")))
		}
	}
	wants(t, v.next("Op"), "put aside", "7:")
	wants(t, v.next("Op"), "put aside", "8:")
	if letters, err := v.service.store.Letters(v.ctx, ""); err != nil || len(letters) != 2 {
		t.Errorf("letters %v, %v", letters, err)
	}
	for want := 1; want <= 4; want++ {
		if got, err := v.service.room.Failed(v.ctx, "INBOX", 3, 9); err != nil || got != want {
			t.Errorf("failed %d times, want %d: %v", got, want, err)
		}
	}
}

// TestBeforeTheGame: letters of a table that still seats players say who sits, what
// was agreed and how to go on, and name the commitment of each table they open.
func TestBeforeTheGame(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	l := v.ask("Ann", "new konvooi for 4 with pass=stuck turn=48h")
	id := strings.TrimPrefix(joinOrder.FindString(l.text), "join ")
	table, err := v.service.house.Load(v.ctx, id, 0)
	v.must(err)
	wants(t, l, "Seated: Ann. 3 seats are free: join "+id, "pass=stuck", "A turn may take 48 hours", "bots 3", table.Lobby.Commitment)
	if strings.Count(l.text, table.Lobby.Commitment) != 1 {
		t.Errorf("the commitment stands there %d times", strings.Count(l.text, table.Lobby.Commitment))
	}
	wants(t, v.ask("Bob", "join "+id), "Seated: Ann, Bob. 2 seats are free", table.Lobby.Commitment)
	wants(t, v.reply("Ann", "look"), "Seated: Ann, Bob.", "bots 2", "begin", table.Lobby.Commitment)
	// Two more tables, in a reply to this one: each with its own.
	two := v.reply("Ann", "new konvooi for 2\nnew konvooi for 3")
	streams, err := v.service.store.Streams(v.ctx)
	v.must(err)
	for _, id := range streams[1:] {
		table, err := v.service.house.Load(v.ctx, id, 0)
		v.must(err)
		wants(t, two, "Every shuffle of table "+id+" hangs on", table.Lobby.Commitment)
	}
}

// TestLanguageAndRules: letters and rules come in the language asked for.
func TestLanguageAndRules(t *testing.T) {
	v := newVillage(t, "Ann")
	wants(t, v.ask("Ann", "rules konvooi"), "K33", "K1")
	wants(t, v.ask("Ann", "taal nl"), "Brieven aan jou zijn in het Nederlands (taal nl).")
	wants(t, v.ask("Ann", "nieuw konvooi voor 2"), "Aan tafel: Ann", "bots 1")
	wants(t, v.reply("Ann", "regels"), "K33")
}

// post delivers a mail as its bytes are.
func (v *village) post(lines ...string) {
	v.Helper()
	v.must(v.server.Deliver(demoAddress, []byte(strings.Join(lines, "\r\n")+"\r\n")))
}

// TestSenders: a mail whose sender is not one plain address, or is the service
// itself, is neither heard nor answered.
func TestSenders(t *testing.T) {
	v := newVillage(t, "Ann", "Eve")
	wants(t, v.ask("Ann", "games"), "konvooi")
	for _, from := range []string{
		"From: =?utf-8?q?<ann@contrapost.test>?= <eve@contrapost.test>",
		"From: <ann@contrapost.test> <eve@contrapost.test>",
		"From: ann@contrapost.test, eve@contrapost.test",
		"From: ann@contrapost.test\r\nFrom: eve@contrapost.test",
		"From: <ann@contrapost.test>(<eve@contrapost.test>",
		"From: <>", "From: friends:;", "X-From: nobody",
		`From: "a b"@contrapost.test`, "From: ann@[127.0.0.1]", "From: .x@contrapost.test",
		"From: " + demoAddress,
	} {
		v.post(from, "To: "+demoAddress, "Subject: x", "Message-ID: <"+fmt.Sprint(len(from))+"@x>", "", "new konvooi for 2")
	}
	wants(t, v.ask("Eve", "status"), "You sit at no table")
	wants(t, v.ask("Ann", "status"), "You sit at no table")
	players, err := v.service.store.Players(v.ctx)
	v.must(err)
	if len(players) != 2 {
		t.Errorf("players %+v, want Ann and Eve", players)
	}
}

// TestMailWithoutMessageID is heard once, and answered.
func TestMailWithoutMessageID(t *testing.T) {
	v := newVillage(t, "Ann")
	for i, id := range []string{"X-None: 1", "Message-ID: <no-at-sign>", "Message-ID: <a b@x>", "Message-ID: <" + strings.Repeat("x", 300) + "@x>"} {
		m := []string{"From: Ann <ann@" + demoHost + ">", "To: " + demoAddress, fmt.Sprintf("Subject: %d", i), id, "", "new konvooi for 2"}
		v.post(m...)
		v.post(m...)
		wants(t, v.next("Ann"), "Seated: Ann")
	}
	streams, err := v.service.store.Streams(v.ctx)
	v.must(err)
	if len(streams) != 4 {
		t.Errorf("%d tables, want 4", len(streams))
	}
}

// TestLetterForEachTable: whoever opens two tables in one mail can write to both.
func TestLetterForEachTable(t *testing.T) {
	v := newVillage(t, "Ann")
	v.write("Ann", testMail{to: demoAddress, text: "new konvooi for 2\nnew konvooi for 3"})
	replies := map[string]bool{}
	for range 3 {
		replies[v.next("Ann").replyTo] = true
	}
	if len(replies) != 3 || !replies[demoAddress] {
		t.Errorf("reply addresses %v, want the service's and one of each table", replies)
	}
}

// TestTooMuch: a mail past the limits is refused whole, or from the limit on.
func TestTooMuch(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, _ := v.whoseTurn(id)
	key := v.people[turn].last.replyTo
	before := v.version(id)
	v.write(turn, testMail{to: key, text: strings.Repeat("when convoy let go\n", 50)})
	wants(t, v.next(turn), "Not tried")
	if done := v.version(id) - before; done > 40 {
		t.Errorf("%d orders of one mail were carried out", done)
	}
	before = v.version(id)
	v.write(turn, testMail{to: key, text: "draw deck\n" + strings.Repeat("words without end\n", 1<<16)})
	wants(t, v.next(turn), "too long")
	if v.version(id) != before {
		t.Error("an order of a mail that is too long was carried out")
	}
}
