package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Define rubs the types off a game's rules. It panics on rules that lack a part,
// at start, where a programmer sees it.
func Define[S any, C Command, E Event, F any](r Rules[S, C, E, F]) Game {
	v := reflect.ValueOf(r)
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() == reflect.Func && f.IsNil() {
			panic(fmt.Sprintf("engine: %s defines no %s", r.Name, v.Type().Field(i).Name))
		}
	}
	g := &game[S, C, E, F]{rules: r, types: map[string]reflect.Type{}}
	for _, e := range r.Events {
		if _, twice := g.types[e.Kind()]; twice {
			panic(fmt.Sprintf("engine: %s defines the event %s twice", r.Name, e.Kind()))
		}
		g.types[e.Kind()] = reflect.TypeOf(e)
	}
	return g
}

type game[S any, C Command, E Event, F any] struct {
	rules Rules[S, C, E, F]
	types map[string]reflect.Type
}

func (g *game[S, C, E, F]) Name() string             { return g.rules.Name }
func (g *game[S, C, E, F]) Title() string            { return g.rules.Title }
func (g *game[S, C, E, F]) Version() int             { return g.rules.Version }
func (g *game[S, C, E, F]) Seats() (int, int)        { return g.rules.MinSeats, g.rules.MaxSeats }
func (g *game[S, C, E, F]) Options() []Option        { return g.rules.Options }
func (g *game[S, C, E, F]) DefaultDeck() string      { return g.rules.Deck }
func (g *game[S, C, E, F]) Words() map[string][]byte { return g.rules.Words }
func (g *game[S, C, E, F]) Secret() []string         { return g.rules.Secret }
func (g *game[S, C, E, F]) Lexicon() Lexicon         { return g.rules.Lexicon }
func (g *game[S, C, E, F]) Verbs() []Verb            { return g.rules.Verbs }
func (g *game[S, C, E, F]) Forms() []Form            { return g.rules.Forms }

func (g *game[S, C, E, F]) Rulings() []string {
	all := make([]string, g.rules.Rulings)
	for i := range all {
		all[i] = g.rules.Cited + strconv.Itoa(i+1)
	}
	return all
}

func (g *game[S, C, E, F]) Kinds() []string {
	kinds := make([]string, len(g.rules.Events))
	for i, e := range g.rules.Events {
		kinds[i] = e.Kind()
	}
	return kinds
}

func (g *game[S, C, E, F]) Spell(words []string) (string, error) {
	c, err := g.rules.Spell(words)
	if err != nil {
		return "", err
	}
	return c.String(), nil
}

func (g *game[S, C, E, F]) CheckDeck(d Deck, seats int) error { return g.rules.CheckDeck(d, seats) }

func (g *game[S, C, E, F]) Deal(s Setup, c Chance) ([]Record, error) {
	events, err := g.rules.Deal(s, c)
	if err != nil {
		return nil, fmt.Errorf("deal %s: %w", g.rules.Name, err)
	}
	return g.encode(events)
}

func (g *game[S, C, E, F]) Stage(s Setup, lines []Line, c Chance) ([]Record, error) {
	events, err := g.rules.Stage(s, lines, c)
	if err != nil {
		return nil, err
	}
	return g.encode(events)
}

func (g *game[S, C, E, F]) Play(records []Record) (Play, error) {
	p := &play[S, C, E, F]{game: g}
	if err := p.Evolve(records...); err != nil {
		return nil, err
	}
	return p, nil
}

func (g *game[S, C, E, F]) Read(r Record) (Event, error) { return g.decode(r) }

func (g *game[S, C, E, F]) Dealings(records []Record) ([]Dealing, error) {
	events := make([]E, len(records))
	for i, r := range records {
		var err error
		if events[i], err = g.decode(r); err != nil {
			return nil, err
		}
	}
	return g.rules.Dealings(events), nil
}

func (g *game[S, C, E, F]) encode(events []E) ([]Record, error) {
	records := make([]Record, len(events))
	for i, e := range events {
		if g.types[e.Kind()] != reflect.TypeOf(e) {
			return nil, fmt.Errorf("encode: %s does not list the event %q", g.rules.Name, e.Kind())
		}
		data, err := json.Marshal(e)
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", e.Kind(), err)
		}
		records[i] = Record{Kind: e.Kind(), Data: data}
	}
	return records, nil
}

