package lobby

import (
	"testing"
	"time"

	"contrapost/engine"
)

// TestPromisedTime: what is no longer held up by an absence ends a day after that was
// cut short at the earliest, never later than it would have, and not at all later for
// whoever cut it short themselves.
func TestPromisedTime(t *testing.T) {
	began := time.Date(2031, 1, 1, 23, 0, 0, 0, time.UTC)
	at := func(d time.Duration) time.Time { return began.Add(d) }
	for name, c := range map[string]struct {
		from, to, cut time.Duration
		own           bool
		seat          engine.Seat
		want          time.Duration
	}{
		"everybody's, before it began":     {from: 1, to: 200, cut: 0, own: true, want: 24},
		"everybody's, once they were away": {from: 1, to: 200, cut: 50, own: true, want: 74},
		"with less than a day promised":    {from: 1, to: 5, cut: 0, own: true, want: 6},
		"with more than a day left":        {from: 1, to: 200, cut: 0, own: true, want: 24},
		"an absence behind it":             {from: 3, to: 200, cut: 0, own: true, want: 2},
		"their own":                        {from: 1, to: 200, cut: 0, own: true, seat: 1, want: 2},
		"the seat is another's":            {from: 1, to: 200, cut: 0, seat: 1, want: 24},
		"somebody else's":                  {from: 1, to: 200, cut: 0, seat: 2, want: 2},
		"cut short before it was asked":    {from: -9, to: 200, cut: -1, own: true, want: 2},
	} {
		s := State{Begun: true, Away: []Leave{{1, Stop{at(c.from * time.Hour), at(c.to * time.Hour)}}}}
		s = s.Present(1, at(c.cut*time.Hour), c.own)
		if got := s.Due(c.seat, began, 2*time.Hour, 0).Sub(began); got != c.want*time.Hour {
			t.Errorf("%s: %v, want %vh", name, got, int(c.want))
		}
	}
	s := State{Begun: true, Away: []Leave{{1, Stop{at(time.Hour), at(200 * time.Hour)}}}}
	s = s.Present(1, began, true)
	s.Outages = []Outage{{at(3 * time.Hour), at(8 * time.Hour)}}
	if got := s.Due(engine.Onlooker, began, 2*time.Hour, 0).Sub(began); got != 29*time.Hour {
		t.Errorf("%v with an outage of five hours", got)
	}
}
