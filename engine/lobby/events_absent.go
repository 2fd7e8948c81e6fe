package lobby

import (
	"slices"

	"contrapost/engine"
)

// Sitter is a player who had a seat, and so has seen what it knows.
type Sitter struct {
	Player string // id
	Seat   engine.Seat
}

// LeftToBot: its player let so many turns pass in silence that a bot plays the seat
// from here on. They may take it back as long as nobody else has.
type LeftToBot struct {
	Seat engine.Seat `json:"seat"`
}

// Offered: a player plays on, and whoever wants to can take the seat over.
type Offered struct {
	Seat engine.Seat `json:"seat"`
}

// Kept: the player offers the seat no more.
type Kept struct {
	Seat engine.Seat `json:"seat"`
}

// Taken: a player took over a seat that sought one, or came back to their own. What
// it contributes to the seed stays.
type Taken struct {
	Seat   engine.Seat `json:"seat"`
	Was    string      `json:"was"` // player id
	Player string      `json:"player"`
	Join   string      `json:"join"`
}

// Kind names the event on disk.
func (LeftToBot) Kind() string { return "seat-left-to-bot" }

// Kind names the event on disk.
func (Offered) Kind() string { return "seat-offered" }

// Kind names the event on disk.
func (Kept) Kind() string { return "seat-kept" }

// Kind names the event on disk.
func (Taken) Kind() string { return "seat-taken" }

func (e LeftToBot) evolve(s State) State {
	p := s.Places[e.Seat-1]
	p.Bot, p.Silent, p.Seeks = true, true, p.Seeks || s.Times.Replaced()
	return s.with(e.Seat, p)
}

func (e Offered) evolve(s State) State { return s.seeking(e.Seat, true) }

func (e Kept) evolve(s State) State { return s.seeking(e.Seat, false) }

func (e Taken) evolve(s State) State {
	return s.passed(e.Seat, e.Was, e.Player).with(e.Seat, Place{Player: e.Player, Join: e.Join})
}

func (s State) seeking(seat engine.Seat, seeks bool) State {
	p := s.Places[seat-1]
	p.Seeks = seeks
	return s.with(seat, p)
}

// passed notes who had a seat that passes to another player.
func (s State) passed(seat engine.Seat, was, player string) State {
	if was != "" && was != player {
		s.Sat = append(slices.Clip(s.Sat), Sitter{Player: was, Seat: seat})
	}
	return s
}

// LeaveToBot is what too many silences do.
func (s State) LeaveToBot(seat engine.Seat) Event { return &LeftToBot{Seat: seat} }

// Offer is what seeking a replacement does.
func (s State) Offer(seat engine.Seat) Event { return &Offered{Seat: seat} }

// Keep is what withdrawing the offer does.
func (s State) Keep(seat engine.Seat) Event { return &Kept{Seat: seat} }

// Take is what taking over a seat does.
func (s State) Take(seat engine.Seat, player string) Event {
	return &Taken{Seat: seat, Was: s.Player(seat), Player: player, Join: s.contribution(seat)}
}
