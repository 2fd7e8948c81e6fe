package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine/games"
)

// open is a table with times of its own.
func (n *inn) open(times string, names ...string) string {
	n.Helper()
	reply := n.hear(names[0], "", "new konvooi with "+times)
	id := reply.Tables[0]
	for _, name := range names[1:] {
		n.hear(name, "", "join "+id)
	}
	if !n.load(id).Lobby.Begun {
		n.hear(names[0], id, "begin")
	}
	return id
}

// at has somebody write at a time.
func (n *inn) at(now time.Time, who, id string, lines ...string) Reply {
	n.Helper()
	h := n.write(who, id, lines...)
	h.Now, h.Mail.Received = now, now
	reply, err := n.Hear(n.Context(), h)
	if err != nil {
		n.Fatalf("%s wrote %q: %v", who, lines, err)
	}
	return reply
}

// left tells until when somebody is asked something, after a moment.
func (n *inn) left(id, who string, since time.Time) time.Duration {
	n.Helper()
	due, asked := n.load(id).Deadline(n.seat(id, who))
	if !asked {
		n.Errorf("%s is asked nothing", who)
	}
	return due.Sub(since)
}

func (n *inn) banks(id string, want ...time.Duration) {
	n.Helper()
	t := n.load(id)
	byName := make([]time.Duration, len(want))
	for i, held := range t.Banks() {
		byName[slices.Index([]string{"Ann", "Bob"}, t.Names[i])] = held
	}
	if diff := cmp.Diff(want, byName); diff != "" {
		n.Errorf("banks: %s", diff)
	}
}

const hour = time.Hour

// TestBankOfTurns: a turn takes from its seat's bank, its order gives the increment
// back, silence does not, and an hour is always there.
func TestBankOfTurns(t *testing.T) {
	n := newInn(t)
	id := n.open("bank=3h increment=30m", "Ann", "Bob")
	first, second := n.turn(id)
	banks := func(ofFirst, ofSecond time.Duration) {
		t.Helper()
		if first == "Bob" {
			ofFirst, ofSecond = ofSecond, ofFirst
		}
		n.banks(id, ofFirst, ofSecond)
	}
	now := noon
	turn := func(who string, want, takes time.Duration) {
		t.Helper()
		if got := n.left(id, who, now); got != want {
			t.Errorf("%s has %v for the turn, want %v", who, got, want)
		}
		now = now.Add(takes)
		n.plays(now, who, id)
	}
	turn(first, 3*hour, 2*hour)
	banks(90*time.Minute, 3*hour)
	turn(second, 3*hour, 3*hour-time.Minute)
	banks(90*time.Minute, 31*time.Minute)
	now = now.Add(90 * time.Minute)
	if err := n.Lapse(t.Context(), id, now); err != nil {
		t.Fatal(err)
	}
	banks(0, 31*time.Minute)
	turn(second, hour, time.Minute) // of the hour that is always there
	banks(0, 89*time.Minute)
	turn(first, hour, 10*time.Minute)
	banks(80*time.Minute, 89*time.Minute)
}

// TestWhatTakesNoBank: what counts for nobody's silence takes nothing from a bank,
// excused before the order that came behind it or after.
func TestWhatTakesNoBank(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(n *inn, id, who string)
		more time.Duration // that there is for the turn
	}{
		"an outage": {func(n *inn, id, who string) { n.excuse(id, noon.Add(hour), noon.Add(5*hour)) }, 4 * hour},
		"more time": {func(n *inn, id, who string) { n.ruled(id, "extend 4h", noon.Add(hour)) }, 4 * hour},
		"a pause": {func(n *inn, id, who string) {
			n.ruled(id, "pause", noon.Add(hour))
			n.ruled(id, "resume", noon.Add(5*hour))
		}, 4 * hour},
		"a vacation": {func(n *inn, id, who string) {
			n.at(noon.Add(hour), who, id, "vacation 2026-11-30")
		}, 11 * hour},
		"a pause that was agreed on": {func(n *inn, id, who string) {
			n.at(noon.Add(hour), "Ann", id, "pause")
			n.at(noon.Add(hour), "Bob", id, "pause")
			n.at(noon.Add(2*hour), "Bob", id, "resume")
			n.must(n.Settle(n.Context(), id, noon.Add(26*hour)))
		}, 25 * hour},
	} {
		t.Run(name, func(t *testing.T) {
			n := newInn(t)
			id := n.open("bank=8h increment=0m", "Ann", "Bob")
			n.settled(id)
			who, _ := n.turn(id)
			c.do(n, id, who)
			if got, want := n.left(id, who, noon), 8*hour+c.more; got != want {
				t.Fatalf("%v for the turn, want %v", got, want)
			}
			n.plays(noon.Add(c.more+3*hour), who, id)
			loaded := n.load(id)
			if got := loaded.Banks()[n.seat(id, who)-1]; got != 5*hour {
				t.Errorf("the bank holds %v after three hours", got)
			}
		})
	}
	n := newInn(t)
	id := n.open("bank=8h", "Ann", "Bob")
	who, _ := n.turn(id)
	n.plays(noon.Add(7*hour), who, id)
	n.excuse(id, noon.Add(hour), noon.Add(7*hour)) // found out once the mails that came in it were heard
	if got := n.load(id).Banks()[n.seat(id, who)-1]; got != 7*hour {
		t.Errorf("excused afterwards: %v", got)
	}
}

