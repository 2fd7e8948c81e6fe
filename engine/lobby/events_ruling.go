package lobby

import (
	"slices"
	"time"

	"contrapost/engine"
)

// Paused: a moderator stopped all clocks of the table. Orders of the game wait.
type Paused struct {
	From time.Time `json:"from"`
}

// Resumed: the clocks run again; the pause counts for nobody.
type Resumed struct{ Outage }

// Extended: a moderator gave more time to whoever was asked something then.
type Extended struct{ Extension }

// SeatReplaced: a moderator gave the seat to another player. What it contributes to
// the seed stays.
type SeatReplaced struct {
	Seat   engine.Seat `json:"seat"`
	Was    string      `json:"was"` // player id; "" for a bot that nobody sat there before
	Player string      `json:"player"`
	Join   string      `json:"join"`
}

// GivenToBot: a moderator had a bot take over the seat.
type GivenToBot struct {
	Seat engine.Seat `json:"seat"`
}

// Noted: a moderator spoke to the whole table. Text is the words' salted hash.
type Noted struct {
	Text string `json:"text_sha256"`
}

// Rewound: a moderator took the game back to how it stood at a version. Who sits
// there, what was said and what was excused stays as it is.
type Rewound struct {
	To int64 `json:"to"`
}

// Unsealed: an operator had the secrets of a game that is not over shown. Why is
// the reason's salted hash.
type Unsealed struct {
	By  string `json:"by"`
	Why string `json:"why_sha256"`
}

// Kind names the event on disk.
func (Paused) Kind() string { return "table-paused" }

// Kind names the event on disk.
func (Resumed) Kind() string { return "table-resumed" }

// Kind names the event on disk.
func (Extended) Kind() string { return "deadline-extended" }

// Kind names the event on disk.
func (SeatReplaced) Kind() string { return "seat-replaced" }

// Kind names the event on disk.
func (GivenToBot) Kind() string { return "seat-given-to-bot" }

// Kind names the event on disk.
func (Noted) Kind() string { return "moderator-noted" }

// Kind names the event on disk.
func (Rewound) Kind() string { return "game-rewound" }

// Kind names the event on disk.
func (Unsealed) Kind() string { return "log-unsealed" }

func (e Paused) evolve(s State) State {
	if s.Paused.IsZero() { // else the players had agreed on it
		s.Paused = e.From
	}
	s.ByPlayers, s.Resuming, s.Wishes = false, time.Time{}, nil
	return s
}

func (e Resumed) evolve(s State) State {
	s.Outages, s.Paused = append(slices.Clip(s.Outages), e.Outage), time.Time{}
	s.ByPlayers, s.Resuming = false, time.Time{}
	return s
}

func (e Extended) evolve(s State) State {
	s.Extensions = append(slices.Clip(s.Extensions), e.Extension)
	return s
}

func (e SeatReplaced) evolve(s State) State {
	return s.passed(e.Seat, e.Was, e.Player).with(e.Seat, Place{Player: e.Player, Join: e.Join})
}

func (e GivenToBot) evolve(s State) State {
	p := s.Places[e.Seat-1]
	p.Bot, p.Seeks = true, false
	return s.with(e.Seat, p)
}

func (e Noted) evolve(s State) State { return s }

func (e Rewound) evolve(s State) State { return s } // of the game, not of the table

func (e Unsealed) evolve(s State) State { return s }

// with puts a place in a seat.
func (s State) with(seat engine.Seat, p Place) State {
	s.Places = slices.Clone(s.Places)
	s.Places[seat-1] = p
	return s
}
