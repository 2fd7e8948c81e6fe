package table

import (
	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// digest sets at which hour of the day the sender's letters come.
func (s *hearing) digest(words []string, a *engine.Answer) error {
	hour, err := lobby.ParseDigest(words)
	if err != nil {
		return err
	}
	if hour == "" {
		a.Say("digest-off")
	} else {
		a.Say("digest", "Hour", hour, "Zone", s.livesIn())
		a.Say("digest-safe")
	}
	return s.change(func(p *events.Player) { p.Digest = hour })
}

// quiet sets within which hours the sender gets none but answers.
func (s *hearing) quiet(words []string, a *engine.Answer) error {
	hours, err := lobby.ParseQuiet(words)
	if err != nil {
		return err
	}
	if hours == "" {
		a.Say("quiet-off")
	} else {
		a.Say("quiet", "From", hours[:5], "To", hours[6:], "Zone", s.livesIn())
		a.Say("digest-safe")
	}
	return s.change(func(p *events.Player) { p.Quiet = hours })
}

// livesIn is the zone that the sender's hours are told in.
func (s *hearing) livesIn() string {
	if s.Player.Zone == "" {
		return "UTC"
	}
	return s.Player.Zone
}

// leastHour is when the letters come that somebody gets who wants none.
const leastHour = "18:00"

// unsubscribing leaves the sender the letters that it takes to play, at an hour of the
// day. One click in a mail program says no more than that: it gives up no seat, for
// the others there would have to play with a bot for it. Somebody who was only ever
// invited plays nowhere, and becomes nobody's player by it: they get no more letters at
// all, not even an answer.
func (s *hearing) unsubscribing(words []string, a *engine.Answer) error {
	if s.Player.Name == "" {
		s.Player.Unsubscribed, s.declines = true, true
		s.sender = s.Player.ID != ""
		return nil
	}
	a.Say("unsubscribed")
	a.Say("unsubscribed-least", "Hour", leastHour, "Zone", s.livesIn())
	a.Say("unsubscribed-seat")
	return s.change(func(p *events.Player) {
		p.Unsubscribed, p.Reminders = true, "off"
		if p.Digest == "" {
			p.Digest = leastHour
		}
	})
}

// subscribing takes that back.
func (s *hearing) subscribing(words []string, a *engine.Answer) error {
	a.Say("subscribed")
	return s.change(func(p *events.Player) { p.Unsubscribed, p.Reminders, p.Digest = false, "", "" })
}
