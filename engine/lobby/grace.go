package lobby

import (
	"slices"
	"time"

	"contrapost/engine"
)

// LongestGrace is how long orders can wait at the most.
const LongestGrace = 24 * time.Hour

// chooseGrace reads how long orders wait: a span, or off.
func (t *Times) chooseGrace(value string) error {
	d, err := time.ParseDuration(value)
	switch {
	case value == "off" || value == "0":
		t.Grace = 0
		return nil
	case err != nil || d == 0:
		return engine.Refuse("", "grace-bad", "Value", value)
	}
	t.Grace = d
	return nil
}

// MayGrant judges how long a table has orders wait: less than anybody has to answer.
func MayGrant(t Times) error {
	switch g := t.Grace; {
	case g == 0:
		return nil
	case g < time.Minute || g > LongestGrace:
		return engine.Refuse("", "grace-bad", "Value", Span(g))
	case g >= t.Answer || t.Bank == 0 && g >= t.Turn || t.Bank > 0 && g >= t.Floor():
		return engine.Refuse("", "grace-long", "Value", Span(g))
	}
	return nil
}

// Waiting: a player has sent orders of the game that run at a time, if no later ones
// of theirs replace them before. Nobody else learns of it.
type Waiting struct {
	Seat  engine.Seat `json:"seat"`
	Lines []string    `json:"lines"` // the words of each, as the game reads them
	Due   time.Time   `json:"due"`
}

// Cancelled: the player wants none of what waits to run.
type Cancelled struct {
	Seat engine.Seat `json:"seat"`
}

// Due: what waits has its time; the orders that can be carried out follow.
type Due struct {
	Seat engine.Seat `json:"seat"`
}

// Kind names the event on disk.
func (Waiting) Kind() string { return "order-waiting" }

// Kind names the event on disk.
func (Cancelled) Kind() string { return "waiting-cancelled" }

// Kind names the event on disk.
func (Due) Kind() string { return "waiting-due" }

func (e Waiting) evolve(s State) State {
	s = s.without(e.Seat)
	s.Waits = append(slices.Clip(s.Waits), e)
	return s
}

func (e Cancelled) evolve(s State) State { return s.without(e.Seat) }

func (e Due) evolve(s State) State { return s.without(e.Seat) }

// WaitOf gives what waits of a seat.
func (s State) WaitOf(seat engine.Seat) (Waiting, bool) {
	i := slices.IndexFunc(s.Waits, func(w Waiting) bool { return w.Seat == seat })
	if i < 0 {
		return Waiting{}, false
	}
	return s.Waits[i], true
}

func (s State) without(seat engine.Seat) State {
	s.Waits = slices.DeleteFunc(slices.Clone(s.Waits), func(w Waiting) bool { return w.Seat == seat })
	return s
}

// dropped forgets what waits after an event that makes it pointless: somebody else
// plays the seat, or the game is not as it was when it was written.
func (s State) dropped(e Event) State {
	if len(s.Waits) == 0 {
		return s
	}
	switch e := e.(type) {
	case *Resigned:
		return s.without(e.Seat)
	case *LeftToBot:
		return s.without(e.Seat)
	case *GivenToBot:
		return s.without(e.Seat)
	case *SeatReplaced:
		return s.without(e.Seat)
	case *Taken:
		return s.without(e.Seat)
	case *Paused, *Agreed, *Rewound, *Closed, *Published:
		s.Waits = nil
	}
	return s
}

// Wait is what sending orders does at a table that has them wait.
func (s State) Wait(seat engine.Seat, lines []string, due time.Time) Event {
	return &Waiting{Seat: seat, Lines: slices.Clone(lines), Due: due.UTC()}
}

// Cancel is what wanting none of it does.
func (s State) Cancel(seat engine.Seat) Event { return &Cancelled{Seat: seat} }

// Fall is what the time of what waits does.
func (s State) Fall(seat engine.Seat) Event { return &Due{Seat: seat} }

// MayWait judges so many orders waiting.
func (l Lobby) MayWait(s State, seat engine.Seat, orders int) error {
	if err := l.MayPlay(s); err != nil {
		return err
	}
	if no := s.BotPlays(seat); no != nil {
		return no
	}
	if s.Times.Grace == 0 || orders == 0 || s.Published {
		return engine.Refuse("", "waiting-none")
	}
	return nil
}

// MayCancel judges a player cancelling what waits of theirs.
func (l Lobby) MayCancel(s State, seat engine.Seat) error {
	if _, waits := s.WaitOf(seat); !waits {
		return engine.Refuse("", "waiting-none")
	}
	return nil
}
