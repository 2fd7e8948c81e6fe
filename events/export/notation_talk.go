package export

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

func words(order string) []string { return strings.Fields(order) }

func sayNothing[E lobby.Event](*company, events.Draft, E) []string { return nil }

// kept is what was said under a hash, if it is still there.
func (c *company) kept(sum string) (Text, bool) {
	t, ok := c.texts[sum]
	return t, ok
}

// wholly gives what was said and its salt for the gaps of a phrase; nil if it is gone
// or was altered.
func (c *company) wholly(sum string) []string {
	if t, ok := c.kept(sum); ok && t.holds() {
		return []string{t.Text, t.Salt}
	}
	return nil
}

// altered gives what was altered to name nobody, and its hash; nil if it was not.
func (c *company) altered(sum string) []string {
	if t, ok := c.kept(sum); ok && t.Salt == "" {
		return []string{t.Text, sum}
	}
	return nil
}

// behind puts words behind a name, if there are any.
func behind(name string, gaps []string) []string {
	if gaps == nil {
		return nil
	}
	return append([]string{name}, gaps...)
}

func (c *company) saySaid(d events.Draft, e *lobby.Said) []string {
	return behind(c.seatName(engine.Seat(d.Seat)), c.wholly(e.Text))
}

func (c *company) sayAltered(d events.Draft, e *lobby.Said) []string {
	return behind(c.seatName(engine.Seat(d.Seat)), c.altered(e.Text))
}

func (c *company) said(name, sum string) (meant, error) {
	seat, err := c.seat(name)
	return meant{seat: seat, order: "say", event: c.seats.Say(seat, sum)}, err
}

// text reads what was said. Without a salt, which is written by nobody's hand, one is
// made of the text, of who said it, and of the secret, and the text is tidied as a
// mail's is.
func (c *company) text(who string, gaps []string) (*Text, error) {
	tidy, err := lobby.Spoken(gaps[0])
	if err != nil {
		return nil, err
	}
	if len(gaps) == 1 {
		gaps[0] = tidy
	}
	salt := c.madeSalt(who, gaps[0])
	if len(gaps) == 2 {
		var err error
		if salt, err = hex.DecodeString(gaps[1]); err != nil || len(salt) != 16 {
			return nil, fmt.Errorf("the salt %q is not 32 hex digits", gaps[1])
		}
	}
	return &Text{Sum: events.TextSum([16]byte(salt), gaps[0]), Salt: hex.EncodeToString(salt), Text: gaps[0]}, nil
}

// alteredText reads what was altered, with the hash of what it was.
func alteredText(gaps []string) (*Text, error) {
	if !isHash.MatchString(gaps[1]) {
		return nil, fmt.Errorf("%q is not 64 hex digits", gaps[1])
	}
	return &Text{Sum: gaps[1], Text: gaps[0]}, nil
}

// hearText reads a phrase that says something: text reads the gaps behind the first
// ones, which are as many as before tells, and event makes of its hash what happened.
func hearText(before int, event func(c *company, gaps []string, sum string) (meant, error)) func(*company, events.Cause, []string) (meant, error) {
	return func(c *company, _ events.Cause, gaps []string) (meant, error) {
		t, err := c.text(strings.Join(gaps[:before], "\n"), gaps[before:])
		return withText(c, gaps, t, err, event)
	}
}

func hearAltered(before int, event func(c *company, gaps []string, sum string) (meant, error)) func(*company, events.Cause, []string) (meant, error) {
	return func(c *company, _ events.Cause, gaps []string) (meant, error) {
		t, err := alteredText(gaps[before:])
		return withText(c, gaps, t, err, event)
	}
}

func withText(c *company, gaps []string, t *Text, err error, event func(*company, []string, string) (meant, error)) (meant, error) {
	if err != nil {
		return meant{}, err
	}
	m, err := event(c, gaps, t.Sum)
	m.text = t
	return m, err
}

func saidBy(c *company, gaps []string, sum string) (meant, error) { return c.said(gaps[0], sum) }

func noted(c *company, _ []string, sum string) (meant, error) {
	return meant{order: lobby.RuleNote, event: c.seats.Note(sum)}, nil
}

func unsealed(c *company, gaps []string, sum string) (meant, error) {
	return meant{order: "unseal", event: c.seats.Unseal(gaps[0], sum)}, nil
}

// madeSalt makes a salt of who says what. What was said before in the same words gets
// another, as each text is kept under a hash of its own.
func (c *company) madeSalt(who, text string) []byte {
	made := sha256.Sum256(append(c.header.Secret[:], strings.Join([]string{who, text}, "\n")...))
	if _, again := c.texts[events.TextSum([16]byte(made[:16]), text)]; again {
		made = sha256.Sum256(fmt.Append(made[:], len(c.texts)))
	}
	return made[:16]
}

// published is how the table's secret and seed are told at its end.
func (c *company) published() *lobby.Published {
	seed := c.seats.Seed(c.header.Secret)
	return &lobby.Published{Secret: hex.EncodeToString(c.header.Secret[:]), Seed: hex.EncodeToString(seed[:])}
}
