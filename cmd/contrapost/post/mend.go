package post

import (
	"context"
	"fmt"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
)

// Mend lets the tables at rest go on that can: another binary may fold what an
// earlier one could not. It is for the start, before anything else runs. What fails
// at one table leaves that table at rest.
func (r *Room) Mend(ctx context.Context) error {
	faults, err := r.Log.Faults(ctx)
	if err != nil {
		return fmt.Errorf("mend tables: %w", err)
	}
	for _, f := range faults {
		err := r.mend(ctx, f)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.Slog.Error("table stays at rest", "table", f.Stream, "since", f.At, "err", err)
			continue
		}
		r.Slog.Info("table goes on", "table", f.Stream, "rested", r.Now().Sub(f.At))
	}
	return nil
}

// mend rehearses everything that may have failed before it lets a table go on:
// otherwise the same fault would be told at every start.
func (r *Room) mend(ctx context.Context, f events.Fault) error {
	mails, err := r.missed(ctx, f)
	if err != nil {
		return err
	}
	if err := r.House.Rehearse(ctx, f.Stream, mails, r.Now()); err != nil {
		return err
	}
	if err := r.rehearseLetters(ctx, f.Stream); err != nil {
		return err
	}
	return r.House.Mend(ctx, f, r.Now())
}

// missed are the mails that a table at rest did not hear, as it would hear them now.
func (r *Room) missed(ctx context.Context, f events.Fault) ([]table.Heard, error) {
	letters, err := r.Log.Letters(ctx, "")
	if err != nil {
		return nil, err
	}
	var missed []table.Heard
	for _, l := range letters {
		if l.Mail == 0 || l.Kind != table.KindAnswer || l.Due.Before(f.At) {
			continue
		}
		mail, err := r.Log.MailByID(ctx, l.Mail)
		if err != nil {
			return nil, err
		}
		if mail.Stream != f.Stream {
			continue
		}
		h, err := r.again(ctx, mail)
		if err != nil {
			return nil, err
		}
		missed = append(missed, h)
	}
	return missed, nil
}

// again reads a mail as it was read when it came. One that was erased says nothing.
func (r *Room) again(ctx context.Context, mail events.Mail) (table.Heard, error) {
	player, err := r.Log.Player(ctx, mail.Player)
	if err != nil {
		return table.Heard{}, err
	}
	c := caller{heard: table.Heard{Table: mail.Stream, Seat: engine.Seat(mail.Seat), Player: player}}
	m, err := mailer.Read(mail.Raw, r.IsOrder)
	if err != nil {
		m = mailer.Message{Key: mail.Key, MessageID: mail.MessageID}
	}
	h := heardAs(c, m, mailer.Fetched{Received: mail.Received, Raw: mail.Raw}, r.Now())
	h.Wrote = "" // it repeats nothing but itself
	return h, nil
}

// rehearseLetters words the letters that wait at a table, and keeps none of it.
func (r *Room) rehearseLetters(ctx context.Context, id string) error {
	letters, err := r.Log.Letters(ctx, id)
	if err != nil {
		return err
	}
	for _, l := range letters {
		if l.MessageID != "" || l.State != events.Waiting && l.State != events.Trying {
			continue
		}
		player, err := r.Log.Player(ctx, l.Player)
		if err != nil {
			return err
		}
		if _, _, err := r.letter(ctx, l, player); err != nil {
			return fmt.Errorf("rehearse letter %d: %w", l.ID, err)
		}
	}
	return nil
}
