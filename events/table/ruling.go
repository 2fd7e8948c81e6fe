package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Ruling is what a moderator has done at a table, as its players are told.
type Ruling struct {
	Version int64
	At      time.Time
	Event   lobby.Event
}

// Rule carries a moderator's ruling out, written as behind the table in `moderate
// TABLE ...`, and has everybody at the table told. What cannot be done is a
// *engine.Refusal, with the names at the table to word it by, and changes nothing.
func (h *House) Rule(ctx context.Context, id, order string, now time.Time) (engine.Roster, error) {
	return h.ruling(ctx, now, func(s *hearing) (*work, error) { return s.rule(id, order) })
}

// Unseal notes in the log that somebody is about to see the secrets of a game that
// is not over, and why, and has everybody at the table told.
func (h *House) Unseal(ctx context.Context, id, by, why string, now time.Time) error {
	_, err := h.ruling(ctx, now, func(s *hearing) (*work, error) {
		w, err := s.load(id)
		if err != nil {
			return nil, err
		}
		sum, err := s.keepAt(id, why)
		if err != nil {
			return w, err
		}
		return w, s.decree(w, "unseal", w.Lobby.Unseal(by, sum))
	})
	return err
}

// ruling commits what a moderator does without a mail, once more if the table has
// grown meanwhile.
func (h *House) ruling(ctx context.Context, now time.Time, do func(*hearing) (*work, error)) (engine.Roster, error) {
	var names engine.Roster
	var err error
	for range 2 {
		s := &hearing{House: h, ctx: ctx, Heard: Heard{Now: now}, cause: events.Cause{Kind: events.CauseRuling}}
		var w *work
		if w, err = do(s); w != nil {
			names = w.Names
		}
		if err == nil {
			err = s.enact(w)
		}
		if !errors.Is(err, events.ErrConflict) && !errors.Is(err, events.ErrTaken) {
			break
		}
	}
	return names, err
}

func (s *hearing) enact(w *work) error {
	b := events.Batch{Now: s.Now, Appends: []events.Append{w.append()}, Players: s.people(), Names: s.placed, Texts: s.texts}
	b.Letters = append(w.letters(s.Now, engine.Onlooker), s.letters...)
	if err := s.schedule(s.ctx, &b, s.until); err != nil {
		return err
	}
	if _, err := s.Log.Commit(s.ctx, b); err != nil {
		return fmt.Errorf("rule at table %s: %w", w.ID, err)
	}
	return nil
}

// rulings are what moderators can ask for, by the verb.
var rulings = map[string]func(*hearing, *work, lobby.Ruling) error{
	lobby.RulePause: func(s *hearing, w *work, r lobby.Ruling) error {
		return s.decree(w, r.String(), w.Lobby.Pause(s.Now))
	},
	lobby.RuleResume: func(s *hearing, w *work, r lobby.Ruling) error {
		return s.decree(w, r.String(), w.Lobby.Resume(s.Now))
	},
	lobby.RuleClose: func(s *hearing, w *work, r lobby.Ruling) error {
		if err := s.decree(w, r.String(), w.Lobby.CloseByRuling()); err != nil || !w.Lobby.Begun {
			return err
		}
		return w.Attempt(w.publish)
	},
	lobby.RuleExtend: func(s *hearing, w *work, r lobby.Ruling) error { // whether anybody is asked is not for a refusal to tell
		return s.decree(w, r.String(), w.Lobby.Extend(r.By, s.Now))
	},
	lobby.RuleReplace: (*hearing).replacing,
	lobby.RuleBot: func(s *hearing, w *work, r lobby.Ruling) error {
		w.concern(w.Lobby.Player(r.Seat))
		return s.decree(w, r.String(), w.Lobby.GiveToBot(r.Seat))
	},
	lobby.RuleRewind: (*hearing).rewinding,
	lobby.RuleNote: func(s *hearing, w *work, r lobby.Ruling) error {
		sum, err := s.keepAt(w.ID, r.Text)
		if err != nil {
			return err
		}
		return s.decree(w, r.String(), w.Lobby.Note(sum))
	},
}

