package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"contrapost/events"
)

// keepExports leaves the history, the letters and a replay of every table beside its mail, as
// contrapost export writes them.
func (d *demo) keepExports(ctx context.Context, store *events.Store) error {
	dir := filepath.Join(d.Out, "export")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	ids, err := store.Streams(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		h, err := pastGame(ctx, store, id, false)
		if err != nil {
			return err
		}
		for format, ending := range map[string]string{"jsonl": "jsonl", "text": "txt", "mbox": "mbox", "html": "html"} {
			e := exporting{Table: id, Format: format, Language: "en"}
			err := toNewFile(filepath.Join(dir, id+"."+ending), func(w io.Writer) error { return e.write(ctx, store, h, w) })
			if err != nil {
				return fmt.Errorf("export table %s: %w", id, err)
			}
		}
	}
	return nil
}
