package export

import (
	"errors"
	"fmt"
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// phrase is how a text tells an event of the lobby's that begins a decision.
type phrase struct {
	form string // "%" stands for a word
	how  string // what makes it where a text does not say
	say  func(*company, events.Draft, lobby.Event) []string
	hear func(*company, events.Cause, []string) (meant, error)
}

// meant is what a phrase stands for.
type meant struct {
	seat  engine.Seat // whose order it was
	order string
	event lobby.Event
	text  *Text // what was said, if it was to everybody
}

// rawForm tells an event that no phrase tells without loss.
const rawForm = "event % seat % order % rules % data %"

// lobbyLine spells an event of the lobby's by the first phrase that loses nothing.
func (c *company) lobbyLine(e events.Entry) (string, error) {
	decoded, err := lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data})
	if err != nil {
		return "", err
	}
	for _, p := range phrases {
		gaps := p.say(c, e.Draft, decoded)
		if gaps == nil {
			continue
		}
		line := filled(p.form, gaps)
		all, err := tokens(line)
		if err != nil {
			return "", err
		}
		if d, _, err := c.hearLobby(all, e.Cause); err == nil && same(d, e.Draft) {
			return line, nil
		}
	}
	return filled(rawForm, []string{e.Kind, fmt.Sprint(e.Seat), e.Order, fmt.Sprint(e.Rules), string(e.Data)}), nil
}

// hearLobby reads an event of the lobby's, and what was said with it.
func (c *company) hearLobby(all []token, by events.Cause) (events.Draft, *Text, error) {
	if gaps, ok := fitting(rawForm, all); ok {
		d, err := raw(gaps)
		d.Cause = by
		return d, nil, err
	}
	for _, p := range phrases {
		gaps, ok := fitting(p.form, all)
		if !ok {
			continue
		}
		if by.Kind == "" {
			by.Kind = p.how
		}
		m, err := p.hear(c, by, gaps)
		if err != nil {
			return events.Draft{}, nil, err
		}
		d, err := c.draft(m, by)
		return d, m.text, err
	}
	return events.Draft{}, nil, c.unknown(all)
}

func (c *company) draft(m meant, by events.Cause) (events.Draft, error) {
	r, err := lobby.Encode(m.event)
	d := events.Draft{Kind: r.Kind, Data: r.Data, Seat: uint8(m.seat), Order: m.order, Cause: by}
	if m.order != "" {
		d.Rules = c.header.Rules
	}
	return d, err
}

func raw(gaps []string) (d events.Draft, err error) {
	d.Kind, d.Order, d.Data = gaps[0], gaps[2], []byte(gaps[4])
	if d.Seat, err = number[uint8](gaps[1]); err != nil {
		return d, err
	}
	if d.Rules, err = number[int](gaps[3]); err != nil || d.Rules < 0 {
		return d, fmt.Errorf("%q is no version of rules", gaps[3])
	}
	if _, err = lobby.Decode(engine.Record{Kind: d.Kind, Data: d.Data}); err != nil {
		return d, fmt.Errorf("no such event: %w", err)
	}
	return d, nil
}

// number reads a decimal number as fmt.Sprint spells it.
func number[N uint8 | int | int64](text string) (n N, err error) {
	if _, err = fmt.Sscan(text, &n); err != nil || fmt.Sprint(n) != text {
		return 0, fmt.Errorf("%q is not the number that is expected", text)
	}
	return n, nil
}

// unknown says what a line could have been.
func (c *company) unknown(all []token) error {
	if len(all) > 1 && strings.HasSuffix(all[0].text, ":") {
		return errors.New("a name, a colon, a blank and an order are expected")
	}
	likely := []string{"NAME: order", shape(silentForm)}
	for _, p := range phrases {
		if words := strings.Fields(p.form); len(all) > 1 && (words[1] == all[1].text || words[0] == all[0].text && words[0] != "%") {
			likely = append(likely, shape(p.form))
		}
	}
	return fmt.Errorf("it is nothing that can happen at a table; expected is, for example: %s", strings.Join(likely, "; "))
}
