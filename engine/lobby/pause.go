package lobby

import (
	"slices"
	"time"

	"contrapost/engine"
)

// Wish is a player's for a pause.
type Wish struct {
	Player string
	At     time.Time
}

// WishesLast is how long a wish for a pause stands: those of all players must fall
// into so long a time.
const WishesLast = 7 * day

// Notice is how long after a player has asked for it the clocks run again, and how long
// what letters say holds at the least once an absence is cut short that was reckoned in.
const Notice = day

// LongestAgreed is how long a pause that the players agreed on lasts at the most. Then
// it ends by itself, so that no table is left standing for ever.
const LongestAgreed = 60 * day

// AwayFrom lists when a seat's player is away, in order.
func (s State) AwayFrom(seat engine.Seat) []Stop {
	var all []Stop
	for _, a := range s.Away {
		if a.Seat == seat {
			all = append(all, a.Stop)
		}
	}
	return united(all)
}

// Anybody lists when anybody at the table is away, in order.
func (s State) Anybody() []Stop {
	var all []Stop
	for _, a := range s.Away {
		all = append(all, a.Stop)
	}
	return united(all)
}

// Wishing lists the players whose wish for a pause stands at a moment, in the order in
// which they wished.
func (s State) Wishing(now time.Time) []string {
	var all []string
	for _, w := range s.Wishes {
		seat, seated := s.Seat(w.Player)
		if seated && !s.Places[seat-1].Bot && now.Sub(w.At) <= WishesLast {
			all = append(all, w.Player)
		}
	}
	return all
}

// WishedUntil is when the oldest wish for a pause that stands at a moment does not
// stand any more; zero where there is none.
func (s State) WishedUntil(now time.Time) (until time.Time) {
	for _, w := range s.Wishes {
		lapses := w.At.Add(WishesLast)
		if slices.Contains(s.Wishing(now), w.Player) && (until.IsZero() || lapses.Before(until)) {
			until = lapses
		}
	}
	return until
}

// Unwilling lists the seats whose players do not wish for a pause at a moment.
func (s State) Unwilling(now time.Time) []engine.Seat {
	wishing := s.Wishing(now)
	var all []engine.Seat
	for i, p := range s.Places {
		if !p.Bot && !slices.Contains(wishing, p.Player) {
			all = append(all, engine.Seat(i+1))
		}
	}
	return all
}

func (s State) unwished(player string) []Wish {
	return slices.DeleteFunc(slices.Clone(s.Wishes), func(w Wish) bool { return w.Player == player })
}

// Wakes is when a pause that the players agreed on ends by itself; ok is false for any
// other table.
func (s State) Wakes() (at time.Time, ok bool) {
	if !s.ByPlayers || s.Paused.IsZero() {
		return at, false
	}
	at = s.Paused.Add(LongestAgreed)
	if !s.Resuming.IsZero() {
		at = earliest(at, s.Resuming)
	}
	return at, true
}

// Wish is what wishing for a pause does: the last wish stops the clocks.
func (s State) Wish(seat engine.Seat, now time.Time) []Event {
	now = now.UTC()
	wished := &Wished{Seat: seat, Player: s.Player(seat), At: now}
	if len(Evolve(s, wished).Unwilling(now)) > 0 {
		return []Event{wished}
	}
	return []Event{wished, &Agreed{From: now}}
}

// Withdraw is what taking such a wish back does.
func (s State) Withdraw(seat engine.Seat) Event {
	return &Withdrew{Seat: seat, Player: s.Player(seat)}
}

// AskResume is what asking for the end of a pause does that the players agreed on. What
// ends by itself earlier does so.
func (s State) AskResume(seat engine.Seat, now time.Time) Event {
	return &ResumeAsked{Seat: seat, Player: s.Player(seat), At: earliest(now.UTC().Add(Notice), s.Paused.Add(LongestAgreed))}
}

// EndAgreed is what the end of such a pause does.
func (s State) EndAgreed(now time.Time) Event {
	return &AgreedEnded{Outage{From: s.Paused, To: now.UTC()}}
}

// GoAway is what a vacation does at a table.
func (s State) GoAway(seat engine.Seat, o Stop) Event {
	return &WentAway{Seat: seat, Player: s.Player(seat), From: o.From.UTC(), To: o.To.UTC()}
}

// ComeBack is what its early end does.
func (s State) ComeBack(seat engine.Seat, now time.Time) Event {
	return &CameBack{Seat: seat, Player: s.Player(seat), At: now.UTC()}
}

// MayWish judges a player's wish for a pause of a game that runs.
func (l Lobby) MayWish(s State, seat engine.Seat, now time.Time) error {
	if err := mayStop(s, seat); err != nil {
		return err
	}
	switch {
	case !s.Paused.IsZero():
		return engine.Refuse("", "paused-already")
	case slices.Contains(s.Wishing(now), s.Player(seat)) && len(s.Unwilling(now)) > 0: // else the others have gone
		return engine.Refuse("", "wished-already").Instead("resume")
	}
	return nil
}

// MayResume judges a player's `resume`: it asks for the end of a pause that the players
// agreed on, or takes back a wish for one. A moderator's pause is not theirs to end.
func (l Lobby) MayResume(s State, seat engine.Seat, now time.Time) error {
	if err := mayStop(s, seat); err != nil {
		return err
	}
	switch {
	case !s.Paused.IsZero() && !s.ByPlayers:
		return engine.Refuse("", "resume-moderator")
	case !s.Paused.IsZero() && !s.Resuming.IsZero():
		return engine.Refuse("", "resume-asked", "UnixWhen", int(s.Resuming.Unix()))
	case s.Paused.IsZero() && !slices.Contains(s.Wishing(now), s.Player(seat)):
		return engine.Refuse("", "resume-nothing")
	}
	return nil
}

func mayStop(s State, seat engine.Seat) error {
	switch {
	case s.Closed && s.Begun:
		return engine.Refuse("", "table-ended")
	case s.Closed:
		return engine.Refuse("", "table-closed")
	case !s.Begun:
		return engine.Refuse("", "not-begun")
	case s.Published:
		return engine.Refuse("", "over")
	case s.Places[seat-1].Bot:
		return engine.Refuse("", "resigned-already")
	}
	return nil
}
