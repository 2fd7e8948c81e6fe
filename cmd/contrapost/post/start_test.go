package post

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/events"
	"contrapost/events/projector"
	"contrapost/events/table"
)

// botsTurn is a table at which bots alone play, and the first of them has yet to
// move: what a run leaves that ended between an order and what follows from it.
func (c *chamber) botsTurn(t *testing.T) (id string) {
	t.Helper()
	id = c.hear(t, "Ann", "new konvooi for 2").Tables[0]
	ann, err := c.store.PlayerByAddress(t.Context(), "ann@test")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.House.Hear(t.Context(), table.Heard{
		Mail: events.Mail{Key: "bots", MessageID: "bots@test", Received: noon}, Table: id, Seat: 1,
		Player: ann, Lines: []string{"bots 1", "resign"}, Now: noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// over tells whether a table's game has ended.
func (c *chamber) over(t *testing.T, id string) bool {
	t.Helper()
	folded, err := c.House.Load(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	return folded.Over()
}

// TestStartTakesUpWhatWasLeft: a table that owes a move by its read row makes it at
// once; one whose row does not say so, as soon as nothing else happens; and one that
// is over is left alone.
func TestStartTakesUpWhatWasLeft(t *testing.T) {
	bot := []projector.Seat{{Bot: true, Asked: "turn"}, {Bot: true}}
	for name, c := range map[string]struct {
		row                 projector.Table
		atOnce, afterAWhile bool
	}{
		"owing":     {projector.Table{State: projector.Playing, Seats: bot}, true, true},
		"due":       {projector.Table{State: projector.Playing, Due: noon}, true, true},
		"unseen":    {projector.Table{State: projector.Playing}, false, true},
		"unfolded":  {projector.Table{State: projector.Resting}, false, true},
		"left over": {projector.Table{State: projector.Over, Seats: bot}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				room := newChamber(t)
				c.row.Stream = room.botsTurn(t)
				room.Standing = func(context.Context) ([]projector.Table, int64, error) {
					return []projector.Table{c.row}, 1000, nil
				}
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error)
				go func() { ended <- room.Settle(ctx) }()
				synctest.Wait()
				if got := room.over(t, c.row.Stream); got != c.atOnce {
					t.Errorf("at once: played to the end %v, want %v", got, c.atOnce)
				}
				time.Sleep(2 * time.Second)
				synctest.Wait()
				if got := room.over(t, c.row.Stream); got != c.afterAWhile {
					t.Errorf("after a while: played to the end %v, want %v", got, c.afterAWhile)
				}
				stop()
				if err := <-ended; err != nil {
					t.Error(err)
				}
			})
		})
	}
}
