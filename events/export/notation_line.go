package export

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// stamp is how moments are spelled, in UTC. The hash covers them to the millisecond.
const stamp = "2006-01-02 15:04:05.000"

// occasion spells when and by what a decision came about.
func (c *company) occasion(e events.Entry) string {
	return e.At.UTC().Format(stamp) + " " + c.cause(e.Cause)
}

func (c *company) cause(by events.Cause) string {
	number := c.numbers[by.Ref]
	switch {
	case by.Kind == events.CauseMail && number > 0:
		return fmt.Sprintf("mail %d", number)
	case by.Kind == events.CauseRuling && number > 0:
		return fmt.Sprintf("ruling mail %d", number)
	case by.Kind == events.CauseRuling && by.Ref == "", by.Kind == events.CauseBot && by.Ref == "":
		return by.Kind
	case by.Kind == events.CauseClock:
		return by.Kind + " " + word(by.Ref)
	}
	return "cause " + word(by.Kind) + " " + word(by.Ref)
}

// parseOccasion reads what occasion wrote.
func (c *company) parseOccasion(text string) (at time.Time, by events.Cause, err error) {
	all, err := tokens(text)
	if err != nil {
		return at, by, err
	}
	if len(all) < 3 {
		return at, by, fmt.Errorf("within [ ] stand a time and what made the order, as in [%s mail 1]", stamp)
	}
	at, err = time.Parse(stamp, all[0].text+" "+all[1].text)
	if err != nil || at.UnixMilli() <= 0 {
		return at, by, fmt.Errorf("%s %s is no time; write it as %s, in UTC", all[0].text, all[1].text, stamp)
	}
	by, err = c.parseCause(all[2:])
	return at, by, err
}

func (c *company) parseCause(all []token) (by events.Cause, err error) {
	for _, f := range []struct{ form, kind string }{
		{"mail %", events.CauseMail}, {"ruling mail %", events.CauseRuling}, {"ruling", events.CauseRuling},
		{"bot", events.CauseBot}, {"clock %", events.CauseClock}, {"cause % %", ""},
	} {
		gaps, ok := fitting(f.form, all)
		if !ok {
			continue
		}
		by.Kind = f.kind
		switch {
		case f.kind == "":
			by.Kind, by.Ref = gaps[0], gaps[1]
		case strings.HasSuffix(f.form, "mail %"):
			by.Ref, err = c.ref(gaps[0])
		case len(gaps) == 1:
			by.Ref = gaps[0]
		}
		return by, err
	}
	return by, errors.New(`a time is followed by "mail" and its number, "bot", "clock" and when it was due, or "ruling"`)
}

func (c *company) ref(number string) (string, error) {
	i, err := strconv.Atoi(number)
	if err != nil || i < 1 || i > len(c.refs) {
		return "", fmt.Errorf("the header has no mail %s", number)
	}
	return c.refs[i-1], nil
}

// line spells the first event of a decision: who, and their order.
func (c *company) line(e events.Entry) (string, error) {
	if lobby.Owns(e.Kind) {
		return c.lobbyLine(e)
	}
	switch seat := engine.Seat(e.Seat); {
	case e.Cause.Kind == events.CauseClock && seat == engine.Onlooker:
		return clockLine, nil
	case e.Cause.Kind == events.CauseClock:
		return filled(silentForm, []string{c.seatName(seat)}), nil
	default:
		return c.seatName(seat) + ": " + c.named(e.Order), nil
	}
}

const (
	silentForm = "% is silent"
	clockLine  = "the clock goes on"
)

// named puts names for the seats in an order, where they are read as the same seats.
func (c *company) named(order string) string {
	names := c.roster()
	words := strings.Fields(order)
	for i, w := range words {
		if s, ok := engine.ParseSeat(w); ok && int(s) <= len(names) {
			words[i] = names[s-1]
		}
	}
	lexicon := c.game().Lexicon()
	named := strings.Join(words, " ")
	if slices.Equal(lexicon.Read(named, names), strings.Fields(order)) {
		return named
	}
	return order
}

// order reads an order of the game.
func (c *company) order(seat engine.Seat, text string) (events.Draft, error) {
	if c.game() == nil {
		return events.Draft{}, errors.New("no game is known whose order it could be")
	}
	words := c.game().Lexicon().Read(text, c.roster())
	if len(words) == 0 {
		return events.Draft{}, errors.New("an order is missing behind the colon")
	}
	return events.Draft{Kind: "order", Seat: uint8(seat), Order: strings.Join(words, " "), Rules: c.header.Rules}, nil
}

// hear reads a line without its occasion. Of a game's order, the draft has no data,
// and its kind is any.
func (c *company) hear(line string, by events.Cause) (events.Draft, *Text, error) {
	if name, order, ok := strings.Cut(line, ": "); ok && !strings.ContainsAny(name, " \"") {
		if said, ok := asInMail(name, order); ok {
			return c.hearLobby(said, by)
		}
		seat, err := c.seat(name)
		if err != nil {
			return events.Draft{}, nil, err
		}
		d, err := c.order(seat, order)
		d.Cause = by
		return d, nil, err
	}
	all, err := tokens(line)
	if err != nil {
		return events.Draft{}, nil, err
	}
	if line == clockLine {
		return events.Draft{Kind: "order", Rules: c.header.Rules, Cause: clockUnless(by)}, nil, nil
	}
	if gaps, ok := fitting(silentForm, all); ok {
		seat, err := c.seat(gaps[0])
		return events.Draft{Kind: "order", Seat: uint8(seat), Rules: c.header.Rules, Cause: clockUnless(by)}, nil, err
	}
	return c.hearLobby(all, by)
}

// asInMail reads what players write to the lobby in their mails, for those who write
// it by hand.
func asInMail(name, order string) ([]token, bool) {
	verb, text, _ := strings.Cut(strings.TrimSpace(order), " ")
	switch text = strings.TrimSpace(text); {
	case verb == "say" && text != "":
		return []token{{text: name}, {text: "says"}, {text: text, quoted: true}}, true
	case verb == "resign" && text == "":
		return []token{{text: name}, {text: "resigns"}}, true
	}
	return nil, false
}

// clockUnless is the clock, unless something else is said.
func clockUnless(by events.Cause) events.Cause {
	if by.Kind == "" {
		by.Kind = events.CauseClock
	}
	return by
}

// same tells whether two drafts of the lobby's would be the same entry.
func same(a, b events.Draft) bool {
	return a.Kind == b.Kind && bytes.Equal(a.Data, b.Data) && a.Seat == b.Seat && a.Order == b.Order && a.Rules == b.Rules && a.Cause == b.Cause
}
