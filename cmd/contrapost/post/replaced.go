package post

import (
	"cmp"
	"context"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// timely gives the version as of which a letter speaks, as the table stands now;
// errMoot if it is not to leave any more.
func (r *Room) timely(ctx context.Context, now *table.Table, l events.Letter) (int64, error) {
	version, moot := overtaken(now, l)
	var err error
	if !moot {
		moot, err = r.late(ctx, now, l)
	}
	if moot || err != nil {
		return 0, cmp.Or(err, errMoot)
	}
	return version, nil
}

// freshen has a letter that was kept waiting, for a digest say, tell of its table as it
// stands when it leaves and not as it stood when the letter fell due: its reader waited
// for all of it. Whatever a seat may know at that time it would be shown on asking.
func (r *Room) freshen(ctx context.Context, l *events.Letter) error {
	if l.Stream == "" || l.Seat == 0 || !l.Next.After(l.Due) || !table.Unasked(l.Kind) {
		return nil
	}
	now, err := r.now(ctx, *l)
	if err != nil {
		return err
	}
	if now.Version == l.Version {
		return nil
	}
	if _, err := r.timely(ctx, now, *l); err != nil {
		return err
	}
	seat, seated := now.Lobby.Seat(l.Player)
	if !seated {
		return errMoot
	}
	if err := r.Log.Shows(ctx, l.ID, now.Version); err != nil {
		return err
	}
	l.Version, l.Seat = now.Version, uint8(seat)
	return nil
}

// carried are the occasions of the letters that one has replaced: what they would have
// told is in it anyway, why they would have come is not.
func (r *Room) carried(ctx context.Context, now *table.Table, l events.Letter, since int64) ([]templates.Note, error) {
	replaced, err := r.Log.Replaced(ctx, l.ID)
	if err != nil {
		return nil, err
	}
	var notes []templates.Note
	said := map[string]bool{l.Kind: l.Kind != table.KindDelayed} // of a kind that need not be said twice
	for _, other := range replaced {
		about := now
		switch {
		case said[other.Kind]:
			continue
		case other.Kind == table.KindDelayed: // each is about the outage that was the last by then
			if about, err = r.House.Load(ctx, other.Stream, other.Version); err != nil {
				return nil, err
			}
		case other.Kind == table.KindReminder || other.Kind == table.KindHost || other.Kind == table.KindMended:
			said[other.Kind] = true
		}
		err := now.Attempt(func() error {
			if stands(now, l, other) {
				notes = append(notes, occasion(other, about, since)...)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return notes, nil
}

// stands tells whether what a letter would have come for is still so: of a reminder,
// that its reader is asked the same and has not just written; of a host, that the table
// still seats players.
func stands(now *table.Table, l, replaced events.Letter) bool {
	switch replaced.Kind {
	case table.KindHost:
		return now.Forming()
	case table.KindReminder:
		q, asked := now.Question(engine.Seat(replaced.Seat))
		return asked && q.Version <= replaced.Version && table.Unasked(l.Kind)
	}
	return replaced.Kind == table.KindDelayed || replaced.Kind == table.KindMended
}