// settled has the tables of players be known to orders that go to all of them.
func (n *inn) settled(ids ...string) {
	n.Sitting = func(_ context.Context, player string) (all []Sitting, err error) {
		for _, id := range ids {
			t := n.load(id)
			if seat, ok := t.Lobby.Seat(player); ok && !t.Lobby.Places[seat-1].Bot {
				all = append(all, Sitting{Table: id, Game: t.Lobby.Game, Version: t.Version, Open: t.Forming(), Over: t.Ended()})
			}
		}
		return all, nil
	}
}

// plays has somebody take a turn: they draw, or pass once their hand is full.
func (n *inn) plays(now time.Time, who, id string) {
	n.Helper()
	if refusal(n.at(now, who, id, "draw deck")) == "" {
		return
	}
	if no := refusal(n.at(now, who, id, "pass")); no != "" {
		n.Fatalf("%s can neither draw nor pass: %s", who, no)
	}
}

// convoy is a convoy that somebody can lay.
func (n *inn) convoy(id, who string) string {
	n.Helper()
	moves := n.load(id).Play.Moves(n.seat(id, who))
	i := slices.IndexFunc(moves, func(m string) bool { return strings.HasPrefix(m, "convoy ") })
	if i < 0 {
		n.Fatalf("%s can lay no convoy", who)
	}
	return moves[i]
}

func (n *inn) must(err error) {
	n.Helper()
	if err != nil {
		n.Fatal(err)
	}
}

// TestBankRewound: a game that is taken back gives back what the banks had then, and the
// turn begins anew.
func TestBankRewound(t *testing.T) {
	n := newInn(t)
	id := n.open("bank=8h", "Ann", "Bob")
	who, other := n.turn(id)
	n.plays(noon.Add(3*hour), who, id)
	back := n.version(id)
	n.plays(noon.Add(5*hour), other, id)
	n.plays(noon.Add(9*hour), who, id)
	n.ruled(id, fmt.Sprintf("rewind %d", back), noon.Add(10*hour))
	loaded := n.load(id)
	if got := []time.Duration{loaded.Banks()[n.seat(id, who)-1], loaded.Banks()[n.seat(id, other)-1]}; !slices.Equal(got, []time.Duration{5 * hour, 8 * hour}) {
		t.Errorf("the banks hold %v", got)
	}
	if got := n.left(id, other, noon.Add(10*hour)); got != 8*hour {
		t.Errorf("%v for the turn that begins anew", got)
	}
	n.plays(noon.Add(12*hour), other, id)
	if got := n.load(id).Banks()[n.seat(id, other)-1]; got != 6*hour {
		t.Errorf("then the bank holds %v", got)
	}
}

// TestBanksTellNobodyWhoHasChosen: where all take their turns at once, what is shown of
// the banks does not change as they do.
func TestBanksTellNobodyWhoHasChosen(t *testing.T) {
	n := newInn(t)
	n.Lobby.Games = games.All()
	reply := n.hear("Ann", "", "new declare for 2 with bank=8h")
	id := reply.Tables[0]
	n.hear("Bob", "", "join "+id)
	n.banks(id, 8*hour, 8*hour)
	n.at(noon.Add(hour), "Bob", id, "place 1 2 3")
	n.banks(id, 8*hour, 8*hour)
	if got := n.load(id).bank(n.seat(id, "Bob"), n.version(id)); got != 7*hour {
		t.Fatalf("Bob has not placed: his bank holds %v", got)
	}
	n.at(noon.Add(2*hour), "Ann", id, "place 1 2 3")
	n.banks(id, 6*hour, 7*hour)
}

// TestBankIsNotForAnswers: the time for other answers is as it was opened with.
func TestBankIsNotForAnswers(t *testing.T) {
	n := newInn(t)
	id := n.open("bank=8h answer=5h", "Ann", "Bob")
	who, other := n.turn(id)
	n.at(noon.Add(hour), who, id, n.convoy(id, who))
	loaded := n.load(id)
	if loaded.Play.Asked(n.seat(id, other)).Kind != "" {
		if got := n.left(id, other, noon.Add(hour)); got != 5*hour {
			t.Errorf("%v for an answer", got)
		}
	}
	if got := loaded.Banks()[n.seat(id, who)-1]; got != 7*hour {
		t.Errorf("the bank holds %v", got)
	}
}

// TestBotGivesNoIncrement: what a bot plays in a seat does not fill the bank of the
// player who comes back to it.
func TestBotGivesNoIncrement(t *testing.T) {
	n := newInn(t)
	id := n.open("bank=8h increment=1h silences=1", "Ann", "Bob")
	n.settled(id)
	who, other := n.turn(id)
	now := noon.Add(8 * hour)
	n.must(n.Lapse(t.Context(), id, now))
	if !n.place(id, who).Bot {
		t.Fatal("no bot has the seat")
	}
	for range 4 {
		n.must(n.Settle(t.Context(), id, now))
		if n.load(id).Play.Asked(n.seat(id, other)).Turn {
			n.plays(now, other, id)
		} else {
			n.at(now, other, id, "let go")
		}
	}
	if no := refusal(n.at(now, who, "", "take "+id)); no != "" {
		t.Fatal(no)
	}
	if got := n.load(id).bank(n.seat(id, who), n.version(id)); got > hour {
		t.Errorf("the bank that silence used up holds %v", got)
	}
}
