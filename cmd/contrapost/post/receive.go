package post

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
)

// Receive takes one fetched mail to its commit. An error means that it must be
// handed over again; a mail that cannot be believed or read is no error.
func (r *Room) Receive(ctx context.Context, f mailer.Fetched) (err error) {
	defer func() {
		if p := recover(); p != nil { // one mail must not stop the others
			err = fmt.Errorf("mail %d: panic: %v\n%s", f.UID, p, debug.Stack())
		}
	}()
	m, err := mailer.Read(f.Raw, r.IsOrder)
	if err != nil {
		r.Slog.Warn("mail cannot be read", "uid", f.UID, "err", err)
		return nil
	}
	log := r.Slog.With("mail", m.Key[:16], "message", hashed(cmp.Or(m.MessageID, m.Key)))
	if reason := r.unheard(m); reason != "" {
		log.Info("mail ignored", "reason", reason)
		return nil
	}
	outlived, err := r.outlived(ctx, m, f.Received)
	if err != nil {
		return fmt.Errorf("look for the sender among the forgotten: %w", err)
	}
	if outlived {
		log.Info("mail ignored", "reason", "its sender has been forgotten since")
		return nil
	}
	c, err := r.identify(ctx, m)
	if err != nil {
		return fmt.Errorf("identify sender: %w", err)
	}
	if c.held {
		log.Warn("mail held", "table", c.heard.Table, "reason", c.reason)
		return r.hold(ctx, c, f)
	}
	reply, err := r.hear(ctx, c, m, f)
	if errors.Is(err, events.ErrConflict) {
		return fmt.Errorf("hear mail: %w: %w", mailer.ErrBusy, err)
	}
	if err != nil {
		return fmt.Errorf("hear mail: %w", err)
	}
	for _, a := range reply.Answers {
		log.Info("order", "table", c.heard.Table, "seat", c.heard.Seat, "number", c.number, "verdict", a.Verdict)
	}
	return nil
}

// hear has a mail heard. A table whose game fails over it is put to rest, and the
// mail is heard again, as by a table that rests; so each table fails once at most.
func (r *Room) hear(ctx context.Context, c caller, m mailer.Message, f mailer.Fetched) (table.Reply, error) {
	failed := map[string]bool{}
	for {
		reply, err := r.House.Hear(ctx, r.heard(c, m, f))
		fault, ok := errors.AsType[*table.Fault](err)
		if !ok || failed[fault.Table] {
			return reply, err
		}
		failed[fault.Table] = true
		if err := r.Contain(ctx, err); err != nil {
			return reply, err
		}
	}
}

// unheard says why a mail is neither heard nor answered, or "".
func (r *Room) unheard(m mailer.Message) string {
	if m.Automatic {
		return m.Reason
	}
	if m.FromCount != 1 { // RFC 5322, 3.6.2; which of them is to be believed?
		return "not exactly one sender"
	}
	from, err := mailer.CheckAddress(m.From)
	if err != nil {
		return "sender cannot be answered"
	}
	if strings.EqualFold(from, r.Address) {
		return "our own address"
	}
	ordered := slices.ContainsFunc(m.Lines, func(l mailer.Line) bool { return l.Order })
	if !ordered && !r.patience.allow(strings.ToLower(from), r.Now()) {
		return "too many mails without an order"
	}
	return ""
}

// caller is who a mail is from, as far as it can be established.
type caller struct {
	heard  table.Heard
	number int // of the letter that is answered
	held   bool
	reason string
	ruling bool          // it is held because it rules at a table
	owner  events.Player // who is asked about a held mail
}

// identify establishes the sender: at a table by a token that fits the seat's
// player and by that player's exact address, else by address alone.
func (r *Room) identify(ctx context.Context, m mailer.Message) (caller, error) {
	var c caller
	player, err := r.Log.PlayerByAddress(ctx, m.From)
	if err != nil && !notFound(err) {
		return c, err
	}
	c.heard.Player = player
	if player.ID == "" {
		c.heard.Player.Address = m.From
	}
	token, ok := m.Token()
	if !ok {
		r.vouch(m, &c)
		return c, nil
	}
	c.heard.Table = token.Table
	c.heard.Seat, c.owner, c.reason, err = r.match(ctx, token, player)
	c.held = c.reason != ""
	c.number = token.Letter
	if err != nil || c.held {
		return c, err
	}
	c.heard.Told, err = r.told(ctx, token, player)
	return c, err
}

