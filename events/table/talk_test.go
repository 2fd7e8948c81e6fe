package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// said lists what was said at a table, from its log, and holds each text against its
// hash there.
func (n *inn) said(id string) (texts []string) {
	n.Helper()
	sums := map[string]bool{}
	for _, k := range n.load(id).talk {
		text, err := n.store.Text(n.Context(), id, k.Sum)
		if err != nil {
			n.Fatal(err)
		}
		if events.TextSum(text.Salt, text.Text) != k.Sum || sums[k.Sum] {
			n.Errorf("the log holds %s of %q, twice: %v", k.Sum, text.Text, sums[k.Sum])
		}
		sums[k.Sum] = true
		texts = append(texts, text.Text)
	}
	return texts
}

// TestTalkIsSalted: the log holds a hash that is another one each time, and of the
// order only its verb and its hearer's seat.
func TestTalkIsSalted(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	before := n.load(id).Version
	n.hear("Ann", id, "say Yes.", "say Yes.", "tell Bob Yes.")
	if got := n.said(id); !slices.Equal(got, []string{"Yes.", "Yes.", "Yes."}) {
		t.Errorf("said %q", got)
	}
	entries, err := n.store.Stream(t.Context(), id, before+1, 0)
	if err != nil {
		t.Fatal(err)
	}
	var orders []string
	for _, e := range entries {
		orders = append(orders, fmt.Sprintf("%s by %d", e.Order, e.Seat))
	}
	if want := []string{"say by 1", "say by 1", "tell #2 by 1"}; !slices.Equal(orders, want) {
		t.Errorf("orders %q, want %q", orders, want)
	}
}

// TestTalkGoesByPlayer: what was told before somebody left is theirs to read whose
// ears it was for, wherever they sit now.
func TestTalkGoesByPlayer(t *testing.T) {
	n := newInn(t)
	id := n.hear("Ann", "", "new konvooi for 5").Tables[0]
	for _, name := range []string{"Bob", "Cem", "Dov"} {
		n.hear(name, "", "join "+id)
	}
	n.hear("Bob", id, "tell Cem one", "say two")
	n.hear("Ann", id, "leave")
	now := n.load(id)
	for seat, want := range map[engine.Seat]int{1: 2, 2: 2, 3: 1} { // Bob, Cem, Dov
		if got := now.Talk(now.Lobby.Player(seat), 0); len(got) != want {
			t.Errorf("seat %d hears %+v, want %d", seat, got, want)
		}
	}
	if got := now.Talk(now.Lobby.Player(2), now.talk[0].Version); len(got) != 1 || got[0].Hearer != "" {
		t.Errorf("after the first: %+v", got)
	}
}

