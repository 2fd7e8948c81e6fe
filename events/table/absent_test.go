package table

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine/lobby"
	"contrapost/events"
)

// opened is a table of these players, opened with options.
func (n *inn) opened(with string, names ...string) string {
	n.Helper()
	id := n.hear(names[0], "", "new konvooi for "+string(rune('0'+len(names)))+" with "+with).Tables[0]
	for _, name := range names[1:] {
		n.hear(name, "", "join "+id)
	}
	return id
}

// silent lets turns pass until it is somebody's, and then lets theirs pass; the others
// draw.
func (n *inn) silent(id, name string) {
	n.Helper()
	for range 10 {
		who, _ := n.turn(id)
		if who != name {
			n.anyMove(id, who)
			continue
		}
		due, _ := n.load(id).Deadline(n.seat(id, name))
		if err := n.Lapse(n.Context(), id, due); err != nil {
			n.Fatal(err)
		}
		return
	}
	n.Fatalf("it is never the turn of %s", name)
}

func (n *inn) place(id, name string) lobby.Place {
	n.Helper()
	return n.load(id).Lobby.Places[n.seat(id, name)-1]
}

// TestSilenceLeavesTheSeat: in the transaction of the last silence, its player is told,
// and an order of theirs is refused with how to come back.
func TestSilenceLeavesTheSeat(t *testing.T) {
	n := newInn(t)
	id := n.opened("silences=2", "Ann", "Bob")
	n.silent(id, "Bob")
	if n.place(id, "Bob").Bot {
		t.Fatal("one silence was enough")
	}
	before := len(n.letters(id))
	n.silent(id, "Bob")
	if p := n.place(id, "Bob"); !p.Bot || !p.Silent || p.Seeks {
		t.Fatalf("after two silences: %+v", p)
	}
	all := n.entries(id)
	last := all[len(all)-1]
	if last.Kind != "seat-left-to-bot" || last.Cause.Kind != events.CauseClock || !last.At.Equal(all[len(all)-2].At) {
		t.Errorf("logged %+v", last)
	}
	if got := n.told(id, before)["Bob"]; !slices.Equal(got, []string{KindAsked, KindLeft}) {
		t.Errorf("Bob is told %v", got)
	}
	for _, order := range []string{"draw deck", "preview draw deck"} {
		no := n.hear("Bob", id, order).Answers[0].Refusal
		if no == nil || no.Key != "seat-left" || no.Rule != "" || no.Try != "take "+id {
			t.Errorf("%s is answered with %+v", order, no)
		}
	}
}

// TestSilencesInARow: a turn that is answered, or a new player, starts the count anew;
// answers to a convoy and standing orders do not, for nobody else may know of these.
func TestSilencesInARow(t *testing.T) {
	for name, c := range map[string]struct {
		between func(n *inn, id string)
		want    bool
	}{
		"nothing":          {func(*inn, string) {}, true},
		"an answered turn": {func(n *inn, id string) { n.playTurn(id, "Bob") }, false},
		"a standing order": {func(n *inn, id string) { n.hear("Bob", id, "when convoy let go") }, true},
		"one in their turn": {func(n *inn, id string) {
			for who, _ := n.turn(id); who != "Bob"; who, _ = n.turn(id) {
				n.anyMove(id, who)
			}
			n.hear("Bob", id, "when convoy let go")
		}, true},
		"talk":           {func(n *inn, id string) { n.hear("Bob", id, "say Hello") }, true},
		"another player": {func(n *inn, id string) { n.ruled(id, "replace Bob cem@test", noon) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			n := newInn(t)
			id := n.opened("silences=2", "Ann", "Bob")
			n.silent(id, "Bob")
			c.between(n, id)
			n.silent(id, n.load(id).Names[1])
			if got := n.load(id).Lobby.Places[1].Bot; got != c.want {
				t.Errorf("a bot has the seat: %v, want %v", got, c.want)
			}
		})
	}
}

// anyMove has somebody draw, or pass with a full hand.
func (n *inn) anyMove(id, who string) {
	n.Helper()
	if refusal(n.hear(who, id, "draw deck")) != "" {
		n.hear(who, id, "pass")
	}
}

// playTurn has somebody draw in their turn.
func (n *inn) playTurn(id, name string) {
	n.Helper()
	for range 10 {
		who, _ := n.turn(id)
		n.anyMove(id, who)
		if who == name {
			return
		}
	}
	n.Fatalf("it is never the turn of %s", name)
}

