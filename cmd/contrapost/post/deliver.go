package post

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// Deliver tries every letter that is due now, once.
func (r *Room) Deliver(ctx context.Context) error {
	for ctx.Err() == nil {
		letters, err := r.Log.Claim(ctx, r.Now(), 16)
		if err != nil {
			return fmt.Errorf("claim letters: %w", err)
		}
		if len(letters) == 0 {
			return nil
		}
		var failed []error
		for _, l := range letters {
			if err := r.Log.Settle(ctx, l.ID, r.try(ctx, l)); err != nil {
				failed = append(failed, fmt.Errorf("settle letter %d: %w", l.ID, err))
			}
		}
		if err := errors.Join(failed...); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// try makes one attempt at a letter and says what became of it. A letter that
// cannot be worded is a fault of ours: it waits, and the log says why.
func (r *Room) try(ctx context.Context, l events.Letter) (fate events.Fate) {
	defer func() {
		if p := recover(); p != nil { // one letter must not stop the others
			r.Slog.Error("word letter", "letter", l.ID, "panic", p, "stack", string(debug.Stack()))
			fate = r.later(l, events.Waiting, "could not be worded")
		}
	}()
	to, raw, err := r.worded(ctx, l)
	if err != nil {
		r.Slog.Error("word letter", "letter", l.ID, "table", l.Stream, "seat", l.Seat, "err", err)
		return r.later(l, events.Waiting, "could not be worded")
	}
	result := r.Courier.Send(ctx, r.Address, to, raw)
	r.Slog.Info("letter", "letter", l.ID, "table", l.Stream, "seat", l.Seat, "number", l.Number, "state", result.State, "code", result.Code)
	switch result.State {
	case mailer.Delivered:
		return events.Fate{State: events.Sent, Reply: result.Reply, At: r.Now()}
	case mailer.Refused:
		return events.Fate{State: events.Refused, Reply: result.Reply, At: r.Now()}
	case mailer.Uncertain:
		return r.later(l, events.Uncertain, result.Reply)
	}
	return r.later(l, events.Waiting, result.Reply)
}

func (r *Room) later(l events.Letter, state, reply string) events.Fate {
	now := r.Now()
	jitter := uint64(l.ID) * 0x9e3779b97f4a7c15
	return events.Fate{State: state, Reply: reply, At: now, Next: now.Add(events.Backoff(l.Attempts, jitter))}
}

// worded gives a letter's bytes: those kept from an earlier attempt, or new ones,
// which are kept before anybody dials.
func (r *Room) worded(ctx context.Context, l events.Letter) (to string, raw []byte, err error) {
	player, err := r.Log.Player(ctx, l.Player)
	if err != nil {
		return "", nil, err
	}
	raw, err = r.Log.Bytes(ctx, l.ID)
	if err == nil || !notFound(err) {
		return player.Address, raw, err
	}
	out, err := r.compose(ctx, l, player)
	if err != nil {
		return "", nil, err
	}
	if raw, err = mailer.Compose(out); err != nil {
		return "", nil, err
	}
	return player.Address, raw, r.Log.Rendered(ctx, l.ID, out.MessageID, raw)
}

// compose words a letter and puts its envelope fields in place.
func (r *Room) compose(ctx context.Context, l events.Letter, player events.Player) (mailer.Outgoing, error) {
	letter, mail, err := r.letter(ctx, l, player)
	if err != nil {
		return mailer.Outgoing{}, err
	}
	out := mailer.Outgoing{
		FromName: r.Name, From: r.Address, To: player.Address, ToName: letter.Reader, ReplyTo: r.Address,
		Subject: r.Catalog.Subject(letter, player.Language), Text: r.Catalog.Text(letter, player.Language),
		MessageID: r.messageID(l.Stream, strconv.FormatInt(l.Version, 10), strconv.Itoa(int(l.Seat)), l.Player, l.Kind, l.Cause),
		Date:      r.Now(),
	}
	if l.Stream != "" {
		out.ReplyTo = r.Signer.Address(mailer.Token{Table: l.Stream, Seat: l.Seat, Letter: l.Number}, l.Player)
	}
	if letter.Table != "" {
		out.References = []string{r.messageID("table", l.Stream)}
	}
	if mail.MessageID != "" && l.Kind == table.KindAnswer {
		out.Auto, out.InReplyTo = mailer.AutoReplied, mail.MessageID
		out.References = append(out.References, mail.MessageID)
	}
	return out, nil
}

// letter gathers what a letter says: the table as of the version it was due at.
func (r *Room) letter(ctx context.Context, l events.Letter, player events.Player) (templates.Letter, events.Mail, error) {
	letter := templates.Letter{
		Kind: l.Kind, Reader: player.Name, Number: l.Number, Now: r.Now(), Zone: zone(player.Zone),
	}
	var mail events.Mail
	if l.Mail != 0 {
		var err error
		if mail, err = r.Log.MailByID(ctx, l.Mail); err != nil {
			return letter, mail, err
		}
		if len(mail.Answers) > 0 {
			if err := json.Unmarshal(mail.Answers, &letter.Answers); err != nil {
				return letter, mail, fmt.Errorf("answers of mail %d: %w", mail.ID, err)
			}
		}
	}
	if l.Kind == table.KindHeld {
		letter.Kind, letter.Notes = templates.KindNotice, []templates.Note{{Key: "note.held"}}
	}
	if l.Stream != "" {
		if err := r.atTable(ctx, l, player, &letter); err != nil {
			return letter, mail, err
		}
	}
	return letter, mail, r.manual(&letter, player.Language)
}

func (r *Room) atTable(ctx context.Context, l events.Letter, player events.Player, letter *templates.Letter) error {
	t, err := r.House.Load(ctx, l.Stream, l.Version)
	if err != nil {
		return err
	}
	seat := engine.Seat(l.Seat)
	letter.Names, letter.Seat, letter.Reader = t.Names, seat, t.Names.Name(seat)
	letter.Notes = append(letter.Notes, occasion(l.Kind, t)...)
	if t.Lobby.Closed { // there is no page of it any more
		if l.Kind == table.KindClosed {
			letter.Kind = templates.KindNotice
		}
		return nil
	}
	if t.Play == nil {
		// A table that still seats players is not a conversation yet: its subject
		// names the players, and must stay the same once the game has begun.
		page := forming(t, seat, r.Catalog.For(player.Language, t.Names))
		letter.Page = &page
		if !told(letter.Answers, "commitment") {
			letter.Commitment = t.Lobby.Commitment
		}
		return nil
	}
	letter.Game, letter.Table, letter.Head = t.Game.Title(), t.ID, head(t.Head(seat))
	if l.Number == 1 || l.Kind == table.KindBegun {
		letter.Commitment = t.Lobby.Commitment
	}
	if secret, ok := t.Published(); ok {
		letter.Secret = hex.EncodeToString(secret[:])
	}
	last, err := r.last(ctx, l)
	if err != nil {
		return err
	}
	for _, s := range t.Resigned(last) {
		letter.Notes = append(letter.Notes, templates.Note{Key: "note.resigned", Args: engine.Args{"Name": s}})
	}
	page := t.Play.Page(r.Catalog.For(player.Language, t.Names), seat, t.Known(seat, last))
	letter.Page = &page
	letter.Deadline, _ = t.Deadline(seat)
	return nil
}

// occasion says why a letter comes that answers nothing and asks nothing new.
func occasion(kind string, t *table.Table) []templates.Note {
	switch kind {
	case table.KindReminder:
		return []templates.Note{{Key: "note.reminder"}}
	case table.KindClosed:
		return []templates.Note{{Key: "note.closed", Args: engine.Args{"Table": t.ID, "Game": t.Game.Title()}}}
	case table.KindDelayed:
		o := t.Lobby.Outages[len(t.Lobby.Outages)-1]
		return []templates.Note{{Key: "note.delayed", Args: engine.Args{"From": o.From, "To": o.To, "Span": o.To.Sub(o.From)}}}
	}
	return nil
}

// last is the version that the seat's last letter told of; 0 if there was none.
func (r *Room) last(ctx context.Context, l events.Letter) (int64, error) {
	last, err := r.Log.LastLetter(ctx, l.Stream, l.Seat, l.ID)
	if notFound(err) {
		return 0, nil
	}
	return last.Version, err
}

// head prints the first eight bytes of a chain's head in fours.
func head(sum [32]byte) string {
	s := hex.EncodeToString(sum[:8])
	return s[:4] + " " + s[4:8] + " " + s[8:12] + " " + s[12:]
}

func zone(name string) *time.Location {
	if loc, err := time.LoadLocation(name); err == nil && name != "" {
		return loc
	}
	return time.UTC
}

func seen(err error) bool { return errors.Is(err, events.ErrSeen) }
