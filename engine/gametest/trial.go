package gametest

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"contrapost/engine"
)

// manner is who plays a game.
type manner string

const (
	byChance    manner = ""
	byBots      manner = " by bots"
	mixedManner manner = " mixed"
)

// trial is one game of a campaign.
type trial struct {
	*Suite
	*dice
	setting setting
	number  int
	manner  manner

	seed   [32]byte // of the table
	log    Log
	length int // records in the log
	play   engine.Play
	temper map[string]int // how fond this game is of a verb
	spoken []string       // tokens of orders seen so far, to make near misses of
	orders []string       // what was accepted, as "#2 convoy L L"

	hunted string // the one guard that is of interest; empty: all
	found  []Finding
	seen   census
}

// wants tells whether one of these guards is of interest.
func (t *trial) wants(guards ...string) bool {
	return t.hunted == "" || t.hunted == Fault || slices.Contains(guards, t.hunted)
}

// caught tells whether a guard has found something in this game.
func (t *trial) caught(guard string) bool { return holds(t.found, guard) }

// report keeps a finding, the first of each guard; one game's later ones mostly
// follow from it.
func (t *trial) report(guard, format string, args ...any) {
	if t.caught(guard) {
		return
	}
	last := t.orders[max(0, len(t.orders)-3):]
	where := fmt.Sprintf("game %d (%s%s), after %d orders [%s]: ", t.number, t.setting, t.manner, len(t.orders), strings.Join(last, "; "))
	t.found = append(t.found, Finding{guard, where + fmt.Sprintf(format, args...)})
}

// run plays the game to its end, watched at every step, and then goes through
// its history.
func (t *trial) run() {
	defer func() {
		if r := recover(); r != nil {
			t.report(Fault, "panic: %v\n%s", r, debug.Stack())
		}
	}()
	if !t.deal() {
		return
	}
	for t.watch(); t.goesOn(); t.watch() {
		if !t.turn() {
			break
		}
	}
	t.ended()
	if t.wants(Dealings) {
		t.dealt()
	}
	if t.wants(Openly) {
		t.lookBack()
	}
	if t.wants(Reckoned) {
		t.reckoned()
	}
	if t.wants(Canary, Shown, Occurs) {
		t.relive()
	}
	if t.wants(Resample, Letters) {
		t.redeal()
	}
	if t.wants(Rewound, Shown, Occurs) {
		t.rewind()
	}
}

func (t *trial) seats() []engine.Seat { return engine.Seats(t.setting.seats) }

// everybody is the seats and the Onlooker.
func (t *trial) everybody() []engine.Seat {
	return append([]engine.Seat{engine.Onlooker}, t.seats()...)
}

func (t *trial) deal() bool {
	copy(t.seed[:], fmt.Sprintf("%032d", t.below(1<<40)))
	t.temper = map[string]int{}
	setup, err := t.setup()
	if err != nil {
		t.report(Fault, "setup: %v", err)
		return false
	}
	records, err := t.Game.Deal(setup, t.chance(0))
	if err != nil {
		t.report(Fault, "%v", err)
		return false
	}
	again, _ := t.Game.Deal(setup, t.chance(0))
	t.same(records, again, "the deal")
	if t.play, err = t.Game.Play(records); err != nil {
		t.report(Fault, "%v", err)
		return false
	}
	return t.settle(records)
}

func (t *trial) setup() (engine.Setup, error) {
	s := engine.Setup{Seats: t.setting.seats}
	var err error
	if s.Options, err = engine.Choose(t.Game.Options(), t.setting.options); err != nil || t.Deck == nil {
		return s, err
	}
	s.Deck.Name = t.Game.DefaultDeck()
	if s.Deck.Text, err = t.Deck(s.Deck.Name); err != nil {
		return s, err
	}
	return s, t.Game.CheckDeck(s.Deck, s.Seats)
}

// chance is the luck of a decision, so many records after those kept.
func (t *trial) chance(added int) engine.Chance {
	return engine.NewChance(t.seed, int64(t.length+added))
}

// settle lets the clock follow up on a decision's records and keeps it all as one
// step.
func (t *trial) settle(records []engine.Record) bool {
	luck := func(added int) engine.Chance { return t.chance(len(records) + added) }
	foreseen := t.foreseen(luck(0))
	more, err := engine.Settle(t.play, luck)
	t.same(more[:min(len(foreseen), len(more))], foreseen, "the clock's turn")
	step := slices.Concat(records, more)
	t.log = append(t.log, step)
	t.length += len(step)
	switch {
	case errors.Is(err, engine.ErrUnsettled):
		t.report(DeadEnd, "nobody is awaited, and the clock gets nowhere")
	case err != nil:
		t.report(Fault, "the clock: %v", err)
	}
	return err == nil
}

// foreseen is what the clock would decide first, if it is the clock's turn.
func (t *trial) foreseen(luck engine.Chance) []engine.Record {
	if !engine.Unsettled(t.play) {
		return nil
	}
	records, _ := t.play.Decide(engine.Onlooker, t.play.Lapse(engine.Onlooker, luck), luck)
	return records
}

func (t *trial) over() bool {
	_, over := t.play.Result()
	return over
}

func (t *trial) goesOn() bool {
	if t.over() || t.caught(t.hunted) {
		return false
	}
	if len(t.log) <= t.MaxOrders {
		return true
	}
	guard := DeadEnd
	if t.manner == byBots {
		guard = Bots
	}
	t.report(guard, "not over after %d orders", t.MaxOrders)
	return false
}

// turn has one order given, or a deadline pass, and folds what follows.
func (t *trial) turn() bool {
	s, command := t.choose()
	if command == nil {
		return false
	}
	luck := t.chance(0)
	again, _ := t.play.Decide(s, command, luck)
	records, err := engine.Step(t.play, s, command, luck)
	if err != nil {
		t.report(Fault, "%v", err)
		return false
	}
	t.same(records, again, command.String())
	t.orders = append(t.orders, s.String()+" "+command.String())
	return t.settle(records)
}

func (t *trial) same(a, b []engine.Record, what string) {
	if !sameRecords(a, b) {
		t.report(Steady, "decided twice, %s comes out differently", what)
	}
}

func sameRecords(a, b []engine.Record) bool {
	return slices.EqualFunc(a, b, func(a, b engine.Record) bool {
		return a.Kind == b.Kind && string(a.Data) == string(b.Data)
	})
}
