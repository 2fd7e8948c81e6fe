package export

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contrapost/events"
)

// States of a check.
const (
	Held       = "held"
	Broken     = "broken"
	NotChecked = "not-checked"
)

// Check is what came of one thing that was looked at.
type Check struct {
	Name    string `json:"name"`
	State   string `json:"state"`
	Version int64  `json:"version,omitempty"` // of the entry at which it broke; 0: it is about no entry
	Why     string `json:"why,omitempty"`     // one line, without anything that a live table hides; "" when held
}

// String spells the check as verify prints it.
func (c Check) String() string {
	switch {
	case c.State == Held:
		return c.State + " " + c.Name
	case c.Version > 0:
		return fmt.Sprintf("%s %s at version %d: %s", c.State, c.Name, c.Version, c.Why)
	}
	return fmt.Sprintf("%s %s: %s", c.State, c.Name, c.Why)
}

func held(name string) Check { return Check{Name: name, State: Held} }

// Breaks is a check that found something; version 0 is about no entry.
func Breaks(name string, version int64, why string, args ...any) Check {
	return Check{Name: name, State: Broken, Version: version, Why: said(why, args)}
}

// Skipped is a check that could not be made.
func Skipped(name, why string, args ...any) Check {
	return Check{Name: name, State: NotChecked, Why: said(why, args)}
}

// said puts into one line what may come from anywhere.
func said(why string, args []any) string {
	return strings.Join(strings.Fields(fmt.Sprintf(why, args...)), " ")
}

// Replay is a table gone through once more from version 1 on, by the code that
// decides orders; table.Replay is one. After an error it is of no further use.
type Replay interface {
	// Fold takes in the next entry as it is.
	Fold(events.Entry) error
	// Again decides anew what the next entry is the first event of, takes that in,
	// and gives it.
	Again(first events.Entry) ([]events.Draft, error)
	Over() (bool, error)
	// Next is what the house does by itself as things stand, as the first event of it
	// begins: the order of a bot, if bots may, or what the clock does once nobody is
	// awaited. ok is false where somebody is waited for.
	Next(bots bool) (first events.Draft, ok bool, err error)
	// Rules is the version of the table's rules at hand.
	Rules() int
}

// Verify looks at everything in a history that can be looked at without the house.
// A replay is asked for with the table's secret, and its deck's text. Names and
// order of the checks are always the same. The only error is the context's.
func Verify(ctx context.Context, h *History, replay func(table string, secret [32]byte, deck []byte) Replay) ([]Check, error) {
	begin := func() Replay { return Heeding(ctx, replay(h.Table, h.Secret, []byte(h.Deck.Text))) }
	s := h.ledger()
	checks := []Check{h.checkChain(), h.checkHeader(), h.checkCommitment(s), h.checkDeck(s), h.checkSeed(s), h.checkJoins(s)}
	if h.withheld() {
		checks = append(checks, Skipped("deal", secretKept), Skipped("orders", secretKept))
	} else {
		checks = append(checks, h.checkDecisions(begin())...)
	}
	over, fold := h.checkFold(begin())
	checks = append(checks, fold, h.checkPublished(s, over), h.checkMails(), h.checkTalk(s), h.checkLetters())
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("verify table %s: %w", h.Table, err)
	}
	return checks, nil
}

// Heeding is a replay that goes no further once a context has ended.
func Heeding(ctx context.Context, play Replay) Replay { return heeding{play, ctx} }

type heeding struct {
	Replay
	ctx context.Context
}

func (h heeding) Fold(e events.Entry) error {
	if err := h.ctx.Err(); err != nil {
		return err
	}
	return h.Replay.Fold(e)
}

func (h heeding) Again(first events.Entry) ([]events.Draft, error) {
	if err := h.ctx.Err(); err != nil {
		return nil, err
	}
	return h.Replay.Again(first)
}

// Unproven gives the first of the checks of a history that leaves open whether its
// cards and decisions are what they are said to be; ok is false if none does. What was
// erased with a person leaves that open in none, and before a deal there are no cards.
func (h *History) Unproven(checks []Check) (c Check, ok bool) {
	names := []string{"deck", "seed", "deal", "orders"}
	if h.Closed() {
		names = []string{"deck", "orders"}
	}
	i := slices.IndexFunc(checks, func(c Check) bool { return c.State == NotChecked && slices.Contains(names, c.Name) })
	if i < 0 {
		return Check{}, false
	}
	return checks[i], true
}

// secretKept is why nothing that was drawn can be checked.
const secretKept = "the game was not over, so that its secret has stayed in the house"

var errLive = errors.New("the table is live, so that no more is told")

// reason is why a game failed, unless that could tell what a live table hides.
func (h *History) reason(err error) error {
	if !h.Over() {
		return errLive
	}
	return err
}
