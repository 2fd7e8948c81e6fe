package table

import (
	"slices"
	"testing"
	"time"

	"contrapost/engine"
)

// heldUp is a table with a window of two hours that the vacation makes longer of
// whoever laid the convoy, and who the others are. It began at 23:00, and they are away
// from midnight on.
func heldUp(t *testing.T) (n *inn, id, who string, others []string) {
	n = newInn(t)
	n.Prompt = false
	n.hear("Zoe", "", "name Zoe")
	id = n.opened("answer=2h", "Ann", "Bob", "Cem")
	n.settled(id)
	who, _ = n.turn(id)
	others = slices.DeleteFunc([]string{"Ann", "Bob", "Cem"}, func(o string) bool { return o == who })
	late := noon.Add(11 * hour)
	n.at(late, who, "", "vacation 2026-12-01..2026-12-28")
	n.at(late, who, id, n.convoy(id, who))
	if got, want := n.load(id).windowEnd(), late.Add(2*hour+28*24*hour); !got.Equal(want) {
		t.Fatalf("the window ends on %v, want %v", got, want)
	}
	return n, id, who, others
}

// TestWindowCutShort: a window that an absence makes longer, one to come as well as one
// that has begun, ends a day after that was cut short at the earliest, and everybody is
// told, however it was.
func TestWindowCutShort(t *testing.T) {
	soon, later := noon.Add(12*hour-time.Minute), noon.Add(60*hour)
	for name, do := range map[string]func(n *inn, id, who string, now time.Time){
		"taken back": func(n *inn, id, who string, now time.Time) { n.at(now, who, "", "vacation off") },
		"given up":   func(n *inn, id, who string, now time.Time) { n.at(now, who, id, "resign") },
		"replaced":   func(n *inn, id, who string, now time.Time) { n.ruled(id, "replace "+who+" zoe@test", now) },
		"a bot's":    func(n *inn, id, who string, now time.Time) { n.ruled(id, "bot "+who, now) },
		"withdrawn":  func(n *inn, id, who string, now time.Time) { n.must(n.Withdraw(n.Context(), n.player(who).ID, now)) },
		"taken over": func(n *inn, id, who string, now time.Time) {
			n.at(now, who, id, "seek replacement")
			n.at(now, "Zoe", "", "take "+id)
		},
	} {
		for _, now := range []time.Time{soon, later} {
			n, id, who, others := heldUp(t)
			since := len(n.letters(id))
			do(n, id, who, now)
			end := now.Add(24 * hour)
			for _, o := range others {
				if len(n.told(id, since)[o]) == 0 {
					t.Errorf("%s: %s is not told; told %v", name, o, n.told(id, since))
				}
			}
			if got := n.load(id).windowEnd(); got.Before(end) || got.After(end.Add(15*time.Minute)) {
				t.Errorf("%s on %v: the window ends on %v, want %v", name, now, got, end)
			}
			for _, seat := range engine.Seats(3) {
				if due, asked := n.load(id).Deadline(seat); asked && due.Before(end) {
					t.Errorf("%s on %v: seat %d is asked until %v", name, now, seat, due)
				}
			}
			n.replayed(id)
		}
	}
}

// TestCutShortForNobody: nobody is told of an absence taken back that no wait hung on.
func TestCutShortForNobody(t *testing.T) {
	n, id, _, others := heldUp(t)
	n.at(noon.Add(11*hour), others[0], "", "vacation 2027-03-01")
	since := len(n.letters(id))
	n.at(noon.Add(11*hour), others[0], "", "vacation off")
	if got := n.told(id, since); len(got) > 1 || len(got[others[0]]) > 1 {
		t.Errorf("told %v", got)
	}
}

// TestCutShortIsWorded: of an absence that had not begun the others are told that it
// counts no more, and not that somebody is back; so they are where the seat is another's.
func TestCutShortIsWorded(t *testing.T) {
	for _, order := range []string{"vacation off", "resign"} {
		n, id, who, others := heldUp(t)
		since := n.version(id)
		n.at(noon.Add(12*hour-time.Minute), who, id, order)
		got := n.load(id).Timings(n.seat(id, others[0]), since)
		if len(got) != 1 || got[0].Event != nil || !got[0].At.Equal(noon.Add(12*hour-time.Minute)) {
			t.Errorf("%s: told %v", order, got)
		}
	}
}

// TestCutShortInQuietHours: letters that say so leave in time for the new end, whichever
// way it was put forward.
func TestCutShortInQuietHours(t *testing.T) {
	now := noon.Add(47*hour + time.Minute)
	leaves := map[string]time.Time{}
	for _, order := range []string{"vacation off", "resign"} {
		n, id, who, others := heldUp(t)
		n.leave(12 * hour)
		for _, o := range others {
			if no := refusal(n.hear(o, "", "quiet 11:00-10:00")); no != "" {
				t.Fatal(no)
			}
		}
		since := len(n.letters(id))
		n.at(now, who, id, order)
		for _, l := range n.letters(id)[since:] {
			if l.Kind == KindTimed && (leaves[order].IsZero() || l.Next.Before(leaves[order])) { // to whoever is asked
				leaves[order] = l.Next
			}
		}
	}
	if off, resigned := leaves["vacation off"], leaves["resign"]; off.IsZero() || !resigned.Equal(off) {
		t.Errorf("it leaves at %v once they are back, and at %v once they have resigned", off, resigned)
	}
}
