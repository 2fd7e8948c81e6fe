package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
)

// Sitting is a table that a player sits at, and what it waits for.
type Sitting struct {
	Table, Game string
	Version     int64     // as of which this was so
	Open        bool      // it waits for players
	Over        bool      // it waits for nothing any more
	Closed      bool      // and never began; Over as well
	Resting     bool      // after a fault: it waits for the service
	Left        bool      // a bot plays for this player, who was silent and may come back
	Seeks       bool      // the player offers the seat
	Asked       bool      // it waits for this player
	Deadline    time.Time // until then, with Asked; zero where that is not known
}

// told adds the sentence that says how a table stands.
func (t Sitting) told(a *engine.Answer, title string) {
	args := []any{"Table", t.Table, "Game", title}
	switch {
	case t.Resting:
		a.Say("tables-resting", args...)
	case t.Left && !t.Over:
		a.Say("tables-left", args...)
	case t.Closed:
		a.Say("tables-closed", args...)
	case t.Open:
		a.Say(ToldOpen, append(args, "Version", int(t.Version))...)
	case t.Over:
		a.Say("tables-over", args...)
	case t.Asked && !t.Deadline.IsZero():
		a.Say(ToldAsked, append(args, "Due", int(t.Deadline.Unix()))...)
	case t.Asked:
		a.Say("tables-asked", args...)
	default:
		a.Say(ToldWaits, append(args, "Version", int(t.Version))...)
	}
	if t.Seeks && !t.Left && !t.Over {
		a.Say("tables-seeks", "Table", t.Table)
	}
}

// Sentences of `status` whose gaps are filled where they are worded: ToldAsked wants
// When, which is its argument Due (Unix seconds) in the reader's zone; ToldWaits
// wants Waits, which is whom the page of its reader at that Table and Version says
// the table waits for; ToldOpen wants Names and Count, who sits there and how many
// seats are free.
const (
	ToldOpen  = "tables-open"
	ToldAsked = "tables-asked-by"
	ToldWaits = "tables-waits"
)

// status lists the sender's tables and what each waits for.
func (s *hearing) status(words []string, a *engine.Answer) error {
	sitting, err := s.sitting()
	if err != nil {
		return err
	}
	for _, t := range sitting {
		t.told(a, s.title(t.Game))
	}
	if len(a.Told) == 0 {
		a.Say("tables-none")
	}
	return nil
}

func (s *hearing) title(game string) string {
	if g := s.Lobby.Game(game); g != nil {
		return g.Title()
	}
	return game
}