// TestSilencesOff: neither where it was agreed on, nor in logs of old.
func TestSilencesOff(t *testing.T) {
	n := newInn(t)
	id := n.opened("silences=off", "Ann", "Bob")
	for range 3 {
		n.silent(id, "Bob")
	}
	if n.place(id, "Bob").Bot {
		t.Error("a bot has the seat")
	}
	if got := n.load(n.table("Cem", "Dov")).Lobby.Times.Silences; got != lobby.UsualSilences {
		t.Errorf("a table opened without a word has silences=%d", got)
	}
}

// TestComingBack: the seat is its player's again, who goes on where the bot has left.
func TestComingBack(t *testing.T) {
	n := newInn(t)
	id := n.opened("silences=1", "Ann", "Bob")
	n.silent(id, "Bob")
	before := n.load(id)
	reply := n.hear("Bob", "", "take "+id)
	after := n.load(id)
	if refusal(reply) != "" || after.Lobby.Places[1] != (lobby.Place{Player: before.Lobby.Places[1].Player, Join: before.Lobby.Places[1].Join}) {
		t.Fatalf("%+v, %+v", reply, after.Lobby.Places[1])
	}
	if before.Lobby.Seed(before.secret) != after.Lobby.Seed(after.secret) {
		t.Error("the seed has changed")
	}
	if last := n.letters(id); last[len(last)-1].Kind != KindAnswer || last[len(last)-1].Seat != 2 {
		t.Errorf("answered with %+v", last[len(last)-1])
	}
	n.playTurn(id, "Bob")
	if got := refusal(n.hear("Bob", "", "take "+id)); got != "already-seated" {
		t.Errorf("taken twice: %q", got)
	}
}

// TestResignedForGood: who resigned does not come back by themselves, nor does whom a
// moderator has sent a bot for.
func TestResignedForGood(t *testing.T) {
	n := newInn(t)
	for what, leave := range map[string]func(string){
		"resign": func(id string) { n.hear("Bob", id, "resign") },
		"bot":    func(id string) { n.ruled(id, "bot Bob", noon) },
	} {
		id := n.opened("absent=replacement", "Ann", "Bob")
		leave(id)
		if got := refusal(n.hear("Bob", "", "take "+id)); got != "take-given-up" {
			t.Errorf("%s: %q", what, got)
		}
		if got := n.place(id, "Bob").Seeks; got != (what == "resign") {
			t.Errorf("%s: the seat seeks a player: %v", what, got)
		}
	}
}

