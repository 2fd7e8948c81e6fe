package table

import (
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/google/go-cmp/cmp"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// player is somebody as the service knows them.
func (n *inn) player(who string) events.Player {
	n.Helper()
	p, err := n.store.PlayerByAddress(n.Context(), strings.ToLower(who)+"@test")
	n.must(err)
	return p
}

// TestAwayFromOneTurn: while somebody is away their own time does not run, at all of
// their tables, and nobody else's is longer.
func TestAwayFromOneTurn(t *testing.T) {
	n := newInn(t)
	first, second := n.table("Ann", "Bob"), n.table("Bob", "Ann")
	forming := n.hear("Ann", "", "new konvooi for 3").Tables[0]
	n.settled(first, second, forming)
	who, other := n.turn(first)
	n.Zone = data.Zone
	n.hear(who, "", "timezone Europe/Brussels")
	since := len(n.letters(first))
	reply := n.at(noon.Add(hour), who, "", "vacation 2026-12-01..2026-12-05")
	if got := verdicts(reply); !slices.Equal(got, []engine.Verdict{engine.Done}) || len(reply.Tables) < 2 {
		t.Fatalf("%v, at %v", reply.Answers, reply.Tables)
	}
	if got := n.told(first, since); len(got) != 0 {
		t.Errorf("others were written to: %v", got)
	}
	if got := n.left(first, who, noon); got != (72+5*24)*hour {
		t.Errorf("%v for a turn with five days away", got)
	}
	for _, id := range []string{first, second} {
		t := n.load(id)
		away := t.AwayAfter(noon)
		want := lobby.Stop{From: time.Date(2026, 11, 30, 23, 0, 0, 0, time.UTC), To: time.Date(2026, 12, 5, 23, 0, 0, 0, time.UTC)}
		if len(away) != 1 || away[0].Seat != n.seat(id, who) || away[0].Stop != want {
			n.Errorf("table %s: away %v, want %v", id, away, want)
		}
	}
	n.at(noon.Add(30*hour), who, first, "draw deck") // is heard as ever
	if got := n.left(first, other, noon.Add(30*hour)); got != 72*hour {
		t.Errorf("%v for the turn of somebody who is there", got)
	}
}

// TestAwayEndsEarly: time runs on from the moment on at which somebody is back, and all
// are told where they were away.
func TestAwayEndsEarly(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.settled(id)
	who, other := n.turn(id)
	n.at(noon, who, "", "vacation 2026-11-30..2026-12-10")
	since := len(n.letters(id))
	n.at(noon.Add(40*hour), who, id, "vacation off")
	if got := n.left(id, who, noon); got != 112*hour {
		t.Errorf("%v for a turn with 40 hours away", got)
	}
	if diff := cmp.Diff(map[string][]string{who: {KindAnswer}, other: {KindTimed}}, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	if got := n.load(id).Timings(n.seat(id, other), 0); len(got) != 1 || !got[0].At.Equal(noon.Add(40*hour)) {
		t.Errorf("told of %v", got)
	}
	if got := n.load(id).Timings(n.seat(id, who), 0); len(got) != 0 {
		t.Errorf("told of their own doing: %v", got)
	}
	if no := refusal(n.at(noon.Add(41*hour), who, id, "vacation off")); no != "vacation-none" {
		t.Errorf("twice: %q", no)
	}
	n.at(noon.Add(41*hour), who, id, "vacation 2026-12-24")
	since = len(n.letters(id))
	n.at(noon.Add(42*hour), who, id, "vakantie uit") // before it has begun
	if diff := cmp.Diff(map[string][]string{who: {KindAnswer}}, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	n.replayed(id)
}

// TestWindowOfTheAbsent: a window in which anybody at the table is away is longer for
// all alike, asked or not, and does not open meanwhile, whoever has answered.
func TestWindowOfTheAbsent(t *testing.T) {
	for _, absent := range []string{"the one who laid it", "an officer", "nobody"} {
		n := newInn(t)
		n.Prompt = false
		id := n.table("Ann", "Bob", "Cem")
		n.settled(id)
		who, _ := n.turn(id)
		others := slices.DeleteFunc([]string{"Ann", "Bob", "Cem"}, func(o string) bool { return o == who })
		days := 10 * 24 * hour
		switch absent {
		case "the one who laid it":
			n.at(noon, who, "", "vacation 2026-12-01..2026-12-10")
		case "an officer":
			n.at(noon, others[1], "", "vacation 2026-12-01..2026-12-10")
		default:
			days = 0
		}
		n.at(noon, who, id, n.convoy(id, who))
		asked := 0
		for _, o := range others {
			if n.load(id).Play.Asked(n.seat(id, o)).Kind == "" {
				continue
			}
			asked++
			if got := n.left(id, o, noon); got != 24*hour+days {
				t.Errorf("%s is away: %s has %v", absent, o, got)
			}
			n.at(noon.Add(13*hour), o, id, "let go") // an hour after it has begun
		}
		first, last := noon.Add(13*hour+15*time.Minute), noon.Add(13*hour+15*time.Minute)
		if days > 0 { // some time after they are back
			first, last = noon.Add(12*hour+days), noon.Add(24*hour+days)
		}
		if due, ok := n.load(id).Own(); asked == 0 || !ok || due.Before(first) || due.After(last) {
			t.Errorf("%s is away, %d asked: the window opens on %v, want %v to %v", absent, asked, due, first, last)
		}
	}
}

// TestAwayWithNobodyAsked: where nobody is asked, for what they said in advance, the time
// that was drawn is as much later.
func TestAwayWithNobodyAsked(t *testing.T) {
	n := newInn(t)
	n.Prompt = false
	id := n.table("Ann", "Bob")
	n.settled(id)
	who, other := n.turn(id)
	n.at(noon, other, id, "when convoy let go")
	n.at(noon, who, id, n.convoy(id, who))
	before, ok := n.load(id).Own()
	if !ok {
		t.Fatal("somebody is asked")
	}
	n.at(noon, other, "", "vacation 2026-11-30..2026-12-09")
	days := time.Date(2026, 12, 10, 0, 0, 0, 0, time.UTC).Sub(noon)
	if due, _ := n.load(id).Own(); !due.Equal(before.Add(days)) {
		t.Errorf("the window opened on %v, and now on %v", before, due)
	}
}

// TestAwayComesAlong: who sits down while they are away, or is given a seat, is away
// from it; who gives a seat up is not, and nobody's time is cut short in hindsight.
func TestAwayComesAlong(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.settled(id)
	n.hear("Cem", "", "name Cem")
	n.at(noon, "Cem", "", "vacation 2026-12-01..2026-12-03")
	joined := n.hear("Cem", "", "new konvooi for 3").Tables[0]
	if got := n.load(joined).AwayAfter(noon); len(got) != 1 || got[0].Seat != 1 {
		t.Errorf("at a new table: away %v", got)
	}
	who, other := n.turn(id)
	n.at(noon, who, "", "vacation 2026-11-30..2026-12-10")
	now := noon.Add(100 * hour)
	n.ruled(id, "replace "+who+" cem@test", now)
	loaded := n.load(id)
	seat := n.seat(id, "Cem")
	want := []lobby.Stop{{From: noon, To: now}}
	if got := loaded.Lobby.AwayFrom(seat); len(got) == 0 || !got[0].To.Equal(now) {
		t.Errorf("away from the seat: %v, want %v", got, want)
	}
	if got := n.left(id, "Cem", now); got != 72*hour {
		t.Errorf("%v for whoever comes after", got)
	}
	since := len(n.letters(id))
	n.at(now, other, "", "vacation 2026-12-04..2026-12-10")
	n.at(now.Add(hour), other, id, "resign")
	if got := n.load(id).AwayAfter(now.Add(hour)); len(got) != 0 {
		t.Errorf("a bot is away: %v", got)
	}
	if got := n.told(id, since)["Cem"]; !slices.Equal(got, []string{KindTimed}) {
		t.Errorf("Cem got %v", got)
	}
	n.replayed(id)
}

// TestAwayFromNoSeat: who gives a seat up is away from the others alone.
func TestAwayFromNoSeat(t *testing.T) {
	n := newInn(t)
	id, other := n.table("Ann", "Bob"), n.table("Ann", "Bob")
	n.settled(id, other)
	reply := n.hear("Ann", id, "resign", "vacation 2026-12-01..2026-12-03", "vacation off")
	if got := verdicts(reply); !slices.Equal(got, []engine.Verdict{engine.Done, engine.Done, engine.Done}) {
		t.Fatalf("%v", reply.Answers)
	}
	away := func(id string) (kinds []string) {
		for _, e := range n.entries(id) {
			if strings.HasPrefix(e.Order, "vacation") {
				kinds = append(kinds, e.Kind)
			}
		}
		return kinds
	}
	if diff := cmp.Diff([]string{"player-away", "player-back"}, away(other)); diff != "" || away(id) != nil {
		t.Errorf("at the table given up %v; at the other %s", away(id), diff)
	}
	n.replayed(id)
	n.replayed(other)
}

// TestAwayWhileTheTableRests: it is made up for when the table goes on.
func TestAwayWhileTheTableRests(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.settled(id)
	n.rest(id)
	n.at(noon, "Ann", "", "vacation 2026-12-01..2026-12-03")
	f, err := n.store.Fault(t.Context(), id)
	n.must(err)
	n.must(n.Mend(t.Context(), f, noon.Add(hour)))
	if got := n.load(id).AwayAfter(noon); len(got) != 1 || got[0].Seat != n.seat(id, "Ann") {
		t.Errorf("away %v", got)
	}
}

// TestVacationIsASetting: kept with the player, told, bounded, and erased with them.
func TestVacationIsASetting(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.settled(id)
	told := func(reply Reply) (keys []string) {
		for _, s := range reply.Answers[0].Told {
			keys = append(keys, s.Key)
		}
		return keys
	}
	if got := told(n.hear("Ann", "", "vacation")); !slices.Equal(got, []string{"vacation-left"}) {
		t.Errorf("none: %v", got)
	}
	reply := n.hear("Ann", "", "vakantie 2026-12-24..2027-01-02")
	if got := told(reply); !slices.Equal(got, []string{"vacation", "vacation-left"}) || reply.Answers[0].Told[1].Args["Count"] != 18 {
		t.Errorf("one: %v", reply.Answers)
	}
	for order, key := range map[string]string{
		"vacation 2027-02-01..2027-02-19": "vacation-days", "vacation 2026-11-29": "vacation-past", "vacation 2028-01-01": "vacation-far",
		"vacation 2027-01-02..2026-12-24": "vacation-form", "vacation 2026-12-24 2027-01-02": "vacation-form",
	} {
		version, kept := n.version(id), n.player("Ann").Vacations
		if no := refusal(n.hear("Ann", "", order)); no != key {
			t.Errorf("%s: %q, want %s", order, no, key)
		}
		if n.version(id) != version || n.player("Ann").Vacations != kept {
			t.Errorf("%s was refused and changed something", order)
		}
	}
	if got := n.player("Ann").Vacations; got != "2026-12-24T00:00:00Z/2027-01-03T00:00:00Z" {
		t.Errorf("kept %q", got)
	}
	n.hear("Bob", "", "vacation 2026-12-24")
	bob := n.player("Bob").ID
	_, err := n.store.Forget(t.Context(), events.NewForgetting(bob, "bob@test", [16]byte{1}, noon))
	n.must(err)
	if p, err := n.store.Player(t.Context(), bob); err != nil || p.Vacations != "" {
		t.Errorf("forgotten, and kept %q, %v", p.Vacations, err)
	}
}

// TestAwayFromNowOn: a vacation that was brought to a seat counts from then on. What a
// bank holds, and how long a window lasts, does not change in hindsight.
func TestAwayFromNowOn(t *testing.T) {
	n := newInn(t)
	n.hear("Cem", "", "name Cem")
	id := n.open("bank=8h", "Ann", "Bob")
	n.settled(id)
	n.at(noon, "Cem", "", "vacation 2026-11-30")
	who, other := n.turn(id)
	now := noon.Add(7 * hour)
	n.plays(now, who, id)
	n.plays(now, other, id)
	n.at(now, who, id, "seek replacement")
	seat, held := n.seat(id, who), n.load(id).Banks()
	n.at(now, "Cem", "", "take "+id)
	if diff := cmp.Diff(held, n.load(id).Banks()); diff != "" {
		t.Errorf("the banks, once a seat was taken: %s", diff)
	}
	if away := n.load(id).Lobby.AwayFrom(seat); len(away) != 1 || !away[0].From.Equal(now) {
		t.Errorf("away %v, and the seat was taken at %v", away, now)
	}

	n = newInn(t)
	n.Prompt = false
	id = n.opened("answer=24h", "Ann", "Bob", "Dan")
	n.hear("Cem", "", "name Cem")
	n.settled(id)
	n.at(noon, "Cem", "", "vacation 2026-11-30")
	who, _ = n.turn(id)
	n.at(noon, who, id, n.convoy(id, who), "seek replacement")
	end := n.load(id).windowEnd()
	n.at(noon.Add(11*hour), "Cem", "", "take "+id)
	if got := n.load(id).windowEnd(); !got.Equal(end.Add(hour)) {
		t.Errorf("an hour away puts the end from %v to %v", end, got)
	}
}

// TestAwayAsBeforeTheRest: what was taken back while the table rested is not away when
// it goes on, though there is another vacation.
func TestAwayAsBeforeTheRest(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.settled(id)
	n.at(noon, "Ann", "", "vacation 2026-12-01..2026-12-28")
	f := n.rest(id)
	n.at(noon.Add(hour), "Ann", "", "vacation off")
	n.at(noon.Add(hour), "Ann", "", "vacation 2027-03-01..2027-03-28")
	n.must(n.Mend(t.Context(), f, noon.Add(2*hour)))
	want := []lobby.Leave{{Seat: n.seat(id, "Ann"), Stop: lobby.Stop{
		From: time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC), To: time.Date(2027, 3, 29, 0, 0, 0, 0, time.UTC),
	}}}
	if diff := cmp.Diff(want, n.load(id).AwayAfter(noon)); diff != "" {
		t.Errorf("away: %s", diff)
	}
	entries := n.version(id)
	f = n.rest(id)
	n.must(n.Mend(t.Context(), f, noon.Add(3*hour))) // nothing to make up for
	if diff := cmp.Diff(want, n.load(id).AwayAfter(noon)); diff != "" {
		t.Errorf("after another rest, %d entries later: %s", n.version(id)-entries, diff)
	}
	n.replayed(id)
}

// TestDaysAwayInParts: days that are broken off late do not add up to more than there are.
func TestDaysAwayInParts(t *testing.T) {
	n := newInn(t)
	var away time.Duration
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for range 30 {
		days := now.Format(time.DateOnly) + ".." + now.AddDate(0, 0, 1).Format(time.DateOnly)
		if no := refusal(n.at(now, "Ann", "", "vacation "+days)); no != "" {
			if no != "vacation-days" {
				t.Errorf("refused: %s", no)
			}
			break
		}
		n.at(now.Add(27*hour), "Ann", "", "vacation off")
		away += 27 * hour
		now = now.AddDate(0, 0, 2)
	}
	if away < 23*24*hour || away > lobby.VacationDays*24*hour {
		t.Errorf("%v away", away)
	}
}
