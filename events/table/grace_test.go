package table

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

func (n *inn) carried(id string, now time.Time) {
	n.Helper()
	if err := n.Carry(n.Context(), id, now); err != nil {
		n.Fatal(err)
	}
}

// orders lists the orders of the game that were carried out, by what caused them.
func (n *inn) orders(id string) (all []string) {
	n.Helper()
	for _, e := range n.entries(id) {
		if e.Order != "" && !lobby.Owns(e.Kind) {
			all = append(all, e.Cause.Kind+" "+e.Order)
		}
	}
	return all
}

func (n *inn) waits(id, who string) lobby.Waiting {
	n.Helper()
	w, _ := n.load(id).Lobby.WaitOf(n.seat(id, who))
	return w
}

// outcome gives what the last letter of a kind to a player answers.
func (n *inn) outcome(id, kind string) []engine.Answer {
	n.Helper()
	for _, l := range slices.Backward(n.letters(id)) {
		if l.Kind != kind {
			continue
		}
		m, err := n.store.MailByID(n.Context(), l.Mail)
		if err != nil {
			n.Fatal(err)
		}
		var answers []engine.Answer
		if err := json.Unmarshal(m.Answers, &answers); err != nil {
			n.Fatal(err)
		}
		return answers
	}
	n.Fatalf("no letter of the kind %s", kind)
	return nil
}

const quarter = 15 * time.Minute

// TestGrace: an order waits its time, and then runs once, under the cause of its mail,
// and one letter says what became of it.
func TestGrace(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, other := n.turn(id)
	reply := n.at(noon, who, id, "draw deck")
	if told := reply.Answers[0].Told; refusal(reply) != "" || told[0].Key != ToldUntil || told[0].Args["Due"] != int(noon.Add(quarter).Unix()) {
		t.Fatalf("answered %+v", reply.Answers)
	}
	letters := len(n.letters(id))
	n.carried(id, noon.Add(quarter-time.Second))
	if got := n.orders(id); len(got) != 0 || n.waits(id, who).Due != noon.Add(quarter) {
		t.Fatalf("too early: %v, waits %+v", got, n.waits(id, who))
	}
	ref := n.entries(id)[n.version(id)-1].Cause
	for range 2 {
		n.carried(id, noon.Add(quarter))
	}
	if got := n.orders(id); !slices.Equal(got, []string{"mail draw deck"}) {
		t.Errorf("carried out: %v", got)
	}
	i := slices.IndexFunc(n.entries(id), func(e events.Entry) bool { return e.Order == "draw deck" })
	if e := n.entries(id)[i]; e.Cause != ref || ref.Kind != events.CauseMail {
		t.Errorf("it came of %v, and waited by %v", e.Cause, ref)
	}
	if got := n.told(id, letters); len(got) != 2 || !slices.Equal(got[who], []string{KindCarried}) || !slices.Equal(got[other], []string{KindAsked}) {
		t.Errorf("letters %v", got)
	}
	if got := n.outcome(id, KindCarried); len(got) != 1 || got[0].Verdict != engine.Done || got[0].Order != "draw deck" {
		t.Errorf("outcome %+v", got)
	}
}

// TestReplacedWhileItWaits: a later mail counts in the place of an earlier one; one
// that is refused replaces nothing.
func TestReplacedWhileItWaits(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, _ := n.turn(id)
	n.at(noon, who, id, "draw deck")
	if got := refusal(n.at(noon.Add(time.Minute), who, id, "draw 9")); got == "" {
		t.Error("draw 9 was not refused at once")
	}
	if got := n.waits(id, who).Lines; !slices.Equal(got, []string{"draw deck"}) {
		t.Errorf("after a refusal %q waits", got)
	}
	n.at(noon.Add(10*time.Minute), who, id, "when convoy let go", "pass")
	if got := n.waits(id, who); !slices.Equal(got.Lines, []string{"when convoy let go", "pass"}) || got.Due != noon.Add(25*time.Minute) {
		t.Errorf("waits %+v", got)
	}
	n.carried(id, noon.Add(24*time.Minute))
	if got := n.orders(id); len(got) != 0 {
		t.Errorf("the first one ran: %v", got)
	}
	n.carried(id, noon.Add(25*time.Minute))
	if got := n.orders(id); !slices.Equal(got, []string{"mail when convoy let go", "mail pass"}) {
		t.Errorf("ran %v", got)
	}
}

