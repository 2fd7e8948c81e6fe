package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"contrapost/engine"
)

// still judges what needs no game: the codec of each kind, and whether what
// cannot be understood is an error.
func (c *campaign) still() {
	g := c.suite.Game
	var kinds []string
	for _, e := range c.suite.Events {
		kinds = append(kinds, e.Kind())
		if err := roundTrip(reflect.TypeOf(e)); err != nil {
			c.keep(Finding{Codec, fmt.Sprintf("%s: %v", e.Kind(), err)})
		}
		c.stranger(engine.Record{Kind: e.Kind(), Data: []byte(`{"no-such-field":1}`)})
	}
	if a, b := slices.Sorted(slices.Values(kinds)), slices.Sorted(slices.Values(g.Kinds())); !slices.Equal(a, b) {
		c.keep(Finding{Codec, fmt.Sprintf("the suite's events are %q, the game's %q", a, b)})
	}
	for _, kind := range g.Secret() {
		if !slices.Contains(g.Kinds(), kind) {
			c.keep(Finding{Shown, fmt.Sprintf("%s is declared secret, but is no kind of event", kind)})
		}
	}
	c.stranger(engine.Record{Kind: "no-such-kind", Data: []byte("{}")})
	c.strangeLines()
}

// stranger wants a record that cannot be understood to be refused aloud.
func (c *campaign) stranger(r engine.Record) {
	if _, err := c.suite.Game.Play([]engine.Record{r}); err == nil {
		c.keep(Finding{Unknown, fmt.Sprintf("the record %s %s is folded without an error", r.Kind, r.Data)})
	}
}

// strangeLines wants the same of a scenario's statements and expectations.
func (c *campaign) strangeLines() {
	t := &trial{Suite: &c.suite, setting: c.settings[0]}
	setup, err := t.setup()
	if err != nil {
		c.keep(Finding{Fault, err.Error()})
		return
	}
	line := engine.Line{Words: []string{"no-such-thing", "#1", "2"}, Number: 1}
	if _, err := c.suite.Game.Stage(setup, []engine.Line{line}, t.chance(0)); err == nil {
		c.keep(Finding{Unknown, "a scenario's unknown statement is no error"})
	}
	records, err := c.suite.Game.Stage(setup, nil, t.chance(0))
	if err != nil {
		c.keep(Finding{Fault, fmt.Sprintf("a scenario that gives nothing: %v", err)})
		return
	}
	if play, err := c.suite.Game.Play(records); err != nil {
		c.keep(Finding{Fault, err.Error()})
	} else if play.Expect(line) == nil {
		c.keep(Finding{Unknown, "a scenario's unknown expectation is met"})
	}
}

// Decode reads a record as an event, one of the given kinds. It is for oracles,
// which fold records in their own way. The error tells of an unknown kind or of
// data that is not that kind's.
func Decode(kinds []engine.Event, r engine.Record) (engine.Event, error) {
	for _, e := range kinds {
		if e.Kind() != r.Kind {
			continue
		}
		v := reflect.New(reflect.TypeOf(e))
		if err := json.Unmarshal(r.Data, v.Interface()); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Kind, err)
		}
		return v.Elem().Interface().(engine.Event), nil
	}
	return nil, fmt.Errorf("no event is called %q", r.Kind)
}

// Encode stores an event, as Decode reads it.
func Encode(e engine.Event) (engine.Record, error) {
	data, err := json.Marshal(e)
	return engine.Record{Kind: e.Kind(), Data: data}, err
}

// Decoded reads a record as the event of a game's rules.
func Decoded[S any, C engine.Command, E engine.Event, F any](r engine.Rules[S, C, E, F], record engine.Record) (E, error) {
	e, err := Decode(Kinds(r.Events), record)
	if err != nil {
		var none E
		return none, err
	}
	return e.(E), nil
}

// Truth folds records by the rules under test.
func Truth[S any, C engine.Command, E engine.Event, F any](r engine.Rules[S, C, E, F], records []engine.Record) (S, error) {
	var s S
	for _, record := range records {
		e, err := Decoded(r, record)
		if err != nil {
			return s, err
		}
		s = r.Evolve(s, e)
	}
	return s, nil
}

// reencoded wants every record to come out of its event as it went in.
func (t *trial) reencoded(records []engine.Record) {
	for _, r := range records {
		e, err := Decode(t.Events, r)
		if err != nil {
			t.report(Codec, "%v", err)
			continue
		}
		again, err := Encode(e)
		if err != nil || !bytes.Equal(again.Data, r.Data) {
			t.report(Codec, "%s is stored as %s and again as %s (%v)", r.Kind, r.Data, again.Data, err)
		}
	}
}

// roundTrip stores a value with nothing left empty and wants it back whole.
func roundTrip(kind reflect.Type) error {
	full := reflect.New(kind)
	n := 0
	if err := fill(full.Elem(), &n, ""); err != nil {
		return err
	}
	data, err := json.Marshal(full.Interface())
	if err != nil {
		return err
	}
	back := reflect.New(kind)
	if err := json.Unmarshal(data, back.Interface()); err != nil {
		return fmt.Errorf("%s cannot be read back: %w", data, err)
	}
	if !reflect.DeepEqual(full.Interface(), back.Interface()) {
		return fmt.Errorf("%+v comes back as %+v from %s", full.Elem(), back.Elem(), data)
	}
	return nil
}

// fill puts something into every part of a value, each time something else. What
// spells itself in its own way is left alone, but for cards.
func fill(v reflect.Value, n *int, path string) error {
	*n++
	if _, own := v.Addr().Interface().(json.Marshaler); own {
		return nil
	}
	if _, own := v.Addr().Interface().(interface{ MarshalText() ([]byte, error) }); own && v.Type() != cardType {
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		return fillStruct(v, n, path)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		return fillEach(v, n, path)
	case reflect.Array:
		return fillEach(v, n, path)
	case reflect.Map:
		return fillMap(v, n, path)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return fill(v.Elem(), n, path)
	case reflect.String:
		v.SetString(fmt.Sprintf("s%d", *n))
	case reflect.Bool:
		v.SetBool(true)
	default:
		return fillNumber(v, *n, path)
	}
	return nil
}

func fillStruct(v reflect.Value, n *int, path string) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name := strings.TrimPrefix(path+"."+f.Name, ".")
		if !f.IsExported() && !f.Anonymous {
			return fmt.Errorf("the field %s is not exported and will not be stored", name)
		}
		if err := fill(v.Field(i), n, name); err != nil {
			return err
		}
	}
	return nil
}

func fillEach(v reflect.Value, n *int, path string) error {
	for i := range v.Len() {
		if err := fill(v.Index(i), n, path); err != nil {
			return err
		}
	}
	return nil
}

func fillMap(v reflect.Value, n *int, path string) error {
	key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
	if err := fill(key, n, path); err != nil {
		return err
	}
	if err := fill(value, n, path); err != nil {
		return err
	}
	v.Set(reflect.MakeMap(v.Type()))
	v.SetMapIndex(key, value)
	return nil
}

func fillNumber(v reflect.Value, n int, path string) error {
	switch {
	case v.CanInt():
		v.SetInt(int64(n%100 + 1))
	case v.CanUint():
		v.SetUint(uint64(n%100 + 1))
	default:
		return fmt.Errorf("the field %s is a %s, which no event should store", path, v.Kind())
	}
	return nil
}
