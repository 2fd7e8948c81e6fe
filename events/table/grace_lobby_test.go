package table

import (
	"slices"
	"strings"
	"testing"

	"contrapost/events"
)

// TestLobbyOrdersDoNotWait: talk and what is of the lobby is done at once, standing in
// the same mail; bots have no grace.
func TestLobbyOrdersDoNotWait(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, other := n.turn(id)
	reply := n.at(noon, who, id, "draw deck", "say Thinking.", "preview pass")
	if refusal(reply) != "" || len(n.load(id).talk) != 1 || !slices.Equal(n.wait(id, who).Lines, []string{"draw deck"}) {
		t.Errorf("%+v, waits %+v", reply.Answers, n.wait(id, who))
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
