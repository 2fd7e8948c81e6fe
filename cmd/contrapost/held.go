package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"contrapost/cmd/contrapost/post"
	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/projector"
	"contrapost/mailer"
)

// held is about mails that were not believed.
type held struct {
	List   heldList   `cmd:"" default:"withargs" help:"List the mails that are held: who they are from, why, and what they order."`
	Accept heldAccept `cmd:"" help:"Have a held mail heard as if it had proved whose it is."`
	Refuse heldRefuse `cmd:"" help:"Have a held mail never heard. Nobody is told."`
}

type heldList struct {
	whichDatabase
	JSON bool `name:"json" help:"One JSON object a line, for programs."`
}

type heldAccept struct {
	whichDatabase
	Mail int64 `arg:"" name:"N" help:"The mail's number in the list."`
}

type heldRefuse struct {
	whichDatabase
	Mail int64 `arg:"" name:"N" help:"The mail's number in the list."`
}

// heldRow is a held mail as a moderator sees it.
type heldRow struct {
	Mail     int64       `json:"mail"`
	Received time.Time   `json:"received"`
	From     string      `json:"from"`
	Reason   string      `json:"reason"`
	Table    string      `json:"table,omitempty"`
	Seat     engine.Seat `json:"seat,omitempty"`
	Player   string      `json:"player,omitempty"` // whose orders they would be; "" for somebody new
	Name     string      `json:"name,omitempty"`
	Wrote    []string    `json:"wrote"` // what it orders; none if the mail has been erased
}

// Run lists the mails that wait for a decision, the oldest first.
func (c *heldList) Run(ctx context.Context, t *terminal) error {
	store, err := c.read(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	mails, err := store.Held(ctx)
	if err != nil {
		return err
	}
	rows := make([]heldRow, len(mails))
	for i, m := range mails {
		if rows[i], err = heldRowOf(ctx, store, m); err != nil {
			return err
		}
	}
	if c.JSON {
		return printJSON(t.out, rows)
	}
	return printHeld(t.out, rows)
}

func heldRowOf(ctx context.Context, store *events.Store, m events.Mail) (heldRow, error) {
	h, err := post.HeldOf(m)
	if err != nil {
		return heldRow{}, err
	}
	row := heldRow{
		Mail: m.ID, Received: m.Received.UTC(), From: m.Sender, Reason: h.Reason, Table: h.Table, Seat: h.Seat, Player: h.Player, Wrote: []string{},
	}
	p, err := store.Player(ctx, h.Player)
	if err != nil && !errors.Is(err, events.ErrNotFound) {
		return row, err
	}
	row.Name = p.Name
	whole, err := store.MailByID(ctx, m.ID)
	if err != nil || len(whole.Raw) == 0 {
		return row, err
	}
	house := newHouse(store, nil, false)
	read, err := mailer.Read(whole.Raw, isOrder(house.Lobby))
	if err != nil {
		return row, nil // it was held unread; there is nothing to quote
	}
	for _, l := range read.Lines {
		if l.Order {
			row.Wrote = append(row.Wrote, l.Text)
		}
	}
	return row, nil
}

func printHeld(w io.Writer, rows []heldRow) error {
	if len(rows) == 0 {
		_, err := fmt.Fprintln(w, "no mail is held")
		return err
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "MAIL\tRECEIVED\tFROM\tAS\tTABLE\tWHY\tORDERS")
	for _, r := range rows {
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Mail, clockTime(r.Received), orDash(r.From), orDash(r.Name), orDash(r.Table), r.Reason,
			orDash(strings.Join(r.Wrote, "; ")))
	}
	return out.Flush()
}

// Run has the mail heard, also while the database is served: the service sends the
// letters.
func (c *heldAccept) Run(ctx context.Context, t *terminal) (err error) {
	store, own, err := c.write(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	s, err := deskOf(ctx, store, own)
	if err != nil {
		return err
	}
	reply, err := s.Accept(ctx, c.Mail, time.Now())
	if err = undecided(err, c.Mail); err != nil {
		return err
	}
	for _, a := range reply.Answers {
		fmt.Fprintf(t.out, "%s: %s\n", a.Verdict, a.Line)
	}
	fmt.Fprintf(t.out, "mail %d is accepted; its sender is answered\n", c.Mail)
	return nil
}

// deskOf is a moderator's desk at a database that may be served besides. What confirms
// that somebody wants to be forgotten is made anew each time, so that no held mail does.
func deskOf(ctx context.Context, store *events.Store, own string) (post.Desk, error) {
	house := newHouse(store, rand.Reader, false)
	s := &service{store: store, house: house}
	var err error
	if s.projector, err = projector.New(ctx, store, view(house)); err != nil {
		return post.Desk{}, err
	}
	s.ask(own)
	code := strings.ToLower(rand.Text())
	house.Code = func(string, time.Time) string { return code }
	return post.Desk{Log: store, House: house, IsOrder: isOrder(house.Lobby)}, nil
}

// Run notes that the mail is never to be heard.
func (c *heldRefuse) Run(ctx context.Context, t *terminal) (err error) {
	store, _, err := c.write(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	err = post.Desk{Log: store}.Refuse(ctx, c.Mail, time.Now())
	if err = undecided(err, c.Mail); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "mail %d is refused\n", c.Mail)
	return nil
}

// undecided makes wrong use of what cannot be decided about.
func undecided(err error, mail int64) error {
	switch {
	case errors.Is(err, events.ErrDone), errors.Is(err, events.ErrNotFound):
		return misuse("mail %d is not held, or was decided about; see contrapost held", mail)
	case errors.Is(err, post.ErrErased):
		return misuse("mail %d has been erased, as somebody was forgotten; there is nothing to be heard", mail)
	}
	return err
}
