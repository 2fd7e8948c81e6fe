package lobby

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

// patient is a running game whose table gives seats to bots, and has them replaced.
func patient(more ...Event) State {
	s := running()
	s.Times.Absence = Absence{Silences: 2, Absent: AbsentReplaced}
	for _, e := range more {
		s = Evolve(s, e)
	}
	return s
}

func TestOpeningForTheAbsent(t *testing.T) {
	for words, want := range map[string]Absence{
		"new konvooi":                                       {Silences: UsualSilences},
		"new konvooi with silences=off":                     {},
		"new konvooi with silences=9 absent=bot":            {Silences: 9},
		"new konvooi with silences=1 absent=replacement":    {Silences: 1, Absent: AbsentReplaced},
		"new konvooi with absent=replacement silences=off":  {Absent: AbsentReplaced},
		"new konvooi with absent=replacement absent=bot":    {Silences: UsualSilences},
		"new konvooi with turn=1h silences=2 pass=anything": {Silences: 2},
	} {
		o, err := ParseOpening(strings.Fields(words))
		if err != nil || o.Times.Absence != want {
			t.Errorf("%s: %+v, %v", words, o.Times.Absence, err)
		}
	}
	for word, key := range map[string]string{
		"silences=0": "silences-bad", "silences=10": "silences-bad", "silences=": "silences-bad", "silences=-1": "silences-bad",
		"silences=many": "silences-bad", "absent=": "", "absent=me": "option-value",
	} {
		if _, err := ParseOpening([]string{"new", "konvooi", "with", word}); refusalKey(err) != key && (key != "" || err != nil) {
			t.Errorf("%s: %v, want %s", word, err, key)
		}
	}
}

