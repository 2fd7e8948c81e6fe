package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// patient is a house in which letters wait as in earnest.
func patient(t *testing.T) *inn {
	n := newInn(t)
	n.Prompt, n.Zone = false, data.Zone
	n.Address = func(a string) (string, error) { return a, nil }
	return n
}

// waiting lists the letters of a table to a player that have not left, as "kind after
// so long", after noon.
func (n *inn) waiting(id, name string) []string {
	n.Helper()
	t, all := n.load(id), []string{}
	for _, l := range n.letters(id) {
		if t.Called(l.Player) == name && l.State == events.Waiting {
			all = append(all, fmt.Sprintf("%s %v", l.Kind, l.Next.Sub(noon)))
		}
	}
	return all
}

func (n *inn) wait(id, name string, want ...string) {
	n.Helper()
	if diff := cmp.Diff(append([]string{}, want...), n.waiting(id, name)); diff != "" {
		n.Errorf("letters that wait for %s: -want +got\n%s", name, diff)
	}
}

// leave has all letters that are due leave.
func (n *inn) leave(after time.Duration) {
	n.Helper()
	letters, err := n.store.Claim(n.Context(), noon.Add(after), 100)
	if err != nil {
		n.Fatal(err)
	}
	for _, l := range letters {
		if err := n.store.Rendered(n.Context(), l.ID, fmt.Sprintf("%d@test", l.ID), []byte("text")); err != nil {
			n.Fatal(err)
		}
		if err := n.store.Settle(n.Context(), l.ID, events.Fate{State: events.Sent, At: noon.Add(after)}); err != nil {
			n.Fatal(err)
		}
	}
}

// TestTalkIsBundled: talk waits until nobody has spoken for a quarter of an hour, or
// for an hour, and joins whatever leaves before.
func TestTalkIsBundled(t *testing.T) {
	n := patient(t)
	id := n.table("Ann", "Bob")
	who, other := n.turn(id)
	n.leave(0)
	for i := range 9 {
		at := time.Duration(i) * 10 * time.Minute
		n.leave(at)
		n.late(at, who, id, "say Hm.")
		want := min(at+15*time.Minute, time.Hour)
		if at >= time.Hour { // the first of them have left
			want = at + 15*time.Minute
		}
		n.wait(id, other, fmt.Sprintf("said %v", want))
	}
	n.late(81*time.Minute, who, id, "pass")
	n.wait(id, other, "asked 1h21m0s")
	n.leave(81 * time.Minute)
	n.late(90*time.Minute, who, id, "say Well?", "tell "+other+" Psst.")
	n.late(91*time.Minute, other, id, "look")
	n.wait(id, other, "answer 1h31m0s")
}

// TestDigest: whoever wants one letter a day has one waiting at most, which tells all;
// an answer tells it first. It leaves when half of the time is over, if the hour comes
// later.
func TestDigest(t *testing.T) {
	n := patient(t)
	id := n.hear("Ann", "", "new konvooi for 2 with turn=72h answer=72h").Tables[0]
	n.hear("Bob", "", "join "+id)
	who, other := n.turn(id)
	n.leave(0)
	n.hear(other, "", "timezone Europe/Brussels", "digest 18")
	n.leave(0)
	const six = 5 * time.Hour // 18:00 in Brussels, after noon UTC
	n.late(time.Hour, who, id, "say Patience.")
	n.wait(id, other, "said 5h0m0s")
	n.late(2*time.Hour, who, id, "pass")
	n.wait(id, other, "asked 5h0m0s")
	n.late(3*time.Hour, who, id, "say Yours.")
	n.wait(id, other, "said 5h0m0s")
	n.leave(six)
	n.wait(id, other)
	n.late(six+time.Hour, who, id, "say Still there?")
	n.wait(id, other, "said 29h0m0s")
	n.late(six+2*time.Hour, other, id, "look")
	n.wait(id, other, "answer 7h0m0s")
	n.leave(six + 2*time.Hour)

	// A short table: half of the hour comes before six o'clock.
	short := n.hear("Ann", "", "new konvooi for 2 with turn=2h").Tables[0]
	n.hear("Bob", "", "join "+short)
	who, _ = n.turn(short)
	n.leave(0)
	if who == other { // whose digest it is answers at once, and waits for the next turn
		n.late(0, other, short, "draw deck")
		who, _ = n.turn(short)
		n.leave(0)
	}
	n.late(time.Minute, who, short, "draw deck")
	n.wait(short, other, "asked 1h1m0s")
	n.late(2*time.Minute, who, short, "say Quick!")
	n.wait(short, other, "said 1h1m0s")
}

