package post

import (
	"fmt"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
)

// play has whoever is awaited at a table give an order there, and gives who that was.
func (c *chamber) play(t *testing.T, id, order string) engine.Seat {
	t.Helper()
	at, err := c.House.Load(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	seat := at.Play.Awaited()[0]
	player, err := c.store.Player(t.Context(), at.Lobby.Player(seat))
	if err != nil {
		t.Fatal(err)
	}
	c.mails++
	reply, err := c.House.Hear(t.Context(), table.Heard{
		Mail:  events.Mail{Key: fmt.Sprint(c.mails), MessageID: fmt.Sprint(c.mails, "@test"), Received: noon},
		Table: id, Seat: seat, Player: player, Lines: []string{order}, Now: noon,
	})
	if err != nil || reply.Answers[0].Verdict != engine.Done {
		t.Fatalf("%s: %+v, %v", order, reply, err)
	}
	return seat
}

func (c *chamber) rule(t *testing.T, id, order string) {
	t.Helper()
	c.House.Address = func(a string) (string, error) { return a, nil }
	if _, err := c.House.Rule(t.Context(), id, order, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
}

// TestOvertakenLetters: a letter that asks what has been taken back does not leave,
// nor one to a player whose seat is another's; what else speaks of it speaks of the
// table as it stood afterwards.
func TestOvertakenLetters(t *testing.T) {
	c := newChamber(t)
	id := c.table(t)
	back, err := c.store.Version(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	seat := c.play(t, id, "draw deck")
	gone, err := c.store.Version(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	c.rule(t, id, fmt.Sprintf("rewind %d", back))
	rewound, err := c.store.Version(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	c.check(t, id, func(l events.Letter) (int64, bool) {
		if l.Version != gone {
			return l.Version, false
		}
		return rewound, l.Kind == table.KindAsked
	})
	c.rule(t, id, fmt.Sprintf("replace %d dot@test", seat))
	c.check(t, id, func(l events.Letter) (int64, bool) {
		mine := l.Seat == uint8(seat) && l.Kind != table.KindTaken && l.Kind != table.KindAnswer
		if l.Version != gone {
			return l.Version, mine
		}
		return rewound, mine || l.Kind == table.KindAsked
	})
}

// check holds what is done with the letters of a table that is past its forming
// against what is wanted.
func (c *chamber) check(t *testing.T, id string, want func(events.Letter) (int64, bool)) {
	t.Helper()
	letters, err := c.store.Letters(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range letters {
		now, err := c.now(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		version, moot := overtaken(now, l)
		if wanted, off := want(l); moot != off || !moot && version != wanted {
			t.Errorf("%s to seat %d of version %d: as of %d, moot %v; want %d, %v", l.Kind, l.Seat, l.Version, version, moot, wanted, off)
		}
	}
}
