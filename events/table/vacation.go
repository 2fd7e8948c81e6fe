package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// vacation sets when the sender is away, ends that, or tells what there is and how much
// is left. It is the sender's, and an event at each of their tables.
func (s *hearing) vacation(words []string, a *engine.Answer) error {
	days, off, err := lobby.ParseVacation(words)
	if err != nil {
		return err
	}
	had := lobby.ParseVacations(s.Player.Vacations)
	switch {
	case off:
		return s.comeBack(had, a)
	case days != lobby.Dates{}:
		return s.goAway(had, days, a)
	}
	s.tellVacations(had, a)
	return nil
}

func (s *hearing) goAway(had lobby.Vacations, days lobby.Dates, a *engine.Answer) error {
	v, err := s.Lobby.MayTakeDays(had, days, zoneOf(s.Player), s.Now)
	if err != nil {
		return err
	}
	had = had.With(v, s.Now)
	if err := s.change(func(p *events.Player) { p.Vacations = had.String() }); err != nil {
		return err
	}
	s.tellVacations(had, a)
	return s.atEach(func(w *work) error { return w.bring(s.Player.ID, []lobby.Stop{v}, s.Now) })
}

func (s *hearing) comeBack(had lobby.Vacations, a *engine.Answer) error {
	if err := s.Lobby.MayComeBack(had, s.Now); err != nil {
		return err
	}
	had = had.Ended(s.Now)
	if err := s.change(func(p *events.Player) { p.Vacations = had.String() }); err != nil {
		return err
	}
	a.Say("vacation-off", "Count", had.Left(s.Now))
	return s.atEach(func(w *work) error { return w.returned(s.Player.ID, s.Now) })
}

// tellVacations says when the sender is away, and how many days there are besides.
func (s *hearing) tellVacations(had lobby.Vacations, a *engine.Answer) {
	for _, o := range had.After(s.Now) {
		a.Say("vacation", "UnixFrom", int(o.From.Unix()), "UnixUntil", int(o.To.Unix()))
	}
	a.Say("vacation-left", "Count", had.Left(s.Now), "Most", lobby.VacationDays)
}

// atEach does something at every table of the sender's that is not over. At one that
// rests it is made up for when it goes on.
func (s *hearing) atEach(do func(*work) error) error {
	sitting, err := s.sitting()
	if err != nil {
		return err
	}
	for _, t := range sitting {
		if t.Over || t.Resting {
			continue
		}
		w, err := s.load(t.Table)
		if errors.Is(err, ErrResting) {
			continue
		}
		if err == nil {
			err = do(w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bring notes at a table when somebody who plays there is away, unless it is known. It
// counts from now on alone: what was asked of a seat, or of all, before somebody brought
// their vacation there, does not last longer for it, and no bank fills.
func (w *work) bring(player string, away []lobby.Stop, now time.Time) error {
	seat, seated := w.Lobby.Seat(player)
	if !seated || w.Ended() || w.Lobby.Places[seat-1].Bot {
		return nil
	}
	for _, o := range lobby.Vacations(away).From(now) {
		known := slices.ContainsFunc(w.Lobby.AwayFrom(seat), func(k lobby.Stop) bool {
			return !k.From.After(o.From) && !k.To.Before(o.To)
		})
		if known {
			continue
		}
		if err := w.decided(seat, "vacation", w.Lobby.GoAway(seat, o)); err != nil {
			return err
		}
	}
	return nil
}

// returned notes at a table that somebody is back early, or does not go away. If a time
// that was given to others becomes shorter by that, everybody is told.
func (w *work) returned(player string, now time.Time) error {
	seat, seated := w.Lobby.Seat(player)
	if !seated || w.Ended() || w.Lobby.Places[seat-1].Bot {
		return nil
	}
	if len(lobby.Vacations(w.Lobby.AwayFrom(seat)).After(now)) == 0 {
		return nil
	}
	w.retimed = w.retimed || w.shortens(seat, now)
	return w.decided(seat, "vacation off", w.Lobby.ComeBack(seat, now))
}

// brought notes the vacations of a player who sits down, as far as they are not over.
func (w *work) brought(p events.Player, now time.Time) error {
	return w.bring(p.ID, lobby.ParseVacations(p.Vacations).After(now), now)
}

// bringAll makes up for what players have done while the table rested: they have gone
// away, or are back.
func (h *House) bringAll(ctx context.Context, w *work, now time.Time) error {
	for _, place := range slices.Clone(w.Lobby.Places) {
		if place.Player == "" || place.Bot {
			continue
		}
		p, err := h.Log.Player(ctx, place.Player)
		if err != nil {
			return err
		}
		away := lobby.ParseVacations(p.Vacations).After(now)
		if w.awayElsewise(p.ID, away, now) {
			err = w.returned(p.ID, now)
		}
		if err == nil {
			err = w.bring(p.ID, away, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// awayElsewise tells whether the table knows of a time away that the player has taken
// back, all or a part of it.
func (w *work) awayElsewise(player string, away []lobby.Stop, now time.Time) bool {
	seat, _ := w.Lobby.Seat(player)
	return slices.ContainsFunc(lobby.Vacations(w.Lobby.AwayFrom(seat)).From(now), func(k lobby.Stop) bool {
		return !slices.ContainsFunc(away, func(o lobby.Stop) bool { return !o.From.After(k.From) && !o.To.Before(k.To) })
	})
}

// zoneOf is where a player's clocks are.
func zoneOf(p events.Player) *time.Location {
	if zone, err := time.LoadLocation(p.Zone); err == nil && p.Zone != "" {
		return zone
	}
	return time.UTC
}
