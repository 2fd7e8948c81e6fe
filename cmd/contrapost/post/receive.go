package post

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

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
	if m.Bounce != nil {
		return r.bounced(ctx, m, f)
	}
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
	if reason := r.excess(m, &c); reason != "" {
		log.Warn("mail ignored", "reason", reason)
		return nil
	}
	if c.held() {
		log.Warn("mail held", "table", c.heard.Table, "reason", c.reason)
		return r.hold(ctx, c, m, f)
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
		reply, err := r.House.Hear(ctx, heardAs(c, m, f, r.Now()))
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
	if m.FromCount > 1 { // it is held, and nobody answered
		return ""
	}
	from, err := mailer.CheckAddress(m.From)
	if err != nil {
		return "sender cannot be answered"
	}
	if strings.EqualFold(from, r.Address) {
		return "our own address"
	}
	ordered := slices.ContainsFunc(m.Lines, func(l mailer.Line) bool { return l.Order })
	if !ordered && !r.patience.answerIdle(strings.ToLower(from), r.Now()) {
		return "too many mails without an order"
	}
	return ""
}

// excess says why a mail is passed over that comes when too many have come, or "".
// A player's is held instead, and so are some of those that were not believed.
func (r *Room) excess(m mailer.Message, c *caller) string {
	now, who := r.Now(), strings.ToLower(m.From)
	switch {
	case c.held():
		if !r.patience.hear("held", who, r.Limits, now) {
			return "too many mails of this sender are held"
		}
	case c.heard.Player.Name != "":
		// What anybody can write in their name is counted apart from what they can.
		if !r.patience.hear("sender", c.identified+" "+c.heard.Player.ID, r.Limits, now) {
			c.reason, c.kind = "too many mails of this sender", table.KindHeldMany
		}
	case !r.patience.hear("stranger", who, r.Limits, now):
		return "too many mails of this stranger"
	case !r.patience.hear("strangers", "", r.Limits, now):
		return "too many mails of strangers"
	}
	return ""
}

func heardAs(c caller, m mailer.Message, f mailer.Fetched, now time.Time) table.Heard {
	h := c.heard
	h.Mail = inbox(c, m, f)
	h.Wrote = wrote(m)
	h.FromName = m.FromName
	h.Now = now
	h.TooLong = f.TooBig || m.Cut
	h.Sealed = m.Sealed != ""
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
		Player: c.heard.Player.ID, Received: f.Received, Raw: f.Raw, Identified: c.identified,
	}
}

// wrote is a hash of who wrote what, and in answer to which letter: mail programs that
// send a mail twice may give it another Message-ID and another date.
func wrote(m mailer.Message) string {
	sum := sha256.New()
	token, _ := m.Token()
	for _, part := range []string{"wrote 1", strings.ToLower(m.From), token.String(), m.Subject} {
		fmt.Fprintf(sum, "%d %s\n", len(part), part)
	}
	for _, l := range m.Lines {
		fmt.Fprintf(sum, "%d %s\n", len(l.Text), l.Text)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
