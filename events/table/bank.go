package table

import (
	"time"

	"contrapost/engine"
	"contrapost/events"
)

// spell is a seat's turn as its bank has it: how long it was asked the same question.
type spell struct {
	seat     engine.Seat
	ask      engine.Ask
	version  int64 // at which it was asked
	outages  int   // that had been noted by then
	began    time.Time
	closed   int64 // the version at which it was over; 0: it is not
	ended    time.Time
	answered bool // by an order of the seat's player: neither their silence nor a bot counts
}

// tally notes, after an entry was folded, which turns have begun with it and which are
// over. What the banks hold is reckoned from that whenever it is asked, since an outage
// may be excused after the order that came behind it was heard.
func (t *Table) tally(e events.Entry) {
	if t.Lobby.Times.Bank == 0 || t.Play == nil {
		return
	}
	for i := range t.turns {
		s := &t.turns[i]
		if s.closed == 0 && t.Play.Asked(s.seat) != s.ask {
			s.closed, s.ended = e.Version, e.At
			s.answered = engine.Seat(e.Seat) == s.seat && e.Cause.Kind == events.CauseMail
		}
	}
	for _, seat := range engine.Seats(len(t.Lobby.Places)) {
		if ask := t.Play.Asked(seat); ask.Turn && t.running(seat) == nil {
			t.turns = append(t.turns, spell{seat: seat, ask: ask, version: e.Version, outages: len(t.Lobby.Outages), began: e.At})
		}
	}
}

// running is the turn of a seat that is not over; nil if there is none.
func (t *Table) running(seat engine.Seat) *spell {
	for i := range t.turns {
		if t.turns[i].seat == seat && t.turns[i].closed == 0 {
			return &t.turns[i]
		}
	}
	return nil
}

// rewindBanks takes the turns back that began, or were over, after a version. What was
// asked then is asked anew, and so takes from the bank anew.
func (t *Table) rewindBanks(to int64) {
	var kept []spell
	for _, s := range t.turns {
		if s.closed != 0 && s.closed <= to {
			kept = append(kept, s)
		}
	}
	t.turns = kept
}

// bank is what a seat's bank holds after those of its turns that were over by a version.
func (t *Table) bank(seat engine.Seat, upto int64) time.Duration {
	held := t.Lobby.Times.Bank
	for _, s := range t.turns {
		if s.seat == seat && s.closed != 0 && s.closed <= upto {
			spent := t.Lobby.Spent(s.began, s.ended, s.outages, t.Lobby.AwayFrom(seat)...)
			held = t.Lobby.Times.After(held, spent, s.answered)
		}
	}
	return held
}

// turnTime is how long a seat may take for its turn.
func (t *Table) turnTime(seat engine.Seat) time.Duration {
	if t.Lobby.Times.Bank == 0 {
		return t.Lobby.Times.Turn
	}
	return max(t.bank(seat, t.Version), t.Lobby.Times.Floor())
}

// Banks lists what everybody's bank held at the beginning of the turn, or turns, that
// the table waits for, by seat; nil where there are none. A turn that was over since is
// left out: where all take theirs at once, who has done so is not for the others to
// know.
func (t *Table) Banks() []time.Duration {
	if t.Lobby.Times.Bank == 0 || t.Play == nil {
		return nil
	}
	upto := t.Version
	for _, s := range t.turns {
		if s.closed == 0 {
			upto = min(upto, s.version)
		}
	}
	var all []time.Duration
	for _, seat := range engine.Seats(len(t.Lobby.Places)) {
		all = append(all, t.bank(seat, upto))
	}
	return all
}

// Keep has the table's clocks be those of a later moment: letters of an earlier version
// give the deadlines of now.
func (t *Table) Keep(now *Table) {
	from, to := now.Lobby, &t.Lobby
	to.Outages, to.Extensions = from.Outages, from.Extensions
	if t.Play != nil { // before the deal, seats move up
		to.Away, to.Recalls = from.Away, from.Recalls
	}
	to.Paused, to.ByPlayers, to.Resuming, to.Wishes = from.Paused, from.ByPlayers, from.Resuming, from.Wishes
}
