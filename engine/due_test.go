package engine_test

import (
	"reflect"
	"testing"

	"contrapost/engine"
)

func TestDue(t *testing.T) {
	p := play(t, counting(), one)
	for _, test := range []struct {
		what   string
		before engine.Questions
		events []engine.Record
		want   []engine.Seat
	}{
		{"from nothing, who is asked", engine.Asking(nil, 2), nil, []engine.Seat{1}},
		{"unchanged, nobody", engine.Asking(p, 2), nil, nil},
		{"no longer asked, nobody", engine.Asking(p, 2), []engine.Record{one}, nil},
		{"the end, everybody", engine.Asking(p, 2), []engine.Record{{Kind: "stopped", Data: []byte("{}")}}, []engine.Seat{1, 2}},
	} {
		after := play(t, counting(), append([]engine.Record{one}, test.events...)...)
		if got := test.before.Due(after); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, want %v", test.what, got, test.want)
		}
	}
	over := play(t, counting(), one, engine.Record{Kind: "stopped", Data: []byte("{}")})
	if got := engine.Asking(over, 2).Due(over); got != nil {
		t.Errorf("told twice of the end: %v", got)
	}
}

func TestTheSamePutAgainIsDue(t *testing.T) {
	r := counting()
	r.Asked = func(_ engine.Seat, facts []string) engine.Ask { return engine.Ask{Kind: "add", Opened: len(facts)} }
	p := play(t, r, one)
	before := engine.Asking(p, 2)
	if err := p.Evolve(one); err != nil {
		t.Fatal(err)
	}
	if got := before.Due(p); !reflect.DeepEqual(got, []engine.Seat{1}) { // seat 2 learned of nothing new
		t.Errorf("due %v", got)
	}
}
