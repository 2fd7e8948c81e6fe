package post

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// aboutAside begins the cause of the operator's letter about a mail that was put
// aside.
const aboutAside = "aside:"

// Quarantine keeps a mail that failed again and again, so that those behind it are
// heard. It is answered by nobody; the operator is told, and the log says why.
func (r *Room) Quarantine(ctx context.Context, f mailer.Fetched, cause error) error {
	sum := sha256.Sum256(f.Raw)
	if len(f.Raw) == 0 { // the server would not even give it
		sum = sha256.Sum256([]byte(f.Received.String() + strconv.FormatUint(uint64(f.UID), 10)))
	}
	key := "quarantine " + hex.EncodeToString(sum[:])
	r.Slog.Error("mail put aside", "mail", key, "uid", f.UID, "err", cause)
	b := events.Batch{Now: r.Now(), Mail: &events.Mail{
		Key: key, MessageID: key, Received: f.Received, Heard: r.Now(), Raw: f.Raw,
	}}
	if err := r.tellOperator(ctx, &b, events.Letter{
		Kind: table.KindFault, Cause: aboutAside + strconv.FormatUint(uint64(f.UID), 10) + ":" + hex.EncodeToString(sum[:8]),
	}); err != nil {
		return fmt.Errorf("tell the operator of a mail put aside: %w", err)
	}
	if _, err := r.Log.Commit(ctx, b); err != nil && !seen(err) {
		return fmt.Errorf("put mail aside: %w", err)
	}
	return nil
}

// aside words the operator's letter about a mail that was put aside.
func aside(cause string) templates.Note {
	return templates.Note{Key: "note.aside", Args: engine.Args{"Mail": cause}}
}

// Failed notes in the ledger that a mail failed once more, and says how often it has,
// over restarts; from three on it does not count.
func (r *Room) Failed(ctx context.Context, mailbox string, uidvalidity, uid uint32) (times int, err error) {
	for times = 1; times <= 3; times++ {
		name := fmt.Sprintf("mail %s %d %d failed %d", mailbox, uidvalidity, uid, times)
		_, err := r.Log.Commit(ctx, events.Batch{Now: r.Now(), Once: name})
		if !errors.Is(err, events.ErrDone) {
			return times, err
		}
	}
	return times, nil
}
