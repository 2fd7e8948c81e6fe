package table

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/konvooi"
	"contrapost/engine/lobby"
	"contrapost/events"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// inn is a house with a real store, and a count of the mails written to it.
type inn struct {
	*testing.T
	*House
	store *events.Store
	mu    sync.Mutex
	mails int
}

func newInn(t *testing.T) *inn {
	t.Helper()
	store, err := events.Open(t.Context(), filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return &inn{T: t, store: store, House: &House{
		Log: store, Lobby: lobby.Lobby{Games: []engine.Game{konvooi.Game}}, Deck: data.Deck,
		Entropy: rand.NewChaCha8([32]byte{7}), Prompt: true,
		Sitting: func(context.Context, string) ([]Sitting, error) { return nil, nil },
	}}
}

// write is a mail from somebody, to the service or to a table.
func (n *inn) write(who, id string, lines ...string) Heard {
	n.Helper()
	n.mu.Lock()
	n.mails++
	key := fmt.Sprintf("mail %d", n.mails)
	n.mu.Unlock()
	address := strings.ToLower(who) + "@test"
	player, err := n.store.PlayerByAddress(n.Context(), address)
	if err != nil && !errors.Is(err, events.ErrNotFound) {
		n.Fatal(err)
	}
	player.Address = address
	h := Heard{
		Mail:  events.Mail{Key: key, MessageID: key + "@test", Sender: address, Received: noon},
		Table: id, Player: player, FromName: who, Lines: lines, Now: noon,
	}
	if id != "" {
		t, err := n.Load(n.Context(), id, 0)
		if err != nil {
			n.Fatal(err)
		}
		h.Seat, _ = t.Lobby.Seat(player.ID)
	}
	return h
}

func (n *inn) hear(who, id string, lines ...string) Reply {
	n.Helper()
	reply, err := n.Hear(n.Context(), n.write(who, id, lines...))
	if err != nil {
		n.Fatalf("%s wrote %q: %v", who, lines, err)
	}
	return reply
}

// table opens a table and seats everybody.
func (n *inn) table(names ...string) string {
	n.Helper()
	reply := n.hear(names[0], "", fmt.Sprintf("new konvooi for %d", len(names)))
	id := reply.Tables[0]
	for _, name := range names[1:] {
		n.hear(name, "", "join "+id)
	}
	return id
}

func (n *inn) load(id string) *Table {
	n.Helper()
	t, err := n.Load(n.Context(), id, 0)
	if err != nil {
		n.Fatal(err)
	}
	return t
}

// turn gives the player whose turn it is, and one whose turn it is not.
func (n *inn) turn(id string) (awaited, other string) {
	n.Helper()
	t := n.load(id)
	for i, name := range t.Names {
		if t.Play.Asked(engine.Seat(i+1)).Kind != "" {
			awaited = name
		} else {
			other = name
		}
	}
	return awaited, other
}

func verdicts(r Reply) []engine.Verdict {
	var all []engine.Verdict
	for _, a := range r.Answers {
		all = append(all, a.Verdict)
	}
	return all
}

// TestFirstRefusalStopsTheRest: what came before it is done, what comes after is
// not tried, prose is left alone.
func TestFirstRefusalStopsTheRest(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	got := verdicts(n.hear(who, id, "Hello all", "when convoy let go", "draw 9", "draw deck", "bye"))
	want := []engine.Verdict{engine.NotRead, engine.Done, engine.Refused, engine.NotTried, engine.NotRead}
	if !slices.Equal(got, want) {
		t.Errorf("verdicts %v, want %v", got, want)
	}
}

// TestRefusalChangesNothing: neither the stream nor the outbox, but for the answer.
func TestRefusalChangesNothing(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	_, other := n.turn(id)
	before := n.load(id).Version
	lettersBefore, err := n.store.Letters(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	reply := n.hear(other, id, "draw deck")
	if reply.Answers[0].Refusal == nil || reply.Answers[0].Refusal.Rule != "K3" {
		t.Errorf("answered %+v", reply.Answers[0])
	}
	letters, err := n.store.Letters(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if n.load(id).Version != before || len(letters) != len(lettersBefore)+1 {
		t.Errorf("version %d to %d, letters %d to %d", before, n.load(id).Version, len(lettersBefore), len(letters))
	}
}

// TestSameMailTwice: the second time is seen, and does nothing.
func TestSameMailTwice(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	m := n.write(who, id, "draw deck")
	if _, err := n.Hear(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	before := n.load(id).Version
	reply, err := n.Hear(t.Context(), m)
	if err != nil || !reply.Seen || n.load(id).Version != before {
		t.Errorf("second time: %+v, %v, version %d to %d", reply, err, before, n.load(id).Version)
	}
}

// overtaken lets another mail reach the store just before a commit.
type overtaken struct {
	events.Log
	before func()
}

func (o *overtaken) Commit(ctx context.Context, b events.Batch) (events.Receipt, error) {
	if f := o.before; f != nil {
		o.before = nil
		f()
	}
	return o.Log.Commit(ctx, b)
}

// TestLostRaceIsHeardAgain: an order overtaken by another is judged by what is
// known then.
func TestLostRaceIsHeardAgain(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, other := n.turn(id)
	race := &overtaken{Log: n.store}
	late := *n.House
	late.Log = race
	m := n.write(who, id, "pass")
	race.before = func() { n.hear(who, id, "draw deck") }
	reply, err := late.Hear(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if r := reply.Answers[0].Refusal; r == nil || r.Rule != "K3" {
		t.Errorf("the overtaken order: %+v, want it refused as out of turn", reply.Answers[0])
	}
	if now, _ := n.turn(id); now != other {
		t.Errorf("it is the turn of %s, want %s", now, other)
	}
}

// TestManyMailsAtOnce: whatever races, each mail is carried out once.
func TestManyMailsAtOnce(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob", "Cem")
	before := n.load(id).Version
	var all sync.WaitGroup
	const each = 4
	for _, who := range []string{"Ann", "Bob", "Cem"} {
		all.Go(func() {
			for range each {
				m := n.write(who, id, "when convoy of 3 let go")
				for {
					_, err := n.Hear(t.Context(), m)
					if errors.Is(err, events.ErrConflict) {
						continue // as the mailbox would hand it over again
					}
					if err != nil {
						t.Error(err)
					}
					break
				}
			}
		})
	}
	all.Wait()
	if got := n.load(id).Version; got != before+3*each {
		t.Errorf("%d orders were carried out, want %d", got-before, 3*each)
	}
}

// TestLettersDue: everybody at the deal, then whoever is asked, never twice for one
// step, and the author's with the answer.
func TestLettersDue(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob", "Cem")
	letters := func() (all []string) {
		list, err := n.store.Letters(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			all = append(all, fmt.Sprintf("%d %s", l.Seat, l.Kind))
		}
		return all
	}
	dealt := letters()
	want := []string{"1 answer", "2 answer", "1 begun", "2 begun", "3 answer"}
	if !slices.Equal(dealt, want) {
		t.Fatalf("letters %q, want %q", dealt, want)
	}
	who, _ := n.turn(id)
	seat := engine.Seat(slices.Index(n.load(id).Names, who) + 1)
	n.hear(who, id, "pass")
	got := letters()[len(dealt):]
	next := seat%3 + 1
	want = []string{fmt.Sprintf("%d asked", next), fmt.Sprintf("%d answer", seat)}
	if !slices.Equal(got, want) {
		t.Errorf("after a pass: %q, want %q", got, want)
	}
}

// TestSilence: what a deadline does is decided by the game and recorded as the
// clock's doing; asking twice does nothing more.
func TestSilence(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, other := n.turn(id)
	seat := engine.Seat(slices.Index(n.load(id).Names, who) + 1)
	due, ok := n.load(id).Deadline(seat)
	if !ok || due != noon.Add(72*time.Hour) {
		t.Errorf("deadline %v, %v", due, ok)
	}
	for range 2 {
		if err := n.Lapse(t.Context(), id, due); err != nil {
			t.Fatal(err)
		}
	}
	if now, _ := n.turn(id); now != other {
		t.Errorf("it is the turn of %s, want %s", now, other)
	}
	entries, err := n.store.Stream(t.Context(), id, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(entries, func(e events.Entry) bool { return e.Cause.Kind == events.CauseClock })
	if i < 0 || entries[i].Order != "draw deck" || entries[i].Seat != uint8(seat) || entries[i].Cause.Ref != "2026-12-03T12:00:00Z" {
		t.Errorf("recorded %+v", entries[max(i, 0)].Draft)
	}
}

// TestBotsPlayToTheEnd: a table that nobody answers for plays by itself, and its
// log is whole: it folds, its chain holds, and its secret fits the commitment.
func TestBotsPlayToTheEnd(t *testing.T) {
	n := newInn(t)
	id := n.hear("Ann", "", "new konvooi for 4").Tables[0]
	n.hear("Ann", id, "bots 3", "resign")
	if err := n.Settle(t.Context(), id, noon); err != nil {
		t.Fatal(err)
	}
	done := n.load(id)
	if !done.Over() {
		t.Fatal("the game has not ended")
	}
	secret, ok := done.Published()
	if !ok || lobby.Commit(secret) != done.Lobby.Commitment {
		t.Error("the secret published is not the one committed to")
	}
	entries, err := n.store.Stream(t.Context(), id, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := events.VerifyChain(entries, secret); err != nil {
		t.Error(err)
	}
	if done.Head(1) != entries[len(entries)-1].Hash {
		t.Error("the last entry, shown to all, is not the head")
	}
	if got := refusal(n.hear("Ann", id, "draw deck")); got != "resigned-already" {
		t.Errorf("an order after resigning: %s", got)
	}
}

func refusal(r Reply) string {
	for _, a := range r.Answers {
		if a.Refusal != nil {
			return a.Refusal.Key
		}
	}
	return ""
}

// TestUnknownEventIsLoud: a log that holds what this binary does not know is not
// folded at all.
func TestUnknownEventIsLoud(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	_, err := n.store.Commit(t.Context(), events.Batch{Now: noon, Appends: []events.Append{{
		Stream: id, Expected: n.load(id).Version,
		Drafts: []events.Draft{{Kind: "unheard-of", Data: []byte("{}"), Cause: events.Cause{Kind: events.CauseRuling}}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.Load(t.Context(), id, 0); err == nil || !strings.Contains(err.Error(), "unheard-of") {
		t.Errorf("loaded with %v", err)
	}
}

// TestWhatTheLobbyRefuses, and what it says instead of a fault.
func TestWhatTheLobbyRefuses(t *testing.T) {
	n := newInn(t)
	open := n.hear("Ann", "", "new konvooi for 3").Tables[0]
	full := n.table("Dov", "Eva")
	for _, c := range []struct{ who, table, line, want string }{
		{"Ann", "", "join ZZZZZ", "table-unknown"},
		{"Ann", "", "join " + open, "already-seated"},
		{"Ann", "", "join " + full, "table-unknown"},
		{"Bob", "", "join " + open + " as ann", "name-taken"},
		{"Bob", "", "join " + open + " as legal", "name-bad"},
		{"Bob", "", "begin", "forming-none"},
		{"Bob", "", "draw deck", "no-table"},
		{"Ann", open, "begin", "too-few"},
		{"Ann", open, "draw deck", "not-begun"},
		{"Ann", open, "resign", "not-begun"},
		{"Ann", open, "bots 3", "bots-bad"},
		{"Eva", full, "begin", "already-begun"},
		{"Ann", "", "new whist for 2", "game-unknown"},
		{"Ann", "", "sunny weather here", "not-an-order"},
	} {
		if got := refusal(n.hear(c.who, c.table, c.line)); got != c.want {
			t.Errorf("%s wrote %q: refused as %q, want %q", c.who, c.line, got, c.want)
		}
	}
	if len(n.load(open).Lobby.Places) != 1 {
		t.Error("somebody sat down")
	}
}

// TestKnownCounts: what a seat knew at a version is what a fold up to there knows.
func TestKnownCounts(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	n.hear(who, id, "draw deck")
	whole := n.load(id)
	for v := int64(1); v <= whole.Version; v++ {
		part, err := n.Load(t.Context(), id, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range engine.Seats(2) {
			if part.Play != nil && whole.Known(seat, v) != part.Play.Known(seat) {
				t.Errorf("version %d, seat %d: %d facts, want %d", v, seat, whole.Known(seat, v), part.Play.Known(seat))
			}
		}
	}
	if whole.Known(1, 0) != 0 || whole.Known(9, 1) != 0 {
		t.Error("facts before the first entry, or of a seat that is not there")
	}
}

// TestLongNames: names that are taken end in a number and stay within their length.
func TestLongNames(t *testing.T) {
	n := newInn(t)
	long := strings.Repeat("a", lobby.LongestName)
	id := n.hear(long, "", "new konvooi for 4").Tables[0]
	for _, from := range []string{"bob@test", "cem@test", "dov@test"} {
		m := n.write("x", "", "join "+id)
		m.Player, m.FromName = events.Player{Address: from}, long
		if reply, err := n.Hear(t.Context(), m); err != nil || refusal(reply) != "" {
			t.Fatalf("%v, %+v", err, reply)
		}
	}
	names := n.load(id).Names
	for i, name := range names {
		if len(name) > lobby.LongestName || slices.Contains(names[:i], name) {
			t.Errorf("names %q", names)
		}
	}
}
