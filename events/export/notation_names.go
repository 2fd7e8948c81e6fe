package export

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// company is who is at a table as far as its text has been written or read, and what
// they are called there.
type company struct {
	house    lobby.Lobby
	header   Header
	terms    terms
	seats    lobby.State
	labels   map[string]string // by player id
	texts    map[string]Text   // by their hashes
	refs     []string          // of mails, in order of their numbers
	numbers  map[string]int    // of mails that entries name, from 1
	messages map[string]string
}

// newCompany is that of a history, before its first entry.
func newCompany(house lobby.Lobby, h *History) *company {
	c := &company{house: house, header: h.Header, terms: h.agreement(house), labels: map[string]string{}, texts: bySum(h.Texts), numbers: map[string]int{}, messages: map[string]string{}}
	for _, p := range h.Players {
		c.introduce(p)
	}
	for _, m := range h.Mails {
		if m.MessageID != "" {
			c.messages[m.Ref] = m.MessageID
		}
	}
	for _, e := range h.Entries {
		if isHash.MatchString(e.Cause.Ref) && c.numbers[e.Cause.Ref] == 0 {
			c.refs = append(c.refs, e.Cause.Ref)
			c.numbers[e.Cause.Ref] = len(c.refs)
		}
	}
	return c
}

var (
	isHash = regexp.MustCompile(`^[0-9a-f]{64}$`)
	isName = regexp.MustCompile(`^\pL[\pL\pM\pN-]*$`)
	isID   = regexp.MustCompile(`^[0-9A-Za-z_-]+$`)
)

// introduce gives a player what the text calls them: their name, if nobody else is
// called so and it looks like one, or else their id.
func (c *company) introduce(p Player) {
	label := p.Name
	folded := strings.ToLower(label)
	twin := func(other string) bool { return strings.EqualFold(other, label) }
	taken := false
	for _, l := range c.labels {
		taken = taken || twin(l)
	}
	if taken || !isName.MatchString(label) || strings.HasPrefix(folded, "bot-") || slices.Contains(reserved, folded) {
		label = "@" + p.ID
	}
	c.labels[p.ID] = label
}

// reserved begin lines of other kinds.
var reserved = []string{"the", "nobody", "event"}

// called is what a player is called in the text.
func (c *company) called(player string) string {
	if label, ok := c.labels[player]; ok {
		return label
	}
	return "@" + player
}

// sameLabel compares names in any case, and ids as they are.
func sameLabel(a, b string) bool {
	return a == b || !strings.HasPrefix(a, "@") && strings.EqualFold(a, b)
}

// player gives the id of whoever is called so.
func (c *company) player(label string) (string, error) {
	for id, l := range c.labels {
		if sameLabel(l, label) {
			return id, nil
		}
	}
	if id, ok := strings.CutPrefix(label, "@"); ok && isID.MatchString(id) {
		return id, nil
	}
	return "", fmt.Errorf("no player is called %s", label)
}

// roster are the seats' names as they stand.
func (c *company) roster() engine.Roster {
	names := make(engine.Roster, len(c.seats.Places))
	for i, p := range c.seats.Places {
		if names[i] = fmt.Sprintf("Bot-%d", i+1); p.Player != "" {
			names[i] = c.called(p.Player)
		}
	}
	return names
}

// seatName is what a seat is called in the text.
func (c *company) seatName(s engine.Seat) string { return c.roster().Name(s) }

// seat finds who is called so, or the seat of that number ("#2").
func (c *company) seat(name string) (engine.Seat, error) {
	names := c.roster()
	at := slices.IndexFunc(names, func(n string) bool { return sameLabel(n, name) })
	if s, ok := engine.ParseSeat(name); ok && int(s) <= len(names) {
		return s, nil
	}
	if at < 0 {
		return 0, fmt.Errorf("nobody at the table is called %s; there are: %s", name, strings.Join(names, ", "))
	}
	return engine.Seat(at + 1), nil
}

// fold takes in what an entry of the lobby's does to the seats.
func (c *company) fold(e events.Entry) (err error) {
	if !lobby.Owns(e.Kind) {
		return nil
	}
	decoded, err := lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data})
	if err == nil {
		c.seats, err = evolved(c.seats, decoded)
	}
	return err
}

func (c *company) game() engine.Game { return c.house.Game(c.header.Game) }
