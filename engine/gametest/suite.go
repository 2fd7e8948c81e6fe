package gametest

import (
	"flag"
	"fmt"
	"testing"

	"contrapost/engine"
	"contrapost/engine/card"
)

// The guards.
const (
	Legal    = "legal"        // Hear accepts what Moves lists; orders spell themselves
	Tongues  = "tongues"      // an order written in any language is heard as that order
	NearMiss = "near-miss"    // Hear accepts nothing else of the kind, and refuses in form
	DeadEnd  = "dead-end"     // somebody can always go on, and the game ends
	Bots     = "bots"         // bots play legally and to the end
	Steady   = "steady"       // the same question gets the same answer
	Choices  = "choices"      // a page that asks offers orders, and they are accepted
	Asked    = "asked"        // a seat knows that it is awaited, and that it is not
	Conserve = "conserve"     // no card is lost, doubled or altered
	Codec    = "codec"        // what is stored is all there is
	Unknown  = "unknown-kind" // what cannot be understood is an error
	Shown    = "shown"        // everything is shown to somebody, or declared secret and shown to nobody
	Occurs   = "occurs"       // the campaign has seen every kind of event
	Own      = "own"          // a seat's knowledge of its own is true
	Canary   = "canary"       // no serial number reaches a seat that has not seen the face
	Resample = "resample"     // nothing a seat is told hangs on what it cannot know
	Letters  = "letters"      // nor does the moment a letter falls due
	Result   = "result"       // a game that is over is over
	Dealings = "dealings"     // what seats are said to have done to each other can be summed up
	Openly   = "openly"       // looking back at a game that is over, and at no other, shows every card and counts as the rules do
	Reckoned = "reckoned"     // what each score is said to be made of adds up to it, and is the same for every reader
	Rewound  = "rewound"      // a return to an earlier point draws anew what was hidden to all, and changes nothing else
	Fault    = "fault"        // no order ends in an error or a panic
)

// Log is the history of a game by steps: first the deal, then each accepted order
// or deadline, each with what the clock made of it.
type Log [][]engine.Record

// Records puts the steps together.
func (l Log) Records() []engine.Record {
	var all []engine.Record
	for _, step := range l {
		all = append(all, step...)
	}
	return all
}

// Suite is a game under test, with what only the game itself can tell. All hooks
// must be pure: plays run in parallel.
type Suite struct {
	Game engine.Game
	Deck func(name string) ([]byte, error) // a deck file's text; nil for a game without decks

	MaxOrders int            // a game longer than this will not end
	Rare      []string       // kinds that a campaign need not meet
	Events    []engine.Event // one of each kind, for the codec; see Kinds

	// Probes are orders in canonical words to try at any time by anybody: those
	// that Moves never lists, and those that are often refused.
	Probes []string
	// Listed tells whether Moves lists orders of this kind; nil: all kinds.
	Listed func(order string) bool

	// Held gives all the cards of the game, wherever they lie in truth.
	Held func([]engine.Record) ([]card.Card, error)
	// Witness tells of each record who has seen which cards' faces in it; under
	// Onlooker those that everybody has. It judges a record by those before it only.
	Witness func([]engine.Record) []map[engine.Seat][]card.Card
	// Own says what is wrong with a seat's knowledge of its own; nil: nothing.
	Own func(records []engine.Record, s engine.Seat, facts []any) error
	// Reseal changes by chance whatever a seat cannot know and is no card (sealed
	// answers, standing orders); the number of steps stays. nil: there is no such.
	Reseal func(l Log, s engine.Seat, luck engine.Chance) (Log, error)
}

// Finding is what a guard found.
type Finding struct{ Guard, Message string }

// Kinds turns the events of a game's rules into those of its suite.
func Kinds[E engine.Event](events []E) []engine.Event {
	all := make([]engine.Event, len(events))
	for i, e := range events {
		all[i] = e
	}
	return all
}

var (
	playsFlag = flag.Int("gametest.plays", 0, "whole games a campaign plays; 0: each setting twice")
	seedFlag  = flag.String("gametest.seed", "1", "what a campaign's choices hang on")
)

// Run plays a campaign and fails the test with what the guards found.
func Run(t *testing.T, s Suite) {
	t.Helper()
	plays := *playsFlag
	if plays == 0 {
		plays = 2 * len(settings(s.Game))
	}
	for _, f := range Check(s, plays, *seedFlag) {
		t.Errorf("%s: %s", f.Guard, f.Message)
	}
}

// mostFindings bounds what is kept of each guard: the rest is more of the same.
const mostFindings = 3

// Check plays a campaign of whole games and gives what the guards found, at most
// a few findings a guard. The same suite, number and seed find the same.
func Check(s Suite, plays int, seed string) []Finding {
	c := newCampaign(s, seed)
	c.still()
	c.play(0, plays)
	c.shown()
	c.occurs()
	return c.found
}

// complete refuses a suite without its oracles: it would pass for a wrong reason.
func (s Suite) complete() error {
	switch {
	case s.Game == nil, s.MaxOrders <= 0, len(s.Events) == 0:
		return fmt.Errorf("a suite needs Game, MaxOrders and Events")
	case s.Held == nil, s.Witness == nil, s.Own == nil:
		return fmt.Errorf("a suite needs the hooks Held, Witness and Own")
	}
	return nil
}
