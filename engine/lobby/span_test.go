package lobby

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

// TestUntilAway: an absence holds a wait up like an outage, also one that was announced
// before it began; what falls into both counts once.
func TestUntilAway(t *testing.T) {
	s := State{Outages: []Outage{{From: at("02 00:00:00"), To: at("02 06:00:00")}}}
	away := []Stop{{at("02 03:00:00"), at("04 00:00:00")}, {at("01 02:00:00"), at("01 03:00:00")}}
	for _, c := range []struct {
		began string
		lasts time.Duration
		due   string
	}{
		{"01 00:00:00", 2 * time.Hour, "01 02:00:00"},
		{"01 00:00:00", 3 * time.Hour, "01 04:00:00"},
		{"01 12:00:00", 13 * time.Hour, "04 01:00:00"},
		{"03 00:00:00", time.Hour, "04 01:00:00"},
		{"05 00:00:00", time.Hour, "05 01:00:00"},
	} {
		due := s.Until(at(c.began), c.lasts, 0, away...)
		if !due.Equal(at(c.due)) {
			t.Errorf("from %s for %v: until %v, want %s", c.began, c.lasts, due, c.due)
		}
		if spent := s.Spent(at(c.began), due, 0, away...); spent != c.lasts {
			t.Errorf("from %s for %v: %v spent when it is over", c.began, c.lasts, spent)
		}
	}
}

// TestSpentExtended: what moderators give is used up first.
func TestSpentExtended(t *testing.T) {
	s := State{Extensions: []Extension{{At: at("01 06:00:00"), By: 12 * time.Hour}, {At: at("03 00:00:00"), By: time.Hour}}}
	for _, c := range []struct {
		began, now string
		want       time.Duration
	}{
		{"01 00:00:00", "01 05:00:00", 5 * time.Hour},
		{"01 00:00:00", "01 07:00:00", 0},
		{"01 00:00:00", "01 15:00:00", 3 * time.Hour},
		{"01 07:00:00", "01 15:00:00", 8 * time.Hour},
	} {
		if got := s.Spent(at(c.began), at(c.now), 0); got != c.want {
			t.Errorf("from %s to %s: %v, want %v", c.began, c.now, got, c.want)
		}
	}
}

func TestReminderTimes(t *testing.T) {
	holidays := []Stop{{at("02 00:00:00"), at("05 00:00:00")}}
	for _, c := range []struct {
		wish          string
		opened, due   string
		stops         []Stop
		first, second string
	}{
		{"", "01 00:00:00", "02 00:00:00", nil, "half 01 12:00:00", "tenth 01 21:36:00"},
		{"", "01 00:00:00", "06 00:00:00", holidays, "half 05 00:00:00", "tenth 05 19:12:00"},
		{"", "01 12:00:00", "06 12:00:00", holidays, "half 05 12:00:00", "tenth 06 07:12:00"},
		{"75% 5%", "01 00:00:00", "05 04:00:00", []Stop{holidays[0]}, "75% 01 07:00:00", "5% 05 02:36:00"},
		{"12", "01 00:00:00", "05 04:00:00", holidays, "12h 01 16:00:00", ""},
		{"28", "01 00:00:00", "05 04:00:00", holidays, "", ""}, // with the question itself
		{"off", "01 00:00:00", "05 04:00:00", holidays, "", ""},
	} {
		var got [2]string
		for i, r := range Reminders(c.wish, at(c.opened), at(c.due), c.stops) {
			got[i] = r.Name + " " + r.Due.Format("02 15:04:05")
		}
		if diff := cmp.Diff([2]string{c.first, c.second}, got); diff != "" {
			t.Errorf("%q from %s to %s: %s", c.wish, c.opened, c.due, diff)
		}
	}
}