// rule carries one ruling out in this transaction.
func (s *hearing) rule(id, order string) (*work, error) {
	w, err := s.load(strings.ToUpper(id))
	switch {
	case errors.Is(err, events.ErrNotFound):
		return nil, engine.Refuse("", "ruling-table", "Table", strings.ToUpper(id))
	case errors.Is(err, ErrResting):
		return nil, engine.Refuse("", "ruling-resting", "Table", strings.ToUpper(id))
	case err != nil:
		return nil, err
	}
	if err := s.playedHere(w.ID); err != nil {
		return w, err
	}
	r, err := lobby.ParseRuling(order, w.Names)
	if err != nil {
		return w, err
	}
	if err := s.Lobby.MayRule(w.Lobby, r); err != nil {
		return w, err
	}
	do, ok := rulings[r.Verb]
	if !ok {
		return w, fmt.Errorf("the lobby reads the ruling %q, and nothing does it", r.Verb)
	}
	return w, do(s, w, r)
}

// playedHere refuses what is to be told to everybody at a table that was imported:
// nobody there has an address.
func (s *hearing) playedHere(id string) error {
	switch _, _, err := s.Log.Imported(s.ctx, id); {
	case err == nil:
		return engine.Refuse("", "ruling-imported", "Table", id)
	case !errors.Is(err, events.ErrNotFound):
		return err
	}
	return nil
}

// decree notes a ruling's event. The work's cause is the ruling from here on: in a
// mail that also plays, an order of the game goes by its own.
func (s *hearing) decree(w *work, order string, e lobby.Event) error {
	was := w.cause
	w.cause = events.Cause{Kind: events.CauseRuling, Ref: s.cause.Ref}
	defer func() { w.cause = was }()
	w.ruled = true
	return w.decided(engine.Onlooker, order, e)
}

// unsealed tells whether somebody has had the table's secrets shown.
func (t *Table) unsealed() bool {
	return slices.ContainsFunc(t.rulings, func(r Ruling) bool {
		_, ok := r.Event.(*lobby.Unsealed)
		return ok
	})
}

// replacing gives a seat to whoever an address belongs to.
func (s *hearing) replacing(w *work, r lobby.Ruling) error {
	address, err := s.Address(r.Address)
	if err != nil {
		return engine.Refuse("", "address-bad", "Address", r.Address)
	}
	if s.Judge != nil && s.Judge(address) && w.unsealed() {
		return engine.Refuse("", "replace-judge", "Address", address)
	}
	p, err := s.belongingTo(address)
	if err != nil {
		return err
	}
	if err := s.Lobby.MayReplace(w.Lobby, r.Seat, p.ID); err != nil {
		return err
	}
	was := w.Lobby.Player(r.Seat)
	if p, err = s.seatFor(w, p, was); err != nil {
		return err
	}
	if err := s.decree(w, r.String(), w.Lobby.Replace(r.Seat, p.ID)); err != nil {
		return err
	}
	w.seatNew(r.Seat)
	if err := w.brought(p, s.Now); err != nil {
		return err
	}
	if was != "" && was != p.ID {
		s.letters = append(s.letters, events.Letter{
			Version: w.Version, Player: was, Kind: KindReplaced, Cause: AboutTable(w.ID), Due: s.Now, Next: s.Now,
		})
	}
	return nil
}

// seatFor makes a player of whoever is to have a seat, and names them at the table
// as joining does.
func (s *hearing) seatFor(w *work, p events.Player, was string) (events.Player, error) {
	name := cmp.Or(w.Called(p.ID), p.Name)
	if name == "" {
		name = (&hearing{House: s.House, Heard: Heard{Player: p}}).suggested()
	}
	name = s.free(name, w.Table.taken(p.ID))
	if p.ID == "" || p.Name == "" {
		var err error
		if p, err = s.enrol(p, name, was); err != nil {
			return p, err
		}
	}
	s.placed = append(s.placed, events.SeatName{Stream: w.ID, Player: p.ID, Name: name})
	w.call(p.ID, name)
	return p, nil
}