// TestWaitingIsHeardAnew: all but the first line are judged when they run, and the
// first refused stops the rest.
func TestWaitingIsHeardAnew(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, _ := n.turn(id)
	if got := refusal(n.at(noon, who, id, "pass", "pass", "when convoy let go")); got != "" {
		t.Fatalf("refused at once: %s", got)
	}
	n.carried(id, noon.Add(quarter))
	var got []engine.Verdict
	for _, a := range n.outcome(id, KindCarried) {
		got = append(got, a.Verdict)
	}
	if !slices.Equal(got, []engine.Verdict{engine.Done, engine.Refused, engine.NotTried}) {
		t.Errorf("verdicts %v", got)
	}
}

// TestWaitingIsSecret: no other seat is shown it, gets a letter or another head.
func TestWaitingIsSecret(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, other := n.turn(id)
	seat, letters, head := n.seat(id, other), len(n.letters(id)), n.load(id).Head(n.seat(id, other))
	for i, order := range []string{"draw deck", "cancel waiting", "pass"} {
		n.at(noon.Add(time.Duration(i)*time.Minute), who, id, order)
		last := n.entries(id)[n.version(id)-1]
		e, err := lobby.Decode(engine.Record{Kind: last.Kind, Data: last.Data})
		if err != nil || lobby.Shows(e, seat) || lobby.Shows(e, engine.Onlooker) || !lobby.Shows(e, n.seat(id, who)) {
			t.Errorf("%s: %s is shown to others, %v", order, last.Kind, err)
		}
	}
	if n.load(id).Head(seat) != head || n.told(id, letters)[other] != nil {
		t.Error("another seat has a new head or a letter")
	}
	if e := (&lobby.Due{Seat: seat}); lobby.Shows(e, engine.Onlooker) || !lobby.Shows(e, seat) {
		t.Error("what falls due is shown to others")
	}
}

