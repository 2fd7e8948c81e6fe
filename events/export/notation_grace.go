package export

import (
	"fmt"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// graces tell of orders that wait.
var graces = []phrase{
	told("% lets orders wait until % : %", events.CauseMail,
		func(c *company, d events.Draft, e *lobby.Waiting) []string {
			return append(orderer(c, d), e.Due.Format(time.RFC3339Nano), strings.Join(e.Lines, "\n"))
		},
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			seat, err := c.seat(gaps[0])
			if err != nil {
				return meant{}, err
			}
			due, err := moment(gaps[1])
			return meant{seat: seat, order: "wait", event: c.seats.Wait(seat, strings.Split(gaps[2], "\n"), due)}, err
		}),
	told("% lets nothing wait", events.CauseMail,
		func(c *company, d events.Draft, _ *lobby.Cancelled) []string { return orderer(c, d) },
		ordering("cancel waiting", func(c *company, s engine.Seat) lobby.Event { return c.seats.Cancel(s) })),
	told("% has waited long enough", events.CauseClock,
		func(c *company, d events.Draft, _ *lobby.Due) []string { return orderer(c, d) },
		ordering("", func(c *company, s engine.Seat) lobby.Event { return c.seats.Fall(s) })),
}

// readGrace reads how long orders wait.
func (h *header) readGrace(all []token) error {
	return single("how long orders wait", func(h *header, word string) error {
		d, err := time.ParseDuration(word)
		if err != nil || span(d) != word || d <= 0 {
			return fmt.Errorf("%q is no length of time as it is spelled here (15m0s)", word)
		}
		h.times.Grace = d
		return nil
	})(h, all)
}

// afterWaiting looks among the orders that came to wait by a mail for one that was
// carried out later. What it is spelled like hangs on what was known by then, but for
// its verb.
func (p *postman) afterWaiting(e events.Entry, m Mail, lines []string) string {
	if e.Order == "" {
		return ""
	}
	verb, _, _ := strings.Cut(e.Order, " ")
	waited := 0
	for _, line := range lines {
		if first, _, _ := strings.Cut(line, " "); first == verb {
			waited++
		}
	}
	key := usage{m.Ref, verb}
	p.used[key]++
	switch {
	case p.used[key] > waited:
		return fmt.Sprintf("mail %d, which made it, had no such order wait", m.ID)
	case e.At.UnixMilli() < m.Heard:
		return fmt.Sprintf("mail %d, which made it, was heard later", m.ID)
	case m.Seat != e.Seat:
		return fmt.Sprintf("mail %d, which made it, is of another seat", m.ID)
	}
	return ""
}