// TestWhatIsNeverReplaced: rulings, and the first and the last letter of a game, stay
// beside what comes after them; an answer is not replaced by another.
func TestWhatIsNeverReplaced(t *testing.T) {
	n := patient(t)
	id := n.table("Ann", "Bob", "Cem")
	who, _ := n.turn(id)
	n.late(0, who, id, "pass")
	other, _ := n.turn(id)
	if other == "Cem" { // whom the last letter of a mail told that the game begins
		n.late(0, other, id, "draw deck")
		who = "Cem"
		other, _ = n.turn(id)
	}
	n.wait(id, other, "answer 0s", "begun 0s", "asked 0s")
	n.ruled(id, "note Be kind.", noon)
	n.wait(id, other, "answer 0s", "begun 0s", "ruling 0s")
	n.late(0, who, id, "say Hm.")
	n.late(0, who, id, "say Hm?")
	n.wait(id, other, "answer 0s", "begun 0s", "ruling 0s", "said 15m0s")
	if kinds := n.waiting(id, who); slices.Contains(kinds, "asked 0s") || len(kinds) < 4 {
		t.Errorf("answers were replaced: %v", kinds)
	}
}

// TestRemindersJoin: a reminder of what no letter has told yet, or only just, is that
// letter; one that comes in between joins the digest.
func TestRemindersJoin(t *testing.T) {
	n := patient(t)
	id := n.table("Ann", "Bob")
	who, other := n.turn(id)
	n.leave(0)
	n.hear(other, "", "digest 18")
	n.late(0, who, id, "pass")
	seat := n.seat(id, other)
	remind := func(name string, after time.Duration) {
		t.Helper()
		q, _ := n.load(id).Question(seat)
		if err := n.Remind(t.Context(), id, seat, q.Version, name, noon.Add(after)); err != nil {
			t.Fatal(err)
		}
	}
	remind("first", time.Hour)
	n.wait(id, other, "asked 6h0m0s")
	n.leave(6 * time.Hour)
	remind("second", 7*time.Hour)
	n.wait(id, other)
	if _, err := n.store.Done(t.Context(), "second"); err != nil {
		t.Errorf("the reminder left out is not noted: %v", err)
	}
	remind("third", 36*time.Hour)
	n.wait(id, other, "reminder 54h0m0s") // 18:00 on the third day, and not later than halfway to the end
	n.late(37*time.Hour, who, id, "say Hello?")
	n.wait(id, other, "said 54h0m0s")
	n.leave(54 * time.Hour)
	remind("fourth", 65*time.Hour)
	n.wait(id, other, "reminder 68h30m0s")
}

// TestRemindersOfWhatNeverCame: a question whose letter was refused is told by the
// reminder.
func TestRemindersOfWhatNeverCame(t *testing.T) {
	n := patient(t)
	id := n.table("Ann", "Bob")
	who, other := n.turn(id)
	n.leave(0)
	n.late(0, who, id, "pass")
	n.refuse(0)
	seat := n.seat(id, other)
	q, _ := n.load(id).Question(seat)
	if err := n.Remind(t.Context(), id, seat, q.Version, "half", noon.Add(36*time.Hour)); err != nil {
		t.Fatal(err)
	}
	n.wait(id, other, "reminder 36h0m0s")
}

