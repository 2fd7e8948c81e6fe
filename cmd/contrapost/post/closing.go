package post

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"contrapost/engine"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// lookBack makes of the last page of a game what its closing letter tells: who has won,
// how everybody came to their score and how the game was played, and after that what has
// happened since the reader's last letter. What cannot be told leaves the page as it is.
func (r *Room) lookBack(t *table.Table, w engine.Words, page *engine.Page, letter *templates.Letter) {
	letter.Parts = contributions(t)
	told, err := r.reckon(t, w, letter.Seat)
	if err != nil {
		r.Slog.Error("look back at a game", "table", t.ID, "err", err)
		return
	}
	stands := t.Play.Page(w, letter.Seat, t.Play.Known(letter.Seat)).Blocks
	happened := page.Blocks[:len(page.Blocks)-len(stands)]
	letter.Won, page.Blocks = told.Won, append(told.Blocks, happened...)
}

// stood makes of the page of a game that ended before what its closing letter had first:
// who has won, and the standings.
func (r *Room) stood(t *table.Table, w engine.Words, page *engine.Page, letter *templates.Letter) {
	told, err := r.reckon(t, w, letter.Seat)
	if err != nil {
		r.Slog.Error("look back at a game", "table", t.ID, "err", err)
		return
	}
	letter.Won, page.Blocks = told.Won, standings(told.Blocks)
}

// standings are the first part of what is told of a game that is over.
func standings(blocks []engine.Block) []engine.Block {
	for i, b := range blocks {
		if _, next := b.(engine.Heading); next && i > 0 {
			return blocks[:i]
		}
	}
	return blocks
}

func (r *Room) reckon(t *table.Table, w engine.Words, seat engine.Seat) (told engine.Reckoning, err error) {
	defer caught(&err)
	return r.Reckon(t, w, seat)
}

// contributions are what the seats put into the seed, in their order.
func contributions(t *table.Table) []string { return strings.Fields(t.Lobby.Contributions()) }

// largestFile is how big a file may be that goes along with a letter, in bytes. Mail
// servers take letters of ten times that, and mailboxes of players are not ours to fill.
const largestFile = 2 << 20

// keepsake is a file that was made, or the reason why there is none.
type keepsake struct {
	file mailer.Attachment
	err  error
}

// attach gives the file that goes along with a letter that ends a game, and has the
// letter say so. A letter does without one that cannot be made, or is too big.
func (r *Room) attach(ctx context.Context, id, lang string, letter *templates.Letter) []mailer.Attachment {
	if len(letter.Parts) == 0 {
		return nil
	}
	k, made := r.kept[id+" "+lang]
	if !made {
		k = r.keep(ctx, id, lang)
		if k.err != nil {
			r.Slog.Error("letters go without the game's file", "table", id, "err", k.err)
		}
		if r.kept == nil {
			r.kept = map[string]keepsake{}
		}
		r.kept[id+" "+lang] = k
	}
	if k.err != nil {
		return nil
	}
	letter.File = k.file.Name
	return []mailer.Attachment{k.file}
}

func (r *Room) keep(ctx context.Context, id, lang string) (k keepsake) {
	defer caught(&k.err)
	k.file, k.err = r.Keepsake(ctx, id, lang)
	if n := len(k.file.Data); k.err == nil && n > largestFile {
		k.err = fmt.Errorf("it has %d bytes, and %d may be attached", n, largestFile)
	}
	return k
}

// caught makes a panic an error: what adorns a letter must not keep it back.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}
