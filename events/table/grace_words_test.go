package table

import (
	"slices"
	"strings"
	"testing"

	"contrapost/engine/games"
)

// TestOnlyWordsOfTheGameWait: what waits behind the first line is kept as the game spells
// it, and a line with other words is refused at once: an entry is never erased.
func TestOnlyWordsOfTheGameWait(t *testing.T) {
	for _, c := range []struct {
		game  string
		first string
		line  string
		want  string // what is kept; "" if it is refused
	}{
		{"konvooi", "draw deck", "Draw deck 2, LOOK", "draw deck 2 look"},
		{"konvooi", "draw deck", "trek stapel", "draw deck"},
		{"konvooi", "draw deck", "draw deck my number is 0470-123456, jan.peeters@example.org", ""},
		{"konvooi", "draw deck", "convoy 2L jan", ""},
		{"konvooi", "draw deck", "check 470123456", ""},
		{"konvooi", "draw deck", "inspect CPT check 470123456", ""},
		{"konvooi", "draw deck", "when convoy inspect CPT check 470123456", ""},
		{"konvooi", "draw deck", "cancel 470123456", ""},
		{"declare", "place 1 2 3", "play 5 with swap 1, me 2", "play 5 with swap 1 me 2"},
		{"declare", "place 1 2 3", "play 5 with nothing", "play 5 with nothing"},
		{"declare", "place 1 2 3", "play 5 with 470123456", ""},
		{"declare", "place 1 2 3", "play 5 with jan.peeters@example.org", ""},
		{"declare", "place 1 2 3", "reveal 1 jan.peeters@example.org", ""},
		{"declare", "place 1 2 3", "cancel 470123456", ""},
	} {
		n := newInn(t)
		n.Lobby.Games = games.All()
		id := n.hear("Ann", "", "new "+c.game+" for 2 with grace=15m").Tables[0]
		n.hear("Bob", "", "join "+id)
		who := n.asked(id)[0]
		reply := n.at(noon, who, id, c.first, c.line)
		got := n.waits(id, who).Lines
		want := []string{c.first}
		if c.want != "" {
			want = append(want, c.want)
		}
		if !slices.Equal(got, want) || (refusal(reply) == "") != (c.want != "") {
			t.Errorf("%q: %q waits, refused as %q", c.line, got, refusal(reply))
		}
		for _, e := range n.entries(id) {
			if strings.Contains(string(e.Data), "jan") || strings.Contains(string(e.Data), "470") {
				t.Errorf("%q: in the log for ever: %s", c.line, e.Data)
			}
		}
	}
}
