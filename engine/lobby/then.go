package lobby

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"time"

	"contrapost/engine"
)

// Commit is what binds the house to a table's secret before anybody has joined.
func Commit(secret [32]byte) string {
	sum := sha256.Sum256(secret[:])
	return hex.EncodeToString(sum[:])
}

// Contribution is what a player puts into the seed: the SHA-256 of the Message-ID
// of the mail they joined by, hex.
func Contribution(messageID string) string {
	sum := sha256.Sum256([]byte(messageID))
	return hex.EncodeToString(sum[:])
}

// Seed is the luck of a table: SHA-256 over the 32 bytes of its secret and the
// contributions in seat order, each followed by a line feed. The house is bound
// by its commitment, the players by the mails they have already sent.
func (s State) Seed(secret [32]byte) [32]byte {
	return sha256.Sum256(append(secret[:], s.Contributions()...))
}

// Open is what an opening does: the table, and its host in the first seat.
func Open(o Opening, g engine.Game, options map[string]string, deck engine.Deck, commitment string) Opened {
	want := o.Seats
	if want == 0 {
		_, want = g.Seats()
	}
	sum := sha256.Sum256(deck.Text)
	return Opened{
		Game: g.Name(), Want: want, Options: options, Deck: deck.Name, DeckSum: hex.EncodeToString(sum[:]),
		Private: o.Private, Times: o.Times, Commitment: commitment,
	}
}

// Join is what joining does: the next seat is taken, and the last one begins the
// game.
func (s State) Join(player, join string) []Event {
	joined := []Event{&Joined{Seat: s.next(), Player: player, Join: join}}
	return s.filled(joined)
}

// AddBots seats n bots; a full table begins.
func (s State) AddBots(n int) []Event {
	var joined []Event
	for i := range n {
		seat := s.next() + engine.Seat(i)
		joined = append(joined, &BotJoined{Seat: seat, Join: botJoin(seat)})
	}
	return s.filled(joined)
}

func botJoin(seat engine.Seat) string { return "bot:" + strconv.Itoa(int(seat)) }

// Begin begins the game with the seats that are taken.
func (s State) Begin() []Event { return []Event{&Begun{Seats: len(s.Places)}} }

// Invite is what an invitation does.
func (s State) Invite(by engine.Seat, player string) Event {
	return &Invited{By: by, Player: player}
}

// Leave is what leaving does: the seat is free again, those behind it move up, and
// a table without players is closed.
func (s State) Leave(player string) []Event {
	seat, _ := s.Seat(player)
	left := []Event{&Left{Seat: seat, Player: player}}
	if !slices.ContainsFunc(s.Places, func(p Place) bool { return p.Player != "" && p.Player != player }) {
		left = append(left, &Closed{Why: ClosedEmpty})
	}
	return left
}

// Say is what speaking to everybody does; sum is the text's salted hash.
func (s State) Say(seat engine.Seat, sum string) Event {
	return &Said{Seat: seat, Player: s.Player(seat), Text: sum}
}

// Tell is what speaking to one player does.
func (s State) Tell(seat, to engine.Seat, sum string) Event {
	return &Told{Seat: seat, Player: s.Player(seat), To: to, Hearer: s.Player(to), Text: sum}
}

// Pause is what stopping the clocks does.
func (s State) Pause(now time.Time) Event { return &Paused{From: now.UTC()} }

// Resume is what letting them run again does.
func (s State) Resume(now time.Time) Event {
	return &Resumed{Outage{From: s.Paused, To: now.UTC()}}
}

// Extend is what giving more time does, to those who are asked something now.
func (s State) Extend(by time.Duration, now time.Time) Event {
	return &Extended{Extension{At: now.UTC(), By: by}}
}

// Replace is what giving a seat to another player does.
func (s State) Replace(seat engine.Seat, player string) Event {
	return &SeatReplaced{Seat: seat, Was: s.Player(seat), Player: player, Join: s.contribution(seat)}
}

// GiveToBot is what taking a seat from its player does.
func (s State) GiveToBot(seat engine.Seat) Event { return &GivenToBot{Seat: seat} }

// Note is what a moderator's word to the table does; sum is the text's salted hash.
func (s State) Note(sum string) Event { return &Noted{Text: sum} }

// Rewind is what taking the game back does.
func (s State) Rewind(to int64) Event { return &Rewound{To: to} }

// CloseByRuling is what ending a table without a result does.
func (s State) CloseByRuling() Event { return &Closed{Why: ClosedRuling} }

// Unseal is what opening the log of a game that is not over does.
func (s State) Unseal(by, sum string) Event { return &Unsealed{By: by, Why: sum} }

func (s State) next() engine.Seat { return engine.Seat(len(s.Places) + 1) }

func (s State) filled(joined []Event) []Event {
	if len(s.Places)+len(joined) == s.Want {
		joined = append(joined, &Begun{Seats: s.Want})
	}
	return joined
}
