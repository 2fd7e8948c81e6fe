package main

import (
	"slices"

	"contrapost/engine"
	"contrapost/events/table"
)

// show looks at every step from everywhere: the Onlooker's side, each seat, and from
// above, with all cards open.
func (r *retelling) show() error {
	var all []engine.Record
	for _, s := range r.steps {
		all = append(all, s.records...)
	}
	back, err := r.game.Hindsight(all)
	if err != nil {
		return err
	}
	play, err := r.game.Play(nil)
	if err != nil {
		return err
	}
	known, n := make([]int, len(r.seats.Places)+1), 0
	for _, s := range r.steps {
		if err := play.Evolve(s.records...); err != nil {
			return err
		}
		n += len(s.records)
		words := r.catalog.For(r.lang, s.Names)
		for i := range known {
			seat := engine.Seat(i)
			told, page := seen(play, words, seat, known[i])
			s.Told, s.Pages = append(s.Told, told), append(s.Pages, page)
			known[i] = play.Known(seat)
		}
		s.Told = append(s.Told, s.Told[engine.Onlooker])
		s.Pages = append(s.Pages, back.Page(words, n).Blocks)
		s.Scores = back.Scores(n)
		r.told = append(r.told, s.Step)
	}
	return nil
}

// reckon looks back at the game of a table that is over, for the reader of a seat.
func reckon(t *table.Table, w engine.Words, s engine.Seat) (engine.Reckoning, error) {
	back, err := t.Game.Hindsight(t.Played())
	if err != nil {
		return engine.Reckoning{}, err
	}
	return back.Reckon(w, s), nil
}

// seen is a seat's page in two parts: what a step brought, and how it stands. What it
// brought is what the page has more of than one that tells nothing new.
func seen(play engine.Play, w engine.Words, seat engine.Seat, since int) (told, stands []engine.Block) {
	now := play.Page(w, seat, play.Known(seat))
	if play.Known(seat) > since {
		more := play.Page(w, seat, since).Blocks
		told = slices.DeleteFunc(more[:len(more)-len(now.Blocks)], isHeading)
	}
	if now.Asks != "" {
		stands = append(stands, engine.Paragraph{Text: now.Asks})
	}
	return told, append(stands, unasked(now.Blocks)...)
}

func isHeading(b engine.Block) bool { _, ok := b.(engine.Heading); return ok }

// unasked leaves out what might be answered, which nobody is asked any more.
func unasked(blocks []engine.Block) []engine.Block {
	return slices.DeleteFunc(slices.Clone(blocks), func(b engine.Block) bool { _, ok := b.(engine.Choices); return ok })
}
