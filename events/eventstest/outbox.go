package eventstest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"contrapost/events"
)

func numbers(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, events.Batch{Now: noon, Letters: []events.Letter{
		{Player: "p", Kind: "welcome"}, {Player: "q", Kind: "welcome"}, {Player: "p", Kind: "news"},
	}})
	all := post(t, log, to(1, "k1"), to(2, "k1"), to(1, "k2"))
	got := map[int64]int{}
	for _, l := range claim(t, log, noon, 6) {
		got[l.ID] = l.Number
	}
	own, err := log.Letters(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 1, 2} {
		if got[all[i].ID] != want || got[own[i].ID] != want {
			t.Errorf("letter %d of the table and of the service: numbers %d and %d, want %d", i, got[all[i].ID], got[own[i].ID], want)
		}
	}
	l, err := log.LetterByNumber(t.Context(), "a", "p1", 2)
	if err != nil || l.ID != all[2].ID {
		t.Errorf("by number: %v, %v", l, err)
	}
	for _, absent := range []int{0, 3} {
		if _, err := log.LetterByNumber(t.Context(), "a", "p1", absent); !errors.Is(err, events.ErrNotFound) {
			t.Errorf("number %d: %v", absent, err)
		}
	}
}

// numbersMove: a number goes by the player, wherever they sit, and those of whoever sat
// there before do not show in it.
func numbersMove(t *testing.T, open opener) {
	log := open.fresh(t)
	in := func(seat uint8, player, kind string) events.Letter {
		return events.Letter{Stream: "a", Seat: seat, Player: player, Kind: kind}
	}
	all := post(t, log, in(0, "q", "invited"), in(0, "r", "invited"), in(2, "p", "k1"), in(2, "p", "k2"), in(3, "q", "k1"), in(2, "q", "k2"), in(3, "r", "k1"))
	got := map[int64]int{}
	for _, l := range claim(t, log, noon, len(all)) {
		got[l.ID] = l.Number
	}
	for i, want := range []int{1, 1, 1, 2, 1, 2, 1} {
		if n := got[all[i].ID]; n != want {
			t.Errorf("%s to %s in seat %d has the number %d, want %d", all[i].Kind, all[i].Player, all[i].Seat, n, want)
		}
	}
	for number, want := range map[int]int64{1: all[4].ID, 2: all[5].ID} {
		if l, err := log.LetterByNumber(t.Context(), "a", "q", number); err != nil || l.ID != want {
			t.Errorf("letter %d to q: %v, %v", number, l, err)
		}
	}
}

func shown(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, adding("a", 0, 9))
	at := func(version int64, seat uint8, player string) events.Letter {
		return events.Letter{Stream: "a", Version: version, Seat: seat, Player: player, Kind: fmt.Sprint("k", seat, version)}
	}
	all := post(t, log, at(2, 1, "p"), at(3, 1, "p"), at(4, 1, "p"), at(5, 1, "p"), at(6, 2, "p"), at(9, 1, "q"), at(8, 0, "p"))
	all = append(all, post(t, log, events.Letter{Stream: "a", Version: 6, Seat: 2, Player: "p", Kind: "again"})[7])
	claim(t, log, noon, 8)
	for i, fate := range []string{events.Sent, events.Superseded, events.Refused, "", events.Uncertain, events.Sent, events.Sent, events.Sent} {
		if fate != "" {
			render(t, log, all[i].ID, "text")
			settle(t, log, all[i].ID, events.Fate{State: fate, Next: noon, At: noon})
		}
	}
	// Neither what was superseded, refused or never rendered, nor an invitation, nor
	// what was another's; from another seat, and each version once.
	for _, c := range []struct {
		player  string
		besides int64
		limit   int
		want    []int64
	}{
		{"p", 0, 9, []int64{6, 2}}, {"p", 0, 1, []int64{6}}, {"p", all[0].ID, 9, []int64{6}}, {"p", all[4].ID, 9, []int64{6, 2}},
		{"q", 0, 9, []int64{9}}, {"q", all[5].ID, 9, nil}, {"nobody", 0, 9, nil},
	} {
		got, err := log.Shown(t.Context(), "a", c.player, c.besides, c.limit)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s besides %d: %v, %v; want %v", c.player, c.besides, got, err, c.want)
		}
	}
}

func crash(t *testing.T, open opener) {
	dir := t.TempDir()
	log := open(t, dir)
	all := post(t, log, to(1, "never rendered"), to(2, "rendered"), to(3, "sent"), to(4, "later"))
	claim(t, log, noon, 4)
	render(t, log, all[1].ID, "rendered")
	render(t, log, all[2].ID, "sent")
	settle(t, log, all[2].ID, events.Fate{State: events.Sent, At: noon})
	later := noonMS.Add(9 * time.Hour)
	settle(t, log, all[3].ID, events.Fate{State: events.Waiting, Next: later})
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}

	log = open(t, dir)
	again := noonMS.Add(time.Hour)
	claim(t, log, again, 0)
	for range 2 {
		if err := log.Recover(t.Context(), again); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{events.Waiting, events.Uncertain, events.Sent, events.Waiting} {
		if l := look(t, log, all[i].ID); l.State != want || l.Attempts != 1 || l.Number != 1 {
			t.Errorf("%s: %+v, want it %s", l.Kind, l, want)
		}
	}
	if l := look(t, log, all[3].ID); !l.Next.Equal(later) {
		t.Errorf("not tried, but its time has moved to %v", l.Next)
	}
	both := claim(t, log, again, 2)
	if both[1].MessageID == "" || both[1].Attempts != 2 {
		t.Errorf("rendered before the crash: %+v", both[1])
	}
	if raw, err := log.Bytes(t.Context(), all[1].ID); err != nil || string(raw) != "rendered" {
		t.Errorf("bytes: %q, %v", raw, err)
	}
}

func giveBack(t *testing.T, open opener) {
	log := open.fresh(t)
	all := post(t, log, to(1, "never rendered"), to(2, "rendered"), to(3, "sent"), to(4, "held"))
	claim(t, log, noon, 4)
	render(t, log, all[1].ID, "rendered")
	render(t, log, all[2].ID, "sent")
	settle(t, log, all[2].ID, events.Fate{State: events.Sent, At: noon})
	for range 2 {
		if err := log.GiveBack(t.Context(), []int64{all[0].ID, all[1].ID, all[2].ID}); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []events.Letter{
		{State: events.Waiting}, {State: events.Uncertain}, {State: events.Sent, Attempts: 1}, {State: events.Trying, Attempts: 1},
	} {
		l := look(t, log, all[i].ID)
		if l.State != want.State || l.Attempts != want.Attempts || l.Number != 1 || !l.Next.Equal(all[i].Next) {
			t.Errorf("%s: %+v, want it %s after %d attempts", l.Kind, l, want.State, want.Attempts)
		}
	}
	if both := claim(t, log, noon, 2); both[0].Attempts != 1 || both[1].MessageID == "" {
		t.Errorf("claimed again: %+v", both)
	}
}
