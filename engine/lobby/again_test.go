package lobby

import (
	"strings"
	"testing"
	"time"

	"contrapost/engine"
)

// forming is a table that seats players, with two of them.
func forming(want int) State {
	s := fold(opened(want))
	s.Places = []Place{{Player: "A", Join: "a"}, {Player: "B", Join: "b"}}
	return s
}

// TestAgain: of a decision's first event and its order's words, all of it comes back.
func TestAgain(t *testing.T) {
	alone := forming(3)
	alone.Places = alone.Places[:1]
	for name, c := range map[string]struct {
		state State
		first Event
		by    engine.Seat
		order string
		want  string
	}{
		"an opening":          {State{}, opened(3), 0, "", "table-opened"},
		"the last seat":       {forming(3), &Joined{Seat: 3, Player: "C"}, 3, "", "player-joined game-begun"},
		"a seat":              {alone, &Joined{Seat: 2, Player: "C"}, 2, "", "player-joined"},
		"two bots":            {alone, &BotJoined{Seat: 2}, 1, "bots 2", "bot-joined bot-joined game-begun"},
		"one of two leaves":   {forming(3), &Left{Seat: 1, Player: "A"}, 1, "leave", "player-left"},
		"the last one leaves": {alone, &Left{Seat: 1, Player: "A"}, 1, "leave", "player-left table-closed"},
		"begin":               {forming(3), &Begun{Seats: 2}, 1, "begin", "game-begun"},
		"an invitation":       {forming(3), &Invited{By: 2, Player: "C"}, 2, "invite", "player-invited"},
	} {
		decided, err := house.Again(c.state, c.first, c.by, strings.Fields(c.order))
		var kinds []string
		for _, e := range decided {
			kinds = append(kinds, e.Kind())
		}
		if got := strings.Join(kinds, " "); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
		}
	}
}

// TestAgainBeforeTheDeal: who could not have sat down, left or begun is refused as they
// would have been.
func TestAgainBeforeTheDeal(t *testing.T) {
	begun := Evolve(forming(3), &Begun{Seats: 2})
	closed := Evolve(forming(3), &Closed{Why: ClosedSilent})
	full := Evolve(forming(3), &Joined{Seat: 3, Player: "D"})
	alone := forming(3)
	alone.Places = alone.Places[:1]
	asked := Evolve(forming(3), &Invited{By: 1, Player: "C"})
	joins, begins := &Joined{Seat: 3, Player: "C"}, &Begun{Seats: 2}
	for name, c := range map[string]struct {
		state State
		first Event
		by    engine.Seat
		order string
		want  string
	}{
		"opened twice":           {forming(3), opened(3), 0, "", "the table has been opened already"},
		"never opened":           {State{}, joins, 3, "", "the table has not been opened"},
		"no such game":           {State{}, &Opened{Game: "chess", Want: 2}, 0, "", "game-unknown"},
		"no such option":         {State{}, &Opened{Game: "konvooi", Want: 2, Options: map[string]string{"tea": "yes"}}, 0, "", "option-unknown"},
		"no time":                {State{}, &Opened{Game: "konvooi", Want: 2, Times: Times{Turn: time.Hour}}, 0, "", "time-bad"},
		"no seats":               {State{}, opened(0), 0, "", "seats-bad"},
		"seats without end":      {State{}, opened(99), 0, "", "seats-bad"},
		"joining a running game": {begun, joins, 3, "", "table-unknown"},
		"joining a closed table": {closed, joins, 3, "", "table-unknown"},
		"joining a full table":   {full, &Joined{Seat: 4, Player: "C"}, 4, "", "table-unknown"},
		"joining twice":          {forming(3), &Joined{Seat: 3, Player: "B"}, 3, "", "already-seated"},
		"nobody joins":           {forming(3), &Joined{Seat: 3}, 3, "", "it names no player"},
		"beginning twice":        {begun, begins, 1, "begin", "already-begun"},
		"beginning when closed":  {closed, begins, 1, "begin", "table-closed"},
		"a guest begins":         {forming(3), begins, 2, "begin", "not-host"},
		"nobody begins":          {forming(3), begins, 0, "begin", "not-host"},
		"beginning alone":        {alone, &Begun{Seats: 1}, 1, "begin", "too-few"},
		"bots in a running game": {begun, &BotJoined{Seat: 3}, 1, "bots 1", "already-begun"},
		"too many bots":          {forming(3), &BotJoined{Seat: 3}, 1, "bots 2", "bots-bad"},
		"bots without number":    {forming(3), &BotJoined{Seat: 3}, 1, "bots", "bots-form"},
		"bots without end":       {forming(3), &BotJoined{Seat: 3}, 1, "bots 1000000000", "bots-bad"},
		"a guest's bots":         {forming(3), &BotJoined{Seat: 3}, 2, "bots 1", "not-host"},
		"leaving a running game": {begun, &Left{Seat: 1, Player: "A"}, 1, "leave", "leave-begun"},
		"a stranger leaves":      {forming(3), &Left{Seat: 2, Player: "C"}, 2, "leave", "table-unknown"},
		"nobody's seat":          {forming(3), &Left{Seat: 3, Player: "C"}, 3, "leave", "nobody has seat 3"},
		"sent away":              {forming(3), &Left{Seat: 2, Player: "B"}, 1, "leave", "it is seat 2's to order, and seat 1 has ordered it"},
		"inviting twice":         {asked, &Invited{By: 1, Player: "C"}, 1, "invite", "invite-twice"},
		"inviting who is there":  {forming(3), &Invited{By: 1, Player: "B"}, 1, "invite", "invite-twice"},
		"inviting too late":      {begun, &Invited{By: 1, Player: "C"}, 1, "invite", "already-begun"},
		"a stranger invites":     {forming(3), &Invited{By: 7, Player: "C"}, 7, "invite", "table-unknown"},
	} {
		if _, err := house.Again(c.state, c.first, c.by, strings.Fields(c.order)); refusalKey(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
