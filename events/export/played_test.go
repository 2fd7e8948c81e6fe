package export_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
	"contrapost/events/table"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// inn is a house with a real store, at which whole games are played by mail.
type inn struct {
	testing.TB
	*table.House
	store *events.Store
	now   time.Time
	mails int
}

func newInn(t testing.TB) *inn { return innAt(t, filepath.Join(t.TempDir(), "log.db")) }

func innAt(t testing.TB, path string) *inn {
	t.Helper()
	store, err := events.Open(t.Context(), path)
	n := &inn{TB: t, store: store, now: noon, House: &table.House{
		Log: store, Lobby: lobby.Lobby{Games: games.All()}, Deck: data.Deck,
		Entropy: rand.NewChaCha8([32]byte{7}), Prompt: true,
		Sitting: func(context.Context, string) ([]table.Sitting, error) { return nil, nil },
		Invited: func(context.Context, string, string, time.Time) (int, error) { return 0, nil },
		Address: func(address string) (string, error) { return address, nil },
	}}
	n.must(err)
	t.Cleanup(func() { store.Close() })
	return n
}

// finished are games that were played before, by their names: where their databases
// are and which tables are in them. They are as good as any test's own.
var finished = struct {
	dir    string
	tables map[string]string
}{tables: map[string]string{}}

func TestMain(m *testing.M) {
	var err error
	if finished.dir, err = os.MkdirTemp("", "contrapost-export-"); err != nil {
		panic(err)
	}
	code := m.Run()
	if err := os.RemoveAll(finished.dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// played gives a finished game, in a database of the test's own.
func played(t testing.TB, game string) (*inn, string) {
	t.Helper()
	path := filepath.Join(finished.dir, game+".db")
	if finished.tables[game] == "" {
		first := newInn(t)
		id := first.play(game)
		first.must(first.store.Backup(t.Context(), path))
		finished.tables[game] = id
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "played.db")
	if err := os.WriteFile(own, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return innAt(t, own), finished.tables[game]
}

// stayed is the seat of the player who did not resign.
func (n *inn) stayed(id string) uint8 {
	return uint8(1 + slices.IndexFunc(n.load(id).Lobby.Places, func(p lobby.Place) bool { return !p.Bot }))
}

func (n *inn) must(err error) {
	n.Helper()
	if err != nil {
		n.Fatal(err)
	}
}

// write hears a mail from somebody, to the service ("") or to a table.
func (n *inn) write(who, id string, lines ...string) table.Reply {
	n.Helper()
	n.mails++
	n.now = n.now.Add(time.Minute)
	key := fmt.Sprintf("mail-%d", n.mails)
	address := strings.ToLower(who) + "@test"
	player, _ := n.store.PlayerByAddress(n.Context(), address)
	player.Address = address
	reply, err := n.Hear(n.Context(), table.Heard{
		Mail:  events.Mail{Key: key, MessageID: key + "@test", Stream: id, Sender: address, Received: n.now},
		Table: id, Player: player, FromName: who, Lines: lines, Now: n.now,
	})
	n.must(err)
	for _, a := range reply.Answers {
		if a.Verdict == engine.Refused {
			n.Fatalf("%s wrote %q: %v", who, lines, a.Refusal)
		}
	}
	return reply
}

// play plays a game between Ann, Bob and a bot to its end, with talk, a silence and a
// resignation, and has its letters sent.
func (n *inn) play(game string) string {
	n.Helper()
	id := n.write("Ann", "", "new "+game+" for 3").Tables[0]
	n.write("Bob", "", "join "+id)
	n.write("Ann", id, "say Hello BOB, write to ann@test.", "invite cem@test", "bots 1")
	n.write("Bob", id, "tell Ann I hold a captain.")
	for order := 0; ; order++ {
		n.must(n.Settle(n.Context(), id, n.now))
		t := n.load(id)
		if t.Over() {
			break
		}
		n.order(t, order)
	}
	n.write([]string{"Ann", "Bob"}[n.stayed(id)-1], id, "say Well played.")
	n.deliver()
	return id
}

// order lets the first player who is awaited do something: write, or be silent, or
// give up.
func (n *inn) order(t *table.Table, order int) {
	n.Helper()
	seat := slices.DeleteFunc(t.Play.Awaited(), func(s engine.Seat) bool { return t.Lobby.Places[s-1].Bot })[0]
	switch {
	case order%7 == 6:
		due, _ := t.Deadline(seat)
		n.now = due.Add(time.Second)
		n.must(n.Lapse(n.Context(), t.ID, n.now))
	case order == 12:
		n.write(t.Names.Name(seat), t.ID, "resign")
	default:
		luck := engine.NewChance(sha256.Sum256([]byte("players")), t.Version)
		n.write(t.Names.Name(seat), t.ID, t.Play.Bot(seat, luck))
	}
}

func (n *inn) load(id string) *table.Table {
	n.Helper()
	t, err := n.Load(n.Context(), id, 0)
	n.must(err)
	return t
}

// deliver sends every letter that is due: a stand-in for one, with the foot of one.
func (n *inn) deliver() {
	n.Helper()
	letters, err := n.store.Claim(n.Context(), n.now, 10_000)
	n.must(err)
	for _, l := range letters {
		n.must(n.store.Rendered(n.Context(), l.ID, messageID(l.ID), []byte(fmt.Sprint("letter ", l.ID))))
		n.must(n.store.Settle(n.Context(), l.ID, events.Fate{State: events.Sent, At: n.now}))
	}
}

func messageID(letter int64) string { return fmt.Sprintf("letter-%d@test", letter) }

// papers are the letters to a seat as its player keeps them.
func (n *inn) papers(id string, seat uint8) []export.Paper {
	n.Helper()
	letters, err := n.store.Letters(n.Context(), id)
	n.must(err)
	var papers []export.Paper
	for _, l := range letters {
		if l.Seat != seat {
			continue
		}
		t, err := n.Load(n.Context(), id, l.Version)
		n.must(err)
		head := t.Head(engine.Seat(seat))
		papers = append(papers, export.Paper{
			MessageID: l.MessageID, Table: id, Head: hex.EncodeToString(head[:8]), Sums: []export.Sum{l.Sum}, Text: fmt.Sprint("letter ", l.ID),
		})
	}
	return papers
}

func (n *inn) source() export.Source {
	return export.Source{Log: n.store, Lobby: n.Lobby, Deck: data.Deck}
}

func (n *inn) gather(id string) *export.History {
	n.Helper()
	h, err := n.source().Gather(n.Context(), id)
	n.must(err)
	return h
}

func replay(id string, secret [32]byte, deck []byte) export.Replay {
	return table.NewReplay(lobby.Lobby{Games: games.All()}, id, secret, deck)
}

func verify(h *export.History) []export.Check {
	checks, _ := export.Verify(context.Background(), h, replay) // that does not end
	return checks
}

// find gives the check of that name.
func find(t testing.TB, checks []export.Check, name string) export.Check {
	t.Helper()
	i := slices.IndexFunc(checks, func(c export.Check) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("no check is called %s: %v", name, checks)
	}
	return checks[i]
}
