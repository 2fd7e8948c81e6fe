package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Args fill the gaps of a message. Values are strings, ints, Seats (worded as the
// player's name), Orders (worded as the reader would write them), Spans and slices of
// strings.
type Args map[string]any

// Refusal is a rule saying no. It is worded later, in its reader's language, under
// the key "refused."+Key with Args; Rule is the ruling's number ("K10").
type Refusal struct {
	Rule string `json:"rule"`
	Key  string `json:"key"`
	Args Args   `json:"args,omitempty"`
	Try  string `json:"try,omitempty"` // an order to write instead, canonical; may be empty

	Other bool     `json:"other,omitempty"` // Try is of another verb than what was refused
	Also  []string `json:"also,omitempty"`  // with Other: more orders that could be given now, of other verbs again
	Such  string   `json:"such,omitempty"`  // an order of the sort that was refused, filled in; one of a game could be given now
	Form  []string `json:"form,omitempty"`  // how such an order is written, where none could be given now
	Bare  bool     `json:"-"`               // nothing leads on from it: it is to name no order
}

// Refuse makes a refusal; args alternate name and value.
func Refuse(rule, key string, args ...any) *Refusal {
	return &Refusal{Rule: rule, Key: key, Args: pairs(args)}
}

// pairs makes arguments of names and values in turn.
func pairs(alternating []any) Args {
	if len(alternating) == 0 {
		return nil
	}
	args := make(Args, len(alternating)/2)
	for i := 0; i+1 < len(alternating); i += 2 {
		args[alternating[i].(string)] = alternating[i+1]
	}
	return args
}

// Instead names an order that would have been accepted.
func (r *Refusal) Instead(order string) *Refusal {
	r.Try = order
	return r
}

// Alone has a refusal name no order: whatever could be written has nothing to do with it.
func (r *Refusal) Alone() *Refusal {
	r.Bare = true
	return r
}

// Error spells the refusal for logs: "K10: convoy-size (n=5)"; one of the lobby's has
// no rule before it.
func (r *Refusal) Error() string {
	if r.Rule == "" {
		return r.Key + r.Args.spell()
	}
	return r.Rule + ": " + r.Key + r.Args.spell()
}

func (a Args) spell() string {
	if len(a) == 0 {
		return ""
	}
	parts := make([]string, 0, len(a))
	for _, name := range slices.Sorted(maps.Keys(a)) {
		parts = append(parts, fmt.Sprintf("%s=%v", name, a[name]))
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// storedOrder is an Order as it is stored, so that it is told from a text.
type storedOrder struct {
	Order string `json:"order"`
}

// Span is a length of time that was agreed on, in nanoseconds: it is worded as exactly as it was
// written, where a time.Duration is rounded to what a reader wants to know.
type Span int64

// storedSpan is a Span as it is stored, in nanoseconds, so that it is told from a
// number.
type storedSpan struct {
	Span int64 `json:"span"`
}

// MarshalJSON keeps seats apart from numbers, and orders from texts: a Seat is stored
// as "#2".
func (a Args) MarshalJSON() ([]byte, error) {
	plain := make(map[string]any, len(a))
	for name, v := range a {
		switch a := v.(type) {
		case Seat:
			v = a.String()
		case Order:
			v = storedOrder{string(a)}
		case Span:
			v = storedSpan{int64(a)}
		}
		plain[name] = v
	}
	return json.Marshal(plain)
}

// UnmarshalJSON gives back what MarshalJSON stored: whole numbers as int, seats
// as Seat, orders as Order, lengths of time as Span.
func (a *Args) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var plain map[string]any
	if err := d.Decode(&plain); err != nil {
		return err
	}
	for name, v := range plain {
		plain[name] = restored(v)
	}
	*a = plain
	return nil
}

func restored(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return int(n)
		}
	case string:
		if s, ok := ParseSeat(v); ok {
			return s
		}
	case map[string]any:
		if order, ok := v["order"].(string); ok {
			return Order(order)
		}
		if span, ok := v["span"].(json.Number); ok {
			n, _ := span.Int64()
			return Span(n)
		}
	case []any:
		words := make([]string, len(v))
		for i := range v {
			words[i], _ = v[i].(string)
		}
		return words
	}
	return v
}
