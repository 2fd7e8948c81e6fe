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
	if err := errors.Join(unfit(h, store.Import(ctx, i)), store.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.out, "table %s is imported: %s, %d entries, head %x\n", h.Table, h.Game, len(h.Entries), h.Entries[len(h.Entries)-1].Hash[:8])
	return err
}

// place opens the database, whether or not it is served. One that is named by itself
// is made if it is not there, for whoever only wants to look at a game.
func (c *importing) place(ctx context.Context) (*events.Store, error) {
	if _, err := os.Stat(c.DB); c.DB != "" && errors.Is(err, fs.ErrNotExist) {
		return events.Open(ctx, c.DB)
	}
	store, _, err := c.write(ctx)
	return store, err
}

// readGame reads a text or lines of JSON, whichever it is. What is wrong with it is
// printed as a check is.
func readGame(ctx context.Context, path string, t *terminal) (*export.History, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, misuse("open %s: %w", path, err)
	}
	defer f.Close()
	n, err := notation()
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(heeding{ctx, f})
	replay := n.Replay
	n.Replay = func(id string, secret [32]byte, deck []byte) export.Replay {
		return export.Heeding(ctx, replay(id, secret, deck))
	}
	read := n.Read
	if first, _ := in.Peek(1); bytes.Equal(first, []byte("{")) {
		read = export.Read
	}
	h, err := read(in)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("read %s: %w", path, ctx.Err())
	}
	if wrong, ok := errors.AsType[*export.FileError](err); ok {
		return nil, errors.Join(printCheck(t.out, export.Breaks("file", 0, "%v", wrong)), errNotHeld)
	}
	return h, err
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
