package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	gocmp "github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/projector"
)

// handedMail is what the service handed in: by reader, in order.
type handedMail struct {
	mu  sync.Mutex
	all map[string][][]byte
}

func (h *handedMail) add(to string, raw []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all == nil {
		h.all = map[string][][]byte{}
	}
	h.all[to] = append(h.all[to], bytes.Clone(raw))
}

func killAddresses(players int) []string {
	var all []string
	for _, name := range demoNames[:players] {
		all = append(all, strings.ToLower(name)+"@"+demoHost)
	}
	return all
}

// course is how a game went: what must not depend on kills.
type course struct {
	Orders  []string       // seat and order
	Scores  []int          // none before the end
	Letters map[string]int // by seat and kind
}

// account is a game that has been looked through.
type account struct {
	course course
	tally  tally
}

// tally counts what was killed, lost and doubled.
type tally struct {
	killed                        map[moment]int
	orders, lost, doubled         int
	letters, missing, twice, torn int // twice: equal Message-ID and bytes; torn: doubled in any other way
}

func (t tally) kills() int {
	n := 0
	for _, k := range t.killed {
		n += k
	}
	return n
}

func (t *tally) add(o tally) {
	if t.killed == nil {
		t.killed = map[moment]int{}
	}
	for m, n := range o.killed {
		t.killed[m] += n
	}
	t.orders, t.lost, t.doubled = t.orders+o.orders, t.lost+o.lost, t.doubled+o.doubled
	t.letters, t.missing, t.twice, t.torn = t.letters+o.letters, t.missing+o.missing, t.twice+o.twice, t.torn+o.torn
}

func (t tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kills    %5d\n", t.kills())
	for _, m := range moments {
		fmt.Fprintf(&b, "  %-16s %4d\n", m, t.killed[m])
	}
	fmt.Fprintf(&b, "orders   %5d  lost %d, doubled %d\n", t.orders, t.lost, t.doubled)
	fmt.Fprintf(&b, "letters  %5d  lost %d, doubled with equal Message-ID and bytes %d, doubled otherwise %d\n", t.letters, t.missing, t.twice, t.torn)
	return b.String()
}

// deliverRest lets the service live, undisturbed, until nothing is left to be heard
// or sent, and stops it.
func (k *killedGame) deliverRest() {
	k.Helper()
	for {
		k.must(k.living.Process.Signal(syscall.SIGTERM))
		<-k.living.died
		if k.settled() {
			return
		}
		if k.ctx.Err() != nil {
			k.Fatalf("seed %d: letters or mails are left over:\n%s", k.seed, k.living.log)
		}
		k.start()
		k.await("msg=letter", "msg=order")
	}
}

// await waits for the service to do something.
func (k *killedGame) await(phrases ...string) {
	for {
		text, changed := k.living.log.read()
		if slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, p) }) {
			return
		}
		select {
		case <-changed:
		case <-k.ctx.Done():
			return
		}
	}
}

// settled tells whether every mail has been heard and every letter sent.
func (k *killedGame) settled() bool {
	k.Helper()
	store, err := events.Open(k.ctx, k.file("game.db"))
	k.must(err)
	defer store.Close()
	size, err := store.Size(k.ctx)
	k.must(err)
	_, waiting, err := store.NextLetter(k.ctx)
	k.must(err)
	trying := slices.ContainsFunc(k.letters(store), func(l events.Letter) bool { return l.State == events.Trying })
	return !waiting && !trying && int(size.Mails) == len(k.server.Mails(demoAddress))
}

func (k *killedGame) letters(store *events.Store) []events.Letter {
	k.Helper()
	streams, err := store.Streams(k.ctx)
	k.must(err)
	var all []events.Letter
	for _, stream := range append(streams, "") {
		letters, err := store.Letters(k.ctx, stream)
		k.must(err)
		all = append(all, letters...)
	}
	return all
}

// audit holds the database against the mailboxes.
func (k *killedGame) audit() (a account) {
	k.Helper()
	store, err := events.Open(k.ctx, k.file("game.db"))
	k.must(err)
	defer store.Close()
	a.tally.killed = k.reaper.kills
	streams, err := store.Streams(k.ctx)
	k.must(err)
	if len(streams) != 1 {
		k.Fatalf("seed %d: tables %v, want one", k.seed, streams)
	}
	k.auditOrders(store, streams[0], &a)
	k.auditLetters(store, &a)
	k.auditReadTables(store)
	k.auditFlags()
	return a
}

// auditOrders counts how often each mail was carried out, and tells the game's
// course.
func (k *killedGame) auditOrders(store *events.Store, stream string, a *account) {
	k.Helper()
	entries, err := store.Stream(k.ctx, stream, 1, 0)
	k.must(err)
	secret, err := store.Secret(k.ctx, stream)
	k.must(err)
	if err := events.VerifyChain(entries, secret); err != nil {
		k.Errorf("seed %d: %v", k.seed, err)
	}
	done := map[string]int{}
	for _, e := range entries {
		if e.Cause.Kind == events.CauseMail && (e.Order != "" || e.Kind == (lobby.Joined{}).Kind()) {
			done[e.Cause.Ref]++
		}
	}
	for _, raw := range k.server.Mails(demoAddress) {
		l, err := openLetter(raw)
		k.must(err)
		a.tally.orders++
		switch n := done[lobby.Contribution(l.messageID)]; {
		case n == 0:
			a.tally.lost++
			k.Errorf("seed %d: lost: %s", k.seed, l.text)
		case n > 1:
			a.tally.doubled++
			k.Errorf("seed %d: carried out %d times: %s", k.seed, n, l.text)
		}
	}
	k.tellCourse(store, entries, a)
}

