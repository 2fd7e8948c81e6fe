package post

import (
	"context"
	"errors"
	"fmt"
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
	"contrapost/mailer"
)

// racing is a log in which somebody else is always faster.
type racing struct{ events.Log }

func (r racing) Commit(context.Context, events.Batch) (events.Receipt, error) {
	return events.Receipt{}, fmt.Errorf("commit: %w", events.ErrConflict)
}

// TestLostRacesAreNoFaultOfTheMail: it is to come again, and not to be put aside.
func TestLostRacesAreNoFaultOfTheMail(t *testing.T) {
	store, err := events.Open(t.Context(), filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	log := racing{store}
	house := &table.House{
		Log: log, Lobby: lobby.Lobby{Games: games.All()}, Deck: data.Deck, Entropy: rand.NewChaCha8([32]byte{3}),
		Sitting: func(context.Context, string) ([]table.Sitting, error) { return nil, nil },
	}
	room := &Room{
		Log: log, House: house, Address: "game@test", IsOrder: func(string) bool { return true },
		Now: func() time.Time { return noon }, Slog: slog.New(slog.DiscardHandler),
	}
	mail := "From: ann@test\r\nTo: game@test\r\nMessage-ID: <1@test>\r\nSubject: x\r\n\r\nnew konvooi for 2\r\n"
	err = room.Receive(t.Context(), mailer.Fetched{UID: 1, Received: noon, Raw: []byte(mail)})
	if !errors.Is(err, mailer.ErrBusy) || !errors.Is(err, events.ErrConflict) {
		t.Errorf("received with %v", err)
	}
}
