package main

import (
	"bytes"
	"errors"
	"sync/atomic"

	"contrapost/engine"
)

// brittle is Konvooi as a binary with a mistake has it: it breaks in one part, at
// tables opened with pass=stuck and at no others.
type brittle struct {
	engine.Game
	part *atomic.Value // the part that breaks; "" for none
}

type brittlePlay struct {
	engine.Play
	part   *atomic.Value
	marked bool
}

func (b brittle) Play(records []engine.Record) (engine.Play, error) {
	play, err := b.Game.Play(records)
	return &brittlePlay{Play: play, part: b.part}, err
}

func (p *brittlePlay) broken(part string) bool { return p.marked && p.part.Load() == part }

func (p *brittlePlay) strike(part string) {
	if p.broken(part) {
		panic("a spring broke in " + part)
	}
}

func (p *brittlePlay) Evolve(records ...engine.Record) error {
	for _, r := range records {
		p.marked = p.marked || bytes.Contains(r.Data, []byte(`"pass":"stuck"`))
	}
	if p.broken("fold") {
		return errors.New("a spring broke in fold")
	}
	return p.Play.Evolve(records...)
}

func (p *brittlePlay) Decide(s engine.Seat, c engine.Command, luck engine.Chance) ([]engine.Record, error) {
	p.strike("decide")
	return p.Play.Decide(s, c, luck)
}

func (p *brittlePlay) Page(w engine.Words, s engine.Seat, since int) engine.Page {
	p.strike("page")
	return p.Play.Page(w, s, since)
}

func (p *brittlePlay) Bot(s engine.Seat, luck engine.Chance) string {
	p.strike("bot")
	return p.Play.Bot(s, luck)
}
