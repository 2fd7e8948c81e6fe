package lobby

import (
	"slices"
	"strings"
	"time"

	"contrapost/engine"
)

// MayOpen judges an opening: a game that is offered, seats it has, options it
// knows. It gives the game and the complete options.
func (l Lobby) MayOpen(o Opening) (engine.Game, map[string]string, error) {
	g, ok := l.game(o.Game)
	if !ok {
		return nil, nil, engine.Refuse("", "game-unknown", "Game", o.Game, "Games", l.titles())
	}
	if o.Seats != 0 {
		if err := maySeat(g, o.Seats); err != nil {
			return nil, nil, err
		}
	}
	options, err := engine.Choose(g.Options(), o.Chosen)
	return g, options, err
}

func maySeat(g engine.Game, n int) error {
	if least, most := g.Seats(); n < least || n > most {
		return engine.Refuse("", "seats-bad", "Count", n, "Min", least, "Max", most)
	}
	return nil
}

// MayJoin judges a player taking the next seat under a name.
func (l Lobby) MayJoin(s State, player, name string, taken engine.Roster) error {
	if err := l.MaySit(s, player); err != nil {
		return err
	}
	return l.MayBeNamed(name, taken)
}

// MaySit judges a player taking the next seat, whatever they are called: one is free,
// and they have none.
func (l Lobby) MaySit(s State, player string) error {
	if _, ok := s.Seat(player); ok && !s.Closed {
		return engine.Refuse("", "already-seated")
	}
	if s.Begun && slices.ContainsFunc(s.Invited, func(i Invitation) bool { return i.Player == player }) {
		return engine.Refuse("", "begun-without")
	}
	if s.Begun || s.Closed || s.Full() { // answered like a table that is not there
		return engine.Refuse("", "table-unknown")
	}
	return nil
}

// MayBeNamed judges a name: its letters, no word of an order, no second of it at
// the table.
func (l Lobby) MayBeNamed(name string, taken engine.Roster) error {
	folded := strings.ToLower(name)
	if !isName(name) || l.isWord(folded) {
		return engine.Refuse("", "name-bad", "Name", name)
	}
	for _, other := range taken {
		if strings.ToLower(other) == folded {
			return engine.Refuse("", "name-taken", "Name", name)
		}
	}
	return nil
}

// MayBegin judges the host's `begin`: enough seats are taken.
func (l Lobby) MayBegin(s State, player string) error {
	g, _ := l.game(s.Game)
	least, _ := g.Seats()
	switch {
	case s.Closed:
		return engine.Refuse("", "table-closed")
	case s.Begun:
		return engine.Refuse("", "already-begun")
	case player != s.Host():
		return engine.Refuse("", "not-host")
	case len(s.Places) < least:
		return engine.Refuse("", "too-few", "Count", len(s.Places), "Min", least)
	}
	return nil
}

// MayAddBots judges the host's `bots N`: that many seats are free.
func (l Lobby) MayAddBots(s State, player string, n int) error {
	switch {
	case s.Closed:
		return engine.Refuse("", "table-closed")
	case s.Begun:
		return engine.Refuse("", "already-begun")
	case player != s.Host():
		return engine.Refuse("", "not-host")
	case n < 1 || n > s.Want-len(s.Places):
		return engine.Refuse("", "bots-bad", "Count", s.Want-len(s.Places))
	}
	return nil
}

// MayResign judges a resignation: of a game that runs, from a seat one plays.
func (l Lobby) MayResign(s State, seat engine.Seat) error {
	switch {
	case !s.Begun:
		return engine.Refuse("", "not-begun")
	case s.Closed:
		return engine.Refuse("", "table-ended")
	case s.Published:
		return engine.Refuse("", "over")
	case s.Places[seat-1].Bot:
		return s.BotPlays(seat)
	}
	return nil
}

// MostInvitations is how many players a table may invite in all.
const MostInvitations = 20

// MostInvitationsADay is how many a player may invite in 24 hours, at all tables.
const MostInvitationsADay = 30

// MostInvitedADay is how many invitations one player gets in 24 hours, whoever sends
// them.
const MostInvitedADay = 5

