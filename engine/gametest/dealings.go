package gametest

import (
	"reflect"

	"contrapost/engine"
)

// dealt holds what the seats are said to have done to each other against the game
// that was played: two seats of the table each time, named, in order, and the same
// when it is asked again.
func (t *trial) dealt() {
	records := t.log.Records()
	all, err := t.Game.Dealings(records)
	if err != nil {
		t.report(Dealings, "%v", err)
		return
	}
	if again, _ := t.Game.Dealings(records); !reflect.DeepEqual(all, again) {
		t.report(Dealings, "the same game gives others when asked again")
	}
	last := 0
	for _, d := range all {
		if d.Kind == "" || !t.sits(d.From) || !t.sits(d.To) || d.From == d.To {
			t.report(Dealings, "%+v is not between two of %d seats", d, t.setting.seats)
		}
		if d.Event < last || d.Event >= len(records) {
			t.report(Dealings, "%+v is not of the event after %d", d, last)
		}
		last = d.Event
	}
}

func (t *trial) sits(s engine.Seat) bool { return s > 0 && int(s) <= t.setting.seats }