// sitting lists the sender's tables as this transaction has them.
func (s *hearing) sitting() ([]Sitting, error) {
	committed, err := s.Sitting(s.ctx, s.Player.ID)
	if err != nil {
		return nil, fmt.Errorf("tables of the sender: %w", err)
	}
	var all []Sitting
	for _, t := range committed {
		if w := s.opened(t.Table); w == nil || len(w.drafts) == 0 {
			all = append(all, t)
		}
	}
	for _, w := range s.works {
		if s.seatAt(w) == engine.Onlooker || len(w.drafts) == 0 {
			continue
		}
		if err := w.Attempt(func() error { all = append(all, s.standing(w)); return nil }); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// opened gives a table that this transaction has looked into already, or nil.
func (s *hearing) opened(id string) *work {
	if i := slices.IndexFunc(s.works, func(w *work) bool { return w.ID == id }); i >= 0 {
		return s.works[i]
	}
	return nil
}

// standing is how a table stands after what this mail has done to it.
func (s *hearing) standing(w *work) Sitting {
	t := Sitting{Table: w.ID, Game: w.Game.Name(), Version: w.Version, Open: w.Table.Forming()}
	t.Closed = w.Lobby.Closed
	t.Over = t.Closed || w.Over()
	seat := s.seatAt(w)
	p := w.Lobby.Places[seat-1]
	t.Asked = w.Play != nil && !p.Bot && w.Play.Asked(seat).Kind != ""
	t.Left, t.Seeks = p.Silent, p.Seeks && !p.Bot
	return t
}

func (s *hearing) games(words []string, a *engine.Answer) error {
	var titles []string
	for _, g := range s.Lobby.Games {
		least, most := g.Seats()
		titles = append(titles, fmt.Sprintf("%s (%d-%d)", g.Name(), least, most))
	}
	a.Say(ToldGames, "Games", titles)
	return nil
}

// ToldGames is the sentence of an answer that an introduction of all games goes with.
const ToldGames = "games"

// ToldListed is the sentence about an open table at which something is not as usual: its
// argument Options has that as it is written, and is worded where the sentence is.
const ToldListed = "listed-with"

// mostListed bounds the answer to `tables`.
const mostListed = 30

// tables lists the tables that anybody may sit down at.
func (s *hearing) tables(words []string, a *engine.Answer) error {
	ids, err := s.Forming(s.ctx)
	if err != nil {
		return fmt.Errorf("list open tables: %w", err)
	}
	for _, id := range ids {
		if len(a.Told) == mostListed {
			break
		}
		t, err := s.seen(id)
		if err != nil {
			continue // a table at rest after a fault seats nobody
		}
		if t.Forming() { // the last commit is not this mail
			s.list(t, a)
		}
	}
	if err := s.seekers(a); err != nil {
		return err
	}
	if len(a.Told) == 0 {
		a.Say("listed-none")
	}
	return nil
}

// list adds the sentence about an open table.
func (s *hearing) list(t *Table, a *engine.Answer) {
	args := []any{
		"Table", t.ID, "Game", t.Game.Title(), "Count", t.Lobby.Want - len(t.Lobby.Places), "Name", t.Called(t.Lobby.Host()),
	}
	args = append(args, spans(t.Lobby.Times)...)
	if unusual := t.Lobby.Unusual(t.Game); unusual != "" {
		a.Say(ToldListed, append(args, "Options", unusual)...)
		return
	}
	a.Say("listed", args...)
}

// spans are what a table gives for orders, for a sentence to be told in.
func spans(t lobby.Times) []any {
	return []any{
		"Turn", engine.Span(t.Turn), "Answer", engine.Span(t.Answer), "Bank", engine.Span(t.Bank),
		"Grace", engine.Span(t.Grace),
	}
}

// forming is the table that an order about sitting down means, wherever it is
// written: the one this same mail has opened or joined last, the one it is written
// to, or the only one of the sender's that still seats players.
func (s *hearing) forming() (*work, error) {
	for _, n := range slices.Backward(s.names) {
		if w := s.opened(n.Stream); w != nil && s.seatAt(w) != engine.Onlooker {
			return w, nil
		}
	}
	if s.at != nil {
		return s.at, nil
	}
	sitting, err := s.sitting()
	if err != nil {
		return nil, err
	}
	var open []string
	for _, t := range sitting {
		if t.Open {
			open = append(open, t.Table)
		}
	}
	switch len(open) {
	case 0:
		return nil, engine.Refuse("", "forming-none").Instead("new konvooi for 4")
	case 1:
		w, err := s.load(open[0])
		if errors.Is(err, ErrResting) {
			return nil, s.restingFor(open[0])
		}
		return w, err
	}
	return nil, engine.Refuse("", "forming-which", "Tables", open)
}

// help says what can be written, in all, about a topic, or by a verb.
func (s *hearing) help(words []string, a *engine.Answer) error {
	played := ""
	if s.at != nil {
		played = s.at.Game.Name()
	}
	h := s.Lobby.ParseHelp(words, played)
	if h.Rules != nil {
		return s.rules(h.Rules, a)
	}
	switch {
	case !h.Known():
		a.Say("help-unknown", "Word", h.Asked, "Games", s.gameNames())
	case h.Asked == "":
		a.Say(ToldHelp, "Help", "help.short")
	case s.Lobby.Game(h.Topic) != nil:
		a.Say(ToldHelp, "Help", h.Topic+".help")
	case h.Topic != "":
		a.Say(ToldHelp, "Help", "help."+h.Topic)
	}
	for _, v := range h.Verbs {
		game := ""
		if v.Game != nil {
			game = v.Game.Name()
		}
		a.Say(ToldForms, "Game", game, "Verb", v.Verb)
	}
	return nil
}

// ToldHelp is the sentence of an answer that the message of its argument Help goes
// with; ToldForms one that explains the orders of its argument Verb, of its argument
// Game or, where that is "", of the lobby.
const (
	ToldHelp  = "helped"
	ToldForms = "formed"
)

func (s *hearing) gameNames() []string {
	var names []string
	for _, g := range s.Lobby.Games {
		names = append(names, g.Name())
	}
	return names
}

// Invitation is one that a table has sent, as far as limits go.
type Invitation struct {
	By, Guest string // player ids
	At        time.Time
}

// Invitations lists those a table has sent, oldest first.
func (t *Table) Invitations() []Invitation { return t.invited }