// MayInvite judges an invitation of so many, by somebody seated: the table still
// seats players and has not invited too many.
func (l Lobby) MayInvite(s State, player string, n int) error {
	_, seated := s.Seat(player)
	switch {
	case !seated:
		return engine.Refuse("", "table-unknown")
	case s.Closed:
		return engine.Refuse("", "table-closed")
	case s.Begun:
		return engine.Refuse("", "already-begun")
	case len(s.Invited)+n > MostInvitations:
		return engine.Refuse("", "invite-table", "Most", MostInvitations, "Count", MostInvitations-len(s.Invited))
	}
	return nil
}

// MayBeInvited judges whom an address belongs to: nobody is invited twice, nor if
// they sit there. The answer does not tell which, or whose address it is.
func (l Lobby) MayBeInvited(s State, player, address string) error {
	_, seated := s.Seat(player)
	if seated || slices.ContainsFunc(s.Invited, func(i Invitation) bool { return i.Player == player }) {
		return engine.Refuse("", "invite-twice", "Address", address)
	}
	return nil
}

// MayLeave judges a player rising: before the game begins. Later there is `resign`.
func (l Lobby) MayLeave(s State, player string) error {
	_, seated := s.Seat(player)
	switch {
	case !seated || s.Closed: // answered like a table that is not there
		return engine.Refuse("", "table-unknown")
	case s.Begun:
		return engine.Refuse("", "leave-begun").Instead("resign")
	}
	return nil
}

// MaySay judges a player speaking: from a seat one plays, at any time.
func (l Lobby) MaySay(s State, seat engine.Seat) error {
	switch {
	case s.Closed && !s.Begun:
		return engine.Refuse("", "table-closed")
	case s.Places[seat-1].Bot:
		return s.BotPlays(seat)
	}
	return nil
}

// MayTell judges one player speaking to another, who must have ears.
func (l Lobby) MayTell(s State, seat, to engine.Seat) error {
	switch {
	case seat == to:
		return engine.Refuse("", "tell-self")
	case s.Places[to-1].Bot:
		return engine.Refuse("", "bot-deaf", "Name", to)
	}
	return l.MaySay(s, seat)
}

// ForgetWithin is how long a player has to confirm that they want to be forgotten.
const ForgetWithin = 48 * time.Hour

// MayRule judges a moderator's ruling, as far as the table alone can tell.
func (l Lobby) MayRule(s State, r Ruling) error {
	paused := !s.Paused.IsZero()
	switch {
	case s.Closed && s.Begun:
		return engine.Refuse("", "table-ended")
	case s.Closed:
		return engine.Refuse("", "table-closed")
	case r.Verb == RuleNote:
		return nil
	case s.Published:
		return engine.Refuse("", "over")
	case r.Verb == RuleClose:
		return nil
	case !s.Begun:
		return engine.Refuse("", "not-begun")
	case r.Verb == RulePause && paused && !s.ByPlayers: // else it is a moderator's from now on
		return engine.Refuse("", "paused-already")
	case r.Verb == RuleResume && !paused:
		return engine.Refuse("", "not-paused")
	case r.Verb == RuleBot && s.Places[r.Seat-1].Bot:
		return engine.Refuse("", "bot-already", "Name", r.Seat)
	}
	return nil
}

// MayReplace judges who is to take over a seat: nobody sits twice at a table, unless
// it is to have their own seat back from a bot.
func (l Lobby) MayReplace(s State, seat engine.Seat, player string) error {
	at, seated := s.Seat(player)
	if seated && (at != seat || !s.Places[seat-1].Bot) {
		return engine.Refuse("", "replace-seated", "Name", at)
	}
	return nil
}

// MayPlay judges whether orders of the game are heard.
func (l Lobby) MayPlay(s State) error {
	switch {
	case !s.Begun:
		return engine.Refuse("", "not-begun")
	case s.Closed:
		return engine.Refuse("", "table-ended")
	case s.ByPlayers && !s.Paused.IsZero():
		return engine.Refuse("", "table-paused-agreed").Instead("resume")
	case !s.Paused.IsZero():
		return engine.Refuse("", "table-paused")
	}
	return nil
}

func (l Lobby) titles() string {
	names := make([]string, len(l.Games))
	for i, g := range l.Games {
		names[i] = g.Name()
	}
	return strings.Join(names, ", ")
}