// TestServicesLettersKnowNoDigest: what is no table's comes at once, but for quiet hours.
func TestServicesLettersKnowNoDigest(t *testing.T) {
	n := patient(t)
	n.hear("Ann", "", "digest 18", "quiet 22-07")
	ann, err := n.store.PlayerByAddress(t.Context(), "ann@test")
	if err != nil {
		t.Fatal(err)
	}
	for after, want := range map[time.Duration]time.Duration{time.Hour: time.Hour, 11 * time.Hour: 19 * time.Hour} {
		b := events.Batch{Now: noon.Add(after), Letters: []events.Letter{{Player: ann.ID, Kind: KindMended}}}
		if err := n.Schedule(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if got := b.Letters[0].Next.Sub(noon); got != want {
			t.Errorf("due %v after noon, it leaves after %v, want %v", after, got, want)
		}
	}
}

// TestSettingsOfLetters: what is set, what is answered, and what is refused.
func TestSettingsOfLetters(t *testing.T) {
	n := patient(t)
	n.hear("Ann", "", "timezone Asia/Kathmandu")
	for _, c := range []struct {
		line, told, refused string
		digest, quiet       string
	}{
		{"digest 18", "digest", "", "18:00", ""},
		{"bundel 18:30", "digest", "", "18:30", ""},
		{"digest 24", "", "digest-form", "18:30", ""},
		{"digest", "", "digest-form", "18:30", ""},
		{"quiet 22-7", "quiet", "", "18:30", "22:00-07:00"},
		{"quiet 7-07", "", "quiet-form", "18:30", "22:00-07:00"},
		{"stil 22:15-6:45", "quiet", "", "18:30", "22:15-06:45"},
		{"bundel uit", "digest-off", "", "", "22:15-06:45"},
		{"quiet off", "quiet-off", "", "", ""},
	} {
		a := n.hear("Ann", "", c.line).Answers[0]
		told := ""
		if len(a.Told) > 0 {
			told = a.Told[0].Key
			if zone := a.Told[0].Args["Zone"]; !strings.HasSuffix(c.line, "uit") && !strings.HasSuffix(c.line, "off") && zone != "Asia/Kathmandu" {
				t.Errorf("%s: told in the zone %v", c.line, zone)
			}
		}
		refused := ""
		if a.Refusal != nil {
			refused = a.Refusal.Key
		}
		p, err := n.store.PlayerByAddress(t.Context(), "ann@test")
		if err != nil || told != c.told || refused != c.refused || p.Digest != c.digest || p.Quiet != c.quiet {
			t.Errorf("%s: told %q, refused %q, now %q and %q; %v", c.line, told, refused, p.Digest, p.Quiet, err)
		}
	}
}

// TestUnsubscribing: somebody who plays keeps their seat and gets what it takes to play;
// somebody who was only invited gets nothing more, from anybody.
func TestUnsubscribing(t *testing.T) {
	n := patient(t)
	n.Invited = func(_ context.Context, _, _ string, _ time.Time) (int, error) { return 0, nil }
	id := n.table("Ann", "Bob")
	who, other := n.turn(id)
	n.leave(0)
	n.hear(other, id, "unsubscribe")
	n.leave(0)
	n.late(time.Hour, who, id, "say Anybody there?")
	n.wait(id, other)
	n.late(time.Hour, who, id, "pass")
	n.wait(id, other, "asked 6h0m0s")
	if places := n.load(id).Lobby.Places; slices.ContainsFunc(places, func(p lobby.Place) bool { return p.Bot }) {
		t.Error("a seat was given up")
	}
	p, err := n.store.PlayerByAddress(t.Context(), strings.ToLower(other)+"@test")
	if err != nil || p.Digest != "18:00" || p.Reminders != "off" || !p.Unsubscribed {
		t.Errorf("%+v, %v", p, err)
	}
	open := n.hear(who, "", "new konvooi for 3", "invite cem@test").Tables[0]
	before := len(n.letters(open)) + len(n.letters(""))
	n.hear("Cem", "", "unsubscribe")
	cem, err := n.store.PlayerByAddress(t.Context(), "cem@test")
	if err != nil || !cem.Unsubscribed || cem.Name != "" {
		t.Errorf("the guest is %+v, %v", cem, err)
	}
	n.hear("Dov", "", "unsubscribe")
	if _, err := n.store.PlayerByAddress(t.Context(), "dov@test"); err == nil {
		t.Error("a stranger became known by wanting no letters")
	}
	if after := len(n.letters(open)) + len(n.letters("")); after != before {
		t.Errorf("%d letters answer people who want none", after-before)
	}
	for _, guest := range []string{"cem@test", strings.ToLower(other) + "@test"} {
		a := n.hear(who, open, "invite "+guest).Answers[0]
		if a.Verdict != engine.Refused || a.Refusal.Key != "invite-rest" {
			t.Errorf("invited %s: %+v", guest, a)
		}
	}
	n.hear(other, "", "subscribe")
	if p, err := n.store.PlayerByAddress(t.Context(), strings.ToLower(other)+"@test"); err != nil || p.Digest+p.Reminders != "" || p.Unsubscribed {
		t.Errorf("subscribed again: %+v, %v", p, err)
	}
	if a := n.hear(who, open, "invite "+strings.ToLower(other)+"@test").Answers[0]; a.Verdict != engine.Done {
		t.Errorf("invited again: %+v", a)
	}
}

// TestDigestKeepsWhatHasToDoWithClocks: a wish for a pause, and its beginning and end,
// wait for the digest; of a later letter they are a part.
func TestDigestKeepsWhatHasToDoWithClocks(t *testing.T) {
	n := patient(t)
	id := n.hear("Ann", "", "new konvooi for 2 with turn=72h answer=72h").Tables[0]
	n.hear("Bob", "", "join "+id)
	who, other := n.turn(id)
	n.leave(0)
	n.hear(other, "", "digest 18")
	n.leave(0)
	n.late(time.Hour, who, id, "pause")
	n.wait(id, other, "timed 6h0m0s")
	n.late(2*time.Hour, who, id, "pass")
	n.wait(id, other, "asked 6h0m0s")
}
