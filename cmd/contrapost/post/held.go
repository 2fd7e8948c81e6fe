package post

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
)

// Held is what is kept of why a mail is held, and of what it would be heard as if a
// moderator accepted it.
type Held struct {
	Reason    string      `json:"reason"`
	Table     string      `json:"table,omitempty"`
	Seat      engine.Seat `json:"seat,omitempty"`
	Player    string      `json:"player,omitempty"` // id; "" for somebody new
	Letter    int         `json:"letter,omitempty"` // number of the one it answers
	Moderator bool        `json:"moderator,omitempty"`
}

// HeldOf reads why a mail is held.
func HeldOf(m events.Mail) (h Held, err error) {
	if err := json.Unmarshal([]byte(m.Held), &h); err != nil {
		return h, fmt.Errorf("mail %d: why it is held: %w", m.ID, err)
	}
	return h, nil
}

// hold keeps a mail without carrying it out and tells the rightful owner of the
// address or the seat, at most once a day.
func (r *Room) hold(ctx context.Context, c caller, m mailer.Message, f mailer.Fetched) error {
	why, err := json.Marshal(Held{
		Reason: c.reason, Table: c.heard.Table, Seat: c.heard.Seat, Player: c.owner.ID, Letter: c.number, Moderator: c.ruling,
	})
	if err != nil {
		return err
	}
	now := r.Now()
	mail := inbox(c, m, f)
	mail.Stream, mail.Seat, mail.Heard, mail.Held, mail.Identified = "", 0, now, string(why), ""
	b := events.Batch{Now: now, Mail: &mail}
	if c.ruling {
		r.tellHeld(&b, c)
	} else if c.owner.Name != "" { // nobody who was only invited
		b.Letters = []events.Letter{{
			Player: c.owner.ID, Kind: cmp.Or(c.kind, table.KindHeld), Mail: -1, Due: now, Next: now,
			Cause: cmp.Or(c.kind, table.KindHeld) + ":" + now.UTC().Format(time.DateOnly),
		}}
	}
	if err := r.House.Schedule(ctx, &b); err != nil {
		return err
	}
	if _, err := r.Log.Commit(ctx, b); err != nil && !seen(err) {
		return fmt.Errorf("hold mail: %w", err)
	}
	return nil
}

// tellHeld adds the letter that tells a moderator of a ruling that was held, to the
// address as the config has it; once a day.
func (r *Room) tellHeld(b *events.Batch, c caller) {
	if c.owner.ID == "" {
		i := slices.IndexFunc(r.Moderators, func(a string) bool { return strings.EqualFold(a, c.owner.Address) })
		c.owner = events.Player{ID: r.moderatorID(r.Moderators[i]), Address: r.Moderators[i]}
		b.Players = append(b.Players, c.owner)
	}
	b.Letters = append(b.Letters, events.Letter{
		Player: c.owner.ID, Kind: table.KindHeldRuling, Cause: "held:" + b.Now.UTC().Format(time.DateOnly), Mail: -1,
	})
}

// moderatorID is the player id of a moderator who never sat down.
func (r *Room) moderatorID(address string) string { return r.personID("moderator", address) }

// ErrErased says that a held mail has been erased, with whoever was forgotten.
var ErrErased = errors.New("the mail has been erased")

// Desk is where a moderator decides about held mails.
type Desk struct {
	Log     events.Log
	House   *table.House
	IsOrder func(string) bool
}

// Accept has a held mail heard as if it had proved whose it is: at a table as of the
// player its reply address was made for, else of the address it came from. What it
// orders is judged by the present state, as all orders are. A mail that is not held,
// or was decided about, is events.ErrDone.
func (d Desk) Accept(ctx context.Context, id int64, now time.Time) (table.Reply, error) {
	kept, h, err := d.held(ctx, id)
	if err != nil {
		return table.Reply{}, err
	}
	if len(kept.Raw) == 0 {
		return table.Reply{}, ErrErased
	}
	m, err := mailer.Read(kept.Raw, d.IsOrder)
	if err != nil {
		return table.Reply{}, fmt.Errorf("read mail %d: %w", id, err)
	}
	c := caller{identified: "moderator"}
	c.heard = table.Heard{Table: h.Table, Seat: h.Seat, Moderator: h.Moderator, Decision: &events.Decision{Mail: id, Verdict: events.Accepted}}
	if c.heard.Player, err = d.player(ctx, h, kept); err != nil {
		return table.Reply{}, err
	}
	if c.heard.Told, err = shownBy(ctx, d.Log, h.Table, h.Player, h.Letter); err != nil {
		return table.Reply{}, err
	}
	heard := heardAs(c, m, mailer.Fetched{Received: kept.Received}, now)
	heard.Mail.Key = "accepted " + kept.Key
	return d.House.Hear(ctx, heard)
}

func (d Desk) held(ctx context.Context, id int64) (events.Mail, Held, error) {
	m, err := d.Log.MailByID(ctx, id)
	if err != nil {
		return m, Held{}, err
	}
	if m.Held == "" || m.Decided != "" {
		return m, Held{}, fmt.Errorf("mail %d: %w", id, events.ErrDone)
	}
	h, err := HeldOf(m)
	return m, h, err
}

func (d Desk) player(ctx context.Context, h Held, kept events.Mail) (events.Player, error) {
	if h.Player == "" {
		return events.Player{Address: kept.Sender}, nil
	}
	return d.Log.Player(ctx, h.Player)
}

// Refuse notes that a held mail is not to be heard. Nobody is told.
func (d Desk) Refuse(ctx context.Context, id int64, now time.Time) error {
	_, err := d.Log.Commit(ctx, events.Batch{Now: now, Decision: &events.Decision{Mail: id, Verdict: events.Declined}})
	return err
}
