package lobby

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

func TestTimedEventsSurviveStorage(t *testing.T) {
	noon := at("01 12:00:00")
	for _, e := range []Event{
		&WentAway{Seat: 1, Player: "p", From: noon, To: noon.Add(day)}, &CameBack{Seat: 1, Player: "p", At: noon},
		&Wished{Seat: 2, Player: "p", At: noon}, &Withdrew{Seat: 2, Player: "p"}, &Agreed{From: noon},
		&ResumeAsked{Seat: 2, Player: "p", At: noon}, &AgreedEnded{Outage{From: noon, To: noon.Add(day)}},
	} {
		r, err := Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := Decode(r); err != nil || !reflect.DeepEqual(back, e) || !Owns(r.Kind) {
			t.Errorf("%s came back as %+v, %v", r.Kind, back, err)
		}
	}
	old, err := Decode(engine.Record{Kind: "table-opened", Data: []byte(`{"game":"konvooi","times":{"turn":1,"answer":2}}`)})
	if err != nil || old.(*Opened).Times != (Times{Turn: 1, Answer: 2}) {
		t.Errorf("an old opening reads as %+v, %v", old, err)
	}
	kept, err := Encode(&Opened{Times: DefaultTimes})
	if err != nil || !strings.Contains(string(kept.Data), `"times":{"turn":259200000000000,"answer":86400000000000}`) {
		t.Errorf("an opening without a bank is kept as %s, %v", kept.Data, err)
	}
}

// TestAbsencesMoveUp: those who sit behind somebody who leaves take their absences with
// them.
func TestAbsencesMoveUp(t *testing.T) {
	s, noon := forming(3), at("01 12:00:00")
	for _, e := range []Event{s.GoAway(1, Stop{noon, noon.Add(day)}), s.GoAway(2, Stop{noon, noon.Add(2 * day)})} {
		s = Evolve(s, e)
	}
	left := Evolve(s, &Left{Seat: 1, Player: "A"})
	if diff := cmp.Diff([]Leave{{1, Stop{noon, noon.Add(2 * day)}}}, left.Away); diff != "" {
		t.Error(diff)
	}
	back := Evolve(s, s.ComeBack(2, noon.Add(time.Hour)))
	if diff := cmp.Diff([]Stop{{noon, noon.Add(time.Hour)}}, back.AwayFrom(2)); diff != "" {
		t.Error(diff)
	}
	if never := Evolve(s, s.ComeBack(2, noon)); len(never.AwayFrom(2)) != 0 || len(s.AwayFrom(2)) != 1 {
		t.Errorf("%+v, and before that %+v", never.Away, s.Away)
	}
}

// TestTimedAgain: what players could do to the clocks comes back as the lobby makes it.
func TestTimedAgain(t *testing.T) {
	noon := at("01 12:00:00")
	away := running(&WentAway{Seat: 1, Player: "A", From: noon, To: noon.Add(day)})
	one, agreed := running(&Wished{Seat: 1, Player: "A", At: noon}), running(&Agreed{From: noon})
	for name, c := range map[string]struct {
		state State
		first Event
		by    engine.Seat
		want  []Event
	}{
		"a vacation":        {running(), &WentAway{Seat: 1, Player: "Z", From: noon, To: noon.Add(day)}, 1, []Event{&WentAway{1, "A", noon, noon.Add(day)}}},
		"before the deal":   {forming(3), &WentAway{Seat: 2, From: noon, To: noon.Add(day)}, 2, []Event{&WentAway{2, "B", noon, noon.Add(day)}}},
		"its end":           {away, &CameBack{Seat: 1, At: noon}, 1, []Event{&CameBack{1, "A", noon}}},
		"a wish":            {running(), &Wished{Seat: 1, At: noon}, 1, []Event{&Wished{1, "A", noon}}},
		"the last wish":     {one, &Wished{Seat: 2, At: noon}, 2, []Event{&Wished{2, "B", noon}, &Agreed{noon}}},
		"taking it back":    {one, &Withdrew{Seat: 1}, 1, []Event{&Withdrew{1, "A"}}},
		"asking to go on":   {agreed, &ResumeAsked{Seat: 2, At: noon.Add(2 * day)}, 2, []Event{&ResumeAsked{2, "B", noon.Add(2 * day)}}},
		"the end of it":     {agreed, &AgreedEnded{Outage{To: noon.Add(61 * day)}}, 0, []Event{&AgreedEnded{Outage{noon, noon.Add(61 * day)}}}},
		"a moderator's end": {agreed, &Resumed{Outage{To: noon.Add(day)}}, 0, []Event{&Resumed{Outage{noon, noon.Add(day)}}}},
	} {
		decided, err := house.Again(c.state, c.first, c.by, nil)
		if diff := cmp.Diff(c.want, decided); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func TestTimedAgainIsRefused(t *testing.T) {
	noon := at("01 12:00:00")
	agreed, ruled, over := running(&Agreed{From: noon}), running(&Paused{From: noon}), running(&Published{})
	for name, c := range map[string]struct {
		state State
		first Event
		by    engine.Seat
		want  string
	}{
		"another's vacation":      {running(), &WentAway{Seat: 1, From: noon, To: noon.Add(day)}, 2, "it is seat 1's to order, and seat 2 has ordered it"},
		"a bot's vacation":        {running(), &WentAway{Seat: 3, From: noon, To: noon.Add(day)}, 3, "resigned-already"},
		"a vacation after it all": {over, &WentAway{Seat: 1, From: noon, To: noon.Add(day)}, 1, "over"},
		"a vacation of no time":   {running(), &WentAway{Seat: 1, From: noon, To: noon}, 1, "nobody can be away for 0s"},
		"a long vacation":         {running(), &WentAway{Seat: 1, From: noon, To: noon.Add(29 * day)}, 1, "nobody can be away for 696h0m0s"},
		"back from nowhere":       {running(), &CameBack{Seat: 1, At: noon}, 1, "nobody comes back who is not away and will not be"},
		"another's wish":          {running(), &Wished{Seat: 1, At: noon}, 2, "it is seat 1's to order, and seat 2 has ordered it"},
		"a wish when paused":      {ruled, &Wished{Seat: 1, At: noon}, 1, "paused-already"},
		"a wish that is not made": {running(), &Withdrew{Seat: 1}, 1, "resume-nothing"},
		"a wish that was granted": {agreed, &Withdrew{Seat: 1}, 1, "paused-already"},
		"going on with nothing":   {running(), &ResumeAsked{Seat: 1, At: noon}, 1, "resume-nothing"},
		"going on with a wish":    {running(&Wished{Seat: 1, Player: "A", At: noon}), &ResumeAsked{Seat: 1, At: noon}, 1, "not-paused"},
		"going on with a ruling":  {ruled, &ResumeAsked{Seat: 1, At: noon}, 1, "resume-moderator"},
		"the end of a ruling":     {ruled, &AgreedEnded{Outage{To: noon.Add(61 * day)}}, 0, "no pause ends that the players have not agreed on"},
		"an end too early":        {agreed, &AgreedEnded{Outage{To: noon.Add(59 * day)}}, 0, "a pause that was agreed on ends when its time has come"},
		"a player's end":          {agreed, &AgreedEnded{Outage{To: noon.Add(61 * day)}}, 1, "a pause that was agreed on is the clock's to end, and seat 1 has"},
		"an agreement by itself":  {running(), &Agreed{From: noon}, 0, "a pause is agreed on by the last wish"},
	} {
		if _, err := house.Again(c.state, c.first, c.by, nil); refusalKey(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