// enrol makes a player of an address. They are written to in the language of whom
// they follow, until they say otherwise.
func (s *hearing) enrol(p events.Player, name, was string) (_ events.Player, err error) {
	if p.ID == "" {
		if p.ID, err = s.draw(10); err != nil {
			return p, err
		}
		before, err := s.Log.Player(s.ctx, was)
		if err != nil && !errors.Is(err, events.ErrNotFound) {
			return p, err
		}
		p.Language = before.Language
	}
	p.Name = name
	s.guests = append(slices.DeleteFunc(s.guests, func(g events.Player) bool { return g.ID == p.ID }), p)
	return p, nil
}

// rewinding takes the game back, and lets it draw anew what was hidden to all.
func (s *hearing) rewinding(w *work, r lobby.Ruling) error {
	if len(w.drafts) > 0 { // this mail has moved the table: versions are what was read
		return engine.Refuse("", "rewind-alone")
	}
	if err := w.mayRewind(r.To); err != nil {
		return err
	}
	if err := s.decree(w, r.String(), w.Lobby.Rewind(r.To)); err != nil {
		return err
	}
	was := w.cause
	w.cause = events.Cause{Kind: events.CauseRuling, Ref: s.cause.Ref}
	defer func() { w.cause = was }()
	return w.Attempt(w.drawAnew)
}

// drawAnew is what follows from a return in the game.
func (w *work) drawAnew() error {
	records, err := w.Play.Reshuffle(w.luck())
	if err != nil {
		return err
	}
	return w.note(engine.Onlooker, "", records)
}

// moderating is a ruling by mail.
func (s *hearing) moderating(words []string, a *engine.Answer) error {
	if !s.Moderator {
		return engine.Refuse("", "not-moderator")
	}
	w, err := s.rule(words[1], lobby.Behind(a.Line, 2))
	if err != nil {
		return err
	}
	a.Say("ruled", "Table", w.ID)
	return nil
}

// concern notes a player who is told of a ruling though a bot plays for them now.
func (w *work) concern(player string) {
	if w.concerned == nil {
		w.concerned = map[string]bool{}
	}
	w.concerned[player] = true
}

// seatNew notes a seat whose player is new.
func (w *work) seatNew(seat engine.Seat) {
	if w.newcomers == nil {
		w.newcomers = map[engine.Seat]bool{}
	}
	w.newcomers[seat] = true
}

// decreed are the letters that tell of rulings: to everybody at the table, and at its
// end also to those who had left their seat to a bot.
func (w *work) decreed(now time.Time) []events.Letter {
	var all []events.Letter
	for i, p := range w.Lobby.Places {
		if p.Player == "" || p.Bot && !w.concerned[p.Player] && !w.Lobby.Closed {
			continue
		}
		seat := engine.Seat(i + 1)
		kind := KindRuling
		if w.newcomers[seat] {
			kind = KindTaken
		}
		all = append(all, events.Letter{
			Stream: w.ID, Seat: uint8(seat), Player: p.Player, Kind: kind,
			Cause: fmt.Sprintf("version:%d", w.from), Due: now, Next: now,
		})
	}
	return all
}

// Rulings lists what moderators have done in the transaction that a letter's cause
// names.
func (t *Table) Rulings(cause string) []Ruling {
	var from int64
	if _, err := fmt.Sscanf(cause, "version:%d", &from); err != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.rulings), func(r Ruling) bool { return r.Version <= from })
}

// judge keeps of an event that it was a ruling.
func (t *Table) judge(e lobby.Event) {
	switch e := e.(type) {
	case *lobby.Closed:
		if e.Why != lobby.ClosedRuling {
			return
		}
	case *lobby.Paused, *lobby.Resumed, *lobby.Extended, *lobby.SeatReplaced, *lobby.GivenToBot,
		*lobby.Noted, *lobby.Rewound, *lobby.Unsealed:
	default:
		return
	}
	t.rulings = append(t.rulings, Ruling{Version: t.Version + 1, Event: e})
}

// dateRuling notes when the last ruling was made, if that is not known yet.
func (t *Table) dateRuling(at time.Time) {
	if n := len(t.rulings); n > 0 && t.rulings[n-1].At.IsZero() {
		t.rulings[n-1].At = at
	}
}

// At is when a version came to be.
func (t *Table) At(version int64) time.Time {
	if version < 1 || version > int64(len(t.marks)) {
		return time.Time{}
	}
	return t.marks[version-1].at
}
