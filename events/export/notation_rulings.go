package export

import (
	"fmt"
	"time"

	"contrapost/engine/lobby"
	"contrapost/events"
)

var rulings = []phrase{
	told("the moderator stops the clocks at %", events.CauseRuling,
		func(_ *company, _ events.Draft, e *lobby.Paused) []string { return bothTimes(e.From, e.From)[:1] },
		func(_ *company, _ events.Cause, gaps []string) (meant, error) {
			from, err := moment(gaps[0])
			return meant{order: lobby.RulePause, event: &lobby.Paused{From: from}}, err
		}),
	told("the moderator restarts the clocks that stood still from % to %", events.CauseRuling,
		func(_ *company, _ events.Draft, e *lobby.Resumed) []string { return bothTimes(e.From, e.To) },
		func(_ *company, _ events.Cause, gaps []string) (meant, error) {
			o, err := outage(gaps)
			return meant{order: lobby.RuleResume, event: &lobby.Resumed{Outage: o}}, err
		}),
	told("the moderator gives % more from % on", events.CauseRuling,
		func(_ *company, _ events.Draft, e *lobby.Extended) []string {
			return []string{span(e.By), e.At.Format(time.RFC3339Nano)}
		},
		hearExtended),
	told("the moderator gives the seat of % to %", events.CauseRuling,
		func(c *company, _ events.Draft, e *lobby.SeatReplaced) []string {
			return []string{c.seatName(e.Seat), c.called(e.Player)}
		},
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			seat, err := c.seat(gaps[0])
			if err != nil {
				return meant{}, err
			}
			player, err := c.player(gaps[1])
			return meant{order: "replace " + seat.String(), event: c.seats.Replace(seat, player)}, err
		}),
	told("the moderator gives the seat of % to a bot", events.CauseRuling,
		func(c *company, _ events.Draft, e *lobby.GivenToBot) []string { return []string{c.seatName(e.Seat)} },
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			seat, err := c.seat(gaps[0])
			return meant{order: "bot " + seat.String(), event: c.seats.GiveToBot(seat)}, err
		}),
	told("the moderator notes % with the salt %", events.CauseRuling,
		func(c *company, _ events.Draft, e *lobby.Noted) []string { return c.wholly(e.Text) }, hearText(0, noted)),
	told("the moderator notes %", events.CauseRuling, sayNothing[*lobby.Noted], hearText(0, noted)),
	told("the moderator notes % as altered from the sha256 %", events.CauseRuling,
		func(c *company, _ events.Draft, e *lobby.Noted) []string { return c.altered(e.Text) }, hearAltered(0, noted)),
	told("the moderator notes something with the sha256 %", events.CauseRuling,
		func(_ *company, _ events.Draft, e *lobby.Noted) []string { return []string{e.Text} },
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			return meant{order: lobby.RuleNote, event: c.seats.Note(gaps[0])}, nil
		}),
	told("the moderator takes the game back to version %", events.CauseRuling,
		func(_ *company, _ events.Draft, e *lobby.Rewound) []string { return []string{fmt.Sprint(e.To)} },
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			to, err := number[int64](gaps[0])
			return meant{order: "rewind " + gaps[0], event: c.seats.Rewind(to)}, err
		}),
	told("the moderator closes the table", events.CauseRuling,
		func(_ *company, _ events.Draft, e *lobby.Closed) []string { return []string{} },
		func(c *company, _ events.Cause, _ []string) (meant, error) {
			return meant{order: lobby.RuleClose, event: c.seats.CloseByRuling()}, nil
		}),
	told("% unseals the log because % with the salt %", events.CauseRuling,
		func(c *company, _ events.Draft, e *lobby.Unsealed) []string { return behind(e.By, c.wholly(e.Why)) }, hearText(1, unsealed)),
	told("% unseals the log because %", events.CauseRuling, sayNothing[*lobby.Unsealed], hearText(1, unsealed)),
	told("% unseals the log because % as altered from the sha256 %", events.CauseRuling,
		func(c *company, _ events.Draft, e *lobby.Unsealed) []string { return behind(e.By, c.altered(e.Why)) }, hearAltered(1, unsealed)),
	told("% unseals the log for a reason with the sha256 %", events.CauseRuling,
		func(_ *company, _ events.Draft, e *lobby.Unsealed) []string { return []string{e.By, e.Why} },
		func(c *company, _ events.Cause, gaps []string) (meant, error) {
			return meant{order: "unseal", event: c.seats.Unseal(gaps[0], gaps[1])}, nil
		}),
}

func hearExtended(_ *company, _ events.Cause, gaps []string) (meant, error) {
	by, err := time.ParseDuration(gaps[0])
	if err != nil || span(by) != gaps[0] {
		return meant{}, fmt.Errorf("%q is no length of time as it is spelled here (48h0m0s)", gaps[0])
	}
	at, err := moment(gaps[1])
	order := lobby.Ruling{Verb: lobby.RuleExtend, By: by}.String()
	return meant{order: order, event: &lobby.Extended{Extension: lobby.Extension{At: at, By: by}}}, err
}
