package table

import (
	"crypto/sha256"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/konvooi"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// replayed decides a whole stream again and compares it with the log.
func (n *inn) replayed(id string) (decisions int) {
	n.Helper()
	r, entries := n.replay(id)
	for len(entries) > 0 {
		drafts, err := r.Again(entries[0])
		if err != nil || len(drafts) == 0 || len(drafts) > len(entries) {
			n.Fatalf("%d drafts again of %s at version %d: %v", len(drafts), entries[0].Kind, entries[0].Version, err)
		}
		for i, d := range drafts {
			if diff := cmp.Diff(entries[i].Draft, d); diff != "" {
				n.Fatalf("version %d: %s", entries[i].Version, diff)
			}
		}
		entries = entries[len(drafts):]
		decisions++
	}
	return decisions
}

func (n *inn) replay(id string) (*Replay, []events.Entry) {
	n.Helper()
	entries, err := n.store.Stream(n.Context(), id, 1, 0)
	if err != nil {
		n.Fatal(err)
	}
	secret, err := n.store.Secret(n.Context(), id)
	if err != nil {
		n.Fatal(err)
	}
	deck, err := data.Deck(konvooi.Game.DefaultDeck())
	if err != nil {
		n.Fatal(err)
	}
	return NewReplay(n.Lobby, id, secret, deck), entries
}

// TestReplayDecidesTheSame: what came of seats taken and given up, talk, outages,
// silences, bots and orders comes of them again.
func TestReplayDecidesTheSame(t *testing.T) {
	n := newInn(t)
	reply := n.hear("Ann", "", "new konvooi for 3")
	id := reply.Tables[0]
	n.hear("Bob", "", "join "+id)
	n.hear("Bob", id, "say Not today.", "leave")
	n.hear("Cem", "", "join "+id)
	n.hear("Ann", id, "tell Cem Hello.", "bots 1")
	now := noon
	for order := range 40 {
		if err := n.Settle(t.Context(), id, now); err != nil {
			t.Fatal(err)
		}
		tbl := n.load(id)
		if tbl.Over() {
			break
		}
		now = n.move(tbl, order, now)
	}
	if got := n.replayed(id); got < 40 {
		t.Errorf("only %d decisions", got)
	}
	empty := n.hear("Dov", "", "new konvooi for 2").Tables[0]
	n.hear("Dov", empty, "leave")
	if got := n.replayed(empty); got != 3 {
		t.Errorf("%d decisions at a table that was left, want 3", got)
	}
	begun := n.hear("Eve", "", "new konvooi for 4", "bots 1", "begin").Tables[0]
	n.replayed(begun)
}

// move lets the first player who is awaited write, be silent, or give up.
func (n *inn) move(t *Table, order int, now time.Time) time.Time {
	n.Helper()
	for _, seat := range t.Play.Awaited() {
		if t.Lobby.Places[seat-1].Bot {
			continue
		}
		switch order {
		case 3:
			if err := n.Excuse(n.Context(), t.ID, lobby.Outage{From: now, To: now.Add(time.Hour)}, now); err != nil {
				n.Fatal(err)
			}
		case 9:
			now, _ = t.Deadline(seat)
			if err := n.Lapse(n.Context(), t.ID, now); err != nil {
				n.Fatal(err)
			}
		case 20:
			n.hear(t.Names.Name(seat), t.ID, "resign")
		default:
			luck := engine.NewChance(sha256.Sum256([]byte("players")), t.Version)
			n.hear(t.Names.Name(seat), t.ID, t.Play.Bot(seat, luck))
		}
		break
	}
	return now
}

// TestReplayRefuses: what cannot have been decided is an error, never a panic.
func TestReplayRefuses(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	mail, bot := events.Cause{Kind: events.CauseMail}, events.Cause{Kind: events.CauseBot}
	for name, c := range map[string]struct {
		draft events.Draft
		want  string
	}{
		"no order":        {events.Draft{Kind: "turn-begun", Cause: mail}, "follows from no order"},
		"nobody's order":  {events.Draft{Kind: "turn-passed", Order: "pass", Cause: mail}, "order of nobody"},
		"no such seat":    {events.Draft{Kind: "turn-passed", Order: "pass", Seat: 9, Cause: mail}, "nobody has seat 9"},
		"a player's seat": {events.Draft{Kind: "turn-passed", Order: "pass", Seat: 1, Cause: bot}, "a bot has ordered for the player"},
		"a refusal":       {events.Draft{Kind: "x", Order: "accept", Seat: 1, Cause: mail}, "is refused"},
		"a lobby's shape": {events.Draft{Kind: "player-left", Data: []byte(`{"who":1}`), Cause: mail}, "unknown field"},
		"a seat too many": {events.Draft{Kind: "seat-resigned", Data: []byte(`{"seat":7}`), Cause: mail}, "nobody has seat 7"},
	} {
		r, entries := n.replay(id)
		for _, e := range entries {
			if err := r.Fold(e); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.Again(events.Entry{Draft: c.draft}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r, entries := n.replay(id)
	if _, err := r.Again(entries[3]); err == nil {
		t.Error("decided at a table that was never opened")
	}
	if over, err := r.Over(); over || err != nil || r.Rules() != 0 {
		t.Errorf("a table that was never opened: %v, %v, rules %d", over, err, r.Rules())
	}
	if err := r.Fold(events.Entry{Draft: events.Draft{Kind: "unheard-of"}}); err == nil {
		t.Error("an unknown kind is folded")
	}
}