// TestBank: what a turn takes, and what an order gives back.
func TestBank(t *testing.T) {
	bank := Times{Answer: day, Bank: 7 * day, Increment: 12 * time.Hour}
	small := Times{Answer: day, Bank: 2 * time.Hour}
	for _, c := range []struct {
		times       Times
		held, spent time.Duration
		answered    bool
		want        time.Duration
	}{
		{bank, 7 * day, time.Hour, true, 7 * day}, // never above what it began with
		{bank, 5 * day, 2 * day, true, 3*day + 12*time.Hour},
		{bank, 5 * day, 6 * day, false, 0},
		{bank, 0, 3 * time.Hour, true, 21 * time.Hour}, // of the twelve that are always there
		{small, 0, 10 * time.Minute, true, 50 * time.Minute},
		{small, 2 * time.Hour, 3 * time.Hour, false, 0},
	} {
		if got := c.times.After(c.held, c.spent, c.answered); got != c.want {
			t.Errorf("%s: of %v, %v spent: %v, want %v", c.times.ForTurns(), c.held, c.spent, got, c.want)
		}
	}
	if small.Floor() != time.Hour || bank.Floor() != 12*time.Hour {
		t.Errorf("floors %v, %v", small.Floor(), bank.Floor())
	}
}

func TestTimesRead(t *testing.T) {
	for line, want := range map[string]Times{
		"new konvooi for 4":                              DefaultTimes,
		"new konvooi with turn=48h answer=12h":           {Turn: 48 * time.Hour, Answer: 12 * time.Hour},
		"new konvooi with answer=1d12h":                  {Turn: 72 * time.Hour, Answer: 36 * time.Hour},
		"new konvooi with bank=7d increment=12h":         {Answer: day, Bank: 7 * day, Increment: 12 * time.Hour},
		"new konvooi with bank=36h answer=90m":           {Answer: 90 * time.Minute, Bank: 36 * time.Hour},
		"nieuw konvooi met bank=1d increment=0h private": {Answer: day, Bank: day},
	} {
		words, _ := house.Read(line, nil)
		o, err := ParseOpening(words)
		want.Silences = UsualSilences
		if diff := cmp.Diff(want, o.Times); err != nil || diff != "" {
			t.Errorf("%s: %v %s", line, err, diff)
		}
		if err := MayTime(o.Times); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for with, want := range map[string]string{
		"turn=0": "time-bad", "turn=soon": "time-bad", "turn=31d": "time-bad", "answer=1s": "time-bad", "answer=-1h": "time-bad", "turn=d": "time-bad",
		"bank=7d turn=48h": "bank-turn", "turn=48h bank=7d": "bank-turn", "increment=1h": "bank-increment",
		"bank=0": "bank-bad", "bank=59m": "bank-bad", "bank=91d": "bank-bad", "bank=lots": "bank-bad", "bank=99999d": "bank-bad",
		"bank=1d increment=25h": "increment-bad", "bank=1d increment=-1h": "increment-bad", "bank=1d increment=x": "increment-bad",
		"bank=1d answer=1s": "time-bad",
	} {
		words, _ := house.Read("new konvooi with "+with, nil)
		if _, err := ParseOpening(words); refusalKey(err) != want {
			t.Errorf("%s: %v, want %s", with, err, want)
		}
	}
	for _, bad := range []Times{{Answer: day}, {Turn: day, Answer: day, Bank: day}, {Answer: day, Increment: day}, {Answer: day, Bank: day, Increment: -1}} {
		if MayTime(bad) == nil {
			t.Errorf("%+v can be taken", bad)
		}
	}
	if got := (Times{Bank: 36 * time.Hour, Increment: 24 * time.Hour}).ForTurns(); got != "bank=36h increment=1d" {
		t.Errorf("spelled %q", got)
	}
}

// TestAgreedPauses: the last wish stops the clocks; one that is older than a week counts
// no more, nor does that of a bot's player.
func TestAgreedPauses(t *testing.T) {
	begins := at("01 12:00:00")
	wished := func(s State, seat engine.Seat, now time.Time) State {
		t.Helper()
		if err := house.MayWish(s, seat, now); err != nil {
			t.Fatal(err)
		}
		for _, e := range s.Wish(seat, now) {
			s = Evolve(s, e)
		}
		return s
	}
	one := wished(running(), 1, begins)
	if !one.Paused.IsZero() || cmp.Diff([]string{"A"}, one.Wishing(begins)) != "" || cmp.Diff([]engine.Seat{2}, one.Unwilling(begins)) != "" {
		t.Errorf("one wish: %+v", one)
	}
	both := wished(one, 2, begins.Add(WishesLast))
	if !both.ByPlayers || !both.Paused.Equal(begins.Add(WishesLast)) || len(both.Wishes) != 0 {
		t.Errorf("both wishes: %+v", both)
	}
	if late := wished(one, 2, begins.Add(WishesLast+1)); late.ByPlayers || !late.Paused.IsZero() {
		t.Errorf("a week later: %+v", late)
	}
	if left := wished(Evolve(one, &Resigned{Seat: 2}), 1, begins.Add(time.Hour)); !left.ByPlayers {
		t.Errorf("the other one has gone: %+v", left)
	}
	if gone := Evolve(one, &Resigned{Seat: 1}).Wishing(begins); gone != nil {
		t.Errorf("wishing, and gone: %v", gone)
	}
	if ends, ok := both.Wakes(); !ok || !ends.Equal(both.Paused.Add(LongestAgreed)) {
		t.Errorf("it ends on %v", ends)
	}
	asked := Evolve(both, both.AskResume(1, both.Paused.Add(day)))
	if ends, _ := asked.Wakes(); !ends.Equal(both.Paused.Add(2 * day)) {
		t.Errorf("asked for after a day, it ends on %v", ends)
	}
	last := Evolve(both, both.AskResume(1, both.Paused.Add(LongestAgreed-time.Hour)))
	if ends, _ := last.Wakes(); !ends.Equal(both.Paused.Add(LongestAgreed)) {
		t.Errorf("asked for in the last hour, it ends on %v", ends)
	}
	ended := Evolve(asked, asked.EndAgreed(asked.Resuming))
	if _, ok := ended.Wakes(); ok || ended.ByPlayers || !ended.Paused.IsZero() || len(ended.Outages) != 1 {
		t.Errorf("ended: %+v", ended)
	}
	ruled := Evolve(asked, asked.Pause(asked.Paused.Add(time.Hour)))
	if _, ok := ruled.Wakes(); ok || !ruled.Paused.Equal(asked.Paused) {
		t.Errorf("a moderator's by now: %+v", ruled)
	}
}

func TestPausesRefused(t *testing.T) {
	noon := at("01 12:00:00")
	one := running(&Wished{Seat: 1, Player: "A", At: noon})
	agreed, ruled := running(&Agreed{From: noon}), running(&Paused{From: noon})
	for name, c := range map[string]struct {
		state  State
		seat   engine.Seat
		resume bool
		want   string
	}{
		"wishing before the deal":   {forming(3), 1, false, "not-begun"},
		"wishing after the end":     {running(&Published{}), 1, false, "over"},
		"wishing twice":             {one, 1, false, "wished-already"},
		"wishing when paused":       {agreed, 1, false, "paused-already"},
		"wishing when ruled":        {ruled, 1, false, "paused-already"},
		"a bot's wish":              {running(), 3, false, "resigned-already"},
		"resuming nothing":          {one, 2, true, "resume-nothing"},
		"resuming a ruling":         {ruled, 1, true, "resume-moderator"},
		"resuming twice":            {Evolve(agreed, agreed.AskResume(2, noon)), 1, true, "resume-asked"},
		"resuming at a closed":      {running(&Closed{Why: ClosedRuling}), 1, true, "table-ended"},
		"resuming what never began": {Evolve(forming(3), &Closed{Why: ClosedSilent}), 1, true, "table-closed"},
	} {
		err := house.MayWish(c.state, c.seat, noon)
		if c.resume {
			err = house.MayResume(c.state, c.seat, noon)
		}
		if refusalKey(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if err := house.MayPlay(agreed); refusalKey(err) != "table-paused-agreed" {
		t.Errorf("playing: %v", err)
	}
	if err := house.MayRule(agreed, Ruling{Verb: RulePause}); err != nil {
		t.Errorf("a moderator's pause of one that was agreed on: %v", err)
	}
}
