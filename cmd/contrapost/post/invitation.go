package post

import (
	"context"
	"fmt"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// invitation words a letter to somebody who is asked to sit down: by whom, to what,
// and the line to answer. Nothing in it is of the inviter's writing but the name
// they go by, so that nobody can send a message of their own to a stranger.
func (r *Room) invitation(ctx context.Context, l events.Letter, player events.Player, letter *templates.Letter) error {
	t, err := r.House.Load(ctx, l.Stream, l.Version)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(t.Lobby.Invited, func(n lobby.Invitation) bool { return n.Player == l.Player })
	if i < 0 {
		return fmt.Errorf("invitation of %s to table %s: nobody has invited them by version %d", l.Player, l.Stream, l.Version)
	}
	w := r.Catalog.For(player.Language, t.Names)
	join := engine.Choice{Order: "join " + t.ID, Gloss: w.Say("note.invited-join", nil)}
	letter.Notes = []templates.Note{{Key: "note.invited", Args: engine.Args{
		"Name": t.Called(t.Lobby.Invited[i].By), "Game": t.Game.Title(), "Table": t.ID, "Want": t.Lobby.Want,
	}}}
	rules := engine.Choice{Order: string(readRules(t.Game)), Gloss: w.Say("note.rules-of", engine.Args{"Game": t.Game.Title()})}
	blocks := []engine.Block{engine.Paragraph{Text: w.Say(t.Game.Name()+".about", nil)}, engine.Paragraph{Text: agreement(t, w)}}
	blocks = append(append(blocks, agreed(t, w)...), terms(t, w)...)
	letter.Page = &engine.Page{Blocks: append(blocks,
		engine.Choices{Items: []engine.Choice{join, rules}},
		engine.Paragraph{Text: w.Say("note.invited-else", nil)},
	)}
	letter.Commitment = t.Lobby.Commitment
	return nil
}

// standings fills in what `status` says of each table only as its reader may know
// it: whom the page they would get there says it waits for, and when their own time
// is over.
func (r *Room) standings(ctx context.Context, letter *templates.Letter, player events.Player) error {
	for _, a := range letter.Answers {
		if a.Refusal != nil {
			r.moments(a.Refusal.Args, letter, player)
		}
		for i := range a.Told {
			s := &a.Told[i]
			r.moments(s.Args, letter, player)
			switch s.Key {
			case table.ToldAsked, table.ToldUntil:
				due, _ := s.Args["Due"].(int)
				s.Args["When"] = r.Catalog.Moment(time.Unix(int64(due), 0), letter.Zone, player.Language)
			case table.ToldListed:
				r.listedTerms(s.Args, player.Language)
			case table.ToldOpen:
				if err := r.seated(ctx, s); err != nil {
					return err
				}
			case table.ToldWaits:
				waits, err := r.waits(ctx, s.Args, player, letter.Zone)
				if err != nil {
					return err
				}
				s.Args["Waits"] = waits
			}
		}
	}
	return nil
}

// seated fills in who sits at a table that has not begun, and how many seats are free.
func (r *Room) seated(ctx context.Context, s *engine.Sentence) error {
	id, _ := s.Args["Table"].(string)
	version, _ := s.Args["Version"].(int)
	t, err := r.House.Load(ctx, id, int64(version))
	if err != nil {
		s.Key = "tables-resting"
		return r.Contain(ctx, err)
	}
	s.Args["Names"], s.Args["Count"] = []string(t.Names), t.Lobby.Want-len(t.Lobby.Places)
	return nil
}

// waits words whom a table waits for. A table that breaks over it keeps the letter
// from nothing else it says.
func (r *Room) waits(ctx context.Context, args engine.Args, player events.Player, zone *time.Location) (string, error) {
	id, _ := args["Table"].(string)
	version, _ := args["Version"].(int)
	t, err := r.House.Load(ctx, id, int64(version))
	if err == nil {
		var waits string
		err = t.Attempt(func() error { waits = r.awaited(t, player, zone); return nil })
		if err == nil {
			return waits, nil
		}
	}
	if err := r.Contain(ctx, err); err != nil {
		return "", err
	}
	return r.Catalog.For(player.Language, nil).Say("answered.tables-rests", nil), nil
}

// awaited words whom a table waits for, as a player's page there says it.
func (r *Room) awaited(t *table.Table, player events.Player, zone *time.Location) string {
	w := r.Catalog.For(player.Language, t.Names)
	seat, seated := t.Lobby.Seat(player.ID)
	switch {
	case t.Lobby.Paused.IsZero():
	case t.Lobby.ByPlayers:
		ends, _ := t.Lobby.Wakes()
		key := "answered.tables-agreed"
		if !t.Lobby.Resuming.IsZero() {
			key = "answered.tables-resuming"
		}
		return w.Say(key, engine.Args{"When": r.Catalog.Moment(ends, zone, player.Language)})
	default:
		return w.Say("answered.tables-paused", nil)
	}
	if !seated || t.Play == nil {
		return w.Say("answered.tables-others", nil)
	}
	if page := t.Play.Page(w, seat, t.Play.Known(seat)); page.Waits != "" {
		return page.Waits
	}
	return w.Say("answered.tables-others", nil)
}
