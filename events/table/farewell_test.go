package table

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/events"
)

// coded makes codes that tell by whom and in which hour they were asked for.
func coded(n *inn) {
	n.Code = func(player string, at time.Time) string {
		return strings.ToLower(player[:6]) + at.UTC().Format("0215")
	}
}

// TestForgettingIsConfirmed: a code is good for whom it was given to, for two days,
// and nothing happens without one.
func TestForgettingIsConfirmed(t *testing.T) {
	n := newInn(t)
	coded(n)
	id := n.table("Ann", "Bob")
	asked := n.hear("Ann", id, "vergeet mij").Answers[0]
	code, _ := asked.Told[0].Args["Code"].(string)
	if asked.Told[0].Key != ToldForget || code == "" {
		t.Fatalf("asked: %+v", asked)
	}
	attempt := func(who string, after time.Duration, line string) string {
		m := n.write(who, "", line)
		m.Now = noon.Add(after)
		reply, err := n.Hear(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		return refusal(reply)
	}
	leaving := func(want ...string) {
		t.Helper()
		if got, err := n.store.Leaving(t.Context(), noon.Add(100*time.Hour)); err != nil || !slices.Equal(got, want) {
			t.Errorf("leaving: %v, %v; want %v", got, err, want)
		}
	}
	for _, c := range []struct {
		who, line string
		after     time.Duration
	}{
		{"Bob", "forget me " + code, 0},
		{"Ann", "forget me " + code, 49 * time.Hour},
		{"Ann", "forget me aaaaaaaaaa", 0},
		{"Ann", "forget me not", 0},
	} {
		if got := attempt(c.who, c.after, c.line); got != "forget-code" {
			t.Errorf("%s, after %v: %q refused as %q", c.who, c.after, c.line, got)
		}
	}
	if got := attempt("Ann", 0, "forget me not, dear friends"); got != "not-an-order" {
		t.Errorf("prose: %q", got)
	}
	leaving()
	if got := attempt("Ann", 48*time.Hour, "forget me "+code); got != "" {
		t.Errorf("confirmed: refused as %q", got)
	}
	leaving(n.write("Ann", "").Player.ID)
	letters := n.letters("")
	if l := letters[len(letters)-1]; l.Kind != KindAnswer || l.Player != n.write("Ann", "").Player.ID {
		t.Errorf("answered by %+v", l)
	}
}

// TestWithdrawing: a player leaves the tables that have not begun, gives up the seats
// of games that go on, and is left out of nothing else; the second time, of nothing.
func TestWithdrawing(t *testing.T) {
	n := newInn(t)
	open := n.hear("Ann", "", "new konvooi for 5").Tables[0]
	n.hear("Bob", "", "join "+open)
	alone := n.hear("Ann", "", "new konvooi for 4").Tables[0]
	playing, others := n.table("Bob", "Ann"), n.table("Bob", "Cem")
	ann := n.write("Ann", "").Player.ID
	untouched, resigned := n.version(others), n.version(playing)+1
	for range 2 {
		if err := n.Withdraw(t.Context(), ann, noon); err != nil {
			t.Fatal(err)
		}
		if s := n.load(open).Lobby; len(s.Places) != 1 || s.Closed || s.Host() == ann {
			t.Errorf("the open table: %+v", s)
		}
		if !n.load(alone).Lobby.Closed {
			t.Error("a table that nobody is left at is not closed")
		}
		if seat, ok := n.load(playing).Lobby.Seat(ann); !ok || !n.load(playing).Lobby.Places[seat-1].Bot {
			t.Errorf("the seat at the game: %d", seat)
		}
	}
	if n.version(open) != 4 || n.version(playing) != resigned || n.version(others) != untouched {
		t.Errorf("versions %d, %d and %d", n.version(open), n.version(playing), n.version(others))
	}
	hosts := 0
	for _, l := range n.letters(open) {
		if l.Kind == KindHost {
			hosts++
		}
	}
	if hosts != 1 {
		t.Errorf("%d letters to the new host", hosts)
	}
}

// TestForgottenSeat: a seat whose player has been forgotten is called after its
// number, and so in orders; the bots keep their names.
func TestForgottenSeat(t *testing.T) {
	n := newInn(t)
	id := n.hear("Ann", "", "new konvooi for 3").Tables[0]
	n.hear("Bob", "", "join "+id)
	n.hear("Ann", id, "bots 1")
	bob := n.write("Bob", "").Player
	if err := n.Withdraw(t.Context(), bob.ID, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := n.store.Forget(t.Context(), events.NewForgetting(bob.ID, bob.Address, [16]byte{}, noon)); err != nil {
		t.Fatal(err)
	}
	now := n.load(id)
	if want := (engine.Roster{"Ann", "Player-2", "Bot-3"}); !slices.Equal(now.Names, want) || now.Called(bob.ID) != "Player-2" {
		t.Errorf("called %v, want %v; %q", now.Names, want, now.Called(bob.ID))
	}
	if got := refusal(n.hear("Ann", id, "tell Player-2 Hello.")); got != "bot-deaf" {
		t.Errorf("spoken to: refused as %q", got)
	}
}

// TestForgottenWhileAtRest: a table that rested gives the seat to a bot as it goes on.
func TestForgottenWhileAtRest(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	f := n.rest(id)
	bob := n.write("Bob", "").Player
	seat, _ := n.load(id).Lobby.Seat(bob.ID)
	if err := n.Withdraw(t.Context(), bob.ID, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := n.store.Forget(t.Context(), events.NewForgetting(bob.ID, bob.Address, [16]byte{}, noon)); err != nil {
		t.Fatal(err)
	}
	if n.load(id).Lobby.Places[seat-1].Bot {
		t.Fatal("something happened at a table at rest")
	}
	if err := n.Mend(t.Context(), f, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if !n.load(id).Lobby.Places[seat-1].Bot {
		t.Error("nobody plays for the one who was forgotten")
	}
	for _, l := range append(n.letters(id), n.letters("")...) {
		if l.Player == bob.ID && l.Kind == KindMended {
			t.Errorf("a letter to nobody: %+v", l)
		}
	}
}

// TestForgottenAreNotInvited: by a mail from before, that is; somebody who writes
// later may ask them.
func TestForgottenAreNotInvited(t *testing.T) {
	n := newInn(t)
	n.Address = func(address string) (string, error) { return address, nil }
	n.Invited = func(context.Context, string, string, time.Time) (int, error) { return 0, nil }
	n.hear("Ann", "", "new konvooi for 3")
	if _, err := n.store.Forget(t.Context(), events.NewForgetting("ID", "bob@test", [16]byte{1}, noon)); err != nil {
		t.Fatal(err)
	}
	for after, want := range map[time.Duration]string{0: "invite-rest", time.Minute: ""} {
		m := n.write("Ann", "", "new konvooi for 2", "invite Bob@test")
		m.Mail.Received = noon.Add(after)
		reply, err := n.Hear(t.Context(), m)
		if err != nil || refusal(reply) != want {
			t.Errorf("%v after: refused as %q, %v; want %q", after, refusal(reply), err, want)
		}
	}
}
