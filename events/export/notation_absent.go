package export

import (
	"errors"
	"fmt"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// absences tell what becomes of the seats of those who do not answer, or seek somebody
// else for theirs.
var absences = []phrase{
	told("% has been silent too often and leaves the seat to a bot", events.CauseClock,
		func(c *company, _ events.Draft, e *lobby.LeftToBot) []string { return []string{c.seatName(e.Seat)} },
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			seat, err := c.seat(gaps[0])
			return meant{event: c.seats.LeaveToBot(seat)}, err
		}),
	told("% offers the seat", events.CauseMail,
		func(c *company, d events.Draft, _ *lobby.Offered) []string { return orderer(c, d) },
		ordering("seek replacement", func(c *company, s engine.Seat) lobby.Event { return c.seats.Offer(s) })),
	told("% keeps the seat", events.CauseMail,
		func(c *company, d events.Draft, _ *lobby.Kept) []string { return orderer(c, d) },
		ordering("seek replacement off", func(c *company, s engine.Seat) lobby.Event { return c.seats.Keep(s) })),
	told("% takes the seat of %", events.CauseMail,
		func(c *company, d events.Draft, e *lobby.Taken) []string {
			return append([]string{c.called(e.Player)}, orderer(c, d)...)
		},
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			seat, err := c.seat(gaps[1])
			if err != nil {
				return meant{}, err
			}
			player, err := c.player(gaps[0])
			return meant{seat: seat, order: "take", event: c.seats.Take(seat, player)}, err
		}),
}

// agreedAbsence writes what the table agreed on for the absent, if it did.
func (p *penman) agreedAbsence(put func(string, ...string)) {
	a := p.terms.times.Absence
	words := []string{}
	if a.Silences > 0 {
		words = append(words, "silences", fmt.Sprint(a.Silences))
	}
	if a.Replaced() {
		words = append(words, "replaced")
	}
	if len(words) > 0 {
		put(keyAbsent, words...)
	}
}

// readAbsent reads what agreedAbsence wrote.
func (h *header) readAbsent(all []token) (err error) {
	if n := len(all); n > 0 && all[n-1].text == "replaced" {
		h.times.Absent, all = lobby.AbsentReplaced, all[:n-1]
	}
	if gaps, ok := fitting("silences %", all); ok {
		if h.times.Silences, err = number[int](gaps[0]); err != nil {
			return err
		}
	} else if len(all) > 0 || !h.times.Replaced() {
		return errors.New(`what becomes of the absent is written: silences 3, or: silences 3 replaced`)
	}
	return lobby.MayAgree(h.times.Absence)
}
