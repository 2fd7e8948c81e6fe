package lobby

import (
	"testing"
	"time"

	"contrapost/engine"
)

// TestRulingsSpellThemselves: what the log holds of a ruling names no address and
// nobody's words.
func TestRulingsSpellThemselves(t *testing.T) {
	names := engine.Roster{"Ann", "Bob", "Bert"}
	for line, want := range map[string]string{
		"pause": "pause", "Pauze": "pause", "resume": "resume", "close": "close",
		"extend 36h": "extend 36h", "extend 90m": "extend 1h30m",
		"replace 2 cem@example.org": "replace #2", "replace Bob <cem@example.org>": "replace #2",
		"bot #3": "bot #3", "bot ber": "bot #3", "rewind 34": "rewind 34", "note Be Kind.": "note",
	} {
		r, err := ParseRuling(line, names)
		if err != nil || r.String() != want {
			t.Errorf("%q reads as %q, %v; want %q", line, r, err, want)
		}
	}
	if r, _ := ParseRuling("note  Be\tKind. ", names); r.Text != "Be Kind." {
		t.Errorf("the note is %q", r.Text)
	}
	if r, _ := ParseRuling("replace 2 <cem@example.org>", names); r.Address != "cem@example.org" {
		t.Errorf("the address is %q", r.Address)
	}
	if _, err := ParseRuling("bot b", names); refusalKey(err) != "ruling-seat" {
		t.Errorf("two names that begin alike: %v", err)
	}
}

// TestUntilExtended: more time is for waits that were under way, and an outage within
// it counts as well.
func TestUntilExtended(t *testing.T) {
	s := State{
		Extensions: []Extension{{At: at("01 06:00:00"), By: 12 * time.Hour}, {At: at("03 00:00:00"), By: time.Hour}},
		Outages:    []Outage{{From: at("02 00:00:00"), To: at("02 06:00:00")}},
	}
	for _, c := range []struct {
		began string
		lasts time.Duration
		due   string
	}{
		{"01 00:00:00", 8 * time.Hour, "01 21:00:00"},
		{"01 00:00:00", 14 * time.Hour, "02 09:00:00"},
		{"01 07:00:00", 12 * time.Hour, "01 20:00:00"}, // as of the second; it would have lapsed before
		{"04 00:00:00", time.Hour, "04 01:00:00"},
	} {
		if got := s.Until(at(c.began), c.lasts, 0); !got.Equal(at(c.due)) {
			t.Errorf("from %s for %v: until %v, want %s", c.began, c.lasts, got, c.due)
		}
	}
}

// TestRulingsFold: places are changed without touching an earlier state.
func TestRulingsFold(t *testing.T) {
	before := fold(opened(2), &Joined{Seat: 1, Player: "ann", Join: "a"}, &BotJoined{Seat: 2, Join: "bot:7"}, &Begun{Seats: 2})
	taken := Evolve(before, before.Replace(2, "cem"))
	given := Evolve(taken, taken.GiveToBot(1))
	if before.Places[1].Player != "" || taken.Places[0].Bot {
		t.Error("an earlier state has changed")
	}
	if given.Contributions() != before.Contributions() || given.Places[1] != (Place{Player: "cem", Join: "bot:2"}) || !given.Places[0].Bot {
		t.Errorf("places %+v", given.Places)
	}
	paused := Evolve(given, given.Pause(at("01 00:00:00")))
	resumed := Evolve(paused, paused.Resume(at("02 00:00:00")))
	if paused.Paused.IsZero() || !resumed.Paused.IsZero() || len(paused.Outages) != 0 || len(resumed.Outages) != 1 {
		t.Errorf("paused %v, then %v with %v", paused.Paused, resumed.Paused, resumed.Outages)
	}
}