// TestTakingOver: the new player has the seat, its knowledge and a letter about it, the
// one before is told, and nothing of what was told to them alone comes along.
func TestTakingOver(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.hear("Ann", id, "tell Bob Between us.")
	if got := refusal(n.hear("Bob", id, "seek replacement")); got != "" || !n.place(id, "Bob").Seeks {
		t.Fatalf("offering: %q", got)
	}
	before, bob, own := n.load(id), n.load(id).Lobby.Player(2), len(n.letters(""))
	since := len(n.letters(id))
	if got := refusal(n.hear("Cem", "", "take "+id)); got != "" {
		t.Fatalf("taking: %q", got)
	}
	after := n.load(id)
	if after.Names[1] != "Cem" || after.Lobby.Places[1].Seeks || before.Lobby.Seed(before.secret) != after.Lobby.Seed(after.secret) {
		t.Errorf("names %v, %+v", after.Names, after.Lobby.Places[1])
	}
	if diff := cmp.Diff(map[string][]string{"Cem": {KindTaken}}, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	var kinds []string
	for _, l := range n.letters("")[own:] {
		kinds = append(kinds, l.Kind)
		if l.Kind == KindTakenOver && (l.Player != bob || l.Cause != AboutTable(id)) {
			t.Errorf("told %+v", l)
		}
	}
	if !slices.Equal(kinds, []string{KindAnswer, KindTakenOver}) {
		t.Errorf("the service writes %v", kinds)
	}
	if talk := after.Talk(after.Lobby.Player(2), 0); len(talk) != 0 {
		t.Errorf("the new player hears %v", talk)
	}
	if got := refusal(n.hear("Bob", "", "take "+id)); got != "take-none" {
		t.Errorf("the old player takes nothing: %q", got)
	}
}

// TestKeepingTheSeat: an offer can be withdrawn, and then nobody takes the seat.
func TestKeepingTheSeat(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	for _, c := range []struct{ line, want string }{
		{"seek replacement off", "seeks-not"}, {"zoek vervanger", ""}, {"seek replacement", "seeks-already"}, {"zoek vervanger uit", ""},
		{"seek replacement now off", "seek-form"},
	} {
		if got := refusal(n.hear("Bob", id, c.line)); got != c.want {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
	}
	if got := refusal(n.hear("Cem", "", "overnemen "+id)); got != "take-none" {
		t.Errorf("taken: %q", got)
	}
}

// TestWhoMayTake: nobody has two seats, nor knows the cards of two, and no refusal
// tells whether there is such a table.
func TestWhoMayTake(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob", "Cem")
	n.hear("Bob", id, "seek replacement")
	if got := refusal(n.hear("Ann", "", "take "+id)); got != "already-seated" {
		t.Errorf("a second seat: %q", got)
	}
	n.hear("Dov", "", "take "+id)
	n.hear("Ann", id, "seek replacement")
	if got := refusal(n.hear("Bob", "", "take "+id)); got != "take-another" {
		t.Errorf("another seat: %q", got)
	}
	n.hear("Dov", id, "seek replacement")
	n.hear("Ann", id, "seek replacement off")
	if got := refusal(n.hear("Bob", "", "take "+id)); got != "" || n.load(id).Names[1] != "Bob" {
		t.Errorf("their own seat again: %q", got)
	}
	forming := n.hear("Eva", "", "new konvooi for 3").Tables[0]
	closed := n.table("Fay", "Gus")
	n.ruled(closed, "close", noon)
	for _, table := range []string{"ZZZZZ", forming, closed, id} {
		m := n.write("Hal", "", "take "+table)
		reply, err := n.Hear(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		no := reply.Answers[0].Refusal
		if no == nil || no.Key != "take-none" || len(no.Args) != 0 || no.Try != "" {
			t.Errorf("%s: %+v", table, no)
		}
	}
}

// TestTakingHasBounds: as many tables as one can sit at, whether there is one or not.
func TestTakingHasBounds(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.hear("Bob", id, "seek replacement")
	full := make([]Sitting, mostTables)
	n.Sitting = func(context.Context, string) ([]Sitting, error) { return full, nil }
	for _, table := range []string{id, "ZZZZZ"} {
		if got := refusal(n.hear("Cem", "", "take "+table)); got != "too-many-tables" {
			t.Errorf("%s: %q", table, got)
		}
	}
	full[0].Left = true // a bot plays there
	if got := refusal(n.hear("Cem", "", "take "+id)); got != "" {
		t.Errorf("one table less: %q", got)
	}
}

// TestTakenOnce: of two who take the same seat at once, one has it.
func TestTakenOnce(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.hear("Bob", id, "seek replacement")
	race := &overtaken{Log: n.store}
	late := *n.House
	late.Log = race
	m := n.write("Cem", "", "take "+id)
	race.before = func() { n.hear("Dov", "", "take "+id) }
	reply, err := late.Hear(t.Context(), m)
	if err != nil || refusal(reply) != "take-none" || n.load(id).Names[1] != "Dov" {
		t.Errorf("%v, %+v, names %v", err, reply.Answers, n.load(id).Names)
	}
}

// TestReplacementsAreListed: with absent=replacement a seat that was left seeks a
// player, and `tables` says so, wherever the table stands on a list.
func TestReplacementsAreListed(t *testing.T) {
	n := newInn(t)
	id := n.opened("silences=1 absent=replacement", "Ann", "Bob", "Cem")
	n.silent(id, "Bob")
	if p := n.place(id, "Bob"); !p.Bot || !p.Seeks {
		t.Fatalf("%+v", p)
	}
	n.Forming = func(context.Context) ([]string, error) { return nil, nil }
	n.Seeking = func(context.Context) ([]string, error) { return []string{id}, nil }
	told := n.hear("Dov", "", "tables").Answers[0].Told
	if len(told) != 1 || told[0].Key != "listed-seeks" || told[0].Args["Count"] != 1 {
		t.Errorf("listed %+v", told)
	}
	n.hear("Dov", "", "take "+id)
	if told := n.hear("Eva", "", "tables").Answers[0].Told; told[0].Key != "listed-none" {
		t.Errorf("listed %+v", told)
	}
	if got := refusal(n.hear("Bob", "", "take "+id)); got != "take-none" {
		t.Errorf("Bob comes back too late: %q", got)
	}
}

// TestUnsealedSeatsAreNotTaken: who may have seen a table's secrets takes none there.
func TestUnsealedSeatsAreNotTaken(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.hear("Bob", id, "seek replacement")
	n.Judge = func(address string) bool { return address == "mod@test" }
	if err := n.Unseal(t.Context(), id, "operator", "why", noon); err != nil {
		t.Fatal(err)
	}
	if got := refusal(n.hear("Mod", "", "take "+id)); got != "replace-judge" {
		t.Errorf("taken: %q", got)
	}
}