// tellCourse lists the orders. Those of seats that were asked at the same time may
// reach the log in any order, and stand by seat here.
func (k *killedGame) tellCourse(store *events.Store, entries []events.Entry, a *account) {
	k.Helper()
	house := newHouse(store, nil, true)
	var together []events.Entry
	var asked []engine.Seat
	flush := func() {
		slices.SortStableFunc(together, func(a, b events.Entry) int { return cmp.Compare(a.Seat, b.Seat) })
		for _, e := range together {
			a.course.Orders = append(a.course.Orders, fmt.Sprintf("%d %s", e.Seat, e.Order))
		}
		together = nil
	}
	for _, e := range entries {
		if e.Order == "" {
			continue
		}
		at := slices.Index(asked, engine.Seat(e.Seat))
		if at < 0 {
			flush()
			t, err := house.Load(k.ctx, e.Stream, e.Version-1)
			k.must(err)
			if asked = nil; t.Play != nil {
				asked = t.Play.Awaited()
			}
			at = slices.Index(asked, engine.Seat(e.Seat))
		}
		if at >= 0 {
			asked = slices.Delete(slices.Clone(asked), at, at+1)
		}
		together = append(together, e)
	}
	flush()
	final, err := house.Load(k.ctx, entries[0].Stream, 0)
	k.must(err)
	result, _ := final.Play.Result()
	a.course.Scores = result.Scores
}

// auditLetters looks for every letter of the outbox in its reader's mailbox, and
// for what else lies there.
func (k *killedGame) auditLetters(store *events.Store, a *account) {
	k.Helper()
	a.course.Letters = map[string]int{}
	came := k.came()
	for _, l := range k.letters(store) {
		player, err := store.Player(k.ctx, l.Player)
		k.must(err)
		a.tally.letters++
		a.course.Letters[fmt.Sprintf("%d %s", l.Seat, l.Kind)]++
		key := player.Address + " " + l.MessageID
		copies := came[key]
		delete(came, key)
		if l.State != events.Sent || len(copies) == 0 {
			a.tally.missing++
			k.Errorf("seed %d: letter %d to %s is %s and came %d times", k.seed, l.ID, player.Address, l.State, len(copies))
		}
		for _, c := range copies[min(1, len(copies)):] {
			if bytes.Equal(c, copies[0]) {
				a.tally.twice++
			} else {
				a.tally.torn++
				k.Errorf("seed %d: letter %d came twice, and not alike:\n%s", k.seed, l.ID, gocmp.Diff(string(copies[0]), string(c)))
			}
		}
	}
	for key := range maps.Keys(came) {
		a.tally.torn++
		k.Errorf("seed %d: nothing is known of %s, which came", k.seed, key)
	}
}

// came lists what lies in the mailboxes and is from the service, as it was handed
// in, by reader and Message-ID.
func (k *killedGame) came() map[string][][]byte {
	k.Helper()
	came := map[string][][]byte{}
	for _, address := range killAddresses(k.demo.Players) {
		handed := k.kept.all[address]
		for _, raw := range k.server.Mails(address) {
			l, err := openLetter(raw)
			k.must(err)
			if l.from != demoAddress {
				continue
			}
			if len(handed) == 0 || !bytes.HasSuffix(raw, handed[0]) {
				k.Fatalf("seed %d: what lies with %s is not what was handed in:\n%s", k.seed, address, raw)
			}
			key := address + " " + l.messageID
			came[key] = append(came[key], handed[0])
			handed = handed[1:]
		}
	}
	return came
}

// auditFlags looks for mails that were heard and never marked so.
func (k *killedGame) auditFlags() {
	k.Helper()
	conn, err := k.dial(k.ctx, "tcp", k.server.IMAPAddr())
	k.must(err)
	c := imapclient.New(conn, nil)
	defer c.Close()
	k.must(c.Login(demoAddress, demoWord).Wait())
	_, err = c.Select("INBOX", nil).Wait()
	k.must(err)
	found, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	k.must(err)
	if left := found.AllUIDs(); len(left) > 0 {
		k.Errorf("seed %d: mails %v were heard and are not flagged", k.seed, left)
	}
}

// auditReadTables compares what was projected, life by life, with a fold from zero.
func (k *killedGame) auditReadTables(store *events.Store) {
	k.Helper()
	p, err := projector.New(k.ctx, store, view(newHouse(store, nil, true)))
	k.must(err)
	k.must(p.CatchUp(k.ctx))
	before, err := p.Tables(k.ctx)
	k.must(err)
	k.must(p.Rebuild(k.ctx))
	after, err := p.Tables(k.ctx)
	k.must(err)
	if diff := gocmp.Diff(before, after); diff != "" {
		k.Errorf("seed %d: rebuilt read tables differ:\n%s", k.seed, diff)
	}
}
