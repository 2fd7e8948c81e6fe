package table

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"contrapost/events"
)

// TestSilencesAreDecidedAgain: a replay follows the log, and finds a seat that silence
// did not leave, and one that it did and nobody was given.
func TestSilencesAreDecidedAgain(t *testing.T) {
	n := newInn(t)
	id := n.opened("silences=2", "Ann", "Bob")
	for range 2 {
		n.silent(id, "Bob")
	}
	n.hear("Bob", "", "take "+id)
	n.hear("Ann", id, "seek replacement")
	n.hear("Cem", "", "take "+id)
	all := n.entries(id)
	if err := n.redecided(id, all); err != nil {
		t.Error(err)
	}
	left := slices.IndexFunc(all, func(e events.Entry) bool { return e.Kind == "seat-left-to-bot" })
	without := slices.Delete(slices.Clone(all), left, left+1)
	if err := n.redecided(id, without); err == nil {
		t.Error("a seat that a bot should have had was passed over")
	}
	early := slices.Insert(slices.Clone(all[:left-1]), left-1, all[left])
	if err := n.redecided(id, early); err == nil {
		t.Error("a seat was left too early")
	}
}

// redecided decides entries again, and stops at the first that comes out otherwise.
func (n *inn) redecided(id string, all []events.Entry) error {
	n.Helper()
	t := n.load(id)
	deck, err := n.Deck(t.Lobby.Deck)
	if err != nil {
		n.Fatal(err)
	}
	r := NewReplay(n.Lobby, id, t.secret, deck)
	for next := 0; next < len(all); {
		drafts, err := r.Again(all[next])
		if err != nil {
			return err
		}
		for i, d := range drafts {
			if e := all[next+i]; e.Kind != d.Kind || string(e.Data) != string(d.Data) || e.Seat != d.Seat || e.Order != d.Order {
				return errors.New("decided otherwise: " + d.Kind)
			}
		}
		next += len(drafts)
	}
	return nil
}

// TestSeatIsLeftAllTheSame: a seat that is due to a bot, and was not left with the last
// silence, is left as soon as the table is settled; its silence means nothing any more.
func TestSeatIsLeftAllTheSame(t *testing.T) {
	n := newInn(t)
	id := n.opened("silences=1", "Ann", "Bob", "Cem")
	who, _ := n.turn(id)
	seat := n.seat(id, who)
	due, _ := n.load(id).Deadline(seat)
	w := n.begin(n.load(id), clock(due))
	n.must(n.commit(n.Context(), w, due, w.lapse(seat)))
	if n.place(id, who).Bot {
		t.Fatal("the silence alone has left the seat")
	}
	n.must(n.redecided(id, n.entries(id))) // nothing is wrong with it yet
	again := &Replay{w: n.begin(n.load(id), clock(due))}
	_, err := again.Again(events.Entry{Draft: events.Draft{Kind: "turn-begun", Seat: uint8(seat), Cause: clock(due)}})
	if err == nil || !strings.Contains(err.Error(), "a bot is to have it") {
		t.Errorf("a further silence: %v", err)
	}
	n.must(n.Settle(n.Context(), id, due))
	if p := n.place(id, who); !p.Bot || !p.Silent {
		t.Errorf("once settled: %+v", p)
	}
	n.must(n.redecided(id, n.entries(id)))
}
