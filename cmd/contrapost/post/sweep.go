package post

import (
	"context"
	"errors"
	"fmt"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/projector"
)

// sweep is one look at all tables.
type sweep struct {
	*Clock
	now   time.Time
	heard time.Time
	wish  map[string]string // when players want to be reminded, by id
	deaf  bool              // something is due, and waits for the mailbox to be read
	next  time.Time         // the earliest of what is still to come
}

func (s *sweep) wishes(ctx context.Context) error {
	players, err := s.Log.Players(ctx)
	if err != nil {
		return err
	}
	s.wish = make(map[string]string, len(players))
	for _, p := range players {
		s.wish[p.ID] = p.Reminders
	}
	return nil
}

// table does what is due at one table.
func (s *sweep) table(ctx context.Context, t projector.Table) error {
	var failed []error
	if s.ripe(t.Due) {
		failed = append(failed, s.own(ctx, t))
	}
	for _, seat := range t.Seats {
		if s.ripe(seat.Waits) {
			failed = append(failed, s.House.Carry(ctx, t.Stream, s.now))
		}
	}
	late := false
	for i, seat := range t.Seats {
		if s.ripe(seat.Deadline) {
			late = true
		} else if seat.Deadline.After(s.now) && !seat.Bot && seat.Waits.IsZero() && s.now.Sub(s.heard) <= s.Outage {
			failed = append(failed, s.remind(ctx, t, engine.Seat(i+1), seat))
		}
	}
	if late {
		failed = append(failed, s.House.Lapse(ctx, t.Stream, s.now))
	}
	return errors.Join(failed...)
}

// ripe tells whether something due at a time can be done; what cannot yet be is
// taken note of.
func (s *sweep) ripe(due time.Time) bool {
	switch {
	case due.IsZero():
		return false
	case due.After(s.now):
		s.upcoming(due)
		return false
	case due.After(s.heard):
		s.deaf = true
		return false
	}
	return true
}

func (s *sweep) upcoming(due time.Time) {
	if s.next.IsZero() || due.Before(s.next) {
		s.next = due
	}
}

// own does what a table does without any seat's silence.
func (s *sweep) own(ctx context.Context, t projector.Table) error {
	if t.State == projector.Open {
		return s.House.CloseSilent(ctx, t.Stream, s.now)
	}
	return s.House.Settle(ctx, t.Stream, s.now)
}

// remind tells a seat that time runs, unless nobody could be heard for so long that
// the deadline is about to move. It sends the latest reminder that is due, once;
// earlier ones that nobody was there to send are left out.
func (s *sweep) remind(ctx context.Context, t projector.Table, at engine.Seat, seat projector.Seat) error {
	var last lobby.Reminder
	for _, r := range lobby.Reminders(s.wish[seat.Player], seat.Opened, seat.Deadline, stopsOf(seat)) {
		if r.Due.After(s.now) {
			s.upcoming(r.Due)
			break
		}
		last = r
	}
	if last.Name == "" {
		return nil
	}
	name := fmt.Sprintf("reminder %s seat %d question %d %s", t.Stream, at, seat.Version, last.Name)
	if s.sent[name] {
		return nil
	}
	_, err := s.Log.Done(ctx, name)
	if notFound(err) {
		err = s.House.Remind(ctx, t.Stream, at, seat.Version, name, s.now)
	}
	if err == nil || errors.Is(err, events.ErrDone) {
		s.know(name)
		return nil
	}
	return err
}

func stopsOf(seat projector.Seat) []lobby.Stop {
	all := make([]lobby.Stop, len(seat.Stops))
	for i, o := range seat.Stops {
		all[i] = lobby.Stop(o)
	}
	return all
}

// mostKnown is how many names of the ledger are kept at hand.
const mostKnown = 10_000

func (s *sweep) know(name string) {
	if s.sent == nil || len(s.sent) >= mostKnown {
		s.sent = map[string]bool{}
	}
	s.sent[name] = true
}
