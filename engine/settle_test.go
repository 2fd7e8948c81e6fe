package engine_test

import (
	"errors"
	"testing"

	"contrapost/engine"
)

func TestStep(t *testing.T) {
	p := play(t, counting(), one)
	records, err := engine.Step(p, 1, add(1), engine.Chance{})
	if err != nil || len(records) != 1 || p.Known(1) != 2 {
		t.Errorf("%s %v, %d facts", records, err, p.Known(1))
	}
	if records, err := engine.Step(p, 1, faulty, engine.Chance{}); err == nil || records != nil || p.Known(1) != 2 {
		t.Errorf("a fault left %s %v", records, err)
	}
	deaf := counting()
	deaf.Events = deaf.Events[1:]
	if _, err := engine.Step(play(t, deaf), 1, add(1), engine.Chance{}); err == nil {
		t.Error("what cannot be stored was folded")
	}
}

func TestSettle(t *testing.T) {
	var asked []int
	luck := func(added int) engine.Chance {
		asked = append(asked, added)
		return engine.Chance{}
	}
	p := play(t, counting(), one)
	if records, err := engine.Settle(p, luck); err != nil || len(records) > 0 || len(asked) > 0 {
		t.Errorf("the clock acted while a seat was awaited: %s %v", records, err)
	}
	if _, err := engine.Step(p, 1, add(2), engine.Chance{}); err != nil {
		t.Fatal(err)
	}
	records, err := engine.Settle(p, luck)
	if err != nil || len(records) != 1 || records[0].Kind != "stopped" || len(asked) != 1 || asked[0] != 0 {
		t.Errorf("%s %v, asked %v", records, err, asked)
	}
	if records, err := engine.Settle(p, luck); err != nil || len(records) > 0 || engine.Unsettled(p) {
		t.Errorf("the clock went on after the end: %s %v", records, err)
	}
}

func TestSettleCountsWhatItAdded(t *testing.T) {
	r := counting()
	r.Lapse = func(s sum, _ engine.Seat, _ engine.Chance) add {
		if s.total < 6 {
			return 1
		}
		return stop
	}
	var asked []int
	records, err := engine.Settle(play(t, r, one, one, one), func(added int) engine.Chance {
		asked = append(asked, added)
		return engine.Chance{}
	})
	if err != nil || len(records) != 4 || len(asked) != 4 || asked[3] != 3 {
		t.Errorf("%s %v, asked %v", records, err, asked)
	}
}

func TestSettleFails(t *testing.T) {
	luck := func(int) engine.Chance { return engine.Chance{} }
	for want, c := range map[string]add{engine.ErrUnsettled.Error(): useless, `decide "add -2" of seat 0: faulty`: faulty} {
		r := counting()
		r.Lapse = func(sum, engine.Seat, engine.Chance) add { return c }
		_, err := engine.Settle(play(t, r, one, one, one), luck)
		if err == nil || err.Error() != want || errors.Is(err, engine.ErrUnsettled) != (c == useless) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
