package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"contrapost/data"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
	"contrapost/events/table"
)

type verify struct {
	Table   string `arg:"" optional:"" name:"TABLE" help:"The table to verify; all of the database if left out."`
	DB      string `name:"db" help:"The database." placeholder:"FILE" xor:"source" required:""`
	Config  string `help:"The config of the service whose database it is." placeholder:"FILE" xor:"source" required:""`
	File    string `help:"An export to verify instead of a database: jsonl or text, or what came with the last letter of a game." placeholder:"EXPORT" xor:"source" required:""`
	Letters string `help:"A mailbox file with letters of the service, to hold against the log." placeholder:"MBOX"`
	JSON    bool   `name:"json" help:"One JSON object a line, for programs."`
}

// Run checks what there is to check and prints a line a check.
func (c *verify) Run(ctx context.Context, t *terminal) error {
	papers, err := readPapers(ctx, c.Letters)
	if err != nil {
		return err
	}
	v := &verification{t: t, papers: papers, withPapers: c.Letters != "", json: c.JSON}
	if c.File != "" {
		err = v.file(ctx, c.File, c.Table)
	} else {
		err = v.database(ctx, whichDatabase{DB: c.DB, Config: c.Config}, c.Table)
	}
	if err != nil {
		return err
	}
	if !c.JSON {
		fmt.Fprintf(t.out, "%d held, %d broken\n", v.held, v.broken)
	}
	if v.broken > 0 {
		return errNotHeld
	}
	return nil
}

// verification prints checks and counts them.
type verification struct {
	t            *terminal
	papers       []export.Paper
	withPapers   bool
	several      bool // tables, so that each check names its own
	json         bool
	held, broken int
}

// checkRow is a check for programs.
type checkRow struct {
	Table string `json:"table,omitempty"`
	export.Check
}

func (v *verification) print(table string, checks ...export.Check) error {
	for _, c := range checks {
		switch c.State {
		case export.Held:
			v.held++
		case export.Broken:
			v.broken++
		}
		if err := v.tell(table, c); err != nil {
			return err
		}
	}
	return nil
}

func (v *verification) tell(table string, c export.Check) error {
	if v.json {
		return printJSON(v.t.out, []checkRow{{table, c}})
	}
	if v.several {
		c.Name += " of " + table
	}
	_, err := fmt.Fprintln(v.t.out, c)
	return err
}

// file verifies an export; what it says of itself comes first.
func (v *verification) file(ctx context.Context, path, want string) error {
	h, err := readHistory(ctx, path)
	wrong, ok := errors.AsType[*export.FileError](err)
	if err != nil && !ok {
		return err
	}
	whole := export.Check{Name: "file", State: export.Held}
	if ok {
		whole = export.Breaks("file", 0, "%v", wrong)
	}
	if h == nil {
		return v.print("", whole)
	}
	if want != "" && want != h.Table {
		return misuse("%s is an export of table %s, not of %s", path, h.Table, want)
	}
	return errors.Join(v.print(h.Table, whole), v.history(ctx, h),
		v.kept(h, func(export.Letter) (string, bool) { return "", false }))
}

// history verifies what a history alone can show.
func (v *verification) history(ctx context.Context, h *export.History) error {
	checks, err := verified(ctx, h)
	return errors.Join(err, v.print(h.Table, checks...))
}

func verified(ctx context.Context, h *export.History) ([]export.Check, error) {
	house := lobby.Lobby{Games: games.All()}
	return export.Verify(ctx, h, func(id string, secret [32]byte, deck []byte) export.Replay {
		return table.NewReplay(house, id, secret, deck)
	})
}

// kept verifies letters that somebody has kept.
func (v *verification) kept(h *export.History, sent func(export.Letter) (string, bool)) error {
	if !v.withPapers {
		return nil
	}
	return v.print(h.Table, h.CheckHeads("kept-heads", v.papers), h.CheckPapers("kept-letters", v.papers, sent))
}

// database verifies a table of a database, or all of them.
func (v *verification) database(ctx context.Context, which whichDatabase, id string) error {
	store, err := which.read(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	ids, err := store.Streams(ctx)
	if err != nil {
		return err
	}
	if id != "" {
		if !slices.Contains(ids, id) {
			return misuse("there is no table %s; see contrapost tables", id)
		}
		ids = []string{id}
	}
	v.several = id == ""
	rows, err := newReadRows(ctx, store)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := v.table(ctx, store, rows, id); err != nil {
			return fmt.Errorf("verify table %s: %w", id, err)
		}
	}
	if v.several {
		return v.service(ctx, store)
	}
	return nil
}

// service verifies the letters that belong to no table.
func (v *verification) service(ctx context.Context, store *events.Store) error {
	letters, err := gathering(store).Letters(ctx, "")
	if err != nil {
		return err
	}
	sent, err := sentPapers(ctx, store, letters)
	if err != nil {
		return err
	}
	numbers := export.CheckNumbers("letters", letters, func(l export.Letter) string { return "player " + l.Player })
	return v.print("the service", numbers, sent.check())
}

func (v *verification) table(ctx context.Context, store *events.Store, rows *readRows, id string) error {
	h, err := gathering(store).Gather(ctx, id)
	if err != nil {
		return err
	}
	sent, err := sentPapers(ctx, store, h.Letters)
	if err != nil {
		return err
	}
	row, err := rows.check(ctx, id)
	if err != nil {
		return err
	}
	text := func(l export.Letter) (string, bool) { text, ok := sent.text[l.MessageID]; return text, ok }
	return errors.Join(v.history(ctx, h), v.print(id, sent.check(), h.CheckHeads("letter-heads", sent.papers), row), v.kept(h, text))
}

// gathering takes histories out of a store.
func gathering(store *events.Store) export.Source {
	return export.Source{Log: store, Lobby: lobby.Lobby{Games: games.All()}, Deck: data.Deck}
}
