package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
	"contrapost/templates"
)

// writeReplay writes a finished game as a page to step through, with what can be saved
// from it, if anything.
func writeReplay(h *export.History, lang string, saved templates.Saved, w io.Writer) error {
	catalog, err := newCatalog()
	if err != nil {
		return err
	}
	game, ok := games.Find(h.Game)
	if !ok {
		return fmt.Errorf("replay table %s: no game %q", h.Table, h.Game)
	}
	r := &retelling{history: h, game: game, catalog: catalog, lang: lang}
	if err := r.tell(); err != nil {
		return fmt.Errorf("replay table %s: %w", h.Table, err)
	}
	names := r.names()
	page, err := catalog.Replay(templates.Replay{Game: game.Title(), Table: h.Table, Names: names, Steps: r.told, History: saved}, lang)
	if err != nil {
		return err
	}
	_, err = w.Write(page)
	return err
}

// retelling goes through a finished game once more, a step a decision. What was taken
// back is in no step.
type retelling struct {
	history *export.History
	game    engine.Game
	catalog *templates.Catalog
	lang    string

	seats   lobby.State
	gone    []span
	steps   []decision
	waiting decision // what was said before the deal
	told    []templates.Step
}

// span is what a return took back: the versions between the two.
type span struct{ to, at int64 }

// decision is a step with the records that followed from it.
type decision struct {
	templates.Step
	records []engine.Record
}

func (r *retelling) tell() error {
	if err := r.takenBack(); err != nil {
		return err
	}
	for _, e := range r.history.Entries {
		if err := r.read(e); err != nil {
			return fmt.Errorf("entry %d: %w", e.Version, err)
		}
	}
	if len(r.steps) == 0 {
		return engine.ErrNotOver
	}
	first := &r.steps[0].Step
	first.Notes, first.Talk = append(r.waiting.Notes, first.Notes...), append(r.waiting.Talk, first.Talk...)
	return r.show()
}

// takenBack finds the versions that a moderator took back.
func (r *retelling) takenBack() error {
	for _, e := range r.history.Entries {
		if e.Kind != (lobby.Rewound{}).Kind() {
			continue
		}
		what, err := lobby.Decode(recordOf(e))
		if err != nil {
			return err
		}
		r.gone = append(r.gone, span{what.(*lobby.Rewound).To, e.Version})
	}
	return nil
}

func (r *retelling) isGone(version int64) bool {
	return slices.ContainsFunc(r.gone, func(s span) bool { return version > s.to && version < s.at })
}

func recordOf(e events.Entry) engine.Record { return engine.Record{Kind: e.Kind, Data: e.Data} }

func (r *retelling) read(e events.Entry) error {
	if lobby.Owns(e.Kind) {
		what, err := lobby.Decode(recordOf(e))
		if err != nil {
			return err
		}
		r.seats.Places = slices.Clone(r.seats.Places)
		r.seats = lobby.Evolve(r.seats, what)
		r.ruled(e, what)
		return nil
	}
	if r.isGone(e.Version) {
		return nil
	}
	if e.Order != "" {
		r.begin(decided(e))
	}
	if len(r.steps) == 0 {
		return errors.New("it comes before the deal")
	}
	last := &r.steps[len(r.steps)-1]
	last.records = append(last.records, recordOf(e))
	return nil
}

func decided(e events.Entry) templates.Step {
	s := templates.Step{Happens: templates.HappensOrder, Seat: engine.Seat(e.Seat), Order: e.Order}
	switch {
	case s.Seat == engine.Onlooker:
		s.Happens = templates.HappensClock
	case e.Cause.Kind == events.CauseClock:
		s.Happens = templates.HappensSilent
	}
	return s
}

func (r *retelling) begin(s templates.Step) {
	s.Names = r.names()
	r.steps = append(r.steps, decision{Step: s})
}

// now is the step that something belongs to which was said or ruled.
func (r *retelling) now() *templates.Step {
	if len(r.steps) == 0 {
		return &r.waiting.Step
	}
	return &r.steps[len(r.steps)-1].Step
}

// ruled notes what happened to the table, as far as who plays or what counts changed,
// and what was said.
func (r *retelling) ruled(e events.Entry, what lobby.Event) {
	note := func(key string, args engine.Args) {
		at := r.now()
		at.Notes = append(at.Notes, templates.Note{Key: key, Args: args})
	}
	switch what := what.(type) {
	case *lobby.Begun:
		r.begin(templates.Step{Happens: templates.HappensDealt})
	case *lobby.Rewound:
		if r.isGone(e.Version) {
			return // a later return went back to before it
		}
		r.begin(templates.Step{Happens: templates.HappensRewound, Count: r.lost(what.To, e.Version)})
	case *lobby.Resigned:
		note("note.resigned", engine.Args{"Name": r.nameIn(what.Seat)})
	case *lobby.GivenToBot:
		note("ruling.bot", engine.Args{"Name": r.nameIn(what.Seat)})
	case *lobby.SeatReplaced:
		note("ruling.replaced", engine.Args{"Was": r.called(what.Was, what.Seat), "Name": r.called(what.Player, what.Seat)})
	case *lobby.LeftToBot:
		note("note.left", engine.Args{"Name": r.nameIn(what.Seat)})
	case *lobby.Taken:
		was, name := r.called(what.Was, what.Seat), r.called(what.Player, what.Seat)
		if what.Was == what.Player {
			note("note.came-back", engine.Args{"Name": name})
			return
		}
		note("note.taken-by", engine.Args{"Was": was, "Name": name})
	case *lobby.Said:
		r.said(what.Text, templates.Remark{Name: r.called(what.Player, what.Seat)})
	case *lobby.Noted:
		r.said(what.Text, templates.Remark{Moderator: true})
	case *lobby.Unsealed:
		note("ruling.unsealed", engine.Args{"Name": what.By})
		r.said(what.Why, templates.Remark{Moderator: true})
	}
}

// lost counts the decisions between two versions.
func (r *retelling) lost(to, at int64) int {
	n := 0
	for _, e := range r.history.Entries {
		if e.Version > to && e.Version < at && !lobby.Owns(e.Kind) && e.Order != "" {
			n++
		}
	}
	return n
}

// said puts the words that belong to a hash into a remark.
func (r *retelling) said(sum string, as templates.Remark) {
	i := slices.IndexFunc(r.history.Texts, func(t export.Text) bool { return t.Sum == sum })
	if i < 0 {
		return // erased
	}
	as.Text = r.history.Texts[i].Text
	at := r.now()
	at.Talk = append(at.Talk, as)
}

// names are those of who sits there by now.
func (r *retelling) names() engine.Roster {
	names := make(engine.Roster, len(r.seats.Places))
	for i, p := range r.seats.Places {
		names[i] = r.called(p.Player, engine.Seat(i+1))
	}
	return names
}

func (r *retelling) nameIn(seat engine.Seat) string { return r.names().Name(seat) }

// called is what a player goes by at this table: a bot, and somebody who was
// forgotten, by the seat.
func (r *retelling) called(player string, seat engine.Seat) string {
	if player == "" {
		return fmt.Sprintf("Bot-%d", seat)
	}
	i := slices.IndexFunc(r.history.Players, func(p export.Player) bool { return p.ID == player })
	if i < 0 || r.history.Players[i].Name == "" {
		return fmt.Sprintf("Player-%d", seat)
	}
	return r.history.Players[i].Name
}