// TestLettersForTalk: those who are spoken to are due one letter each, which is the
// one that is due to them anyway if there is one.
func TestLettersForTalk(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob", "Cem")
	who, _ := n.turn(id)
	seat := engine.Seat(slices.Index(n.load(id).Names, who) + 1)
	next := seat%3 + 1
	other := next%3 + 1
	for _, c := range []struct {
		lines []string
		want  []string
	}{
		{[]string{"say one", "say two"}, []string{fmt.Sprint(int(next), " said"), fmt.Sprint(int(other), " said"), fmt.Sprint(int(seat), " answer")}},
		{[]string{"tell " + n.load(id).Names.Name(other) + " x"}, []string{fmt.Sprint(int(other), " said"), fmt.Sprint(int(seat), " answer")}},
		{[]string{"say three", "pass"}, []string{fmt.Sprint(int(next), " asked"), fmt.Sprint(int(other), " said"), fmt.Sprint(int(seat), " answer")}},
	} {
		before, err := n.store.Letters(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		n.hear(who, id, c.lines...)
		after, err := n.store.Letters(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range after[len(before):] {
			got = append(got, fmt.Sprint(l.Seat, " ", l.Kind))
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: letters %q, want %q", c.lines, got, c.want)
		}
	}
}

// TestResendIsOneLetter: a letter asked for again is the only one of its table.
func TestResendIsOneLetter(t *testing.T) {
	n := newInn(t)
	id := n.hear("Ann", "", "new konvooi for 3").Tables[0]
	n.hear("Bob", "", "join "+id)
	before, err := n.store.Letters(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	n.hear("Ann", id, "begin", "resend", "resend")
	after, err := n.store.Letters(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range after[len(before):] {
		got = append(got, fmt.Sprint(l.Seat, " ", l.Kind))
	}
	if want := []string{"2 begun", "1 resent"}; !slices.Equal(got, want) {
		t.Errorf("letters %q, want %q", got, want)
	}
}

// TestLeftMeanwhile: a mail to a table its sender has left since it was sent is one
// to the service.
func TestLeftMeanwhile(t *testing.T) {
	n := newInn(t)
	id := n.hear("Ann", "", "new konvooi for 3").Tables[0]
	n.hear("Bob", "", "join "+id)
	late := n.write("Ann", id, "say hello")
	n.hear("Ann", id, "leave")
	reply, err := n.Hear(t.Context(), late)
	if err != nil || refusal(reply) != "no-table" {
		t.Errorf("%+v, %v", reply, err)
	}
	if got := refusal(n.hear("Bob", id, "leave", "draw deck")); got != "no-table" {
		t.Errorf("an order to a table left by the same mail: %s", got)
	}
	if s := n.load(id).Lobby; !s.Closed {
		t.Errorf("the table both have left: %+v", s)
	}
}

// TestInvitingTwoTables: an address that nobody is known by becomes one player, and a
// refused order invites nobody.
func TestInvitingTwoTables(t *testing.T) {
	n := newInn(t)
	today, often := 0, 0
	n.Invited = func(_ context.Context, by, guest string, _ time.Time) (int, error) {
		if guest != "" {
			return often, nil
		}
		return today, nil
	}
	n.Address = func(a string) (string, error) {
		if a == "bad@test" {
			return "", errors.New("bad")
		}
		return a, nil
	}
	reply := n.hear("Ann", "", "new konvooi for 3", "invite guest@test", "new konvooi for 4", "invite guest@test other@test")
	if refusal(reply) != "" || len(reply.Tables) != 2 {
		t.Fatalf("%+v", reply)
	}
	players, err := n.store.Players(t.Context())
	if err != nil || len(players) != 3 {
		t.Errorf("players %+v, %v", players, err)
	}
	first, second := n.load(reply.Tables[0]).Lobby.Invited, n.load(reply.Tables[1]).Lobby.Invited
	if len(first) != 1 || len(second) != 2 || first[0].Player != second[0].Player {
		t.Errorf("invited %+v and %+v", first, second)
	}
	if at := n.load(reply.Tables[1]).Invitations(); len(at) != 2 || !at[1].At.Equal(noon) || at[1].By != second[1].By {
		t.Errorf("invitations %+v", at)
	}
	if got := refusal(n.hear("Ann", reply.Tables[0], "invite new@test bad@test")); got != "address-bad" {
		t.Errorf("one bad address: %s", got)
	}
	if got := refusal(n.hear("New", "", "new konvooi for 3", "invite new@test")); got != "invite-twice" {
		t.Errorf("the sender's own address, in their first mail: %s", got)
	}
	often = lobby.MostInvitedADay
	if got := refusal(n.hear("Ann", reply.Tables[0], "invite new@test")); got != "invite-rest" {
		t.Errorf("somebody invited often today: %s", got)
	}
	often = 0
	today = lobby.MostInvitationsADay - 1
	if got := refusal(n.hear("Ann", reply.Tables[0], "invite new@test newer@test")); got != "invite-day" {
		t.Errorf("too many a day: %s", got)
	}
	if got := refusal(n.hear("Ann", reply.Tables[0], "invite new@test", "invite newer@test")); got != "invite-day" {
		t.Errorf("too many a day, in two lines: %s", got)
	}
	if got := n.load(reply.Tables[0]).Lobby.Invited; len(got) != 2 {
		t.Errorf("refused orders have invited: %+v", got)
	}
}

// TestInvitedByTwoAtOnce: two tables that invite the same new address at the same
// time invite the same player.
func TestInvitedByTwoAtOnce(t *testing.T) {
	n := newInn(t)
	n.Invited = func(context.Context, string, string, time.Time) (int, error) { return 0, nil }
	n.Address = func(a string) (string, error) { return a, nil }
	first := n.hear("Ann", "", "new konvooi for 3").Tables[0]
	second := n.hear("Bob", "", "new konvooi for 3").Tables[0]
	race := &overtaken{Log: n.store, before: func() { n.hear("Ann", first, "invite guest@test") }}
	late := *n.House
	late.Log = race
	reply, err := late.Hear(t.Context(), n.write("Bob", second, "invite guest@test"))
	if err != nil || refusal(reply) != "" {
		t.Fatalf("%+v, %v", reply, err)
	}
	a, b := n.load(first).Lobby.Invited, n.load(second).Lobby.Invited
	if len(a) != 1 || len(b) != 1 || a[0].Player != b[0].Player {
		t.Errorf("invited %+v and %+v", a, b)
	}
}

// TestListIsBounded: thirty tables at the most, and none that has stopped seating
// players by the time the mail is heard.
func TestListIsBounded(t *testing.T) {
	n := newInn(t)
	var ids []string
	n.Forming = func(context.Context) ([]string, error) { return ids, nil }
	for range mostListed + 5 {
		ids = append(ids, n.hear("Ann", "", "new konvooi for 2").Tables...)
	}
	n.hear("Ann", ids[0], "bots 1")
	n.hear("Ann", "", "leave "+ids[1])
	listed := n.hear("Ann", "", "leave "+ids[2], "tables").Answers[1].Told
	if len(listed) != mostListed {
		t.Errorf("%d tables listed", len(listed))
	}
	for _, s := range listed {
		if slices.Contains(ids[:3], s.Args["Table"].(string)) {
			t.Errorf("listed: %v", s.Args)
		}
	}
}
