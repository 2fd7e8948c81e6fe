package post

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
)

// A letter is given up when it is both old and often tried, and when it is the letter
// that is at fault; never for trouble with our own account or line.
func TestLettersAreGivenUp(t *testing.T) {
	greylisted := mailer.Result{State: mailer.Deferred, Code: 451, Reply: "4.7.1 later", Err: errors.New("x")}
	quota := mailer.Result{State: mailer.Deferred, Code: 550, Reply: "5.4.5 quota", Alarm: true, Err: errors.New("x")}
	unreachable := mailer.Result{State: mailer.Deferred, Err: errors.New("x")}
	uncertain := mailer.Result{State: mailer.Uncertain, Err: errors.New("x")}
	const old, young = oldest, oldest - time.Second
	for _, c := range []struct {
		name     string
		age      time.Duration
		attempts int
		result   mailer.Result
		state    string
	}{
		{"old and often tried", old, leastTries, greylisted, events.Refused},
		{"young", young, leastTries + 20, greylisted, events.Waiting},
		{"old and seldom tried: the service was down", old, leastTries - 1, greylisted, events.Waiting},
		{"our quota", old, leastTries, quota, events.Waiting},
		{"server out of reach", old, leastTries, unreachable, events.Waiting},
		{"uncertain again and again", old, leastTries, uncertain, events.Refused},
		{"uncertain", young, 3, uncertain, events.Uncertain},
		{"taken at last", old, leastTries, mailer.Result{State: mailer.Delivered, Code: 250}, events.Sent},
	} {
		room := newChamber(t)
		fate := room.fate(events.Letter{ID: 1, Due: noon.Add(-c.age), Attempts: c.attempts}, c.result)
		if again := fate.State == events.Waiting || fate.State == events.Uncertain; fate.State != c.state || again != fate.Next.After(noon) {
			t.Errorf("%s: %+v, want %s", c.name, fate, c.state)
		}
	}
}

// Where the server takes letters from nobody here it is asked ever more seldom; after
// a fault of ours, soon again.
func TestPatienceAfter(t *testing.T) {
	var waits, short []string
	for failed := 1; failed <= 8; failed++ {
		waits = append(waits, patienceAfter(errors.Join(errors.New("x"), errWaits), failed).String())
		short = append(short, patienceAfter(context.DeadlineExceeded, failed).String())
	}
	if got, want := fmt.Sprint(waits), "[1m0s 2m0s 4m0s 8m0s 16m0s 30m0s 30m0s 30m0s]"; got != want {
		t.Errorf("waits %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(short), "[1s 2s 4s 8s 16s 32s 1m0s 1m0s]"; got != want {
		t.Errorf("waits %s, want %s", got, want)
	}
}

// What a letter asks, and has been answered before the letter was worded, is asked by
// nobody: a reminder is left out, and a letter that asks where a later one tells what
// it would have told.
func TestLateLetters(t *testing.T) {
	c := newChamber(t)
	id := c.table(t)
	late := func(l events.Letter) bool {
		t.Helper()
		now, err := c.House.Load(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		gone, err := c.late(t.Context(), now, l)
		if err != nil {
			t.Fatal(err)
		}
		return gone
	}
	about := func(seat engine.Seat) (ask, remind events.Letter) {
		now, err := c.House.Load(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		ask = events.Letter{ID: 1000, Stream: id, Version: now.Version, Seat: uint8(seat), Player: now.Lobby.Player(seat), Kind: table.KindAsked}
		remind = ask
		remind.Kind = table.KindReminder
		return ask, remind
	}
	seat := c.awaited(t, id)
	ask, remind := about(seat)
	if late(ask) || late(remind) {
		t.Error("late while it is asked")
	}
	c.play(t, id, "draw deck")
	if !late(remind) {
		t.Error("a reminder of what was answered is not late")
	}
	if late(ask) {
		t.Error("late with no letter to tell instead")
	}
	c.play(t, id, "draw deck") // the other
	if !late(ask) {
		t.Error("not late, though a later letter asks")
	}
	again, _ := about(c.awaited(t, id))
	c.play(t, id, "draw deck")
	if late(again) {
		t.Error("late, and no letter but itself and older ones to tell instead")
	}
	paused, reminded := about(c.awaited(t, id))
	c.rule(t, id, "pause")
	if late(paused) || late(reminded) {
		t.Error("late at a table that is paused")
	}
	answer := ask
	answer.Kind = table.KindAnswer
	if late(answer) {
		t.Error("an answer to a mail is late")
	}
}

// awaited is the seat whose turn it is.
func (c *chamber) awaited(t *testing.T, id string) engine.Seat {
	t.Helper()
	now, err := c.House.Load(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	return now.Play.Awaited()[0]
}
