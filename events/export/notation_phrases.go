package export

import (
	"fmt"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// phrases are all that are known. The first that fits is written; all are read.
var phrases = slices.Concat(openings, seatings, timings, absences, graces, rulings)

// told makes a phrase of an event of one type.
func told[E lobby.Event](form, how string, say func(*company, events.Draft, E) []string, hear func(*company, events.Cause, []string) (meant, error)) phrase {
	return phrase{form: form, how: how, hear: hear, say: func(c *company, d events.Draft, e lobby.Event) []string {
		if e, ok := e.(E); ok {
			return say(c, d, e)
		}
		return nil
	}}
}

// ordering reads who orders, from the first gap, and leaves the event to be said.
func ordering(order string, event func(*company, engine.Seat) lobby.Event) func(*company, events.Cause, []string) (meant, error) {
	return func(c *company, _ events.Cause, gaps []string) (meant, error) {
		seat, err := c.seat(gaps[0])
		if err != nil {
			return meant{}, err
		}
		return meant{seat: seat, order: order, event: event(c, seat)}, nil
	}
}

func orderer(c *company, d events.Draft) []string { return []string{c.seatName(engine.Seat(d.Seat))} }

var openings = []phrase{
	told("the table is opened for %", events.CauseMail,
		func(_ *company, _ events.Draft, e *lobby.Opened) []string { return []string{fmt.Sprint(e.Want)} },
		func(c *company, _ events.Cause, gaps []string) (meant, error) { return c.opened(gaps[0]) }),
	told("% sits down", events.CauseMail,
		func(c *company, _ events.Draft, e *lobby.Joined) []string { return []string{c.called(e.Player)} },
		(*company).joined),
	told("% seats bots: %", events.CauseMail,
		func(c *company, d events.Draft, _ *lobby.BotJoined) []string {
			n, err := lobby.ParseBots(words(d.Order))
			if err != nil {
				return nil
			}
			return append(orderer(c, d), fmt.Sprint(n))
		},
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			seat, err := c.seat(gaps[0])
			if err != nil {
				return meant{}, err
			}
			n, err := number[uint8](gaps[1])
			if err != nil || n == 0 {
				return meant{}, fmt.Errorf("%q is no number of bots", gaps[1])
			}
			return meant{seat: seat, order: "bots " + gaps[1], event: c.seats.AddBots(1)[0]}, nil
		}),
	told("% begins the game", events.CauseMail,
		func(c *company, d events.Draft, _ *lobby.Begun) []string { return orderer(c, d) },
		ordering("begin", func(c *company, _ engine.Seat) lobby.Event { return c.seats.Begin()[0] })),
	told("% invites %", events.CauseMail,
		func(c *company, d events.Draft, e *lobby.Invited) []string {
			return append(orderer(c, d), c.called(e.Player))
		},
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			seat, err := c.seat(gaps[0])
			if err != nil {
				return meant{}, err
			}
			guest, err := c.player(gaps[1])
			return meant{seat: seat, order: "invite", event: c.seats.Invite(seat, guest)}, err
		}),
	told("the secret is published", "", // whatever ended the game has made it
		func(*company, events.Draft, *lobby.Published) []string { return []string{} },
		func(c *company, _ events.Cause, _ []string) (meant, error) { return meant{event: c.published()}, nil }),
}

// opened makes an opening of what the header says.
func (c *company) opened(seats string) (meant, error) {
	want, err := number[int](seats)
	if err != nil {
		return meant{}, err
	}
	g := c.game()
	if g == nil {
		return meant{}, fmt.Errorf("no game is called %q", c.header.Game)
	}
	options, err := c.terms.complete(g)
	if err != nil {
		return meant{}, fmt.Errorf("the options: %w", err)
	}
	return meant{event: &lobby.Opened{
		Game: c.header.Game, Want: want, Options: options, Deck: c.header.DeckName, DeckSum: c.header.DeckSum,
		Private: c.terms.private, Times: c.terms.times, Commitment: lobby.Commit(c.header.Secret),
	}}, nil
}

// joined seats a player, who puts into the seed what made them sit down.
func (c *company) joined(by events.Cause, gaps []string) (meant, error) {
	player, err := c.player(gaps[0])
	e := c.seats.Join(player, by.Ref)[0].(*lobby.Joined)
	return meant{seat: e.Seat, event: e}, err
}

var seatings = []phrase{
	leaving("% leaves", "leave"),
	leaving("% leaves and is forgotten", ""),
	resigning("% resigns", "resign"),
	resigning("% resigns and is forgotten", ""),
	told("% says % with the salt %", events.CauseMail, (*company).saySaid, hearText(1, saidBy)),
	told("% says %", events.CauseMail, sayNothing[*lobby.Said], hearText(1, saidBy)),
	told("% says % as altered from the sha256 %", events.CauseMail, (*company).sayAltered, hearAltered(1, saidBy)),
	told("% says what is gone, with the sha256 %", events.CauseMail,
		func(c *company, d events.Draft, e *lobby.Said) []string { return append(orderer(c, d), e.Text) },
		func(c *company, _ events.Cause, gaps []string) (meant, error) { return c.said(gaps[0], gaps[1]) }),
	told("% tells % something with the sha256 %", events.CauseMail,
		func(c *company, d events.Draft, e *lobby.Told) []string {
			return append(orderer(c, d), c.seatName(e.To), e.Text)
		},
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			seat, err := c.seat(gaps[0])
			if err != nil {
				return meant{}, err
			}
			to, err := c.seat(gaps[1])
			return meant{seat: seat, order: "tell " + to.String(), event: c.seats.Tell(seat, to, gaps[2])}, err
		}),
	told("nobody could be heard from % to %", events.CauseClock,
		func(_ *company, _ events.Draft, e *lobby.Excused) []string { return bothTimes(e.From, e.To) },
		func(_ *company, _ events.Cause, gaps []string) (meant, error) {
			o, err := outage(gaps)
			return meant{event: &lobby.Excused{Outage: o}}, err
		}),
}

// leaving is a phrase for who leaves, by that order.
func leaving(form, order string) phrase {
	return told(form, events.CauseMail,
		func(c *company, d events.Draft, _ *lobby.Left) []string { return orderer(c, d) },
		ordering(order, func(c *company, s engine.Seat) lobby.Event {
			return &lobby.Left{Seat: s, Player: c.seats.Player(s)}
		}))
}

func resigning(form, order string) phrase {
	return told(form, events.CauseMail,
		func(c *company, d events.Draft, _ *lobby.Resigned) []string { return orderer(c, d) },
		ordering(order, func(_ *company, s engine.Seat) lobby.Event { return &lobby.Resigned{Seat: s} }))
}

func bothTimes(from, to time.Time) []string {
	return []string{from.Format(time.RFC3339Nano), to.Format(time.RFC3339Nano)}
}

func outage(gaps []string) (o lobby.Outage, err error) {
	if o.From, err = moment(gaps[0]); err == nil {
		o.To, err = moment(gaps[1])
	}
	return o, err
}

func moment(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return at, fmt.Errorf("%q is no time; write it as %s", text, "2026-12-31T18:00:00Z")
	}
	if at.Location() != time.UTC && at.Format(time.RFC3339Nano) != text {
		return at, fmt.Errorf("%q is no time as it is spelled here", text)
	}
	return at, nil
}
