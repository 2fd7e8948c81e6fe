package export

import (
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// timings tell what players do to the clocks.
var timings = []phrase{
	told("% is away from % to %", events.CauseMail,
		func(c *company, _ events.Draft, e *lobby.WentAway) []string {
			return append([]string{c.seatName(e.Seat)}, bothTimes(e.From, e.To)...)
		},
		clocked("vacation", func(s lobby.State, seat engine.Seat, at []time.Time) lobby.Event {
			return s.GoAway(seat, lobby.Stop{From: at[0], To: at[1]})
		})),
	told("% is back at %", events.CauseMail,
		func(c *company, _ events.Draft, e *lobby.CameBack) []string { return c.doneAt(e.Seat, e.At) },
		clocked("vacation off", func(s lobby.State, seat engine.Seat, at []time.Time) lobby.Event {
			return s.ComeBack(seat, at[0])
		})),
	told("% wishes for a pause at %", events.CauseMail,
		func(c *company, _ events.Draft, e *lobby.Wished) []string { return c.doneAt(e.Seat, e.At) },
		clocked("pause", func(s lobby.State, seat engine.Seat, at []time.Time) lobby.Event {
			return s.Wish(seat, at[0])[0]
		})),
	told("% wishes for no pause any more", events.CauseMail,
		func(c *company, d events.Draft, _ *lobby.Withdrew) []string { return orderer(c, d) },
		ordering("resume", func(c *company, seat engine.Seat) lobby.Event { return c.seats.Withdraw(seat) })),
	told("% wants the clocks to run again at %", events.CauseMail,
		func(c *company, _ events.Draft, e *lobby.ResumeAsked) []string { return c.doneAt(e.Seat, e.At) },
		clocked("resume", func(s lobby.State, seat engine.Seat, at []time.Time) lobby.Event {
			return &lobby.ResumeAsked{Seat: seat, Player: s.Player(seat), At: at[0]}
		})),
	told("the clocks run again that the players stopped from % to %", events.CauseClock,
		func(_ *company, _ events.Draft, e *lobby.AgreedEnded) []string { return bothTimes(e.From, e.To) },
		func(_ *company, _ events.Cause, gaps []string) (meant, error) {
			o, err := outage(gaps)
			return meant{event: &lobby.AgreedEnded{Outage: o}}, err
		}),
}

func (c *company) doneAt(seat engine.Seat, at time.Time) []string {
	return []string{c.seatName(seat), bothTimes(at, at)[0]}
}

// clocked reads who orders, from the first gap, and times from the others.
func clocked(order string, event func(lobby.State, engine.Seat, []time.Time) lobby.Event) func(*company, events.Cause, []string) (meant, error) {
	return func(c *company, _ events.Cause, gaps []string) (meant, error) {
		seat, err := c.seat(gaps[0])
		if err != nil {
			return meant{}, err
		}
		var at []time.Time
		for _, gap := range gaps[1:] {
			t, err := moment(gap)
			if err != nil {
				return meant{}, err
			}
			at = append(at, t)
		}
		return meant{seat: seat, order: order, event: event(c.seats, seat, at)}, nil
	}
}
