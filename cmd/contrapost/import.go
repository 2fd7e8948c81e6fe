package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"contrapost/events"
	"contrapost/events/export"
	"contrapost/events/projector"
)

type importing struct {
	File string `arg:"" name:"FILE" help:"A finished game: the text or the jsonl that contrapost export writes, or a text written by hand."`
	whichDatabase
}

// Run writes a finished game from a file into a database, once it has been verified.
func (c *importing) Run(ctx context.Context, t *terminal) error {
	h, err := readGame(ctx, c.File, t)
	if err != nil {
		return err
	}
	checks, err := verified(ctx, h)
	if err != nil {
		return err
	}
	if err := unbroken(t, h, checks); err != nil {
		return err
	}
	i, err := h.Import(time.Now())
	if err != nil {
		return misuse("%w", err)
	}
	if err := proven(t, h, checks); err != nil {
		return err
	}
	store, err := c.place(ctx)
	if err != nil {
		return err
	}
	err = unfit(h, store.Import(ctx, i))
	if err == nil {
		err = readTables(ctx, store)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.out, "table %s is imported: %s, %d entries, head %x\n", h.Table, h.Game, len(h.Entries), h.Entries[len(h.Entries)-1].Hash[:8])
	return err
}

// readTables brings the read tables up to date, which nobody else does for a database
// that is not served.
func readTables(ctx context.Context, store *events.Store) error {
	p, err := projector.New(ctx, store, view(newHouse(store, nil, false)))
	if err == nil {
		err = p.CatchUp(ctx)
	}
	if err != nil {
		return fmt.Errorf("the table is imported, and cannot be listed: %w", err)
	}
	return nil
}

// place opens the database, whether or not it is served. One that is named by itself
// is made if it is not there, for whoever only wants to look at a game.
func (c *importing) place(ctx context.Context) (*events.Store, error) {
	if _, err := os.Stat(c.DB); c.DB != "" && errors.Is(err, fs.ErrNotExist) {
		if err := mayMake(c.DB); err != nil {
			return nil, err
		}
		return events.Open(ctx, c.DB)
	}
	store, _, err := c.write(ctx)
	return store, err
}

// readGame reads a game that is to be taken in. What is wrong with its file is printed
// as a check is.
func readGame(ctx context.Context, path string, t *terminal) (*export.History, error) {
	h, err := readHistory(ctx, path)
	if wrong, ok := errors.AsType[*export.FileError](err); ok {
		return nil, errors.Join(printCheck(t.out, export.Breaks("file", 0, "%v", wrong)), errNotHeld)
	}
	return h, err
}

// readHistory reads a text or lines of JSON, whichever it is. What is wrong with it is
// a *export.FileError, with as much of the history as could be read, if any.
func readHistory(ctx context.Context, path string) (*export.History, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, misuse("%w", err)
	}
	defer f.Close()
	if about, err := f.Stat(); err == nil && about.IsDir() {
		return nil, noGame(path, "a directory")
	}
	n, err := notation()
	if err != nil {
		return nil, err
	}
	in, first, err := unwrapped(bufio.NewReader(heeding{ctx, f}))
	if torn(err) {
		return nil, noGame(path, "a package that is torn")
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if what := otherThanGame(first); what != "" {
		return nil, noGame(path, what)
	}
	replay := n.Replay
	n.Replay = func(id string, secret [32]byte, deck []byte) export.Replay {
		return export.Heeding(ctx, replay(id, secret, deck))
	}
	read := n.Read
	if bytes.HasPrefix(first, []byte("{")) {
		read = export.Read
	}
	h, err := read(in)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("read %s: %w", path, ctx.Err())
	}
	if torn(err) {
		return nil, noGame(path, "a package that is torn")
	}
	return h, err
}

func noGame(path, what string) error {
	return misuse("%s is %s; a game is read from the text or the jsonl that contrapost export writes", path, what)
}

// otherThanGame knows by its beginning what else comes out of this program, and is no
// broken game; "" for whatever may be one.
func otherThanGame(first []byte) string {
	switch {
	case bytes.HasPrefix(first, []byte("SQLite format 3\x00")):
		return "a database"
	case isPage(first):
		return "a page for a browser, without the history in it that the page with a last letter has"
	case bytes.HasPrefix(first, []byte("From ")):
		return "a mailbox"
	}
	return ""
}

// isPage knows a page for a browser by its beginning.
func isPage(first []byte) bool {
	shown := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(first, []byte("\ufeff"))))
	return bytes.HasPrefix(shown, []byte("<!doctype html")) || bytes.HasPrefix(shown, []byte("<html"))
}

// heeding reads a file until a context ends.
type heeding struct {
	ctx context.Context
	io.Reader
}

func (h heeding) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.Reader.Read(p)
}

func printCheck(w io.Writer, c export.Check) error {
	_, err := fmt.Fprintln(w, c)
	return err
}

// unbroken prints the checks of a history if anything is broken.
func unbroken(t *terminal, h *export.History, checks []export.Check) error {
	var told bytes.Buffer
	v := &verification{t: &terminal{out: &told}}
	if err := v.print(h.Table, checks...); err != nil {
		return err
	}
	if v.broken == 0 {
		return nil
	}
	if _, err := t.out.Write(told.Bytes()); err != nil {
		return err
	}
	return errNotHeld
}

// proven refuses a history of which this program cannot tell whether it ever happened.
func proven(t *terminal, h *export.History, checks []export.Check) error {
	c, open := h.Unproven(checks)
	if !open {
		return nil
	}
	_, err := fmt.Fprintf(t.out, "%v\ntable %s is not imported: its %s cannot be checked here\n", c, h.Table, c.Name)
	return errors.Join(err, errNotHeld)
}

// unfit makes it wrong use to import what the database cannot take.
func unfit(h *export.History, err error) error {
	switch {
	case errors.Is(err, events.ErrThere):
		return misuse("there is a table %s already; nothing was imported", h.Table)
	case errors.Is(err, events.ErrUnfit):
		return misuse("%w; nothing was imported", err)
	}
	return err
}
