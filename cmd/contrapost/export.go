package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/export"
	"contrapost/mailer"
	"contrapost/templates"
)

type exporting struct {
	whichDatabase
	unsealing
	Table     string `arg:"" name:"TABLE" help:"The table, its game over or unsealed."`
	Format    string `enum:"jsonl,text,html,mbox" required:"" help:"jsonl: all of its history, to be verified; text: the game in words, to be read; html: a page to step through it, in a browser; mbox: its letters, for a mail program; each holds what its reader was told alone, and is for that reader."`
	Out       string `help:"The new file; standard output if left out." placeholder:"FILE"`
	Anonymous bool   `help:"With jsonl, text or html: no names and no addresses."`
	Language  string `enum:"en,nl" default:"en" help:"With html: en or nl."`
	Seat      string `help:"With mbox: the letters of one seat, by its number or name." placeholder:"SEAT"`

	seat uint8 // 0: all
}

// Run writes the history of a finished game.
func (c *exporting) Run(ctx context.Context, t *terminal) error {
	if err := c.sensible(); err != nil {
		return err
	}
	if c.Unseal { // once it is known that nothing else is wrong
		if err := mayMake(c.Out); err != nil {
			return err
		}
		if err := c.unseal(ctx, c.whichDatabase, c.Table); err != nil {
			return err
		}
	}
	store, err := c.read(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	h, err := pastGame(ctx, store, c.Table, c.Unseal)
	if err != nil {
		return err
	}
	if err := c.seated(ctx, store, h); err != nil {
		return err
	}
	if c.Out == "" {
		return c.write(ctx, store, h, t.out)
	}
	return toNewFile(c.Out, func(w io.Writer) error { return c.write(ctx, store, h, w) })
}

// seated finds the seat whose letters are asked for; none: those of all.
func (c *exporting) seated(ctx context.Context, store *events.Store, h *export.History) error {
	if c.Seat == "" {
		return nil
	}
	t, err := newHouse(store, nil, false).Load(ctx, h.Table, 0)
	if err != nil {
		return err
	}
	seat, ok := seatOf(c.Seat, t.Names)
	if !ok {
		return noSeat(c.Seat, t.Names)
	}
	c.seat = uint8(seat)
	return nil
}

// sensible refuses options that do not go together.
func (c *exporting) sensible() error {
	switch {
	case c.Anonymous && c.Format == "mbox":
		return misuse("letters name their readers: --anonymous goes with --format jsonl, text or html")
	case c.Unseal && c.Format == "html":
		return misuse("only a game that has been played to its end is stepped through: --unseal goes with the other formats")
	case c.Language == "nl" && c.Format != "html":
		return misuse("what is written here stays as it is: --language goes with --format html")
	case c.Seat != "" && c.Format != "mbox":
		return misuse("a history is of all seats: --seat goes with --format mbox")
	}
	return c.alone()
}

// pastGame gathers the history of a table whose game is over, or has been unsealed.
func pastGame(ctx context.Context, store *events.Store, id string, unsealed bool) (*export.History, error) {
	h, err := gathering(store).Gather(ctx, id)
	switch {
	case errors.Is(err, events.ErrNotFound):
		return nil, misuse("there is no table %s; see contrapost tables", id)
	case err != nil:
		return nil, err
	case h.Closed():
		return nil, misuse("table %s was closed before its game began; there is nothing to export", id)
	case !h.Over() && unsealed:
		return h.Unsealed(), nil
	case !h.Over():
		return nil, misuse("the game at table %s is not over; its history can be exported once it is, or before with --unseal", id)
	}
	return h, nil
}

func (c *exporting) write(ctx context.Context, store *events.Store, h *export.History, w io.Writer) error {
	if c.Anonymous {
		h = h.Anonymized()
	}
	switch c.Format {
	case "mbox":
		return writeLetters(ctx, store, h, c.seat, w)
	case "text":
		return writeText(h, w)
	case "html":
		err := writeReplay(h, c.Language, templates.Saved{}, w)
		if errors.Is(err, engine.ErrNotOver) {
			return misuse("the game at table %s has not been played to its end; its cards stay as they lie", h.Table)
		}
		return err
	}
	return h.Write(w)
}

// writeLetters writes the letters that were sent, of one seat or (0) of all, as an
// mbox file. Those whose bytes have been erased are left out; to have none is wrong use.
func writeLetters(ctx context.Context, store *events.Store, h *export.History, seat uint8, w io.Writer) error {
	written := 0
	for _, l := range h.Letters {
		if l.Sent == 0 || seat != 0 && l.Seat != seat {
			continue
		}
		raw, err := store.Bytes(ctx, l.ID)
		if errors.Is(err, events.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if err := mailer.WriteMbox(w, senderOf(raw), time.UnixMilli(l.Sent), raw); err != nil {
			return fmt.Errorf("write letter %d: %w", l.ID, err)
		}
		written++
	}
	if written == 0 {
		return misuse("of table %s there is no letter to write: none was sent from here, or all have been erased", h.Table)
	}
	return nil
}

// senderOf is the address that a letter is from.
func senderOf(raw []byte) string {
	l, err := openLetter(raw)
	if err != nil || l.from == "" || strings.ContainsAny(l.from, " \r\n") {
		return "MAILER-DAEMON"
	}
	return l.from
}

// toNewFile makes a file, whole or not at all, and writes over none.
func toNewFile(path string, fill func(io.Writer) error) error {
	if err := mayMake(path); err != nil {
		return err
	}
	if err := putFile(path, func(f *os.File) error { return fill(f) }); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// mayMake refuses a path at which no new file can be made; "" is standard output.
func mayMake(path string) error {
	if path == "" {
		return nil
	}
	if _, err := os.Lstat(path); err == nil {
		return misuse("%s is there already; name a new file", path)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return misuse("%w; make the directory first", err)
	}
	return nil
}
