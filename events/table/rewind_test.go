package table

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/konvooi"
)

// truth folds the events of a game that count.
func truth(t *testing.T, c *Table) engine.Play {
	t.Helper()
	play, err := konvooi.Game.Play(c.line)
	if err != nil {
		t.Fatal(err)
	}
	return play
}

// TestRewind: the state is that of the version returned to but for the pile; what
// came later is nobody's knowledge any more; the old branch stays in the log.
func TestRewind(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	there := n.load(id)
	pile := n.pile(id)
	var drew []string
	for range 4 {
		who, _ := n.turn(id)
		n.hear(who, id, "draw deck")
		drew = append(drew, who)
	}
	n.hear("Ann", id, "say Well played.")
	far := n.load(id)
	entries := n.entries(id)
	since := len(n.letters(id))
	n.ruled(id, fmt.Sprintf("rewind %d", there.Version), noon.Add(time.Hour))

	c := n.load(id)
	for _, s := range append(engine.Seats(2), engine.Onlooker) {
		if !reflect.DeepEqual(there.Play.Facts(s), c.Play.Facts(s)) {
			t.Errorf("%s knows something else than at version %d", s, there.Version)
		}
		for v := there.Version; v <= far.Version; v++ {
			if c.Known(s, v) != there.Known(s, there.Version) {
				t.Errorf("%s: a letter of version %d has told %d facts", s, v, c.Known(s, v))
			}
		}
	}
	if !slices.Equal(c.Play.Awaited(), there.Play.Awaited()) || truth(t, c).Known(1) != c.Play.Known(1) {
		t.Errorf("awaited %v, want %v", c.Play.Awaited(), there.Play.Awaited())
	}
	if n.pile(id) == pile || len(n.pile(id)) != len(pile) {
		t.Error("the pile lies as it lay, or has lost a card")
	}
	if diff := cmp.Diff(entries, n.entries(id)[:len(entries)]); diff != "" || len(c.talk) != 1 {
		t.Errorf("the old branch or the talk has changed:\n%s", diff)
	}
	q, _ := c.Question(n.seat(id, drew[0]))
	if q.Version <= far.Version || !q.Deadline.Equal(noon.Add(73*time.Hour)) {
		t.Errorf("asked %+v; the time should begin anew", q)
	}
	if diff := cmp.Diff(map[string][]string{"Ann": {KindRuling}, "Bob": {KindRuling}}, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	if v, gone := c.Rewound(far.Version); !gone || v <= far.Version || v > c.Version {
		t.Errorf("version %d: gone %v, instead %d", far.Version, gone, v)
	}
	n.hear(drew[0], id, "draw deck") // and it goes on
	no := n.unruled(id, fmt.Sprintf("rewind %d", far.Version), "rewind-version")
	n.ruled(id, fmt.Sprintf("rewind %v", no.Args["Nearest"]), noon)
	n.ruled(id, fmt.Sprintf("rewind %d", there.Version), noon)
	if got := n.load(id); !reflect.DeepEqual(there.Play.Facts(1), got.Play.Facts(1)) {
		t.Error("a second return has lost its way")
	}
}

// TestRewindIntoTheMiddle: what was decided at once is not torn apart.
func TestRewindIntoTheMiddle(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	begin := n.version(id)
	n.hear(who, id, "draw 1 2")
	end := n.version(id)
	if end < begin+3 {
		t.Fatalf("drawing took versions %d to %d", begin, end)
	}
	for v := begin + 1; v < end; v++ {
		if no := n.unruled(id, fmt.Sprintf("rewind %d", v), "rewind-version"); no.Args["Nearest"] != int(begin) && no.Args["Nearest"] != int(end) {
			t.Errorf("version %d: nearest %v", v, no.Args["Nearest"])
		}
	}
}

// TestRewindAsksAgain: answers that lay sealed are asked for again, standing bids
// stand.
func TestRewindAsksAgain(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob", "Cem")
	who, _ := n.turn(id)
	others := slices.DeleteFunc([]string{"Ann", "Bob", "Cem"}, func(o string) bool { return o == who })
	n.hear(others[1], id, "when convoy let go")
	moves := n.load(id).Play.Moves(n.seat(id, who))
	i := slices.IndexFunc(moves, func(m string) bool { return len(m) > 7 && m[:7] == "convoy " })
	n.hear(who, id, moves[i])
	n.ruled(id, fmt.Sprintf("rewind %d", n.version(id)), noon.Add(time.Hour))
	c := n.load(id)
	for _, o := range others {
		if c.Play.Asked(n.seat(id, o)).Kind == "" {
			t.Errorf("%s is not asked again", o)
		}
		if due, _ := c.Deadline(n.seat(id, o)); !due.Equal(noon.Add(25 * time.Hour)) {
			t.Errorf("%s may answer until %v, want a day from the return on", o, due)
		}
	}
}

// TestRewindUnsaysSilence: a silence that was taken back is told to nobody.
func TestRewindUnsaysSilence(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	back := n.version(id)
	if err := n.Lapse(t.Context(), id, noon.Add(100*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := n.load(id).Silences(1, back); len(got) != 1 {
		t.Fatalf("silences %v", got)
	}
	n.ruled(id, fmt.Sprintf("rewind %d", back), noon.Add(101*time.Hour))
	if got := n.load(id).Silences(1, 0); len(got) != 0 {
		t.Errorf("silences %v", got)
	}
}

// pile is the last entry that says how the pile lies.
func (n *inn) pile(id string) string {
	n.Helper()
	pile := ""
	for _, e := range n.entries(id) {
		if e.Kind == "pile-shuffled" || e.Kind == "pile-reshuffled" {
			pile = string(e.Data)
		}
	}
	return pile
}
