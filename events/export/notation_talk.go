package export

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

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

func (c *company) saySaid(d events.Draft, e *lobby.Said) []string {
	t, ok := c.kept(e.Text)
	if !ok || !t.holds() {
		return nil
	}
	return append(orderer(c, d), t.Text, t.Salt)
}

func (c *company) sayAltered(d events.Draft, e *lobby.Said) []string {
	t, ok := c.kept(e.Text)
	if !ok || t.Salt != "" {
		return nil
	}
	return append(orderer(c, d), t.Text, e.Text)
}

func (c *company) said(name, sum string) (meant, error) {
	seat, err := c.seat(name)
	return meant{seat: seat, order: "say", event: c.seats.Say(seat, sum)}, err
}

// hearSaid reads what was said. Without a salt, which is written by nobody's hand,
// one is made of the text and the secret.
func (c *company) hearSaid(_ events.Cause, gaps []string) (meant, error) {
	salt := c.madeSalt(gaps)
	if len(gaps) == 3 {
		var err error
		if salt, err = hex.DecodeString(gaps[2]); err != nil || len(salt) != 16 {
			return meant{}, fmt.Errorf("the salt %q is not 32 hex digits", gaps[2])
		}
	}
	t := Text{Sum: events.TextSum([16]byte(salt), gaps[1]), Salt: hex.EncodeToString(salt), Text: gaps[1]}
	m, err := c.said(gaps[0], t.Sum)
	m.text = &t
	return m, err
}

// madeSalt makes a salt of who says what. What was said before in the same words gets
// another, as each text is kept under a hash of its own.
func (c *company) madeSalt(gaps []string) []byte {
	made := sha256.Sum256(append(c.header.Secret[:], strings.Join(gaps, "\n")...))
	if _, again := c.texts[events.TextSum([16]byte(made[:16]), gaps[1])]; again {
		made = sha256.Sum256(fmt.Append(made[:], len(c.texts)))
	}
	return made[:16]
}

func (c *company) hearAltered(_ events.Cause, gaps []string) (meant, error) {
	if !isHash.MatchString(gaps[2]) {
		return meant{}, fmt.Errorf("%q is not 64 hex digits", gaps[2])
	}
	m, err := c.said(gaps[0], gaps[2])
	m.text = &Text{Sum: gaps[2], Text: gaps[1]}
	return m, err
}

// published is how the table's secret and seed are told at its end.
func (c *company) published() *lobby.Published {
	seed := c.seats.Seed(c.header.Secret)
	return &lobby.Published{Secret: hex.EncodeToString(c.header.Secret[:]), Seed: hex.EncodeToString(seed[:])}
}
