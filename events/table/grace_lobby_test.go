package table

import (
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/events"
)

// TestLobbyOrdersDoNotWait: talk and what is of the lobby is done at once, standing in
// the same mail; bots have no grace.
func TestLobbyOrdersDoNotWait(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, other := n.turn(id)
	reply := n.at(noon, who, id, "draw deck", "say Thinking.", "preview pass")
	if refusal(reply) != "" || len(n.load(id).talk) != 1 || !slices.Equal(n.waits(id, who).Lines, []string{"draw deck"}) {
		t.Errorf("%+v, waits %+v", reply.Answers, n.waits(id, who))
	}
	n.at(noon, other, id, "resign")
	n.carried(id, noon.Add(quarter))
	if err := n.Settle(t.Context(), id, noon.Add(quarter)); err != nil {
		t.Fatal(err)
	}
	if got := n.orders(id); len(got) < 2 || !strings.HasPrefix(got[1], "bot ") {
		t.Errorf("orders %v", got)
	}
	n.at(noon, who, id, "draw deck", "resign")
	if now := n.load(id); len(now.Lobby.Waits) != 0 {
		t.Errorf("waits of who has resigned: %+v", now.Lobby.Waits)
	}
}

// TestGraceIsDecidedAgain: a replay follows the log.
func TestGraceIsDecidedAgain(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, _ := n.turn(id)
	n.at(noon, who, id, "draw deck")
	n.at(noon, who, id, "cancel waiting")
	n.at(noon, who, id, "when convoy let go", "pass")
	n.carried(id, noon.Add(quarter))
	all := n.entries(id)
	if err := n.redecided(id, all); err != nil {
		t.Error(err)
	}
	due := slices.IndexFunc(all, func(e events.Entry) bool { return e.Kind == "waiting-due" })
	if err := n.redecided(id, slices.Insert(slices.Clone(all), due, all[due])); err == nil {
		t.Error("orders that wait fell due twice")
	}
}

// asked lists who is asked something.
func (n *inn) asked(id string) (names []string) {
	n.Helper()
	t := n.load(id)
	for i, name := range t.Names {
		if t.Play.Asked(engine.Seat(i+1)).Kind != "" {
			names = append(names, name)
		}
	}
	return names
}

// TestChangedBeforeTheOpening: an answer that was changed in time counts, though its
// grace ends only after the window is opened.
func TestChangedBeforeTheOpening(t *testing.T) {
	n := newInn(t)
	n.Prompt = false
	id := n.opened("grace=1h", "Ann", "Bob", "Cem")
	n.convoyed(id)
	asked := n.asked(id)
	began := n.load(id).window.at
	for _, name := range asked {
		n.at(began.Add(time.Minute), name, id, "let go")
	}
	n.carried(id, began.Add(2*time.Hour))
	opening, due := n.load(id).Own()
	if !due {
		t.Fatal("the window is not complete")
	}
	n.at(opening.Add(-time.Minute), asked[0], id, "let go")
	if got := n.waits(id, asked[0]).Due; !got.After(opening) {
		t.Fatalf("waits until %v, opened at %v", got, opening)
	}
	before := len(n.orders(id))
	if err := n.Settle(t.Context(), id, opening); err != nil {
		t.Fatal(err)
	}
	if got := n.orders(id)[before:]; len(got) < 2 || got[0] != "mail let go" || got[1] != "clock open answers" {
		t.Errorf("then came %v", got)
	}
}

// TestSealedSilenceCostsNoSeat: a bot in the seat would tell everybody who was asked.
func TestSealedSilenceCostsNoSeat(t *testing.T) {
	n := newInn(t)
	id := n.opened("silences=1", "Ann", "Bob", "Cem")
	n.convoyed(id)
	asked := n.asked(id)
	due, _ := n.load(id).Deadline(n.seat(id, asked[0]))
	if err := n.Lapse(t.Context(), id, due); err != nil {
		t.Fatal(err)
	}
	now := n.load(id)
	if len(now.silences) == 0 || now.silences[0].Turn {
		t.Fatalf("silences %+v", now.silences)
	}
	for _, name := range asked {
		if n.place(id, name).Bot {
			t.Errorf("a bot plays for %s", name)
		}
	}
}
