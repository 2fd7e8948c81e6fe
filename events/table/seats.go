package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// leaving gives up a seat before the game begins, at the table written to or named.
func (s *hearing) leaving(words []string, a *engine.Answer) error {
	w, err := s.toLeave(words)
	if err != nil {
		return err
	}
	if err := s.Lobby.MayLeave(w.Lobby, s.Player.ID); err != nil {
		return err
	}
	seat, host := s.seatAt(w), w.Lobby.Host()
	if err := w.decided(seat, "leave", w.Lobby.Leave(s.Player.ID)...); err != nil {
		return err
	}
	if w.Lobby.Host() != host {
		w.host = w.Lobby.Host()
	}
	s.names = slices.DeleteFunc(s.names, func(n events.SeatName) bool { return n.Stream == w.ID })
	if s.at == w {
		s.at = nil // it is no longer theirs to write to
	}
	a.Say("left", "Table", w.ID, "Game", w.Game.Title())
	return nil
}

// toLeave is the table that is named, or else the one written to.
func (s *hearing) toLeave(words []string) (*work, error) {
	if len(words) == 1 && s.at != nil {
		return s.at, nil
	}
	if len(words) == 1 {
		return nil, engine.Refuse("", "leave-form")
	}
	id := strings.ToUpper(words[1])
	w, err := s.load(id)
	if errors.Is(err, events.ErrNotFound) {
		return nil, engine.Refuse("", "table-unknown")
	}
	if errors.Is(err, ErrResting) {
		return nil, s.restingFor(id)
	}
	return w, err
}

// inviting asks players to sit down, each by a letter. An address that nobody is
// known by becomes a player without a name.
func (s *hearing) inviting(words []string, a *engine.Answer) error {
	addresses, err := lobby.ParseInviting(a.Line)
	if err != nil {
		return err
	}
	w, err := s.forming()
	if err != nil {
		return err
	}
	if err := s.Lobby.MayInvite(w.Lobby, s.Player.ID, len(addresses)); err != nil {
		return err
	}
	guests, err := s.guestsAt(w, addresses)
	if err != nil {
		return err
	}
	if err := s.mayInviteToday(guests); err != nil {
		return err
	}
	for _, g := range guests {
		if err := s.invite(w, g); err != nil {
			return err
		}
	}
	a.Say("invited", "Count", len(guests), "Table", w.ID)
	return nil
}

// guestsAt finds who the addresses belong to, and refuses them all if one cannot be
// invited.
func (s *hearing) guestsAt(w *work, addresses []string) ([]events.Player, error) {
	var guests []events.Player
	for _, written := range addresses {
		address, err := s.Address(written)
		if err != nil {
			return nil, engine.Refuse("", "address-bad", "Address", written)
		}
		if err := s.mayBeKnown(address); err != nil {
			return nil, err
		}
		p, err := s.belongingTo(address)
		if err != nil {
			return nil, err
		}
		if p.Unsubscribed {
			return nil, engine.Refuse("", "invite-rest", "Address", written)
		}
		if p.ID != "" {
			if err := s.Lobby.MayBeInvited(w.Lobby, p.ID, written); err != nil {
				return nil, err
			}
		}
		guests = append(guests, p)
	}
	return guests, nil
}

// belongingTo gives the player with an address; without an id for a new one, whose
// letters are written as the inviter's are until they say otherwise.
func (s *hearing) belongingTo(address string) (events.Player, error) {
	if strings.EqualFold(address, s.Player.Address) {
		return s.Player, nil
	}
	same := func(g events.Player) bool { return strings.EqualFold(g.Address, address) }
	if i := slices.IndexFunc(s.guests, same); i >= 0 {
		return s.guests[i], nil
	}
	p, err := s.Log.PlayerByAddress(s.ctx, address)
	if errors.Is(err, events.ErrNotFound) {
		return events.Player{Address: address, Language: s.Player.Language}, nil
	}
	return p, err
}

// mayBeKnown refuses an address whose person was forgotten after this was written: a
// mail that comes to light again must not bring them back.
func (s *hearing) mayBeKnown(address string) error {
	gone, err := s.Log.Forgettings(s.ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(gone, func(f events.Forgetting) bool { return f.Covers(address, s.Mail.Received) }) {
		return engine.Refuse("", "invite-rest", "Address", address)
	}
	return nil
}

// mayInviteToday bounds what one player sends, and what one address gets: anybody
// can write in another's name to the service's own address.
func (s *hearing) mayInviteToday(guests []events.Player) error {
	today, err := s.Invited(s.ctx, s.Player.ID, "", s.Now.Add(-24*time.Hour))
	if err != nil {
		return fmt.Errorf("invitations of the sender: %w", err)
	}
	if today+s.invites+len(guests) > lobby.MostInvitationsADay {
		return engine.Refuse("", "invite-day", "Most", lobby.MostInvitationsADay)
	}
	s.invites += len(guests)
	for _, g := range guests {
		if err := s.mayBeInvitedToday(g); err != nil {
			return err
		}
	}
	return nil
}

func (s *hearing) mayBeInvitedToday(g events.Player) error {
	address := strings.ToLower(g.Address)
	often := s.invited[address]
	if g.ID != "" {
		committed, err := s.Invited(s.ctx, "", g.ID, s.Now.Add(-24*time.Hour))
		if err != nil {
			return fmt.Errorf("invitations of a guest: %w", err)
		}
		often += committed
	}
	if often >= lobby.MostInvitedADay {
		return engine.Refuse("", "invite-rest", "Address", g.Address)
	}
	if s.invited == nil {
		s.invited = map[string]int{}
	}
	s.invited[address]++
	return nil
}

// invite has one player asked, by a letter that shows the table as it is now.
func (s *hearing) invite(w *work, g events.Player) (err error) {
	if g.ID == "" {
		if g.ID, err = s.draw(10); err != nil {
			return err
		}
		s.guests = append(s.guests, g)
	}
	if err := w.decided(s.seatAt(w), "invite", w.Lobby.Invite(s.seatAt(w), g.ID)); err != nil {
		return err
	}
	s.letters = append(s.letters, events.Letter{
		Stream: w.ID, Version: w.Version, Player: g.ID, Kind: KindInvited, Cause: "mail:" + s.Mail.Key, Due: s.Now, Next: s.Now,
	})
	return nil
}
