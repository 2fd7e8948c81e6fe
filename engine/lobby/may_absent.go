package lobby

import (
	"fmt"
	"slices"

	"contrapost/engine"
)

// running tells whether a game is under way, paused or not.
func (s State) running() bool { return s.Begun && !s.Closed && !s.Published }

// MayBeLeft tells whether silence can leave a seat to a bot: the table has agreed on
// it, and a player has the seat.
func (s State) MayBeLeft(seat engine.Seat) bool {
	return s.running() && s.Times.Silences > 0 && !s.Places[seat-1].Bot
}

// BotPlays refuses what only the player of a seat could do, where a bot plays it.
func (s State) BotPlays(seat engine.Seat) *engine.Refusal {
	switch p := s.Places[seat-1]; {
	case p.Silent:
		return engine.Refuse("", "seat-left")
	case p.Bot:
		return engine.Refuse("", "resigned-already")
	}
	return nil
}

// MayOffer judges a player offering the seat that they play.
func (l Lobby) MayOffer(s State, seat engine.Seat) error {
	if err := l.MayResign(s, seat); err != nil {
		return err
	}
	if s.Places[seat-1].Seeks {
		return engine.Refuse("", "seeks-already").Instead("seek replacement off")
	}
	return nil
}

// MayKeep judges a player withdrawing that offer.
func (l Lobby) MayKeep(s State, seat engine.Seat) error {
	if err := l.MayResign(s, seat); err != nil {
		return err
	}
	if !s.Places[seat-1].Seeks {
		return engine.Refuse("", "seeks-not").Instead("seek replacement")
	}
	return nil
}

// MayTake gives the seat that a player would take over: their own, if it was left to a
// bot for their silence, or the first that seeks a player. Nobody has two seats, nor
// another one than they have had: they have seen its cards. A table without such a
// seat is answered like one that is not there.
func (l Lobby) MayTake(s State, player string) (engine.Seat, error) {
	if !s.running() {
		return 0, engine.Refuse("", "take-none")
	}
	if at, seated := s.Seat(player); seated {
		return at, mayComeBack(s.Places[at-1])
	}
	had := slices.ContainsFunc(s.Sat, func(o Sitter) bool { return o.Player == player })
	refused := engine.Refuse("", "take-none")
	for i, p := range s.Places {
		seat := engine.Seat(i + 1)
		switch {
		case !p.Seeks:
		case !had || s.onlySat(player, seat):
			return seat, nil
		default:
			refused = engine.Refuse("", "take-another")
		}
	}
	return 0, refused
}

func mayComeBack(p Place) error {
	switch {
	case !p.Bot:
		return engine.Refuse("", "already-seated")
	case !p.Silent:
		return engine.Refuse("", "take-given-up")
	}
	return nil
}

// HasSat tells whether a player has or had a seat in the game.
func (s State) HasSat(player string) bool {
	_, seated := s.Seat(player)
	return seated || slices.ContainsFunc(s.Sat, func(o Sitter) bool { return o.Player == player })
}

// onlySat tells whether a player has had no other seat than that.
func (s State) onlySat(player string, seat engine.Seat) bool {
	return !slices.ContainsFunc(s.Sat, func(o Sitter) bool { return o.Player == player && o.Seat != seat })
}

// takenAgain is about a seat that was taken over.
func (l Lobby) takenAgain(s State, e *Taken, by engine.Seat) ([]Event, error) {
	if e.Player == "" {
		return nil, errNobody
	}
	if err := s.ordered(by, e.Seat); err != nil {
		return nil, err
	}
	seat, err := l.MayTake(s, e.Player)
	if err == nil && seat != e.Seat {
		err = fmt.Errorf("seat %d is taken, and it would have been seat %d", e.Seat, seat)
	}
	return []Event{s.Take(e.Seat, e.Player)}, err
}