// decode is strict: a field this binary does not know would be lost in silence.
func (g *game[S, C, E, F]) decode(r Record) (E, error) {
	var none E
	t, ok := g.types[r.Kind]
	if !ok {
		return none, fmt.Errorf("decode: %s knows no event %q", g.rules.Name, r.Kind)
	}
	v := reflect.New(t)
	d := json.NewDecoder(bytes.NewReader(r.Data))
	d.DisallowUnknownFields()
	if err := d.Decode(v.Interface()); err != nil {
		return none, fmt.Errorf("decode %s: %w", r.Kind, err)
	}
	return v.Elem().Interface().(E), nil
}

type play[S any, C Command, E Event, F any] struct {
	game  *game[S, C, E, F]
	truth S
	facts [][]F // by seat; index 0 the Onlooker's
}

func (p *play[S, C, E, F]) Evolve(records ...Record) error {
	rules := &p.game.rules
	if p.facts == nil {
		p.facts = make([][]F, rules.MaxSeats+1)
	}
	for _, r := range records {
		e, err := p.game.decode(r)
		if err != nil {
			return err
		}
		p.truth = rules.Evolve(p.truth, e)
		for s := range p.facts {
			if f, ok := rules.Show(e, Seat(s)); ok {
				p.facts[s] = append(p.facts[s], f)
			}
		}
	}
	return nil
}

func (p *play[S, C, E, F]) known(s Seat) []F {
	if int(s) >= len(p.facts) {
		return nil
	}
	return slices.Clip(p.facts[s])
}

func (p *play[S, C, E, F]) Hear(s Seat, words []string) (Command, error) {
	c, err := p.game.rules.Hear(s, p.known(s), words)
	if no := (*Refusal)(nil); errors.As(err, &no) {
		p.advise(no, s, words)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (p *play[S, C, E, F]) Decide(s Seat, c Command, luck Chance) ([]Record, error) {
	own, ok := c.(C)
	if !ok {
		return nil, fmt.Errorf("decide: %T is no command of %s", c, p.game.rules.Name)
	}
	events, err := p.game.rules.Decide(p.truth, s, own, luck)
	if err != nil {
		return nil, fmt.Errorf("decide %q of seat %d: %w", c, s, err)
	}
	return p.game.encode(events)
}

func (p *play[S, C, E, F]) Reshuffle(luck Chance) ([]Record, error) {
	return p.game.encode(p.game.rules.Reshuffle(p.truth, luck))
}

func (p *play[S, C, E, F]) Lapse(s Seat, luck Chance) Command {
	return p.game.rules.Lapse(p.truth, s, luck)
}
func (p *play[S, C, E, F]) Opening() Opening       { return p.game.rules.Opening(p.truth) }
func (p *play[S, C, E, F]) Awaited() []Seat        { return p.game.rules.Awaited(p.truth) }
func (p *play[S, C, E, F]) Asked(s Seat) Ask       { return p.game.rules.Asked(s, p.known(s)) }
func (p *play[S, C, E, F]) Moves(s Seat) []string  { return p.game.rules.Moves(s, p.known(s)) }
func (p *play[S, C, E, F]) Result() (Result, bool) { return p.game.rules.Result(p.truth) }
func (p *play[S, C, E, F]) Known(s Seat) int       { return len(p.known(s)) }

func (p *play[S, C, E, F]) Page(w Words, s Seat, since int) Page {
	return p.game.rules.Page(w, s, p.known(s), since)
}

func (p *play[S, C, E, F]) Does(w Words, s Seat, order string) string {
	c, err := p.game.rules.Hear(s, p.known(s), p.game.rules.Lexicon.Read(order, nil))
	if err != nil {
		return ""
	}
	return p.game.rules.Does(w, s, p.known(s), c)
}

func (p *play[S, C, E, F]) Bot(s Seat, luck Chance) string {
	return p.game.rules.Bot(s, p.known(s), luck)
}

func (p *play[S, C, E, F]) Ahead(s Seat, luck Chance) []string {
	return p.game.rules.Ahead(s, p.known(s), luck)
}

func (p *play[S, C, E, F]) Expect(l Line) error {
	return p.game.rules.Expect(p.truth, p.facts, l)
}

func (p *play[S, C, E, F]) Facts(s Seat) []any {
	known := p.known(s)
	all := make([]any, len(known))
	for i, f := range known {
		all[i] = f
	}
	return all
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func admit(offered []Option, name, value string) error {
	i := slices.IndexFunc(offered, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return Refuse("", "option-unknown", "Option", name, "Options", strings.Join(names(offered), ", "))
	}
	if !slices.Contains(offered[i].Values, value) {
		return Refuse(offered[i].Rule, "option-value", "Option", name, "Value", value, "Values", strings.Join(offered[i].Values, ", "))
	}
	return nil
}

func names(offered []Option) []string {
	all := make([]string, len(offered))
	for i, o := range offered {
		all[i] = o.Name
	}
	return all
}
