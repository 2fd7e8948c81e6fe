package table

import (
	"slices"
	"testing"
	"time"
)

// TestDueBeforeTheMail: what was due before a mail came runs before the mail is heard,
// though the clock has not come to it; what is due later is replaced.
func TestDueBeforeTheMail(t *testing.T) {
	for _, c := range []struct {
		arrives time.Duration
		want    []string
		refused string
	}{
		{quarter - time.Second, []string{"mail pass"}, ""},
		{quarter, []string{"mail draw deck"}, "konvooi.not-your-turn"},
		{quarter + time.Hour, []string{"mail draw deck"}, "konvooi.not-your-turn"},
	} {
		n := newInn(t)
		id := n.opened("grace=15m", "Ann", "Bob")
		who, _ := n.turn(id)
		n.at(noon, who, id, "draw deck")
		reply := n.at(noon.Add(c.arrives), who, id, "pass")
		n.carried(id, noon.Add(24*time.Hour))
		if got := n.orders(id); !slices.Equal(got, c.want) || refusal(reply) != c.refused {
			t.Errorf("after %v: ran %v, refused as %q", c.arrives, got, refusal(reply))
		}
	}
}

// TestCameBeforeItWasDue: what arrived in time replaces what waits, however late it is heard.
func TestCameBeforeItWasDue(t *testing.T) {
	n := newInn(t)
	id := n.opened("grace=15m", "Ann", "Bob")
	who, _ := n.turn(id)
	n.at(noon, who, id, "draw deck")
	m := n.write(who, id, "pass")
	m.Mail.Received, m.Now = noon.Add(10*time.Minute), noon.Add(time.Hour)
	_, err := n.Hear(t.Context(), m)
	n.must(err)
	n.carried(id, noon.Add(24*time.Hour))
	if got := n.orders(id); !slices.Equal(got, []string{"mail pass"}) {
		t.Errorf("ran %v", got)
	}
}
