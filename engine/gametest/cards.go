package gametest

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/card"
)

// stored spells a card as an event's JSON holds it.
var storedCard = regexp.MustCompile(`"[^".]+\.[1-9][0-9]*"`)

// cardsIn lists the cards that a record's JSON tells of.
func cardsIn(data []byte) []card.Card {
	var all []card.Card
	for _, word := range storedCard.FindAll(data, -1) {
		var c card.Card
		if c.UnmarshalText(word[1:len(word)-1]) == nil {
			all = append(all, c)
		}
	}
	return all
}

// exchanged writes other cards for some of those a record tells of.
func exchanged(r engine.Record, by map[card.Card]card.Card) engine.Record {
	data := storedCard.ReplaceAllFunc(r.Data, func(word []byte) []byte {
		var c card.Card
		if c.UnmarshalText(word[1:len(word)-1]) != nil {
			return word
		}
		other, ok := by[c]
		if !ok {
			return word
		}
		return []byte(`"` + other.String() + `"`)
	})
	return engine.Record{Kind: r.Kind, Data: data}
}

// mention is a card, or a serial number alone, found inside a value.
type mention struct {
	card.Card        // the zero face: a bare serial
	path      string // where it was
}

var cardType = reflect.TypeFor[card.Card]()

// mentions walks a value, unexported fields too, and lists the cards in it:
// cards as such, texts spelled like cards, and numbers called an id or a serial.
func mentions(v any) []mention {
	var all []mention
	walk(reflect.ValueOf(v), "", 0, func(m mention) { all = append(all, m) })
	return all
}

func walk(v reflect.Value, path string, depth int, found func(mention)) {
	if !v.IsValid() || depth > 20 {
		return
	}
	if v.Type() == cardType {
		if id := int(v.FieldByName("ID").Int()); id != 0 {
			found(mention{card.Card{Face: v.FieldByName("Face").String(), ID: id}, path})
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i), path+"."+v.Type().Field(i).Name, depth+1, found)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), path, depth+1, found)
		}
	case reflect.Map:
		for i := v.MapRange(); i.Next(); {
			walk(i.Key(), path, depth+1, found)
			walk(i.Value(), path, depth+1, found)
		}
	case reflect.Pointer, reflect.Interface:
		walk(v.Elem(), path, depth+1, found)
	default:
		leaf(v, path, found)
	}
}

func leaf(v reflect.Value, path string, found func(mention)) {
	switch {
	case v.Kind() == reflect.String && storedCard.MatchString(`"`+v.String()+`"`):
		var c card.Card
		if c.UnmarshalText([]byte(v.String())) == nil {
			found(mention{c, path})
		}
	case v.CanInt() && v.Int() > 0 && slices.Contains([]string{"id", "serial"}, lastName(path)):
		found(mention{card.Card{ID: int(v.Int())}, path})
	}
}

func lastName(path string) string { return strings.ToLower(path[strings.LastIndex(path, ".")+1:]) }
