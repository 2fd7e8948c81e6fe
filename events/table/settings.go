package table

import (
	"errors"
	"fmt"
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// change keeps what an order has changed about the sender.
func (s *hearing) change(set func(*events.Player)) error {
	if err := s.introduce("", nil); err != nil {
		return err
	}
	set(&s.Player)
	s.sender = true
	return nil
}

// language sets what the sender's letters are written in.
func (s *hearing) language(words []string, a *engine.Answer) error {
	lang, err := lobby.Language(words)
	if err != nil {
		return err
	}
	a.Say("language-" + lang) // which the letter itself may not be in, if another order follows
	return s.change(func(p *events.Player) { p.Language = lang })
}

// naming sets what the sender is called at tables they sit down at from now on. At
// the others they keep their name: it stands in the subject of every letter.
func (s *hearing) naming(words []string, a *engine.Answer) error {
	name, err := lobby.ParseNaming(words, a.Line)
	if err != nil {
		return err
	}
	if err := s.Lobby.MayBeNamed(name, nil); err != nil {
		return err
	}
	a.Say("named", "Name", name)
	return s.change(func(p *events.Player) { p.Name = name })
}

// zone sets where the sender's clocks are.
func (s *hearing) zone(words []string, a *engine.Answer) error {
	asked := lobby.ParseZone(a.Line)
	zone, known := s.Zone(asked)
	if !known {
		return engine.Refuse("", "timezone-form", "Zone", asked).Instead("timezone Europe/Brussels")
	}
	a.Say("timezone", "Zone", zone)
	return s.change(func(p *events.Player) { p.Zone = zone })
}

// reminders sets when the sender is reminded of what is asked of them.
func (s *hearing) reminders(words []string, a *engine.Answer) error {
	wanted, err := lobby.ParseReminders(words)
	if err != nil {
		return err
	}
	switch {
	case wanted == "":
		a.Say("reminders-on")
	case wanted == "off":
		a.Say("reminders-off")
	case strings.HasSuffix(wanted, "%"):
		a.Say("reminders-shares", "Shares", strings.Fields(wanted))
	default:
		a.Say("reminders-hours", "Hours", wanted)
	}
	return s.change(func(p *events.Player) { p.Reminders = wanted })
}

// resending has the last letter of a table sent again: of the one written to, or of
// every table of the sender's that is not over.
func (s *hearing) resending(words []string, a *engine.Answer) error {
	ids, err := s.toResend()
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.resend(id); err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		a.Say("tables-none")
		return nil
	}
	a.Say("resent", "Tables", ids)
	return nil
}

func (s *hearing) toResend() ([]string, error) {
	if s.at != nil {
		return []string{s.at.ID}, nil
	}
	sitting, err := s.sitting()
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, t := range sitting {
		if !t.Over && !t.Resting && !t.Left {
			ids = append(ids, t.Table)
		}
	}
	return ids, nil
}

func (s *hearing) resend(id string) error {
	t, err := s.seen(id)
	if errors.Is(err, ErrResting) { // since its player's tables were listed; its letters wait
		return nil
	}
	if err != nil {
		return fmt.Errorf("resend: %w", err)
	}
	seat, seated := t.Lobby.Seat(s.Player.ID)
	if !seated || s.resent[id] {
		return nil
	}
	if s.resent == nil {
		s.resent = map[string]bool{}
	}
	s.resent[id] = true
	s.letters = append(s.letters, events.Letter{
		Stream: id, Seat: uint8(seat), Player: s.Player.ID, Kind: KindResent, Cause: "mail:" + s.Mail.Key, Due: s.Now, Next: s.Now,
	})
	return nil
}

// seen is a table as this transaction has it, without taking part in it.
func (s *hearing) seen(id string) (*Table, error) {
	if w := s.opened(id); w != nil {
		return w.Table, nil
	}
	return s.awake(s.ctx, id)
}
