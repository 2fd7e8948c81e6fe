package mailer

import (
	"context"
	"errors"
	"fmt"
)

// poison counts a failure; a mail with too many is put aside, so that it does not
// hold up all that come after it.
func (f *Fetcher) poison(ctx context.Context, m Fetched, cause error) error {
	if ctx.Err() != nil {
		return cause
	}
	if errors.Is(cause, ErrBusy) {
		return cause
	}
	times, err := f.failed(ctx, m.UID)
	if err != nil {
		return errors.Join(cause, fmt.Errorf("count its failures: %w", err))
	}
	if times < poisonAfter || f.config.Quarantine == nil {
		return cause
	}
	if err := f.config.Quarantine(ctx, m, cause); err != nil {
		return errors.Join(cause, fmt.Errorf("quarantine: %w", err))
	}
	f.log.Error("mail put aside", "uid", m.UID, "error", cause)
	return nil
}

// failed counts one more failure of a mail.
func (f *Fetcher) failed(ctx context.Context, uid uint32) (times int, err error) {
	if f.config.Failed != nil {
		return f.config.Failed(ctx, f.validity, uid)
	}
	f.failures[uid]++
	return f.failures[uid], nil
}
