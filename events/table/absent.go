package table

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Change is what became of a seat while the game ran: it was left to a bot, offered,
// kept, or taken over.
type Change struct {
	Version int64
	Event   lobby.Event
	Seat    engine.Seat
	Player  string // id: whose seat it was
}

// Changes lists those after a version, oldest first.
func (t *Table) Changes(after int64) []Change {
	var all []Change
	for _, c := range t.changes {
		if c.Version > after {
			all = append(all, c)
		}
	}
	return all
}

// change keeps of an event, folded already, that it changed who plays a seat.
func (t *Table) change(e lobby.Event) {
	c := Change{Version: t.Version + 1, Event: e}
	switch e := e.(type) {
	case *lobby.LeftToBot:
		c.Seat, c.Player = e.Seat, t.Lobby.Player(e.Seat)
	case *lobby.Offered:
		c.Seat, c.Player = e.Seat, t.Lobby.Player(e.Seat)
	case *lobby.Kept:
		c.Seat, c.Player = e.Seat, t.Lobby.Player(e.Seat)
	case *lobby.Taken:
		c.Seat, c.Player = e.Seat, e.Was
	default:
		return
	}
	t.changes = append(t.changes, c)
}

// heed notes, after an entry was folded in, that a player has answered their turn, if
// that is what their seat was asked before. Only turns count, their silences and their
// answers alike: of whatever else is asked, nobody else may learn who was asked, nor
// from a bot in the seat, or none, whether it was answered.
func (t *Table) heed(e events.Entry, was engine.Ask) {
	seat := engine.Seat(e.Seat)
	if e.Cause.Kind == events.CauseMail && was.Turn && t.Play.Asked(seat) != was {
		t.meet(seat)
	}
}

// meet has the count of a seat's silences begin anew.
func (t *Table) meet(seat engine.Seat) {
	if t.present == nil {
		t.present = map[engine.Seat]int64{}
	}
	t.present[seat] = t.Version + 1
}

// InARow counts the turns of a seat that passed in silence since one was answered.
func (t *Table) InARow(seat engine.Seat) (n int) {
	for _, s := range t.silences {
		if s.Seat == seat && s.Turn && s.Version > t.present[seat] {
			n++
		}
	}
	return n
}

// deserted gives the first seat whose player has been silent so often that a bot is to
// have it.
func (t *Table) deserted() (engine.Seat, bool) {
	if t.Play == nil || t.Over() {
		return 0, false
	}
	for _, seat := range engine.Seats(len(t.Lobby.Places)) {
		if t.wasSilent(seat) && !t.hidden(seat) {
			return seat, true
		}
	}
	return 0, false
}

// wasSilent tells whether a player has been silent so often that a bot is to have the seat.
func (t *Table) wasSilent(seat engine.Seat) bool {
	return t.Lobby.MayBeLeft(seat) && t.InARow(seat) >= t.Lobby.Times.Silences
}

// hidden tells whether others are not yet told of a silence of a seat: a bot in it would
// tell them.
func (t *Table) hidden(seat engine.Seat) bool {
	return slices.ContainsFunc(t.silences, func(s Silence) bool { return s.Seat == seat && s.Turn && s.shown == 0 })
}

// leave gives the seats to bots that too much silence has left, in the transaction of
// the last silence; where several choose at once, of the last choice.
func (w *work) leave(now time.Time) error {
	for {
		seat, due := w.deserted()
		if !due {
			return nil
		}
		if w.left == nil {
			w.left = map[string]bool{}
		}
		w.left[w.Lobby.Player(seat)] = true
		w.retimed = w.retimed || w.shortens(seat, now)
		if err := w.decided(engine.Onlooker, "", w.Lobby.LeaveToBot(seat)); err != nil {
			return err
		}
	}
}

// botPlays refuses an order for a seat at the mail's table that a bot plays, and says
// how to come back where that can be.
func (s *hearing) botPlays(seat engine.Seat) error {
	no := s.at.Lobby.BotPlays(seat)
	switch {
	case no == nil:
		return nil
	case s.at.Lobby.Places[seat-1].Silent && !s.at.Ended():
		return no.Instead("take " + s.at.ID)
	}
	return no
}

// seeking offers the sender's seat to whoever wants it, or does so no more.
func (s *hearing) seeking(words []string, a *engine.Answer) error {
	off, err := lobby.ParseSeeking(words)
	if err != nil {
		return err
	}
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	seat := s.seatAt(s.at)
	if off {
		if err := s.Lobby.MayKeep(s.at.Lobby, seat); err != nil {
			return err
		}
		a.Say("seeks-no-more")
		return s.at.decided(seat, "seek replacement off", s.at.Lobby.Keep(seat))
	}
	if err := s.Lobby.MayOffer(s.at.Lobby, seat); err != nil {
		return err
	}
	a.Say("seeks", "Table", s.at.ID)
	return s.at.decided(seat, "seek replacement", s.at.Lobby.Offer(seat))
}

