package main

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"contrapost/engine"
)

// jsonOf spells what happened as JSON for whoever reads a log. It is as events are
// stored, but for lists of seats: encoding/json takes these for bytes, and the log
// keeps them so.
func jsonOf(what any) (json.RawMessage, error) { return jsonValue(reflect.ValueOf(what), nil) }

// jsonOfKind is jsonOf with the kind of an event, or of the part of one that a seat
// knows, before all else.
func jsonOfKind(what any) (json.RawMessage, error) {
	kind := joined(reflect.TypeOf(what).Name(), '-')
	if e, ok := what.(engine.Event); ok {
		kind = e.Kind()
	}
	name, err := json.Marshal(kind)
	if err != nil {
		return nil, err
	}
	return jsonValue(reflect.ValueOf(what), []member{{"kind", name}})
}

// member is one of an object's.
type member struct {
	key   string
	value json.RawMessage
}

func jsonValue(v reflect.Value, first []member) (json.RawMessage, error) {
	if !v.IsValid() {
		return json.RawMessage("null"), nil
	}
	if _, ok := v.Interface().(encoding.TextMarshaler); ok {
		return json.Marshal(v.Interface())
	}
	switch kind := v.Kind(); {
	case kind == reflect.Pointer || kind == reflect.Interface:
		return jsonValue(v.Elem(), first)
	case kind == reflect.Struct:
		all, err := members(v)
		return object(append(first, all...)), err
	case kind == reflect.Slice && !v.IsNil() || kind == reflect.Array:
		return listed(v)
	}
	return json.Marshal(v.Interface())
}

func listed(v reflect.Value) (json.RawMessage, error) {
	all := make([]json.RawMessage, v.Len())
	for i := range all {
		var err error
		if all[i], err = jsonValue(v.Index(i), nil); err != nil {
			return nil, err
		}
	}
	return json.Marshal(all)
}

// members are the fields as their tags name them. What no event is, but only a part
// that somebody knows, has no tags, and goes by the names of the fields.
func members(v reflect.Value) ([]member, error) {
	var all []member
	for i := range v.NumField() {
		f := v.Type().Field(i)
		key, omit, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || omit != "" && isEmpty(v.Field(i)) {
			continue
		}
		if key == "" {
			key = joined(f.Name, '_')
		}
		value, err := jsonValue(v.Field(i), nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		all = append(all, member{key, value})
	}
	return all, nil
}

func isEmpty(v reflect.Value) bool {
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		return v.Len() == 0
	}
	return v.Kind() != reflect.Struct && v.IsZero()
}

func object(all []member) json.RawMessage {
	var b bytes.Buffer
	for i, m := range all {
		b.WriteByte("{,"[min(i, 1)])
		fmt.Fprintf(&b, "%q:%s", m.key, m.value)
	}
	if len(all) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes()
}

// joined is a Go name in small letters, its words joined: hand-seen of handSeen.
func joined(name string, by rune) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteRune(by)
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