// told is the version of the table that a player's letter showed; 0 if there is no
// such letter, as after a backup was put back.
func (r *Room) told(ctx context.Context, token mailer.Token, player events.Player) (int64, error) {
	l, err := r.Log.LetterByNumber(ctx, token.Table, player.ID, token.Letter)
	if notFound(err) {
		return 0, nil
	}
	return l.Version, err
}

// match holds a token against the table it names. The reason is empty when it
// fits, and the seat is the one its player has now: seats move up before a game
// begins, and what an earlier letter gave as its address goes on being good. The
// owner is who may be told when it does not fit.
func (r *Room) match(ctx context.Context, token mailer.Token, from events.Player) (seat engine.Seat, owner events.Player, reason string, err error) {
	seat, sitting, err := r.signed(ctx, token)
	if notFound(err) {
		return 0, from, "no such table", nil
	}
	if err != nil {
		return 0, owner, "", err
	}
	if sitting == "" {
		return 0, from, "token does not fit", nil
	}
	if sitting == from.ID {
		return seat, from, "", nil
	}
	owner, err = r.Log.Player(ctx, sitting)
	return seat, owner, "sender is not the seat's player", err
}

// signed gives the player whom a token was made for, and the seat they have now; ""
// for nobody who sits there. Of a table that does not fold the seats are not known:
// it is whoever has sat there, in the seat of the token.
func (r *Room) signed(ctx context.Context, token mailer.Token) (seat engine.Seat, player string, err error) {
	t, err := r.House.Load(ctx, token.Table, 0)
	if err == nil {
		for i, p := range t.Lobby.Places {
			if p.Player != "" && r.Signer.Verify(token, p.Player) {
				return engine.Seat(i + 1), p.Player, nil
			}
		}
		return 0, "", nil
	}
	if err := r.Contain(ctx, err); err != nil {
		return 0, "", err
	}
	names, err := r.Log.SeatNames(ctx, token.Table)
	if err != nil {
		return 0, "", err
	}
	for _, n := range names {
		if r.Signer.Verify(token, n.Player) {
			return engine.Seat(token.Seat), n.Player, nil
		}
	}
	return 0, "", nil
}

func (r *Room) heard(c caller, m mailer.Message, f mailer.Fetched) table.Heard {
	h := c.heard
	h.Mail = inbox(c, m, f)
	h.FromName = m.FromName
	h.Now = r.Now()
	h.TooLong = f.TooBig || m.Cut
	for _, line := range m.Lines {
		if line.Tail {
			h.Tails = append(h.Tails, line.Text)
			continue
		}
		h.Lines = append(h.Lines, line.Text)
	}
	return h
}

func inbox(c caller, m mailer.Message, f mailer.Fetched) events.Mail {
	return events.Mail{
		Key: m.Key, MessageID: m.MessageID, Sender: m.From, Stream: c.heard.Table, Seat: uint8(c.heard.Seat),
		Player: c.heard.Player.ID, Received: f.Received, Raw: f.Raw,
	}
}

// hold keeps a mail without carrying it out and tells the rightful owner of the
// address or the seat, at most once a day.
func (r *Room) hold(ctx context.Context, c caller, f mailer.Fetched) error {
	m, err := mailer.Read(f.Raw, r.IsOrder)
	if err != nil {
		return err
	}
	now := r.Now()
	mail := inbox(c, m, f)
	mail.Stream, mail.Seat, mail.Heard = "", 0, now
	b := events.Batch{Now: now, Mail: &mail}
	if c.ruling {
		r.tellHeld(&b, c)
	} else if c.owner.Name != "" { // nobody who was only invited
		b.Letters = []events.Letter{{
			Player: c.owner.ID, Kind: table.KindHeld, Cause: "held:" + now.UTC().Format(time.DateOnly),
			Mail: -1, Due: now, Next: now,
		}}
	}
	if _, err := r.Log.Commit(ctx, b); err != nil && !seen(err) {
		return fmt.Errorf("hold mail: %w", err)
	}
	return nil
}
