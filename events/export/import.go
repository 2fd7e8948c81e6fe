package export

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Import makes of the history of a finished game what a log takes in, at a time. One
// that is not over is ErrLive.
func (h *History) Import(now time.Time) (events.Import, error) {
	if err := h.importable(); err != nil {
		return events.Import{}, fmt.Errorf("import table %.20q: %w", h.Table, err)
	}
	i := events.Import{At: now, Anonymous: h.Anonymous, Secret: h.Secret, Entries: h.Entries}
	for _, p := range h.Players {
		i.Names = append(i.Names, events.SeatName{Player: p.ID, Name: p.Name})
		if p.Gone {
			i.Gone = append(i.Gone, p.ID)
		}
	}
	for _, l := range h.Letters {
		i.Letters = append(i.Letters, l.row())
	}
	for _, m := range h.Mails {
		row, err := m.row()
		if err != nil {
			return events.Import{}, fmt.Errorf("import table %s: mail %d: %w", h.Table, m.ID, err)
		}
		i.Mails = append(i.Mails, row)
	}
	for _, t := range h.Texts {
		row, err := t.row()
		if err != nil {
			return events.Import{}, fmt.Errorf("import table %s: %w", h.Table, err)
		}
		i.Texts = append(i.Texts, row)
	}
	return i, nil
}

// tableID is what ids of tables look like, which are written in addresses and orders.
var tableID = regexp.MustCompile(`^[0-9A-Z]{1,16}$`)

// importable refuses what could be nobody's table or name.
func (h *History) importable() error {
	switch {
	case !h.Over():
		return ErrLive
	case h.Header.Kept:
		return errors.New("it is what went home with its players, and has no Message-IDs; an export has them")
	case !tableID.MatchString(h.Table):
		return errors.New("it is no table's id, which has up to 16 capital letters and digits")
	}
	sat := map[string]bool{}
	for _, e := range h.Entries {
		sat[sitter(e)] = true
	}
	for _, p := range h.Players {
		if !isID.MatchString(p.ID) || strings.ContainsFunc(p.Name, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return fmt.Errorf("%.20q, %.50q, is no player", p.ID, p.Name)
		}
		if p.Gone && !sat[p.ID] {
			return fmt.Errorf("player %s is said to be forgotten, and has a seat in none of its entries", p.ID)
		}
	}
	return nil
}

// seatGivers are the kinds of entries that give a player a seat.
var seatGivers = []string{(lobby.Joined{}).Kind(), (lobby.SeatReplaced{}).Kind(), (lobby.Taken{}).Kind()}

// sitter is the player to whom an entry gives a seat; "" for none.
func sitter(e events.Entry) string {
	if !slices.Contains(seatGivers, e.Kind) {
		return ""
	}
	decoded, err := lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data})
	if err != nil {
		return ""
	}
	switch d := decoded.(type) {
	case *lobby.Joined:
		return d.Player
	case *lobby.SeatReplaced:
		return d.Player
	case *lobby.Taken:
		return d.Player
	}
	return ""
}

func at(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func (l Letter) row() events.Letter {
	return events.Letter{
		ID: l.ID, Number: l.Number, Seat: l.Seat, Player: l.Player, Version: l.Version, Kind: l.Kind, Cause: l.Cause,
		Mail: l.Mail, MessageID: l.MessageID, Sum: l.Sum, State: l.State, Due: at(l.Due), Sent: at(l.Sent),
	}
}

// row gives the mail with its lines as they were answered.
func (m Mail) row() (events.Mail, error) {
	heard := make([]engine.Answer, len(m.Lines))
	for i, l := range m.Lines {
		heard[i] = engine.Answer{Line: l.Line, Verdict: engine.Verdict(l.Verdict), Order: l.Order}
		if l.Rule != "" || l.Refused != "" {
			heard[i].Refusal = engine.Refuse(l.Rule, l.Refused)
		}
	}
	answers, err := json.Marshal(heard)
	return events.Mail{
		ID: m.ID, Key: m.Ref, MessageID: m.MessageID, Seat: m.Seat, Player: m.Player,
		Received: at(m.Received), Heard: at(m.Heard), Answers: answers,
	}, err
}

func (t Text) row() (events.Text, error) {
	row := events.Text{Sum: t.Sum, Text: t.Text}
	if t.Salt == "" {
		return row, nil
	}
	salt, err := hex.DecodeString(t.Salt)
	if err != nil || len(salt) != len(row.Salt) {
		return row, errors.New("a text has no salt of 32 hex digits")
	}
	row.Salt = [16]byte(salt)
	return row, nil
}
