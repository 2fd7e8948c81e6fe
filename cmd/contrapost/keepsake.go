package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/export"
	"contrapost/mailer"
	"contrapost/templates"
)

// keepsake makes the file that goes home with everybody at a table that is over: a page
// to step through the game, which holds the history to check it by. Of a game that was
// closed without a result, whose cards stay as they lie, it is the history alone.
func keepsake(ctx context.Context, store *events.Store, table, lang string) (mailer.Attachment, error) {
	h, err := gathering(store).Gather(ctx, table)
	if err != nil {
		return mailer.Attachment{}, err
	}
	kept := h.Kept()
	saved, err := savedHistory(kept)
	if err != nil {
		return mailer.Attachment{}, err
	}
	var page bytes.Buffer
	err = writeReplay(kept, lang, saved, &page)
	if errors.Is(err, engine.ErrNotOver) {
		return mailer.Attachment{Name: saved.Name, Kind: "application/gzip", Data: saved.Data}, nil
	}
	return mailer.Attachment{Name: fileName(kept) + ".html", Kind: "text/html; charset=utf-8", Data: page.Bytes()}, err
}

func fileName(h *export.History) string { return h.Game + "-" + h.Table }

// savedHistory packs a history.
func savedHistory(h *export.History) (templates.Saved, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		err = h.Write(w)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return templates.Saved{}, fmt.Errorf("pack the history of table %s: %w", h.Table, err)
	}
	return templates.Saved{Name: fileName(h) + ".jsonl.gz", Data: b.Bytes()}, nil
}
