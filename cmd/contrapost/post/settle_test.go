package post

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"contrapost/data"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// failing is a log whose next commits fail, as on a full disk.
type failing struct {
	events.Log
	times int
}

var errDisk = errors.New("disk is full")

func (f *failing) Commit(ctx context.Context, b events.Batch) (events.Receipt, error) {
	if f.times > 0 {
		f.times--
		return events.Receipt{}, errDisk
	}
	return f.Log.Commit(ctx, b)
}

// TestUnsettledTablesAreTriedAgain: a table whose bots could not move goes on owing
// their moves.
func TestUnsettledTablesAreTriedAgain(t *testing.T) {
	store, err := events.Open(t.Context(), filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	log := &failing{Log: store}
	house := &table.House{
		Log: log, Lobby: lobby.Lobby{Games: games.All()}, Deck: data.Deck, Prompt: true,
		Entropy: rand.NewChaCha8([32]byte{3}),
		Sitting: func(context.Context, string) ([]table.Sitting, error) { return nil, nil },
	}
	room := &Room{Log: log, House: house, Now: func() time.Time { return noon }, Slog: slog.New(slog.DiscardHandler)}
	open, err := house.Hear(t.Context(), table.Heard{
		Mail:   events.Mail{Key: "1", MessageID: "1@test", Received: noon},
		Player: events.Player{Address: "ann@test"}, FromName: "Ann", Lines: []string{"new konvooi for 2"}, Now: noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	ann, err := store.PlayerByAddress(t.Context(), "ann@test")
	if err != nil {
		t.Fatal(err)
	}
	id := open.Tables[0]
	_, err = house.Hear(t.Context(), table.Heard{
		Mail: events.Mail{Key: "2", MessageID: "2@test", Received: noon}, Table: id, Seat: 1,
		Player: ann, Lines: []string{"bots 1", "resign"}, Now: noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	owing := map[string]bool{}
	if _, err := room.note(t.Context(), 0, owing); err != nil || !owing[id] {
		t.Fatalf("owing %v, %v", owing, err)
	}
	log.times = 1
	if err := room.settle(t.Context(), owing); !errors.Is(err, errDisk) || !owing[id] {
		t.Errorf("after a failure: %v, owing %v", err, owing)
	}
	if err := room.settle(t.Context(), owing); err != nil || len(owing) != 0 {
		t.Errorf("tried again: %v, owing %v", err, owing)
	}
	over, err := house.Load(t.Context(), id, 0)
	if err != nil || !over.Over() {
		t.Errorf("the bots have not played to the end: %v", err)
	}
}

// TestPatience: a sender without orders is answered some times, then now and then.
func TestPatience(t *testing.T) {
	var p patience
	answered := 0
	for range 100 {
		if p.answerIdle("robot@test", noon) {
			answered++
		}
	}
	if answered != idleBurst {
		t.Errorf("%d answers at once, want %d", answered, idleBurst)
	}
	if !p.answerIdle("robot@test", noon.Add(idleEvery+time.Second)) || p.answerIdle("robot@test", noon.Add(idleEvery+time.Second)) {
		t.Error("not one more after a while")
	}
	if !p.answerIdle("ann@test", noon) {
		t.Error("another sender has to wait")
	}
}
