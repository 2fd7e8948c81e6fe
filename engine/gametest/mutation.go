package gametest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Mutation is a bug put into a game on purpose.
type Mutation struct {
	Leak  string // in words
	Suite Suite  // of the spoiled game
	Guard string // that must catch it
}

// mostHunted is how many times over its settings a bug may hide.
const mostHunted = 6

// Mutations wants every bug of a table to be caught by the guard it is meant for,
// and logs the table. A bug that goes free, or is caught by others only, fails.
func Mutations(t *testing.T, table []Mutation) {
	t.Helper()
	rows := make([]string, len(table))
	for i, m := range table {
		caught, others := m.hunt()
		switch {
		case caught.Guard != "":
			rows[i] = fmt.Sprintf("%-58s %s", m.Leak, m.Guard)
			if testing.Verbose() {
				rows[i] += "\n\t\t" + short(caught.Message)
			}
		case len(others) > 0:
			t.Errorf("%s: not caught by %s, only by %s: %s", m.Leak, m.Guard, others[0].Guard, others[0].Message)
		default:
			t.Errorf("%s: went free, %s should have caught it", m.Leak, m.Guard)
		}
	}
	t.Logf("leak seeded / guard that caught it\n%s", strings.Join(rows, "\n"))
}

// hunt plays until the guard has caught the bug, or for long enough; then it
// gives what other guards have to say. The kinds that never happened are told only
// at the end: no part of a campaign knows.
func (m Mutation) hunt() (Finding, []Finding) {
	const pace = 2
	c := newCampaign(m.Suite, "mutation")
	c.hunted = m.Guard
	c.still()
	most := mostHunted * len(c.settings)
	for n := 0; n < most && !holds(c.found, m.Guard); n += pace {
		c.play(n, min(n+pace, most))
		c.shown()
	}
	if !holds(c.found, m.Guard) {
		c.occurs()
	}
	if i := slices.IndexFunc(c.found, func(f Finding) bool { return f.Guard == m.Guard }); i >= 0 {
		return c.found[i], nil
	}
	c.hunted = ""
	c.play(0, min(len(c.settings), most))
	return Finding{}, c.found
}

// short cuts a message to what a table has room for.
func short(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	if len(message) > 240 {
		return message[:240] + " ..."
	}
	return message
}
