package konvooi

import (
	"errors"
	"strings"
	"testing"

	"contrapost/engine"
)

// TestAdvice: what a refusal names keeps as much of what was written as could be done; of
// another verb it names what the page lists, not whatever is spelled alike; and where
// nothing could follow it names nothing.
func TestAdvice(t *testing.T) {
	p := staged(t, 2, nil, "hand #1 L L L X", "hand #2 INS INS CPT", "display L L X X", "pile L L L L L", "first #1")
	refused := func(s engine.Seat, order string) *engine.Refusal {
		t.Helper()
		_, err := p.Hear(s, lexicon.Read(order, nil))
		var no *engine.Refusal
		if !errors.As(err, &no) {
			t.Fatalf("%s is not refused: %v", order, err)
		}
		return no
	}
	advised := func(s engine.Seat, order, key, try string) {
		t.Helper()
		if no := refused(s, order); no.Key != "konvooi."+key || no.Try != try {
			t.Errorf("%q is refused by %s and leads to %q, want %s, %q", order, no.Key, no.Try, key, try)
		}
	}
	give := func(s engine.Seat, order string) {
		t.Helper()
		c, err := p.Hear(s, lexicon.Read(order, nil))
		if err != nil {
			t.Fatal(err)
		}
		records, err := p.Decide(s, c, engine.NewChance([32]byte{2}, 0))
		if err == nil {
			err = p.Evolve(records...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	advised(2, "draw 9", "not-your-turn", "")
	if no := refused(2, "draw 9"); no.Such != "" || len(no.Form) != 2 {
		t.Errorf("whose turn it is not is given an example: %+v", no)
	}
	advised(1, "cancel 3", "cancel-none", "")
	if no := refused(1, "accept"); !no.Other || !strings.HasPrefix(no.Try, "draw ") || len(no.Also) != 2 {
		t.Errorf("what can be written is not what the page lists: %+v", no)
	}
	if no := refused(1, "draw 9"); no.Try != "draw 4" || no.Such != "draw 2 3" {
		t.Errorf("draw 9: %+v", no)
	}
	give(1, "convoy L L L")
	advised(2, "inspect INS check 4 1", "position-unknown", "inspect INS check 1")
	advised(2, "inspect INS check 4", "position-unknown", "inspect INS")
	give(2, "inspect CPT")
	if c := p.Lapse(engine.Onlooker, engine.NewChance([32]byte{3}, 0)); c != nil {
		records, err := p.Decide(engine.Onlooker, c, engine.NewChance([32]byte{3}, 0))
		if err == nil {
			err = p.Evolve(records...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	give(1, "no bribe")
	advised(2, "check 1 2 3", "check-too-many", "check 1 2")
	advised(2, "check 7 3", "position-unknown", "check 3")
}
