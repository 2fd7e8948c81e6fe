package export_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"contrapost/events/table"
)

// agree has everything happen that players can do to the clocks.
func (n *inn) agree(id string) {
	n.Helper()
	n.Sitting = func(context.Context, string) ([]table.Sitting, error) { return []table.Sitting{{Table: id}}, nil }
	defer func() { n.Sitting = func(context.Context, string) ([]table.Sitting, error) { return nil, nil } }()
	n.write("Bob", "", "vacation "+n.now.AddDate(0, 0, 3).Format(time.DateOnly))
	n.write("Bob", id, "vacation off")
	n.write("Ann", id, "pause", "resume", "pause")
	n.write("Bob", id, "pause")
	n.write("Bob", id, "resume")
	n.now = n.now.Add(25 * time.Hour)
	n.must(n.Settle(n.Context(), id, n.now))
	if !n.load(id).Lobby.Paused.IsZero() {
		n.Fatal("the pause has not ended")
	}
}

// TestTextOfBanks: a table with banks says so in its header, and leads to the same
// hashes.
func TestTextOfBanks(t *testing.T) {
	for with, want := range map[string]string{
		"bank=7d increment=12h": "Times: bank 168h0m0s increment 12h0m0s answer 24h0m0s\n",
		"bank=7d answer=12h":    "Times: bank 168h0m0s increment 0s answer 12h0m0s\n",
	} {
		n := newInn(t)
		id := n.write("Ann", "", "new konvooi for 2 with "+with).Tables[0]
		n.write("Bob", "", "join "+id)
		n.moves(id, 3)
		n.rule(id, "close")
		if text := roundTrip(t, n.gather(id)); !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	for times, want := range map[string]string{
		"bank 1m increment 0s answer 24h": "bank-bad", "bank 24h increment 25h answer 24h": "increment-bad", "bank 24h answer 24h": "times are written",
	} {
		if got := refusedByHand("Times: " + times + "\nGame: konvooi\nSeats: Ann, Bob\n\nthe moderator closes the table\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", times, got, want)
		}
	}
}

// TestClocksAgainstTheRules: what players would have been refused is refused in a text.
func TestClocksAgainstTheRules(t *testing.T) {
	const day, next = "2026-01-01T12:00:00Z", "2026-01-02T12:00:00Z"
	for lines, want := range map[string]string{
		"\nBob is back at " + day + "\n":                                                                                                  "nobody comes back",
		"\nBob is away from " + next + " to " + day + "\n":                                                                                "nobody can be away",
		"\nBot-3 is away from " + day + " to " + next + "\n":                                                                              "resigned-already",
		"\nBob wishes for no pause any more\n":                                                                                            "resume-nothing",
		"Bob wishes for a pause at " + day + "\nBob wishes for a pause at " + next + "\n":                                                 "wished-already",
		"\nBob wants the clocks to run again at " + next + "\n":                                                                           "resume-nothing",
		"\nthe clocks run again that the players stopped from " + day + " to " + next + "\n":                                              "no pause ends",
		"the moderator stops the clocks at " + day + "\nBob wants the clocks to run again at " + next + "\n":                              "resume-moderator",
		"the moderator stops the clocks at " + day + "\nBob wishes for a pause at " + next + "\n":                                         "paused-already",
		"the moderator stops the clocks at " + day + "\nthe clocks run again that the players stopped from " + day + " to " + next + "\n": "no pause ends",
	} {
		if got := refusedByHand("Game: konvooi\nSeats: Ann, Bob, bot\nSeed: s\n\n" + lines + "the moderator closes the table\n"); !strings.HasPrefix(got, "line 6: ") || !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", lines, got, want)
		}
	}
}
