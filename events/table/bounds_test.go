package table

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// counted is a log that counts how often a stream is read.
type counted struct {
	events.Log
	reads int
}

func (c *counted) Stream(ctx context.Context, stream string, from, upto int64) ([]events.Entry, error) {
	c.reads++
	return c.Log.Stream(ctx, stream, from, upto)
}

// TestListingOnce: what only lists does so once a mail, and reads no more tables than
// it lists.
func TestListingOnce(t *testing.T) {
	n := newInn(t)
	var ids []string
	n.Forming = func(context.Context) ([]string, error) { return ids, nil }
	for range mostListed + 5 {
		ids = append(ids, n.hear("Ann", "", "new konvooi for 2").Tables...)
	}
	log := &counted{Log: n.store}
	slow := *n.House
	slow.Log = log
	mail := n.write("Ann", "", slices.Repeat([]string{"tables", "Tafels", "help talk", "help tables", "help talk"}, 8)...)
	reply, err := slow.Hear(t.Context(), mail)
	if err != nil || refusal(reply) != "" {
		t.Fatalf("%+v, %v", reply, err)
	}
	if log.reads > mostListed {
		t.Errorf("%d streams read to list %d tables", log.reads, mostListed)
	}
	for i, a := range reply.Answers {
		first := i == 0 || i == 2 || i == 3
		if again := len(a.Told) == 1 && a.Told[0].Key == "once"; again == first {
			t.Errorf("line %d, %q: %d sentences, the first %q", i, a.Line, len(a.Told), a.Told[0].Key)
		}
	}
}

// TestTalkADay: a player speaks so often at a table in 24 hours, to whomever, and
// others do as well.
func TestTalkADay(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	other := n.table("Ann", "Cem")
	for i := range lobby.MostTalkADay / 10 {
		n.late(time.Duration(i)*time.Hour, "Ann", id, slices.Repeat([]string{"say hello", "tell Bob hello"}, 5)...)
	}
	day := 24 * time.Hour
	for _, c := range []struct {
		after    time.Duration
		who, at  string
		order    string
		refusals string
	}{
		{day - time.Minute, "Ann", id, "say more", "say-day"},
		{day - time.Minute, "Ann", id, "tell Bob more", "say-day"},
		{day - time.Minute, "Ann", other, "say elsewhere", ""},
		{day - time.Minute, "Bob", id, "say me", ""},
		{day + time.Minute, "Ann", id, "say more", ""},
	} {
		if got := refusal(n.late(c.after, c.who, c.at, c.order)); got != c.refusals {
			t.Errorf("%s after %v, %q: refused %q, want %q", c.who, c.after, c.order, got, c.refusals)
		}
	}
	if got := refusal(n.late(day+time.Minute, "Ann", id, slices.Repeat([]string{"say on"}, 10)...)); got != "say-day" {
		t.Errorf("past the bound within one mail: %q", got)
	}
}

// TestNameOfALeaver: nobody speaks under the name of somebody who has left, who has it
// again when they come back.
func TestNameOfALeaver(t *testing.T) {
	n := newInn(t)
	id := n.hear("Ann", "", "new konvooi for 4").Tables[0]
	n.hear("Bob", "", "join "+id)
	n.hear("Bob", id, "leave")
	if got := refusal(n.hear("Eve", "", "join "+id+" as BOB")); got != "name-taken" {
		t.Errorf("a leaver's name: %q", got)
	}
	n.hear("Bob", "", "join "+id)
	n.hear("Eve", "", "join "+id)
	if got := n.load(id).Names; !slices.Equal(got, engine.Roster{"Ann", "Bob", "Eve"}) {
		t.Errorf("seated: %v", got)
	}
}

// TestInvitedOftenByOneMail: one mail invites nobody more often than a day allows,
// whether they are known or not.
func TestInvitedOftenByOneMail(t *testing.T) {
	n := newInn(t)
	n.Address = func(a string) (string, error) { return a, nil }
	often := 0
	n.Invited = func(_ context.Context, by, guest string, _ time.Time) (int, error) {
		if guest == "" {
			return 0, nil
		}
		return often, nil
	}
	n.hear("Vic", "", "new konvooi for 2")
	for _, c := range []struct {
		guest string
		often int
		want  int
	}{{"vic@test", 0, lobby.MostInvitedADay}, {"VIC@test", 3, lobby.MostInvitedADay - 3}, {"new@test", 0, lobby.MostInvitedADay}} {
		often = c.often
		var lines []string
		for i := range lobby.MostInvitedADay + 1 {
			guest := c.guest
			if i%2 == 1 {
				guest = strings.ToUpper(guest)
			}
			lines = append(lines, "new konvooi for 6 private", "invite "+guest)
		}
		reply := n.hear("Ann", "", lines...)
		invited := 0
		for _, id := range reply.Tables {
			invited += len(n.load(id).Lobby.Invited)
		}
		if refusal(reply) != "invite-rest" || invited != c.want {
			t.Errorf("%s was invited %d times by one mail, want %d; refused: %s", c.guest, invited, c.want, refusal(reply))
		}
	}
}
