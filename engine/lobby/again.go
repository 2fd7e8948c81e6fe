package lobby

import (
	"errors"
	"fmt"

	"contrapost/engine"
)

// Again gives all that was decided along with the event that began a decision, that
// event first, as far as it follows from the state, who ordered it and the words of
// the order: who sits down and whether that fills the table, who leaves and whether
// that closes it. What the lobby would not have let happen is an error, a
// *engine.Refusal where a player or a moderator would have been refused it.
func (l Lobby) Again(s State, first Event, by engine.Seat, order []string) ([]Event, error) {
	opened, opens := first.(*Opened)
	switch {
	case opens && s.Opened:
		return nil, errors.New("the table has been opened already")
	case opens:
		return []Event{first}, l.mayHaveOpened(opened)
	case !s.Opened:
		return nil, errors.New("the table has not been opened")
	}
	return l.seatedAgain(s, first, by, order)
}

func (l Lobby) mayHaveOpened(e *Opened) error {
	g, _, err := l.MayOpen(Opening{Game: e.Game, Chosen: e.Options})
	if err != nil {
		return err
	}
	if err := maySeat(g, e.Want); err != nil {
		return err
	}
	if err := MayAgree(e.Times.Absence); err != nil {
		return err
	}
	if err := MayTime(e.Times); err != nil {
		return err
	}
	return MayGrant(e.Times)
}

// seatedAgain is about who sits there before the deal, and the deal itself.
func (l Lobby) seatedAgain(s State, first Event, by engine.Seat, order []string) ([]Event, error) {
	switch e := first.(type) {
	case *Joined:
		if e.Player == "" {
			return nil, errNobody
		}
		return s.Join(e.Player, e.Join), l.MaySit(s, e.Player)
	case *BotJoined:
		n, err := ParseBots(order)
		if err == nil {
			err = l.MayAddBots(s, s.Player(by), n)
		}
		if err != nil {
			return nil, err
		}
		return s.AddBots(n), nil
	case *Begun:
		return s.Begin(), l.MayBegin(s, s.Player(by))
	case *Invited:
		return []Event{s.Invite(by, e.Player)}, l.mayHaveInvited(s, s.Player(by), e.Player)
	case *Left:
		if err := s.ordered(by, e.Seat); err != nil {
			return nil, err
		}
		return s.Leave(e.Player), l.MayLeave(s, e.Player)
	}
	return l.playedAgain(s, first, by)
}

func (l Lobby) mayHaveInvited(s State, by, guest string) error {
	if guest == "" {
		return errNobody
	}
	if err := l.MayInvite(s, by, 1); err != nil {
		return err
	}
	return l.MayBeInvited(s, guest, "@"+guest)
}

var errNobody = errors.New("it names no player")

// ordered tells whether what happened to a seat was ordered by that seat, and there
// is one.
func (s State) ordered(by, seat engine.Seat) error {
	if err := s.has(seat); err != nil {
		return err
	}
	if by != seat {
		return fmt.Errorf("it is seat %d's to order, and seat %d has ordered it", seat, by)
	}
	return nil
}

func (s State) has(seat engine.Seat) error {
	if seat == engine.Onlooker || int(seat) > len(s.Places) {
		return fmt.Errorf("nobody has seat %d", seat)
	}
	return nil
}
