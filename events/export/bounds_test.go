package export_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
)

// wordy is a finished game behind which so many things were said at one time, each by
// a mail of its own.
func wordy(t *testing.T, times int) *export.History {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	said := at(h, "words-said", 0)
	last := h.Entries[len(h.Entries)-1]
	for i := range times {
		e := *said
		ref := fmt.Sprintf("%d@test", i)
		e.Cause.Ref, e.At = lobby.Contribution(ref), last.At
		h.Entries = append(h.Entries, e)
		h.Mails = append(h.Mails, export.Mail{
			ID: int64(1000 + i), MessageID: ref, Ref: e.Cause.Ref, Heard: e.At.UnixMilli(), Lines: []export.Line{{Verdict: "done"}},
		})
	}
	rechain(h)
	return h
}

// TestLongHistory: what takes its time for each entry does not take it for each other
// one as well: a minute is many times what these need.
func TestLongHistory(t *testing.T) {
	h := wordy(t, 20_000)
	h.Deck.Text = ""
	same := clone(h)
	for i := range same.Mails[len(same.Mails)-20_000:] {
		m := &same.Mails[len(same.Mails)-20_000+i]
		m.Ref = same.Mails[0].Ref
	}
	for _, h := range []*export.History{h, same} {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		checks, err := export.Verify(ctx, h, replay)
		if err != nil {
			t.Fatal(err)
		}
		if c := find(t, checks, "mails"); (c.State == export.Held) != (h != same) {
			t.Error(c)
		}
	}
}

// stopping is a replay during which its user is told to stop.
type stopping struct {
	export.Replay
	stop  func()
	after *int
}

func (s stopping) Fold(e events.Entry) error {
	if *s.after--; *s.after == 0 {
		s.stop()
	}
	return s.Replay.Fold(e)
}

// TestVerifyStops: whoever verifies a long history can be told to stop, at any entry.
func TestVerifyStops(t *testing.T) {
	h := wordy(t, 100)
	ctx, stop := context.WithCancel(t.Context())
	after := 50
	checks, err := export.Verify(ctx, h, func(table string, secret [32]byte, deck []byte) export.Replay {
		return stopping{replay(table, secret, deck), stop, &after}
	})
	if checks != nil || !errors.Is(err, context.Canceled) || after != 0 {
		t.Errorf("%v, %v, %d entries before the end", checks, err, -after)
	}
}

// TestMostDecisions: a text can go on for long, but not without end.
func TestMostDecisions(t *testing.T) {
	text := "Game: konvooi\nSeats: Ann, Bob\nSeed: kitchen\n\n" + strings.Repeat("Ann says \"hi\"\n", 20_001)
	_, err := notation().Read(strings.NewReader(text))
	wrong, ok := errors.AsType[*export.FileError](err)
	if !ok || !strings.Contains(wrong.What, "20000 decisions at most") {
		t.Error(err)
	}
}

// TestMostPlayers: nobody fills a database with players by one table.
func TestMostPlayers(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	header := "Game: konvooi\n"
	for i := range 1000 {
		h.Players = append(h.Players, export.Player{ID: fmt.Sprint("P", i)})
		header += fmt.Sprintf("Player: P%d id P%d\n", i, i)
	}
	_, err := export.Read(strings.NewReader(string(written(t, h))))
	_, text := notation().Read(strings.NewReader(header + "Player: Q id Q\n"))
	for _, err := range []error{err, text} {
		if wrong, ok := errors.AsType[*export.FileError](err); !ok || !strings.Contains(wrong.What, "more than 1000 players") {
			t.Error(err)
		}
	}
}
