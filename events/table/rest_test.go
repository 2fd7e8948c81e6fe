package table

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// TestAtRest: a mail to a table at rest is kept and answered by the service, and
// nothing happens at the table, not even what is due.
func TestAtRest(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	seat, _ := n.load(id).Lobby.Seat(n.write(who, "").Player.ID)
	q, _ := n.load(id).Question(seat)
	n.rest(id)
	version, letters, own := n.version(id), n.letters(id), len(n.letters(""))
	m := n.write(who, id, "draw deck", "good luck", "look")
	reply, err := n.Hear(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Verdict{engine.Refused, engine.NotTried, engine.NotTried}
	if diff := cmp.Diff(want, verdicts(reply)); diff != "" || refusal(reply) != "table-resting" {
		t.Errorf("refused as %q; verdicts:\n%s", refusal(reply), diff)
	}
	if again, err := n.Hear(t.Context(), m); err != nil || !again.Seen {
		t.Errorf("the same mail again: %+v, %v", again, err)
	}
	late := noon.Add(1000 * time.Hour)
	for what, err := range map[string]error{
		"settle": n.Settle(t.Context(), id, late), "lapse": n.Lapse(t.Context(), id, late),
		"remind": n.Remind(t.Context(), id, seat, q.Version, "reminder", late),
		"excuse": n.Excuse(t.Context(), id, lobby.Outage{From: noon, To: late}, late),
		"close":  n.CloseSilent(t.Context(), id, late),
	} {
		if !errors.Is(err, ErrResting) {
			t.Errorf("%s: %v, want ErrResting", what, err)
		}
	}
	if diff := cmp.Diff(letters, n.letters(id)); diff != "" || n.version(id) != version {
		t.Errorf("version %d became %d; letters:\n%s", version, n.version(id), diff)
	}
	kept, err := n.store.MailByKey(t.Context(), m.Mail.Key)
	if err != nil {
		t.Fatal(err)
	}
	answers := n.letters("")[own:]
	if len(answers) != 1 || answers[0].Mail != kept.ID || answers[0].Player != m.Player.ID || answers[0].Kind != KindAnswer {
		t.Errorf("answered by %+v", answers)
	}
}

// TestJoiningATableAtRest: whoever might have had a seat learns that it rests;
// others learn no more than of a table that does not rest.
func TestJoiningATableAtRest(t *testing.T) {
	n := newInn(t)
	begun := n.table("Ann", "Bob")
	forming := n.hear("Ann", "", "new konvooi for 3").Tables[0]
	sound := n.table("Cem", "Dov")
	n.hear("Eva", "", "games")
	n.rest(begun)
	n.rest(forming)
	for _, c := range []struct{ who, table, want string }{
		{"Ann", begun, "table-resting"}, {"Eva", begun, "table-unknown"}, {"Fay", begun, "table-unknown"},
		{"Ann", forming, "table-resting"}, {"Eva", forming, "table-resting"}, {"Fay", forming, "table-resting"},
	} {
		if got := refusal(n.hear(c.who, "", "join "+c.table)); got != c.want {
			t.Errorf("%s joins: refused as %q, want %q", c.who, got, c.want)
		}
	}
	who, _ := n.turn(sound)
	reply := n.hear(who, sound, "draw deck", "join "+forming)
	if diff := cmp.Diff([]engine.Verdict{engine.Done, engine.Refused}, verdicts(reply)); diff != "" {
		t.Errorf("at the sound table:\n%s", diff)
	}
}

// TestRehearsal: a rehearsal fails where the table would fail, and keeps nothing.
func TestRehearsal(t *testing.T) {
	n, weak, _, breaks := brittleInn(t)
	who, _ := n.turn(weak)
	n.rest(weak)
	m := n.write(who, weak, "draw deck")
	late := noon.Add(100 * time.Hour)
	before, letters := n.version(weak), n.letters(weak)
	for breaking, c := range map[string]struct {
		mails []Heard
		now   time.Time
		fails bool
	}{
		"nothing": {[]Heard{m}, late, false},
		"fold":    {nil, noon, true},
		"decide":  {[]Heard{m}, noon, true},
		"silence": {nil, late, true},
		"bot":     {nil, noon, false}, // there is none
	} {
		breaks[breaking] = true
		err := n.Rehearse(t.Context(), weak, c.mails, c.now)
		if _, fault := errors.AsType[*Fault](err); fault != c.fails || (err != nil) != c.fails {
			t.Errorf("%s breaks: %v", breaking, err)
		}
		delete(breaks, breaking)
	}
	if _, err := n.store.MailByKey(t.Context(), m.Mail.Key); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("a rehearsed mail was kept: %v", err)
	}
	if diff := cmp.Diff(letters, n.letters(weak)); diff != "" || n.version(weak) != before {
		t.Errorf("version %d became %d; letters:\n%s", before, n.version(weak), diff)
	}
}

