package eventstest

import (
	"errors"
	"testing"
	"time"

	"contrapost/events"
)

// replacing: a letter takes the place of those to the same player at the same table
// that nobody has worded, and leaves no later than the first of them would have had to.
// What they had replaced is told by the last; nothing else is touched.
func replacing(t *testing.T, open opener) {
	log := open.fresh(t)
	put := func(kind string, at, latest time.Duration, more ...events.Letter) {
		t.Helper()
		l := to(1, kind)
		l.Next, l.Latest, l.Replaces = noon.Add(at), noon.Add(latest), []string{"asked", "said"}
		post(t, log, append(more, l)...)
	}
	put("ruling", time.Hour, time.Hour)
	other := to(2, "asked")
	put("said", 10*time.Minute, 40*time.Minute, other, events.Letter{Stream: "b", Version: 1, Seat: 1, Player: "p1", Kind: "asked"})
	put("said-again", 50*time.Minute, 90*time.Minute)
	put("asked", 30*time.Minute, 30*time.Minute)
	commit(t, log, adding("a", 1, 1))
	put("said", 60*time.Minute, 60*time.Minute)
	put("said", 70*time.Minute, 70*time.Minute) // it is there already
	all, err := log.Letters(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	type fate struct {
		kind, state string
		after       time.Duration
	}
	want := []fate{
		{"ruling", events.Waiting, time.Hour},
		{"asked", events.Waiting, 0},
		{"said", events.Superseded, 10 * time.Minute},
		{"said-again", events.Waiting, 40 * time.Minute}, // not one of those that are replaced
		{"asked", events.Superseded, 30 * time.Minute},
		{"said", events.Waiting, 30 * time.Minute},
	}
	if len(all) != len(want) {
		t.Fatalf("%d letters, want %d", len(all), len(want))
	}
	for i, l := range all {
		if got := (fate{l.Kind, l.State, l.Next.Sub(noonMS)}); got != want[i] {
			t.Errorf("letter %d: %+v, want %+v", i, got, want[i])
		}
	}
	for i, heirs := range map[int][]int{3: {2}, 5: {4}, 0: nil} {
		replaced, err := log.Replaced(t.Context(), all[i].ID)
		if err != nil || len(replaced) != len(heirs) {
			t.Fatalf("letter %d replaces %v, %v", i, replaced, err)
		}
		for j, r := range replaced {
			if r.ID != all[heirs[j]].ID {
				t.Errorf("letter %d replaces %+v", i, r)
			}
		}
	}
}

// replacingAgain: the last of several tells of all that came before it, and what is as
// of a later version is not replaced.
func replacingAgain(t *testing.T, open opener) {
	log := open.fresh(t)
	var all []events.Letter
	commit(t, log, adding("a", 0, 1))
	for _, version := range []int64{1, 2, 3, 4, 2} {
		l := to(1, "k")
		l.Version, l.Replaces = version, []string{"k"}
		if version == 2 && len(all) > 2 {
			l.Cause = "late"
		}
		all = post(t, log, l)
	}
	for i, want := range []int{0, 0, 0, 3, 0} {
		replaced, err := log.Replaced(t.Context(), all[i].ID)
		if err != nil || len(replaced) != want {
			t.Errorf("letter %d replaces %d, want %d: %v", i, len(replaced), want, err)
		}
	}
}

// replacingLeft: a letter that somebody has in hand, that may have left, or that was
// worded, goes out as it is.
func replacingLeft(t *testing.T, open opener) {
	log := open.fresh(t)
	all := post(t, log, to(1, "k1"), to(1, "k2"), to(1, "k3"), to(1, "k4"))
	claim(t, log, noon, 4)
	for _, l := range all[:3] {
		render(t, log, l.ID, "text")
	}
	settle(t, log, all[0].ID, events.Fate{State: events.Uncertain, Next: noon.Add(time.Hour)})
	settle(t, log, all[1].ID, events.Fate{State: events.Waiting, Next: noon.Add(time.Hour)})
	last := to(1, "last")
	last.Replaces = []string{"k1", "k2", "k3", "k4"}
	post(t, log, last)
	for i, want := range []string{events.Uncertain, events.Waiting, events.Trying, events.Trying} {
		if l := look(t, log, all[i].ID); l.State != want {
			t.Errorf("letter %d is %s, want %s", i, l.State, want)
		}
	}
}

// shows: a letter can be worded as of a later version than it fell due at, as long as
// it is in hand and nobody has worded it; what it shows counts as shown.
func shows(t *testing.T, open opener) {
	log := open.fresh(t)
	id := post(t, log, to(1, "k"))[0].ID
	if err := log.Shows(t.Context(), id, 3); !errors.Is(err, events.ErrRecalled) {
		t.Errorf("a letter in nobody's hands: %v", err)
	}
	claim(t, log, noon, 1)
	if err := log.Shows(t.Context(), id, 0); err == nil {
		t.Error("a letter goes back in time")
	}
	if err := log.Shows(t.Context(), id, 3); err != nil {
		t.Fatal(err)
	}
	render(t, log, id, "text")
	if err := log.Shows(t.Context(), id, 4); !errors.Is(err, events.ErrRecalled) {
		t.Errorf("a letter that was worded: %v", err)
	}
	if v, err := log.Shown(t.Context(), "a", "p1", 0, 9); err != nil || len(v) != 1 || v[0] != 3 {
		t.Errorf("shown %v, %v", v, err)
	}
}
