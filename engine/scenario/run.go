package scenario

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"contrapost/engine"
)

// Run plays every case of a file. Name is the file's name in the report; games
// are those a case may name; deck gives a deck file's text by name. What cannot
// be read or understood fails at its line; nothing is passed over.
func Run(r io.Reader, name string, games map[string]engine.Game, deck func(name string) ([]byte, error)) Report {
	var report Report
	text, err := io.ReadAll(r)
	if err != nil {
		report.count([]Failure{{File: name, Line: 1, Message: err.Error()}})
		return report
	}
	for _, s := range split(string(text)) {
		c := &trial{file: name, script: s, table: table{options: map[string]string{}, seed: 1}}
		c.run(games, deck)
		report.count(c.failures)
	}
	return report
}

// trial is one case being played.
type trial struct {
	script
	table
	file     string
	play     engine.Play
	records  int // so far: the length of the stream
	failures []Failure
}

func (c *trial) fail(at int, err error) {
	if err != nil {
		message := c.unnamed(err.Error())
		c.failures = append(c.failures, Failure{File: c.file, Line: at, Case: c.title, Message: message})
	}
}

func (c *trial) run(games map[string]engine.Game, deck func(string) ([]byte, error)) {
	if c.title == "" {
		c.fail(c.line, errors.New("a case begins with: case TITLE"))
		return
	}
	opening := c.opening()
	for _, l := range c.lines[:opening] {
		c.fail(l.number, c.state(l, games))
	}
	if len(c.failures) > 0 {
		return // without the table it was written for, no later line means anything
	}
	if err := c.begin(deck); err != nil {
		c.fail(c.blamed(err), err)
		return
	}
	for _, l := range c.lines[opening:] {
		c.fail(l.number, c.act(l))
	}
}

// opening counts the lines before the first that acts.
func (c *trial) opening() int {
	for i, l := range c.lines {
		if l.acts() {
			return i
		}
	}
	return len(c.lines)
}

// blamed is the line a deal failed at: the one the game's error tells of, if it
// has a method Line, else the case's own.
func (c *trial) blamed(err error) int {
	var at interface{ Line() int }
	if errors.As(err, &at) && at.Line() > 0 {
		return at.Line()
	}
	return c.line
}

func (c *trial) begin(deck func(string) ([]byte, error)) error {
	records, err := c.deal(deck)
	if err != nil {
		return err
	}
	if c.play, err = c.game.Play(records); err != nil {
		return err
	}
	c.records = len(records)
	return c.settle()
}

func (c *trial) luck(added int) engine.Chance {
	return engine.NewChance(seedBytes(c.seed), int64(c.records+added))
}

func (c *trial) settle() error {
	records, err := engine.Settle(c.play, c.luck)
	c.records += len(records)
	return err
}

// act plays one line after the deal.
func (c *trial) act(l line) error {
	if rest, ok := l.after("expect"); ok {
		return c.expect(l.number, strings.Fields(rest))
	}
	if _, ok := l.after("tick"); ok {
		if l.text != "tick" {
			return errors.New("tick stands alone")
		}
		return c.tick()
	}
	o, ok := l.order()
	if !ok && l.acts() {
		return errors.New("write: ! NAME: ORDER")
	}
	if !ok {
		return fmt.Errorf("no statement %q here; the deal ends at the first order", strings.Fields(l.text)[0])
	}
	return c.obey(o, l.pin())
}

// obey gives a player's order and holds its fate against what the file says.
func (c *trial) obey(o order, pin string) error {
	seat, ok := c.seat(o.name)
	if !ok {
		return fmt.Errorf("no player is called %q", o.name)
	}
	command, err := c.hear(seat, o.words)
	if o.refused {
		return wantRefusal(err, pin)
	}
	if err != nil {
		return fmt.Errorf("not accepted: %w", err)
	}
	return c.decide(seat, command)
}

var errProse = errors.New("reads as prose, not as an order")

func (c *trial) hear(s engine.Seat, order string) (engine.Command, error) {
	words := c.game.Lexicon().Read(order, c.roster)
	if !engine.IsOrder(c.game.Verbs(), words) {
		return nil, errProse
	}
	return c.play.Hear(s, words)
}

// wantRefusal judges what became of an order that should have been refused.
func wantRefusal(err error, pin string) error {
	var no *engine.Refusal
	switch {
	case err == nil:
		return errors.New("accepted, but it should be refused")
	case errors.As(err, &no) && (pin == "" || no.Rule == pin):
		return nil
	case errors.As(err, &no):
		return fmt.Errorf("refused by %w, but it should be by %s", no, pin)
	case errors.Is(err, errProse) && pin == "":
		return nil
	case errors.Is(err, errProse):
		return fmt.Errorf("%w, so that no rule is cited, but %s should be", err, pin)
	}
	return fmt.Errorf("a fault, not a refusal: %w", err)
}

func (c *trial) decide(s engine.Seat, command engine.Command) error {
	records, err := engine.Step(c.play, s, command, c.luck(0))
	if err != nil {
		return err
	}
	c.records += len(records)
	return c.settle()
}

// tick lets the deadline of everybody awaited pass. Who is awaited is settled
// before the first of them lapses: a question that only their silence brings up
// has a deadline of its own.
func (c *trial) tick() error {
	for _, s := range c.play.Awaited() {
		if !awaits(c.play, s) {
			continue
		}
		luck := c.luck(0)
		records, err := engine.Step(c.play, s, c.play.Lapse(s, luck), luck)
		if err != nil {
			return err
		}
		c.records += len(records)
	}
	return c.settle()
}