// TestSeatsOfTheAbsent: who is a bot, may come back, or seeks somebody, after what.
func TestSeatsOfTheAbsent(t *testing.T) {
	for name, c := range map[string]struct {
		state State
		want  Place
	}{
		"left":                    {running(&LeftToBot{Seat: 2}), Place{Player: "B", Join: "b", Bot: true, Silent: true}},
		"left, to be replaced":    {patient(&LeftToBot{Seat: 2}), Place{Player: "B", Join: "b", Bot: true, Silent: true, Seeks: true}},
		"resigned, to be":         {patient(&Resigned{Seat: 2}), Place{Player: "B", Join: "b", Bot: true, Seeks: true}},
		"resigned":                {running(&Resigned{Seat: 2}), Place{Player: "B", Join: "b", Bot: true}},
		"offered":                 {running(&Offered{Seat: 2}), Place{Player: "B", Join: "b", Seeks: true}},
		"offered, and left":       {running(&Offered{Seat: 2}, &LeftToBot{Seat: 2}), Place{Player: "B", Join: "b", Bot: true, Silent: true, Seeks: true}},
		"kept":                    {running(&Offered{Seat: 2}, &Kept{Seat: 2}), Place{Player: "B", Join: "b"}},
		"taken":                   {patient(&LeftToBot{Seat: 2}, &Taken{Seat: 2, Was: "B", Player: "C", Join: "b"}), Place{Player: "C", Join: "b"}},
		"given by a moderator":    {patient(&Offered{Seat: 2}, &GivenToBot{Seat: 2}), Place{Player: "B", Join: "b", Bot: true}},
		"replaced by a moderator": {patient(&LeftToBot{Seat: 2}, &SeatReplaced{Seat: 2, Was: "B", Player: "C", Join: "b"}), Place{Player: "C", Join: "b"}},
	} {
		if diff := cmp.Diff(c.want, c.state.Places[1]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestAgainForTheAbsent: what could happen comes back as the lobby makes it.
func TestAgainForTheAbsent(t *testing.T) {
	left := patient(&LeftToBot{Seat: 2})
	for name, c := range map[string]struct {
		state State
		first Event
		by    engine.Seat
		want  Event
	}{
		"left":      {patient(), &LeftToBot{Seat: 2}, 0, &LeftToBot{Seat: 2}},
		"offered":   {running(), &Offered{Seat: 2}, 2, &Offered{Seat: 2}},
		"kept":      {running(&Offered{Seat: 2}), &Kept{Seat: 2}, 2, &Kept{Seat: 2}},
		"taken":     {left, &Taken{Seat: 2, Was: "Z", Player: "C", Join: "z"}, 2, &Taken{Seat: 2, Was: "B", Player: "C", Join: "b"}},
		"come back": {left, &Taken{Seat: 2, Player: "B"}, 2, &Taken{Seat: 2, Was: "B", Player: "B", Join: "b"}},
	} {
		decided, err := house.Again(c.state, c.first, c.by, nil)
		if diff := cmp.Diff([]Event{c.want}, decided); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

// TestAgainForTheAbsentIsRefused: and what could not is refused.
func TestAgainForTheAbsentIsRefused(t *testing.T) {
	left := patient(&LeftToBot{Seat: 2})
	over := patient(&Published{})
	for name, c := range map[string]struct {
		state State
		first Event
		by    engine.Seat
		want  string
	}{
		"left where silence costs nothing": {running(), &LeftToBot{Seat: 2}, 0, "seat 2 is not one that silence leaves to a bot"},
		"left twice":                       {left, &LeftToBot{Seat: 2}, 0, "seat 2 is not one that silence leaves to a bot"},
		"left after the end":               {over, &LeftToBot{Seat: 2}, 0, "seat 2 is not one that silence leaves to a bot"},
		"left by nobody":                   {patient(), &LeftToBot{Seat: 7}, 0, "nobody has seat 7"},
		"offered for another":              {running(), &Offered{Seat: 2}, 1, "it is seat 2's to order, and seat 1 has ordered it"},
		"offered twice":                    {running(&Offered{Seat: 2}), &Offered{Seat: 2}, 2, "seeks-already"},
		"offered by a bot":                 {left, &Offered{Seat: 2}, 2, "seat-left"},
		"offered before the deal":          {forming(3), &Offered{Seat: 2}, 2, "not-begun"},
		"kept unoffered":                   {running(), &Kept{Seat: 2}, 2, "seeks-not"},
		"kept for another":                 {running(&Offered{Seat: 2}), &Kept{Seat: 2}, 1, "it is seat 2's to order, and seat 1 has ordered it"},
		"taken unoffered":                  {running(), &Taken{Seat: 2, Player: "C"}, 2, "take-none"},
		"taken by nobody":                  {left, &Taken{Seat: 2}, 2, "it names no player"},
		"taken by who sits there":          {left, &Taken{Seat: 2, Player: "A"}, 2, "already-seated"},
		"another than the first":           {patient(&Offered{Seat: 1}, &LeftToBot{Seat: 2}), &Taken{Seat: 2, Player: "C"}, 2, "seat 2 is taken, and it would have been seat 1"},
		"taken from elsewhere":             {left, &Taken{Seat: 2, Player: "C"}, 1, "it is seat 2's to order, and seat 1 has ordered it"},
		"taken after the end":              {patient(&LeftToBot{Seat: 2}, &Published{}), &Taken{Seat: 2, Player: "C"}, 2, "take-none"},
		"taken at a closed table":          {patient(&LeftToBot{Seat: 2}, &Closed{Why: ClosedRuling}), &Taken{Seat: 2, Player: "C"}, 2, "take-none"},
		"taken back after giving up":       {patient(&Resigned{Seat: 2}), &Taken{Seat: 2, Player: "B"}, 2, "take-given-up"},
		"taken after another seat": {patient(&SeatReplaced{Seat: 1, Was: "A", Player: "C", Join: "a"}, &LeftToBot{Seat: 2}),
			&Taken{Seat: 2, Player: "A"}, 2, "take-another"},
		"talk of who was left": {left, &Said{Seat: 2}, 2, "seat-left"},
		"giving up once left":  {left, &Resigned{Seat: 2}, 2, "seat-left"},
		"ten silences":         {State{}, &Opened{Game: "konvooi", Want: 2, Times: Times{Absence: Absence{Silences: 10}}}, 0, "silences-bad"},
		"an unknown end":       {State{}, &Opened{Game: "konvooi", Want: 2, Times: Times{Absence: Absence{Absent: "x"}}}, 0, "option-value"},
	} {
		if _, err := house.Again(c.state, c.first, c.by, nil); refusalKey(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
