package table

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

// TestPauseAgreed: it begins with the last wish, of which the others are told; nothing
// of the game is heard, no time runs; it ends a day after somebody has asked for it.
func TestPauseAgreed(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob", "Cem")
	n.hear("Ann", id, "say Holidays?")
	who, _ := n.turn(id)
	since := len(n.letters(id))
	n.at(noon.Add(hour), "Ann", id, "pause")
	n.at(noon.Add(2*hour), "Bob", id, "pauze")
	want := map[string][]string{"Ann": {KindAnswer, KindTimed}, "Bob": {KindTimed, KindAnswer}, "Cem": {KindTimed, KindTimed}}
	if diff := cmp.Diff(want, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	if got := n.left(id, who, noon); got != 72*hour {
		t.Errorf("two of three wish, and %s has %v", who, got)
	}
	since = len(n.letters(id))
	n.at(noon.Add(3*hour), "Cem", id, "pause")
	if got := n.told(id, since); !slices.Equal(got["Ann"], []string{KindTimed}) || !slices.Equal(got["Bob"], []string{KindTimed}) {
		t.Errorf("told %v", got)
	}
	if no := refusal(n.at(noon.Add(4*hour), who, id, "draw deck")); no != "table-paused-agreed" {
		t.Errorf("an order of the game: %q", no)
	}
	if _, asked := n.load(id).Deadline(n.seat(id, who)); asked {
		t.Error("time runs")
	}
	version := n.version(id)
	n.must(n.Lapse(t.Context(), id, noon.Add(1000*hour)))
	n.must(n.Settle(t.Context(), id, noon.Add(1000*hour)))
	if n.version(id) != version {
		t.Error("a paused table moves")
	}
	n.at(noon.Add(10*hour), "Bob", id, "hervat")
	if due, ok := n.load(id).Own(); !ok || !due.Equal(noon.Add(34*hour)) {
		t.Errorf("it goes on on %v, %v", due, ok)
	}
	if no := refusal(n.at(noon.Add(11*hour), "Ann", id, "resume")); no != "resume-asked" {
		t.Errorf("asked twice: %q", no)
	}
	n.must(n.Settle(t.Context(), id, noon.Add(34*hour-1)))
	if no := refusal(n.at(noon.Add(34*hour-1), who, id, "draw deck")); no != "table-paused-agreed" {
		t.Errorf("an order of the game within the day: %q", no)
	}
	since = len(n.letters(id))
	n.must(n.Settle(t.Context(), id, noon.Add(34*hour)))
	if diff := cmp.Diff(map[string][]string{"Ann": {KindTimed}, "Bob": {KindTimed}, "Cem": {KindTimed}}, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	if got := n.left(id, who, noon); got != (72+31)*hour {
		t.Errorf("%v for a turn with 31 hours paused", got)
	}
	if got := verdicts(n.at(noon.Add(35*hour), who, id, "draw deck")); !slices.Equal(got, []engine.Verdict{engine.Done}) {
		t.Errorf("after the pause: %v", got)
	}
	n.replayed(id)
}

// TestPauseAgreedHasAnEnd: after sixty days, once the mailbox has been read so far.
func TestPauseAgreedHasAnEnd(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	n.hear("Ann", id, "pause")
	n.hear("Bob", id, "pause")
	end := noon.Add(60 * 24 * hour)
	n.Heard = func() time.Time { return end.Add(-1) }
	n.must(n.Settle(t.Context(), id, end.Add(hour)))
	if n.load(id).Lobby.Paused.IsZero() {
		t.Error("it ended before the mailbox was read")
	}
	n.Heard = nil
	n.must(n.Settle(t.Context(), id, end.Add(hour)))
	if got := n.left(id, who, end.Add(hour)); got != 72*hour {
		t.Errorf("%v left when it has ended", got)
	}
}

// TestWishesTakenBack: a wish that is taken back counts no more; the others are written
// to about one wish of a player's a day.
func TestWishesTakenBack(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	since := len(n.letters(id))
	n.hear("Ann", id, "pause")
	if no := refusal(n.hear("Ann", id, "pause")); no != "wished-already" {
		t.Errorf("twice: %q", no)
	}
	n.hear("Ann", id, "resume")
	if no := refusal(n.hear("Ann", id, "resume")); no != "resume-nothing" {
		t.Errorf("taken back twice: %q", no)
	}
	n.at(noon.Add(23*hour), "Ann", id, "pause")
	n.at(noon.Add(23*hour), "Ann", id, "resume")
	n.at(noon.Add(23*hour), "Bob", id, "pause")
	if got := n.told(id, since)["Bob"]; !slices.Equal(got, []string{KindTimed, KindAnswer}) {
		t.Errorf("Bob got %v", got)
	}
	if n.load(id).Lobby.ByPlayers {
		t.Error("paused by one wish")
	}
	n.at(noon.Add(23*hour+7*24*hour+1), "Ann", id, "pause")
	if n.load(id).Lobby.ByPlayers {
		t.Error("paused by wishes more than a week apart")
	}
	n.at(noon.Add(24*hour+7*24*hour), "Bob", id, "pause")
	if !n.load(id).Lobby.ByPlayers {
		t.Error("not paused by two wishes within a week")
	}
	n.replayed(id)
}

// TestModeratorsPauseIsTheirs: players cannot end it, also one that they had agreed on
// before; a moderator can end what the players agreed on.
func TestModeratorsPauseIsTheirs(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	both := func(now time.Time) {
		n.at(now, "Ann", id, "pause")
		n.at(now, "Bob", id, "pause")
	}
	both(noon)
	n.at(noon.Add(hour), "Ann", id, "resume")
	n.ruled(id, "pause", noon.Add(2*hour))
	n.must(n.Settle(t.Context(), id, noon.Add(100*24*hour)))
	for _, order := range []string{"resume", "pause"} {
		if no := refusal(n.hear("Ann", id, order)); no != "resume-moderator" && no != "paused-already" {
			t.Errorf("%s: %q", order, no)
		}
	}
	n.ruled(id, "resume", noon.Add(5*hour))
	if got := n.left(id, who, noon); got != 77*hour {
		t.Errorf("%v for a turn with five hours paused", got)
	}
	both(noon.Add(6 * hour))
	n.ruled(id, "resume", noon.Add(7*hour))
	if got := n.left(id, who, noon); got != 78*hour {
		t.Errorf("%v for a turn with six hours paused", got)
	}
	n.replayed(id)
}
