// Package lobby is the other decider on a table's stream: it opens a table, invites
// and seats its players, lets them talk, begins the game and hands a resigned seat to
// a bot; it carries out what moderators rule, and stops the clocks of those who are
// away, or of a whole table whose players agree on it. At a table the lobby hears
// first, then the game.
//
// It has the shape of a game (orders read in order.go, Hear in may.go, Decide in
// then.go, dull Evolve in events.go) but is no engine.Game: it holds no secret but
// that one player has told another something, its state is public, and what it
// decides is where a game's stream begins. Its types are exported because
// the table's loop and the read tables are built on them.
//
// Deadlines are in no event. They are reckoned from what there is (Due, Until, Spent,
// Times.After): when something was asked, what outages, absences and pauses took of the
// time, what a bank holds. So a clock that is read twice, or late, changes nothing.
//
// People are player ids here. Names and addresses live outside the log, so that a
// person can be forgotten while the chain still verifies.
package lobby

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"contrapost/engine"
)

// Lobby is the house's side of every table: the games it offers.
type Lobby struct{ Games []engine.Game }

// Game gives an offered game, or nil.
func (l Lobby) Game(name string) engine.Game {
	g, _ := l.game(name)
	return g
}

func (l Lobby) game(name string) (engine.Game, bool) {
	i := slices.IndexFunc(l.Games, func(g engine.Game) bool { return g.Name() == name })
	if i < 0 {
		return nil, false
	}
	return l.Games[i], true
}

// State is a table as the lobby knows it.
type State struct {
	Opened     bool
	Game       string
	Want       int               // seats to fill
	Options    map[string]string // the game's, complete
	Deck       string
	DeckSum    string // SHA-256 of the deck file, hex
	Private    bool
	Times      Times
	Commitment string // SHA-256 of the table's secret, hex; public before anybody joins
	Places     []Place
	Invited    []Invitation
	Sat        []Sitter  // who had a seat of the running game and has it no more
	Waits      []Waiting // orders whose time has not come, one of a seat at the most
	Outages    []Outage  // in order of time
	Extensions []Extension
	Paused     time.Time // since when its clocks stand still; zero: they run
	ByPlayers  bool      // with Paused: the players have agreed on it, and no moderator
	Resuming   time.Time // with ByPlayers: from then on they run again; zero: nobody has asked for it
	Wishes     []Wish    // for a pause, a player once
	Away       []Leave   // in the order in which they were announced
	Recalls    []Recall  // of absences that were cut short while the game ran
	Begun      bool
	Closed     bool // it never began and never will, or, with Begun, it was ended without a result
	Published  bool // the secret is out: the game is over
}

// Place is a seat and who sits there.
type Place struct {
	Player string // id; "" for a seat that was a bot's from the start
	Join   string // what the seat contributes to the seed: hex SHA-256 of the joining Message-ID, or "bot:SEAT"
	Bot    bool   // a bot plays it now
	Silent bool   // which it does because its player was silent for too long, and may come back
	Seeks  bool   // whoever wants to can take it over
}

// Invitation is a player asked to sit down, and by whom; both are player ids.
type Invitation struct{ By, Player string }

// Seat finds a player's seat.
func (s State) Seat(player string) (engine.Seat, bool) {
	for i, p := range s.Places {
		if p.Player == player && player != "" {
			return engine.Seat(i + 1), true
		}
	}
	return 0, false
}

// Player gives the id of who sits in a seat; "" for none.
func (s State) Player(seat engine.Seat) string {
	if seat == 0 || int(seat) > len(s.Places) {
		return ""
	}
	return s.Places[seat-1].Player
}

// Host is the player who opened the table, or the next one if they left.
func (s State) Host() string {
	for _, p := range s.Places {
		if p.Player != "" {
			return p.Player
		}
	}
	return ""
}

// Full tells whether every seat is taken.
func (s State) Full() bool { return s.Opened && len(s.Places) == s.Want }

// Forming tells whether the table still seats players.
func (s State) Forming() bool { return s.Opened && !s.Begun && !s.Closed }

// Agreed spells a table's options as they are written when it is opened, in the
// order of their names.
func (s State) Agreed() string { return spelled(s.Options) }

// Unusual spells those of a table's options that are not what the game has by
// default.
func (s State) Unusual(g engine.Game) string {
	chosen := maps.Clone(s.Options)
	for _, o := range g.Options() {
		if chosen[o.Name] == o.Values[0] {
			delete(chosen, o.Name)
		}
	}
	return spelled(chosen)
}

func spelled(options map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(options)) {
		all = append(all, name+"="+options[name])
	}
	return strings.Join(all, " ")
}

// Span spells a length of time as it is written in orders: "72h", "90m".
func Span(d time.Duration) string {
	if d%time.Hour == 0 {
		return strconv.Itoa(int(d/time.Hour)) + "h"
	}
	return strings.TrimSuffix(d.String(), "0s")
}

// Contributions is what the players put into the seed, in seat order, a line each.
// A bot puts in the seat it has at the deal: somebody before it may have left.
func (s State) Contributions() string {
	var b strings.Builder
	for _, seat := range engine.Seats(len(s.Places)) {
		b.WriteString(s.contribution(seat) + "\n")
	}
	return b.String()
}

func (s State) contribution(seat engine.Seat) string {
	p := s.Places[seat-1]
	if p.Player == "" {
		return botJoin(seat)
	}
	return p.Join
}