// taking gives the sender a seat that seeks a player, or their own back from a bot.
func (s *hearing) taking(words []string, a *engine.Answer) error {
	id, err := lobby.ParseTaking(words)
	if err != nil {
		return err
	}
	if err := s.maySitAtOneMore(); err != nil { // before it is known whether there is such a table
		return err
	}
	w, seat, err := s.toTake(id)
	if err != nil {
		return err
	}
	was := w.Lobby.Player(seat)
	w.retimed = w.retimed || w.shortens(seat, s.Now)
	if was == s.Player.ID {
		a.Say("came-back", "Table", w.ID, "Game", w.Game.Title())
		if err := w.decided(seat, "take", w.Lobby.Take(seat, was)); err != nil {
			return err
		}
		return w.brought(s.Player, s.Now)
	}
	taken := w.taken(s.Player.ID)
	name := s.free(s.goesBy(w), taken)
	if err := s.introduce(name, taken); err != nil {
		return err
	}
	s.placed = append(s.placed, events.SeatName{Stream: w.ID, Player: s.Player.ID, Name: name})
	w.call(s.Player.ID, name)
	a.Say("took", "Table", w.ID, "Game", w.Game.Title(), "Name", name)
	if err := w.decided(seat, "take", w.Lobby.Take(seat, s.Player.ID)); err != nil {
		return err
	}
	if err := w.brought(s.Player, s.Now); err != nil {
		return err
	}
	s.tellTaken(w, seat, was)
	return nil
}

// goesBy is what the sender is called at a table, or would like to be.
func (s *hearing) goesBy(w *work) string {
	switch {
	case w.called[s.Player.ID] != "":
		return w.called[s.Player.ID]
	case s.Player.Name != "":
		return s.Player.Name
	}
	return s.suggested()
}

// toTake finds the seat at a table that the sender may take. One that does not exist is
// answered like one that has none for them.
func (s *hearing) toTake(id string) (*work, engine.Seat, error) {
	w, err := s.load(id)
	switch {
	case errors.Is(err, events.ErrNotFound):
		return nil, 0, engine.Refuse("", "take-none")
	case errors.Is(err, ErrResting):
		return nil, 0, s.restingToTake(id)
	case err != nil:
		return nil, 0, err
	}
	seat, err := s.Lobby.MayTake(w.Lobby, s.Player.ID)
	if err != nil {
		return nil, 0, err
	}
	if err := s.satForgotten(w); err != nil {
		return nil, 0, err
	}
	if s.Judge != nil && s.Judge(s.Player.Address) && w.unsealed() {
		return nil, 0, engine.Refuse("", "replace-judge", "Address", s.Player.Address)
	}
	return w, seat, s.playable(w)
}

// satForgotten refuses a seat to somebody who sat at the table before they were
// forgotten: the service does not know them any more, but they know the cards.
func (s *hearing) satForgotten(w *work) error {
	gone, err := s.Log.Forgettings(s.ctx)
	if err != nil {
		return err
	}
	for _, f := range gone {
		if w.Lobby.HasSat(f.Player) && f.Of(s.Player.Address) {
			return engine.Refuse("", "take-another")
		}
	}
	return nil
}

// playable refuses a table that was imported: nothing is played there.
func (s *hearing) playable(w *work) error {
	if s.playedHere(w.ID) != nil {
		return engine.Refuse("", "take-none")
	}
	return nil
}

// restingToTake refuses a seat at a table that rests. That it does is told to those
// who have had a seat there.
func (s *hearing) restingToTake(id string) error {
	names, err := s.Log.SeatNames(s.ctx, id)
	if err != nil {
		return fmt.Errorf("names at table %s: %w", id, err)
	}
	for _, n := range names {
		if n.Player == s.Player.ID {
			return engine.Refuse("", "table-resting", "Table", id)
		}
	}
	return engine.Refuse("", "take-none")
}

// tellTaken has the new player of a seat sent what the seat knows, and the one before
// told that it is not theirs any more.
func (s *hearing) tellTaken(w *work, seat engine.Seat, was string) {
	if s.took == nil {
		s.took = map[string]bool{}
	}
	s.took[w.ID] = true
	w.seatNew(seat)
	cause := "mail:" + s.Mail.Key
	s.letters = append(s.letters,
		events.Letter{Stream: w.ID, Seat: uint8(seat), Player: s.Player.ID, Kind: KindTaken, Cause: cause, Due: s.Now, Next: s.Now},
		events.Letter{Version: w.Version, Player: was, Kind: KindTakenOver, Cause: AboutTable(w.ID), Due: s.Now, Next: s.Now})
}

// seekers adds the sentences about tables that seek a player for a seat.
func (s *hearing) seekers(a *engine.Answer) error {
	if s.Seeking == nil {
		return nil
	}
	ids, err := s.Seeking(s.ctx)
	if err != nil {
		return fmt.Errorf("list tables that seek a player: %w", err)
	}
	for _, id := range ids {
		if len(a.Told) == mostListed {
			return nil
		}
		t, err := s.seen(id)
		if err != nil {
			continue // a table at rest after a fault seats nobody
		}
		if n := t.Seeks(); n > 0 {
			args := []any{"Table", t.ID, "Game", t.Game.Title(), "Count", n}
			a.Say("listed-seeks", append(args, spans(t.Lobby.Times)...)...)
		}
	}
	return nil
}

// Seeks counts the seats of a running game that seek a player.
func (t *Table) Seeks() (n int) {
	if t.Play == nil || t.Ended() {
		return 0
	}
	for _, p := range t.Lobby.Places {
		if p.Seeks {
			n++
		}
	}
	return n
}