// TestCancelWaiting: nothing of it runs; there is nothing to cancel twice.
func TestCancelWaiting(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, _ := n.turn(id)
	n.at(noon, who, id, "draw deck")
	for _, want := range []string{"", "waiting-none"} {
		if got := refusal(n.at(noon, who, id, "Schrap wachtend.")); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	n.carried(id, noon.Add(time.Hour))
	if got := n.orders(id); len(got) != 0 {
		t.Errorf("ran %v", got)
	}
}

// TestWaitingIsDropped: by whatever changes the game or who plays it, and its player
// is told, but for who asked for it by their own words.
func TestWaitingIsDropped(t *testing.T) {
	for name, drop := range map[string]func(n *inn, id, who string){
		"resign":  func(n *inn, id, who string) { n.at(noon, who, id, "resign") },
		"pause":   func(n *inn, id, who string) { n.ruled(id, "pause", noon) },
		"bot":     func(n *inn, id, who string) { n.ruled(id, "bot "+who, noon) },
		"replace": func(n *inn, id, who string) { n.ruled(id, "replace "+who+" cem@test", noon) },
		"rewind":  func(n *inn, id, who string) { n.ruled(id, "rewind "+n.back(id), noon) },
	} {
		t.Run(name, func(t *testing.T) {
			n := newInn(t)
			id := n.opened("grace=15m", "Ann", "Bob")
			who, _ := n.turn(id)
			player := n.load(id).Lobby.Player(n.seat(id, who))
			n.at(noon, who, id, "when convoy let go")
			n.carried(id, noon.Add(quarter))
			n.at(noon, who, id, "draw deck")
			before := n.version(id)
			drop(n, id, who)
			now := n.load(id)
			if len(now.Lobby.Waits) != 0 || !now.Dropped(player, before) {
				t.Errorf("waits %+v, told %v", now.Lobby.Waits, now.Dropped(player, before))
			}
			for _, p := range now.Lobby.Places {
				if p.Player != player && now.Dropped(p.Player, 0) {
					t.Error("somebody else is told")
				}
			}
			n.carried(id, noon.Add(time.Hour))
			if got := n.orders(id); slices.Contains(got, "mail draw deck") {
				t.Errorf("ran %v", got)
			}
		})
	}
}

// back is a version that the game can be taken back to.
func (n *inn) back(id string) string {
	n.Helper()
	no := n.unruled(id, "rewind 2", "rewind-version")
	b, err := json.Marshal(no.Args["Nearest"])
	if err != nil {
		n.Fatal(err)
	}
	return string(b)
}

// TestNeverLaterThanTheDeadline: what waits runs at the deadline of what is asked, and
// silence is not taken for an answer where an answer waits.
func TestNeverLaterThanTheDeadline(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, _ := n.turn(id)
	due, _ := n.load(id).Deadline(n.seat(id, who))
	n.at(due.Add(-time.Minute), who, id, "pass")
	if got := n.waits(id, who).Due; got != due {
		t.Errorf("waits until %v, asked until %v", got, due)
	}
	if err := n.Lapse(t.Context(), id, due); err != nil {
		t.Fatal(err)
	}
	if got := n.orders(id); !slices.Equal(got, []string{"mail pass"}) {
		t.Errorf("at the deadline: %v", got)
	}
	next, _ := n.turn(id)
	due, _ = n.load(id).Deadline(n.seat(id, next))
	n.at(due.Add(time.Second), next, id, "pass") // read late
	if got := n.orders(id); len(got) != 2 || len(n.load(id).Lobby.Waits) != 0 {
		t.Errorf("after the deadline: %v, waits %+v", got, n.load(id).Lobby.Waits)
	}
}

// TestWaitsForTheMailbox: what waits may have been replaced by a mail that is not read
// yet.
func TestWaitsForTheMailbox(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, _ := n.turn(id)
	n.at(noon, who, id, "draw deck")
	heard := noon.Add(quarter - time.Second)
	n.House.Heard = func() time.Time { return heard }
	n.carried(id, noon.Add(time.Hour))
	if got := n.orders(id); len(got) != 0 {
		t.Errorf("ran %v", got)
	}
	heard = noon.Add(quarter)
	n.carried(id, noon.Add(time.Hour))
	if got := n.orders(id); len(got) != 1 {
		t.Errorf("ran %v", got)
	}
}

// TestWaitingRunsOnce: of two that run it at once one does; a failure in between leaves
// it to run.
func TestWaitingRunsOnce(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, _ := n.turn(id)
	n.at(noon, who, id, "draw deck")
	race := &overtaken{Log: n.store}
	late := *n.House
	late.Log = race
	race.before = func() { n.carried(id, noon.Add(quarter)) }
	if err := late.Carry(t.Context(), id, noon.Add(quarter)); !errors.Is(err, events.ErrConflict) && !errors.Is(err, events.ErrSeen) {
		t.Errorf("the second: %v", err)
	}
	n.carried(id, noon.Add(time.Hour))
	if got := n.orders(id); len(got) != 1 {
		t.Errorf("ran %v", got)
	}
	crash := *n.House
	crash.Log = broken{n.store}
	next, _ := n.turn(id)
	n.at(noon, next, id, "draw deck")
	if err := crash.Carry(t.Context(), id, noon.Add(quarter)); err == nil {
		t.Error("nothing failed")
	}
	n.carried(id, noon.Add(quarter))
	if got := n.orders(id); len(got) != 2 {
		t.Errorf("ran %v", got)
	}
}

// broken is a log that takes nothing.
type broken struct{ events.Log }

func (broken) Commit(context.Context, events.Batch) (events.Receipt, error) {
	return events.Receipt{}, errors.New("no room")
}

// convoyed has whose turn it is send a convoy, and gives their name.
func (n *inn) convoyed(id string) string {
	n.Helper()
	who, _ := n.turn(id)
	moves := n.load(id).Play.Moves(n.seat(id, who))
	i := slices.IndexFunc(moves, func(m string) bool { return strings.HasPrefix(m, "convoy ") })
	n.at(noon, who, id, moves[i])
	n.carried(id, noon.Add(time.Hour))
	return who
}

// TestBeforeAWindowOpens: a changed answer that waits counts when the window is opened,
// and one that waits is no silence.
func TestBeforeAWindowOpens(t *testing.T) {
	n := newInn(t)
	n.Prompt = false
	id := n.opened("grace=1h", "Ann", "Bob", "Cem")
	sender := n.convoyed(id)
	now := n.load(id)
	asked := n.asked(id)
	if len(asked) == 0 || slices.Contains(asked, sender) {
		t.Fatalf("asked: %v", asked)
	}
	for _, name := range asked {
		n.at(now.window.at.Add(24*time.Hour-time.Minute), name, id, "let go")
	}
	end := n.load(id).windowEnd()
	if err := n.Lapse(t.Context(), id, end); err != nil {
		t.Fatal(err)
	}
	for _, o := range n.orders(id) {
		if strings.HasPrefix(o, "clock let go") {
			t.Errorf("taken for silence: %v", n.orders(id))
		}
	}
}
