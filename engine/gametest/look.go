package gametest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"contrapost/engine"
)

// look is everything a seat can be told at one moment.
type look struct {
	Facts []any
	Asked engine.Ask
	Moves []string
	Pages []engine.Page
	Heard []string // what becomes of each probe
}

// lookAt asks a play everything one seat may ask. Page is worded by keys, so that
// no language can hide a difference.
func lookAt(p engine.Play, s engine.Seat, probes [][]string) look {
	l := look{Facts: p.Facts(s), Moves: p.Moves(s)}
	if s != engine.Onlooker {
		l.Asked = p.Asked(s)
	}
	for _, since := range []int{0, p.Known(s) / 2} {
		l.Pages = append(l.Pages, p.Page(engine.Plain{}, s, since))
	}
	for _, words := range probes {
		l.Heard = append(l.Heard, heard(p, s, words))
	}
	return l
}

func heard(p engine.Play, s engine.Seat, words []string) string {
	c, err := p.Hear(s, words)
	if err == nil {
		return "accepted: " + c.String()
	}
	if data, broken := json.Marshal(err); broken == nil {
		return "refused: " + string(data)
	}
	return "refused: " + err.Error()
}

// differ tells the first difference between two looks; empty: there is none.
func differ(a, b look) string {
	for i := range max(len(a.Facts), len(b.Facts)) {
		if i >= len(a.Facts) || i >= len(b.Facts) {
			return fmt.Sprintf("%d facts against %d", len(a.Facts), len(b.Facts))
		}
		if !reflect.DeepEqual(a.Facts[i], b.Facts[i]) {
			return fmt.Sprintf("fact %d is %s against %s", i, spell(a.Facts[i]), spell(b.Facts[i]))
		}
	}
	switch {
	case a.Asked != b.Asked:
		return fmt.Sprintf("asked %+v against %+v", a.Asked, b.Asked)
	case !slices.Equal(a.Moves, b.Moves):
		return fmt.Sprintf("moves %q against %q", a.Moves, b.Moves)
	case !reflect.DeepEqual(a.Pages, b.Pages):
		return fmt.Sprintf("the page is %+v against %+v", a.Pages, b.Pages)
	}
	for i := range a.Heard {
		if a.Heard[i] != b.Heard[i] {
			return fmt.Sprintf("an order is %s against %s", a.Heard[i], b.Heard[i])
		}
	}
	return ""
}

func spell(v any) string { return fmt.Sprintf("%+v", v) }
