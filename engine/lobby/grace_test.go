package lobby

import (
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/engine"
)

func TestOpeningWithGrace(t *testing.T) {
	for words, want := range map[string]time.Duration{
		"new konvooi":                                 0,
		"new konvooi with grace=15m":                  15 * time.Minute,
		"new konvooi with grace=1m":                   time.Minute,
		"new konvooi with grace=24h answer=25h":       24 * time.Hour,
		"new konvooi with grace=off":                  0,
		"new konvooi with grace=0":                    0,
		"new konvooi with grace=15m grace=off":        0,
		"new konvooi with grace=59m answer=1h":        59 * time.Minute,
		"new konvooi with answer=2h grace=1h turn=3h": time.Hour,
	} {
		o, err := ParseOpening(strings.Fields(words))
		if err != nil || o.Times.Grace != want {
			t.Errorf("%s: %v, %v", words, o.Times.Grace, err)
		}
	}
	for words, key := range map[string]string{
		"grace=59s": "grace-bad", "grace=25h": "grace-bad", "grace=-1h": "grace-bad", "grace=": "grace-bad", "grace=tea": "grace-bad",
		"grace=24h": "grace-long", "grace=1h answer=1h": "grace-long", "answer=30m grace=1h": "grace-long", "grace=1h turn=1h": "grace-long",
	} {
		if _, err := ParseOpening(strings.Fields("new konvooi with " + words)); refusalKey(err) != key {
			t.Errorf("%s: %v, want %s", words, err, key)
		}
	}
	for grace, key := range map[time.Duration]string{time.Second: "grace-bad", 25 * time.Hour: "grace-bad", 24 * time.Hour: "grace-long", -time.Hour: "grace-bad"} {
		times := DefaultTimes
		times.Grace = grace
		_, err := house.Again(State{}, &Opened{Game: "konvooi", Want: 2, Times: times}, 0, nil)
		if refusalKey(err) != key {
			t.Errorf("opened with %v: %v, want %s", grace, err, key)
		}
	}
}

// gracious is a running game in which orders of both players wait.
func gracious(more ...Event) State {
	s := running()
	s.Times.Grace = time.Hour
	s.Times.Silences = 1
	for _, e := range append([]Event{&Waiting{Seat: 1, Lines: []string{"a"}}, &Waiting{Seat: 2, Lines: []string{"b"}}}, more...) {
		s = Evolve(s, e)
	}
	return s
}

// TestWhatWaitsAfter: whose orders still wait after what.
func TestWhatWaitsAfter(t *testing.T) {
	for name, c := range map[string]struct {
		event Event
		want  []engine.Seat
	}{
		"talk":              {&Said{Seat: 2}, []engine.Seat{1, 2}},
		"an offer":          {&Offered{Seat: 2}, []engine.Seat{1, 2}},
		"an outage":         {&Excused{}, []engine.Seat{1, 2}},
		"others":            {&Waiting{Seat: 1, Lines: []string{"c"}}, []engine.Seat{2, 1}},
		"a second thought":  {&Cancelled{Seat: 2}, []engine.Seat{1}},
		"its time":          {&Due{Seat: 2}, []engine.Seat{1}},
		"giving up":         {&Resigned{Seat: 2}, []engine.Seat{1}},
		"silence":           {&LeftToBot{Seat: 2}, []engine.Seat{1}},
		"a moderator's bot": {&GivenToBot{Seat: 2}, []engine.Seat{1}},
		"a replacement":     {&SeatReplaced{Seat: 2, Player: "C"}, []engine.Seat{1}},
		"a taker":           {&Taken{Seat: 2, Player: "C"}, []engine.Seat{1}},
		"a pause":           {&Paused{}, nil},
		"a return":          {&Rewound{}, nil},
		"an end":            {&Closed{Why: ClosedRuling}, nil},
		"the result":        {&Published{}, nil},
	} {
		var got []engine.Seat
		for _, w := range gracious(c.event).Waits {
			got = append(got, w.Seat)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: orders of %v wait, want %v", name, got, c.want)
		}
	}
}

// TestAgainWithGrace: what could not wait, be cancelled or fall due is refused again.
func TestAgainWithGrace(t *testing.T) {
	some := []string{"pass"}
	for name, c := range map[string]struct {
		state State
		first Event
		by    engine.Seat
		want  string
	}{
		"waiting":                {gracious(), &Waiting{Seat: 2, Lines: some}, 2, ""},
		"for another":            {gracious(), &Waiting{Seat: 2, Lines: some}, 1, "it is seat 2's to order, and seat 1 has ordered it"},
		"nothing":                {gracious(), &Waiting{Seat: 2}, 2, "waiting-none"},
		"without grace":          {running(), &Waiting{Seat: 2, Lines: some}, 2, "waiting-none"},
		"for a bot":              {gracious(&LeftToBot{Seat: 2}), &Waiting{Seat: 2, Lines: some}, 2, "seat-left"},
		"in a pause":             {gracious(&Paused{From: at("01 12:00:00")}), &Waiting{Seat: 2, Lines: some}, 2, "table-paused"},
		"after the end":          {gracious(&Published{}), &Waiting{Seat: 2, Lines: some}, 2, "waiting-none"},
		"cancelling":             {gracious(), &Cancelled{Seat: 2}, 2, ""},
		"cancelling for another": {gracious(), &Cancelled{Seat: 2}, 1, "it is seat 2's to order, and seat 1 has ordered it"},
		"cancelling nothing":     {running(), &Cancelled{Seat: 2}, 2, "waiting-none"},
		"due":                    {gracious(), &Due{Seat: 2}, 2, ""},
		"nothing due":            {running(), &Due{Seat: 2}, 2, "no orders of seat 2 wait"},
	} {
		_, err := house.Again(c.state, c.first, c.by, nil)
		if (err != nil || c.want != "") && refusalKey(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