// TestMending: the time at rest is excused, in one entry, and whoever has sat at the
// table is told, the one who gave up the seat by the service.
func TestMending(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob", "Cem")
	who, other := n.turn(id)
	n.hear(other, id, "resign")
	names := n.load(id).Names
	seat, gone := engine.Seat(1), engine.Seat(1)
	for i, name := range names {
		switch name {
		case who:
			seat = engine.Seat(i + 1)
		case other:
			gone = engine.Seat(i + 1)
		}
	}
	due, _ := n.load(id).Deadline(seat)
	f := n.rest(id)
	own := len(n.letters(""))
	version, letters := n.version(id), len(n.letters(id))
	later := noon.Add(30 * time.Hour)
	if err := n.Mend(t.Context(), f, later); err != nil {
		t.Fatal(err)
	}
	if _, err := n.store.Fault(t.Context(), id); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("it still rests: %v", err)
	}
	done := n.load(id)
	if got, _ := done.Deadline(seat); got != due.Add(30*time.Hour) || done.Version != version+1 {
		t.Errorf("deadline %v became %v, version %d became %d", due, got, version, done.Version)
	}
	var told []uint8
	for _, l := range n.letters(id)[letters:] {
		if l.Kind != KindMended || l.Version != version+1 {
			t.Errorf("letter %+v", l)
		}
		told = append(told, l.Seat)
	}
	if len(told) != 2 || bytes.Contains(told, []byte{uint8(gone)}) {
		t.Errorf("letters to the seats %v, want all but %d", told, gone)
	}
	if mended := n.letters("")[own:]; len(mended) != 1 || mended[0].Player != done.Lobby.Player(gone) || mended[0].Kind != KindMended {
		t.Errorf("letters of the service %+v", mended)
	}
	if err := n.Excuse(t.Context(), id, lobby.Outage{From: noon, To: later}, later); err != nil || n.version(id) != version+1 {
		t.Errorf("the same time was excused twice: %v, version %d", err, n.version(id))
	}
}

// TestOrdersAboutATableAtRest: an order to the service that comes upon a table at
// rest is answered, and keeps the sender from nothing else.
func TestOrdersAboutATableAtRest(t *testing.T) {
	n := newInn(t)
	forming := n.hear("Ann", "", "new konvooi for 3").Tables[0]
	sound := n.table("Ann", "Bob")
	n.rest(forming)
	resting := true
	n.House.Sitting = func(context.Context, string) ([]Sitting, error) {
		return []Sitting{{Table: forming, Game: "konvooi", Resting: resting, Open: !resting}, {Table: sound, Game: "konvooi"}}, nil
	}
	n.House.Forming = func(context.Context) ([]string, error) { return []string{forming}, nil }
	for _, listed := range []bool{true, false} { // as the read tables have it, and before they do
		resting = listed
		before := n.letters(forming)
		for line, want := range map[string]string{
			"leave " + forming: "table-resting", "resend": "", "tables": "", "status": "",
		} {
			if got := refusal(n.hear("Ann", "", line)); got != want {
				t.Errorf("%q: refused as %q, want %q", line, got, want)
			}
		}
		if diff := cmp.Diff(before, n.letters(forming)); diff != "" {
			t.Errorf("letters of the table at rest:\n%s", diff)
		}
	}
	if got := refusal(n.hear("Ann", "", "begin")); got != "table-resting" {
		t.Errorf("begin: refused as %q", got)
	}
	resting = true
	told := n.hear("Ann", "", "status").Answers[0].Told
	if len(told) != 2 || told[0].Key != "tables-resting" || told[1].Key == "tables-resting" {
		t.Errorf("status: %+v", told)
	}
}
