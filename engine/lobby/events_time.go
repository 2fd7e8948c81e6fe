package lobby

import (
	"slices"
	"time"

	"contrapost/engine"
)

// WentAway: a player is, or will be, on vacation. Their time does not run then.
type WentAway struct {
	Seat   engine.Seat `json:"seat"`
	Player string      `json:"player"`
	From   time.Time   `json:"from"`
	To     time.Time   `json:"to"`
}

// CameBack: all of a player's vacations have ended at a moment, or will never begin.
type CameBack struct {
	Seat   engine.Seat `json:"seat"`
	Player string      `json:"player"`
	At     time.Time   `json:"at"`
}

// Wished: a player wants all clocks of the table to be stopped.
type Wished struct {
	Seat   engine.Seat `json:"seat"`
	Player string      `json:"player"`
	At     time.Time   `json:"at"`
}

// Withdrew: they do not want it any more.
type Withdrew struct {
	Seat   engine.Seat `json:"seat"`
	Player string      `json:"player"`
}

// Agreed: all players have wished it, and the clocks stand still.
type Agreed struct {
	From time.Time `json:"from"`
}

// ResumeAsked: a player wants the clocks to run again. They will, at a moment that
// leaves everybody the time to read so.
type ResumeAsked struct {
	Seat   engine.Seat `json:"seat"`
	Player string      `json:"player"`
	At     time.Time   `json:"at"` // when they run again
}

// AgreedEnded: the clocks run again; the pause that the players agreed on counts for
// nobody.
type AgreedEnded struct{ Outage }

// Kind names the event on disk.
func (WentAway) Kind() string { return "player-away" }

// Kind names the event on disk.
func (CameBack) Kind() string { return "player-back" }

// Kind names the event on disk.
func (Wished) Kind() string { return "pause-wished" }

// Kind names the event on disk.
func (Withdrew) Kind() string { return "pause-wish-withdrawn" }

// Kind names the event on disk.
func (Agreed) Kind() string { return "pause-agreed" }

// Kind names the event on disk.
func (ResumeAsked) Kind() string { return "resume-asked" }

// Kind names the event on disk.
func (AgreedEnded) Kind() string { return "agreed-pause-ended" }

func (e WentAway) evolve(s State) State {
	s.Away = append(slices.Clip(s.Away), Leave{e.Seat, Stop{e.From, e.To}})
	return s
}

func (e CameBack) evolve(s State) State { return s.Present(e.Seat, e.At, true) }

func (e Wished) evolve(s State) State {
	s.Wishes = append(s.unwished(e.Player), Wish{Player: e.Player, At: e.At})
	return s
}

func (e Withdrew) evolve(s State) State {
	s.Wishes = s.unwished(e.Player)
	return s
}

func (e Agreed) evolve(s State) State {
	s.Paused, s.ByPlayers, s.Wishes = e.From, true, nil
	return s
}

func (e ResumeAsked) evolve(s State) State {
	s.Resuming = e.At
	return s
}

func (e AgreedEnded) evolve(s State) State { return Resumed(e).evolve(s) }

// moved gives the absences as they are once those behind a seat have moved up.
func moved(away []Leave, left engine.Seat) []Leave {
	var all []Leave
	for _, a := range away {
		if a.Seat > left {
			a.Seat--
		} else if a.Seat == left {
			continue
		}
		all = append(all, a)
	}
	return all
}
