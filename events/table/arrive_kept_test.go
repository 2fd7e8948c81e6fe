package table

import (
	"testing"
	"time"

	"contrapost/events"
)

// apart gives whose turn it is, and of the others one who answers convoys in advance.
func (n *inn) apart(id string) (who, asked, ahead string) {
	n.Helper()
	who, _ = n.turn(id)
	var rest []string
	for _, name := range n.load(id).Names {
		if name != who {
			rest = append(rest, name)
		}
	}
	n.hear(rest[1], id, "when convoy let go")
	return who, rest[0], rest[1]
}

// alike fails unless letters reach two players alike, for all that may be told.
func (n *inn) alike(id, one, other string) {
	n.Helper()
	for _, asOf := range []time.Time{{}, noon.Add(72 * time.Hour)} {
		all := n.load(id).Arrivals(n.letters(id), asOf)
		a, b := all[n.seat(id, one)-1], all[n.seat(id, other)-1]
		if a.State == "" || a.State != b.State || !a.At.Equal(b.At) || a.Tries != b.Tries {
			n.Errorf("as of %v: to %s, who is asked, %+v; to %s, who is not, %+v", asOf, one, a, other, b)
		}
	}
}

// TestReplacedLettersTellNobody: that a letter which everybody was due has been replaced
// by one that asks shows to nobody.
func TestReplacedLettersTellNobody(t *testing.T) {
	n := patient(t)
	n.Prompt = false
	id := n.opened("turn=72h", "Ann", "Bob", "Cem")
	n.settled(id)
	who, asked, ahead := n.apart(id)
	n.leave(0)
	for _, name := range []string{asked, ahead} {
		n.hear(name, "", "digest 18")
	}
	n.excuse(id, noon.Add(time.Minute), noon.Add(time.Hour))
	n.at(noon.Add(time.Hour), who, id, n.convoy(id, who))
	for _, after := range []time.Duration{time.Hour, 6 * time.Hour, 12 * time.Hour, 20 * time.Hour} {
		n.leave(after)
	}
	n.alike(id, asked, ahead)
}

// TestBegunIsNoLater: a letter that tells of the beginning, shows what came later since it
// was kept waiting, and so has a later version, gives away no letter of a game that has
// gone on meanwhile.
func TestBegunIsNoLater(t *testing.T) {
	n := patient(t)
	n.Prompt = false
	id := n.opened("turn=72h", "Ann", "Bob", "Cem")
	n.settled(id)
	who, asked, ahead := n.apart(id)
	n.leave(0)
	n.at(noon.Add(time.Hour), who, id, n.convoy(id, who))
	n.leave(2 * time.Hour)
	letters := n.letters(id)
	for i := range letters {
		if letters[i].Kind == KindBegun {
			letters[i].Version = n.version(id)
			letters[i].State = events.Waiting
			letters[i].Attempts = 0
			break
		}
	}
	all := n.load(id).Arrivals(letters, time.Time{})
	a, b := all[n.seat(id, asked)-1], all[n.seat(id, ahead)-1]
	if a.At.After(noon.Add(time.Hour)) || b.At.After(noon.Add(time.Hour)) {
		t.Errorf("to %s, who is asked, %+v; to %s, who is not, %+v", asked, a, ahead, b)
	}
}
