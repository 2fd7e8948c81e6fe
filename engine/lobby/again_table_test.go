package lobby

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

// running is a game of A, B and a bot.
func running(more ...Event) State {
	s := forming(3)
	for _, e := range append([]Event{&BotJoined{Seat: 3, Join: "bot:3"}, &Begun{Seats: 3}}, more...) {
		s = Evolve(s, e)
	}
	return s
}

// TestAgainAtTheTable: what players and moderators could do comes back as the lobby
// makes it.
func TestAgainAtTheTable(t *testing.T) {
	noon := at("01 12:00:00")
	paused := running(&Paused{From: noon})
	hour := Outage{From: noon, To: noon.Add(time.Hour)}
	for name, c := range map[string]struct {
		state State
		first Event
		by    engine.Seat
		want  Event
	}{
		"talk":               {running(), &Said{Seat: 1, Player: "Z", Text: "x"}, 1, &Said{Seat: 1, Player: "A", Text: "x"}},
		"a word":             {running(), &Told{Seat: 1, To: 2, Text: "x"}, 1, &Told{Seat: 1, Player: "A", To: 2, Hearer: "B", Text: "x"}},
		"giving up":          {running(), &Resigned{Seat: 2}, 2, &Resigned{Seat: 2}},
		"talk after the end": {running(&Published{}), &Said{Seat: 1, Player: "A"}, 1, &Said{Seat: 1, Player: "A"}},
		"a pause":            {running(), &Paused{From: noon}, 0, &Paused{From: noon}},
		"its end":            {paused, &Resumed{Outage{To: hour.To}}, 0, &Resumed{hour}},
		"more time":          {running(), &Extended{Extension{At: noon, By: time.Hour}}, 0, &Extended{Extension{At: noon, By: time.Hour}}},
		"a seat given":       {running(), &SeatReplaced{Seat: 2, Was: "Z", Player: "C", Join: "z"}, 0, &SeatReplaced{Seat: 2, Was: "B", Player: "C", Join: "b"}},
		"a seat given back":  {running(&Resigned{Seat: 2}), &SeatReplaced{Seat: 2, Player: "B"}, 0, &SeatReplaced{Seat: 2, Was: "B", Player: "B", Join: "b"}},
		"a bot's seat given": {running(), &SeatReplaced{Seat: 3, Player: "C"}, 0, &SeatReplaced{Seat: 3, Player: "C", Join: "bot:3"}},
		"a bot sent":         {running(), &GivenToBot{Seat: 2}, 0, &GivenToBot{Seat: 2}},
		"a note":             {forming(3), &Noted{Text: "x"}, 0, &Noted{Text: "x"}},
		"a return":           {running(), &Rewound{To: 3}, 0, &Rewound{To: 3}},
		"an end":             {running(), &Closed{Why: ClosedRuling}, 0, &Closed{Why: ClosedRuling}},
		"the secret":         {running(&Closed{Why: ClosedRuling}), &Published{Secret: "x"}, 0, &Published{Secret: "x"}},
		"silence":            {forming(3), &Closed{Why: ClosedSilent}, 0, &Closed{Why: ClosedSilent}},
		"an outage":          {running(), &Excused{hour}, 0, &Excused{hour}},
		"a look":             {running(), &Unsealed{By: "K", Why: "x"}, 0, &Unsealed{By: "K", Why: "x"}},
	} {
		decided, err := house.Again(c.state, c.first, c.by, nil)
		if diff := cmp.Diff([]Event{c.want}, decided); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

// TestAgainIsRefused: what a player or a moderator would have been refused is refused
// again, by the same rule.
func TestAgainIsRefused(t *testing.T) {
	noon := at("01 12:00:00")
	hour := Outage{From: noon, To: noon.Add(time.Hour)}
	closed, over := running(&Closed{Why: ClosedRuling}), running(&Published{})
	given, paused := running(&GivenToBot{Seat: 2}), running(&Paused{From: noon})
	const early = "no time is excused that was excused before, or in which the clocks stood still"
	const secret = "the secret is published where the game ends, and once"
	for name, c := range map[string]struct {
		state State
		first Event
		by    engine.Seat
		want  string
	}{
		"resigning twice":             {running(&Resigned{Seat: 2}), &Resigned{Seat: 2}, 2, "resigned-already"},
		"resigning after a bot":       {given, &Resigned{Seat: 2}, 2, "resigned-already"},
		"resigning before the deal":   {forming(3), &Resigned{Seat: 2}, 2, "not-begun"},
		"resigning at a closed table": {closed, &Resigned{Seat: 2}, 2, "table-ended"},
		"resigning after the end":     {over, &Resigned{Seat: 2}, 2, "over"},
		"resigning for another":       {running(), &Resigned{Seat: 2}, 1, "it is seat 2's to order, and seat 1 has ordered it"},
		"resigning from nowhere":      {running(), &Resigned{Seat: 7}, 7, "nobody has seat 7"},
		"a bot's talk":                {given, &Said{Seat: 2}, 2, "resigned-already"},
		"talk where nobody sits":      {Evolve(forming(3), &Closed{Why: ClosedSilent}), &Said{Seat: 1}, 1, "table-closed"},
		"another's talk":              {running(), &Said{Seat: 2}, 1, "it is seat 2's to order, and seat 1 has ordered it"},
		"a word to oneself":           {running(), &Told{Seat: 1, To: 1}, 1, "tell-self"},
		"a word to a bot":             {running(), &Told{Seat: 1, To: 3}, 1, "bot-deaf"},
		"a word to nobody":            {running(), &Told{Seat: 1, To: 4}, 1, "nobody has seat 4"},
		"pausing twice":               {paused, &Paused{From: noon}, 0, "paused-already"},
		"pausing nothing":             {forming(3), &Paused{From: noon}, 0, "not-begun"},
		"pausing a closed table":      {closed, &Paused{From: noon}, 0, "table-ended"},
		"a player's pause":            {running(), &Paused{From: noon}, 1, "it is a moderator's to rule, and seat 1 has"},
		"resuming what runs":          {running(), &Resumed{hour}, 0, "not-paused"},
		"a second more":               {running(), &Extended{Extension{By: time.Second}}, 0, "ruling-time"},
		"a year more":                 {running(), &Extended{Extension{By: 365 * 24 * time.Hour}}, 0, "ruling-time"},
		"more after the end":          {over, &Extended{Extension{By: time.Hour}}, 0, "over"},
		"a bot for a bot":             {given, &GivenToBot{Seat: 2}, 0, "bot-already"},
		"a bot for nobody":            {running(), &GivenToBot{Seat: 4}, 0, "nobody has seat 4"},
		"a seat for who sits there":   {running(), &SeatReplaced{Seat: 2, Player: "A"}, 0, "replace-seated"},
		"a seat for who has it":       {running(), &SeatReplaced{Seat: 2, Player: "B"}, 0, "replace-seated"},
		"nobody's seat given":         {running(), &SeatReplaced{Seat: 4, Player: "C"}, 0, "nobody has seat 4"},
		"a seat given to nobody":      {running(), &SeatReplaced{Seat: 2}, 0, "it names no player"},
		"a return before the deal":    {forming(3), &Rewound{To: 1}, 0, "not-begun"},
		"a return after the end":      {over, &Rewound{To: 1}, 0, "over"},
		"a note at a closed table":    {closed, &Noted{}, 0, "table-ended"},
		"closing twice":               {closed, &Closed{Why: ClosedRuling}, 0, "table-ended"},
		"closing after the end":       {over, &Closed{Why: ClosedRuling}, 0, "over"},
		"closing for silence":         {running(), &Closed{Why: ClosedSilent}, 0, "only a table that waits for players is closed because they are silent"},
		"closing for nothing":         {running(), &Closed{Why: "rain"}, 0, `nothing has closed the table for being "rain"`},
		"closing an empty table":      {forming(3), &Closed{Why: ClosedEmpty}, 0, `nothing has closed the table for being "empty"`},
		"an outage twice":             {running(&Excused{hour}), &Excused{hour}, 0, early},
		"an outage in a pause":        {paused, &Excused{hour}, 0, early},
		"an outage of no time":        {running(), &Excused{Outage{From: noon, To: noon}}, 0, early},
		"the secret too early":        {running(), &Published{}, 0, secret},
		"the secret twice":            {Evolve(closed, &Published{}), &Published{}, 0, secret},
	} {
		if _, err := house.Again(c.state, c.first, c.by, nil); refusalKey(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
