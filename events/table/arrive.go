package table

import (
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Arrival is how the last letter of a table that was tried has reached a seat's player.
type Arrival struct {
	Seat  engine.Seat
	State string    // Delivered, Deferred or Returned; "" for nothing yet
	At    time.Time // when it was delivered, or since when it has been on its way or come back
	Tries int       // how often it was tried
}

// How letters reach somebody.
const (
	Delivered = "delivered"
	Deferred  = "deferred"
	Returned  = "bounced"
)

// ToEverybody are the kinds of letters that tell nothing by who gets them, nor by what
// becomes of them: one that a later one replaces, be it of these kinds, tells by its fate
// that its reader was asked something meanwhile.
var ToEverybody = []string{KindBegun, KindOver, KindClosed, KindRuling, KindTaken, KindLeft}

// ShownAfter is how old a letter is before other players are told how it fared.
const ShownAfter = 24 * time.Hour

// Arrivals says of every seat of a player how letters reach it, to a moderator, or to
// the other players as of a moment.
//
// That a letter left at some time may tell that a seat was asked something in secret. So
// as long as a game goes on only letters count that everybody was due: of all others
// neither that they left nor what became of them shows. Other players, moreover, see how
// one has fared only once it is a day old. When it left hangs on its reader's digest and
// quiet hours, which half of the time for an answer cuts short, and so on whether that
// seat was asked something; but by then it has been tried in any case. Before a game
// begins and after its end there is nothing to keep from anybody.
func (t *Table) Arrivals(letters []events.Letter, asOf time.Time) []Arrival {
	var all []Arrival
	for _, seat := range engine.Seats(len(t.Lobby.Places)) {
		p := t.Lobby.Places[seat-1]
		if p.Player == "" || p.Bot {
			continue
		}
		a := Arrival{Seat: seat}
		for _, l := range slices.Backward(letters) {
			if l.Player != p.Player || l.Seat == 0 || !t.mayTell(l, asOf) {
				continue
			}
			if a.State, a.At, a.Tries = fared(l), l.Due, l.Attempts; a.State == Delivered {
				a.At = l.Sent
			}
			if a.State != "" {
				break
			}
		}
		if a.State == "" {
			a = Arrival{Seat: seat}
		}
		all = append(all, a)
	}
	return all
}

// dealing notes up to which version the game was begun and dealt, in one transaction. What
// letters show is no measure of it: one that is kept waiting shows what came later.
func (t *Table) dealing(e events.Entry) {
	begins := e.Kind == (lobby.Begun{}).Kind()
	deals := t.dealt > 0 && e.Version == t.dealt+1 && e.Cause == t.dealtBy && e.Order == "" && !lobby.Owns(e.Kind)
	if begins || deals {
		t.dealt, t.dealtBy = e.Version, e.Cause
	}
}

// mayTell tells whether what became of a letter is no secret. Zero is a moderator's
// moment, who need not wait.
func (t *Table) mayTell(l events.Letter, asOf time.Time) bool {
	switch {
	case t.Play == nil || t.Ended():
		return true
	case l.Version > t.dealt && !slices.Contains(ToEverybody, l.Kind):
		return false
	}
	return asOf.IsZero() || asOf.Sub(l.Due) >= ShownAfter
}

// fared is what became of a letter; "" if it has not been tried to its end, or tells
// nothing.
func fared(l events.Letter) string {
	switch {
	case l.State == events.Sent:
		return Delivered
	case l.State == events.Refused:
		return Returned
	case l.State == events.Superseded || l.Attempts == 0 || l.Attempts == 1 && l.State == events.Trying:
		return ""
	}
	return Deferred
}
