package export_test

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"syscall"
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

var benchedGames = flag.Int("games", 20, "how many finished games the benchmark exports and verifies")

// botGame is a game that bots play in memory, a table's stream in the making.
type botGame struct {
	testing.TB
	id     string
	secret [32]byte
	seed   [32]byte
	game   engine.Game
	replay *table.Replay
	play   engine.Play
	drafts []events.Draft
}

// again adds what follows from an entry as it would begin.
func (g *botGame) again(d events.Draft) {
	g.Helper()
	drafts, err := g.replay.Again(events.Entry{Draft: d})
	if err != nil {
		g.Fatal(err)
	}
	g.drafts = append(g.drafts, drafts...)
	for _, d := range drafts {
		if lobby.Owns(d.Kind) {
			continue
		}
		if err := g.play.Evolve(engine.Record{Kind: d.Kind, Data: d.Data}); err != nil {
			g.Fatal(err)
		}
	}
}

func (g *botGame) lobby(e lobby.Event, order string) {
	g.Helper()
	r, err := lobby.Encode(e)
	if err != nil {
		g.Fatal(err)
	}
	g.again(events.Draft{Kind: r.Kind, Data: r.Data, Order: order, Cause: events.Cause{Kind: events.CauseBot}})
}

func (g *botGame) luck() engine.Chance { return engine.NewChance(g.seed, int64(len(g.drafts))) }

// order lets the first bot that is awaited play, or else the clock.
func (g *botGame) order() {
	g.Helper()
	d := events.Draft{Kind: "order", Cause: events.Cause{Kind: events.CauseClock}}
	if awaited := g.play.Awaited(); len(awaited) > 0 {
		command, err := g.play.Hear(awaited[0], g.game.Lexicon().Read(g.play.Bot(awaited[0], g.luck()), nil))
		if err != nil {
			g.Fatal(err)
		}
		d.Seat, d.Order, d.Cause.Kind = uint8(awaited[0]), command.String(), events.CauseBot
	} else {
		d.Order = g.play.Lapse(engine.Onlooker, g.luck()).String()
	}
	g.again(d)
}

// playBots plays the ith game of a benchmark to its end.
func playBots(t testing.TB, i int) *botGame {
	t.Helper()
	all := games.All()
	g := &botGame{TB: t, id: fmt.Sprintf("T%06d", i), secret: sha256.Sum256(fmt.Append(nil, i)), game: all[i%len(all)]}
	text, err := data.Deck(g.game.DefaultDeck())
	if err != nil {
		t.Fatal(err)
	}
	options, err := engine.Choose(g.game.Options(), nil)
	if err != nil {
		t.Fatal(err)
	}
	g.replay = table.NewReplay(lobby.Lobby{Games: all}, g.id, g.secret, text)
	if g.play, err = g.game.Play(nil); err != nil {
		t.Fatal(err)
	}
	const bots = 3
	opened := lobby.Open(lobby.Opening{Game: g.game.Name(), Seats: bots, Times: lobby.DefaultTimes}, g.game, options,
		engine.Deck{Name: g.game.DefaultDeck(), Text: text}, lobby.Commit(g.secret))
	g.lobby(&opened, "")
	var seats lobby.State
	for _, e := range (lobby.State{}).AddBots(bots) {
		seats = lobby.Evolve(seats, e)
	}
	g.seed = seats.Seed(g.secret)
	g.lobby((lobby.State{}).AddBots(1)[0], fmt.Sprintf("bots %d", bots))
	for over := false; !over; _, over = g.play.Result() {
		g.order()
	}
	return g
}

func (g *botGame) batch() events.Batch {
	return events.Batch{
		Now: noon, Secrets: []events.Secret{{Stream: g.id, Secret: g.secret}},
		Appends: []events.Append{{Stream: g.id, Drafts: g.drafts}},
	}
}

// Finished games are taken out of a database one by one, written, read back and
// verified. Peak memory is that of the heap after any of them, and must not grow with
// their number: go test -bench Verify -benchtime 1x -games 10000 ./events/export
func BenchmarkVerify(b *testing.B) {
	store, err := events.Open(b.Context(), filepath.Join(b.TempDir(), "log.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	for i := range *benchedGames {
		if _, err := store.Commit(b.Context(), playBots(b, i).batch()); err != nil {
			b.Fatal(err)
		}
	}
	runtime.GC()
	b.ResetTimer()
	entries, written, peak := 0, int64(0), uint64(0)
	start := processorTime()
	for range b.N {
		for i := range *benchedGames {
			n, size := thereAndBack(b, store, fmt.Sprintf("T%06d", i))
			entries += n
			written += size
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	}
	b.ReportMetric(float64(entries)/(processorTime()-start).Seconds(), "entries/cpu-s")
	b.ReportMetric(float64(entries)/float64(b.N), "entries")
	b.ReportMetric(float64(written)/float64(b.N)/(1<<20), "export-MB")
	b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
}

// processorTime is what the process has had of the processors, which other processes
// sway less than the clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // fails on bad arguments alone
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// thereAndBack exports a table, reads the export and verifies it.
func thereAndBack(b *testing.B, store *events.Store, id string) (entries int, size int64) {
	b.Helper()
	source := export.Source{Log: store, Lobby: lobby.Lobby{Games: games.All()}, Deck: data.Deck}
	h, err := source.Gather(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	var file bytes.Buffer
	if err := h.Write(&file); err != nil {
		b.Fatal(err)
	}
	size = int64(file.Len())
	if h, err = export.Read(&file); err != nil {
		b.Fatal(err)
	}
	for _, c := range verify(h) {
		if c.State != export.Held {
			b.Fatalf("table %s: %v", id, c)
		}
	}
	return len(h.Entries), size
}
