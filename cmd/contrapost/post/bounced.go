package post

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// bouncesFor is how long after a letter has left a report about it is believed.
const bouncesFor = 14 * 24 * time.Hour

// bounced notes a report about a letter that did not arrive (RFC 3464). It is known
// by the letter's Message-ID or reply address, which nobody but its reader and the servers
// between has seen while the game goes on: nobody can have another's letters stopped. After a hard one nothing is sent to
// the player before they write again, and the operator is told; soft ones are counted.
func (r *Room) bounced(ctx context.Context, m mailer.Message, f mailer.Fetched) error {
	l, hard, err := r.returned(ctx, m.Bounce)
	if err != nil || l.ID == 0 {
		return err
	}
	now := r.Now()
	b := events.Batch{
		Now:    now,
		Mail:   &events.Mail{Key: m.Key, MessageID: m.MessageID, Player: l.Player, Received: f.Received, Heard: now, Raw: f.Raw},
		Bounce: &events.Bounce{Player: l.Player, Hard: hard, Status: m.Bounce.Status},
	}
	if hard {
		if err := r.tellOperator(ctx, &b, events.Letter{Kind: table.KindBounced, Cause: fmt.Sprintf("letter:%d", l.ID)}); err != nil {
			return err
		}
	}
	if _, err := r.Log.Commit(ctx, b); err != nil && !seen(err) {
		return fmt.Errorf("note bounce: %w", err)
	}
	r.Slog.Warn("letter came back", "letter", l.ID, "table", l.Stream, "seat", l.Seat, "status", m.Bounce.Status, "hard", hard)
	return nil
}

// returned gives the letter that a report is about; none if it is about no letter of
// ours, or one that arrived, or left long ago.
func (r *Room) returned(ctx context.Context, b *mailer.Bounce) (l events.Letter, hard bool, err error) {
	if b.Action != "failed" && b.Action != "delayed" {
		return l, false, nil
	}
	l, err = r.Log.LetterByMessage(ctx, b.MessageID)
	if notFound(err) && b.Token.Table != "" {
		l, err = r.letterOf(ctx, b.Token)
	}
	if notFound(err) || err == nil && r.Now().Sub(l.Sent) > bouncesFor {
		return events.Letter{}, false, nil
	}
	if err != nil {
		return l, false, err
	}
	if known, err := r.exported(ctx, l.Stream); known || err != nil {
		return events.Letter{}, false, err
	}
	return l, b.Permanent(), nil
}

// exported tells whether everybody may have read what a table's letters were called:
// its game is over, and its history may have left the house.
func (r *Room) exported(ctx context.Context, id string) (bool, error) {
	if id == "" {
		return false, nil
	}
	t, err := r.House.Load(ctx, id, 0)
	if err != nil {
		return false, r.Contain(ctx, err)
	}
	return t.Ended(), nil
}

// letterOf is the letter whose reply address holds a token.
func (r *Room) letterOf(ctx context.Context, token mailer.Token) (events.Letter, error) {
	_, player, err := r.signed(ctx, token)
	if err != nil {
		return events.Letter{}, err
	}
	return r.Log.LetterByNumber(ctx, token.Table, player, token.Letter)
}

// withheld tells whether a player's letters are not sent, as one came back for good.
func (r *Room) withheld(ctx context.Context, player string) (bool, error) {
	b, err := r.Log.Bounced(ctx, player)
	if notFound(err) {
		return false, nil
	}
	return b.Hard, err
}

// cameBack words which letter came back.
func (r *Room) cameBack(ctx context.Context, l events.Letter) (templates.Note, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(l.Cause, "letter:"), 10, 64)
	if err != nil {
		return templates.Note{}, fmt.Errorf("cause %q: %w", l.Cause, err)
	}
	back, err := r.Log.LetterByID(ctx, id)
	if err != nil {
		return templates.Note{}, err
	}
	reader, err := r.Log.Player(ctx, back.Player)
	if err != nil && !notFound(err) {
		return templates.Note{}, err
	}
	b, err := r.Log.Bounced(ctx, back.Player)
	if notFound(err) {
		return templates.Note{Key: "note.bounced-past", Args: engine.Args{"Who": cmp.Or(reader.Name, back.Player)}}, nil
	}
	return templates.Note{Key: "note.bounced", Args: engine.Args{"Who": cmp.Or(reader.Name, back.Player), "Status": b.Status}}, err
}
