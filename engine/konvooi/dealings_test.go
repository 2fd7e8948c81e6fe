package konvooi

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

// dealt lays a game of three out, has the orders given ("#2 inspect CPT") and gives
// what the seats did to each other, without the events it is taken from.
func dealt(t *testing.T, deal, orders []string) []engine.Dealing {
	t.Helper()
	options, err := engine.Choose(options, nil)
	if err != nil {
		t.Fatal(err)
	}
	var lines []engine.Line
	for i, text := range deal {
		lines = append(lines, engine.Line{Words: strings.Fields(text), Number: i + 1})
	}
	luck := func(n int) engine.Chance { return engine.NewChance([32]byte{1}, int64(n)) }
	records, err := Game.Stage(newSetup(t, 3, options), lines, luck(0))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Game.Play(records)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range orders {
		who, order, _ := strings.Cut(o, " ")
		seat, _ := engine.ParseSeat(who)
		c, err := p.Hear(seat, lexicon.Read(order, nil))
		if err != nil {
			t.Fatalf("%s: %v", o, err)
		}
		more, err := engine.Step(p, seat, c, luck(len(records)))
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, more...)
		more, err = engine.Settle(p, func(n int) engine.Chance { return luck(len(records) + n) })
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, more...)
	}
	all, err := Game.Dealings(records)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].Event = 0
	}
	return all
}

func TestDealings(t *testing.T) {
	table := []string{
		"hand #1 L X L L", "hand #2 CPT INS", "hand #3 CPT LT", "display L X LT L", "pile L L X L", "first #1",
	}
	for name, c := range map[string]struct {
		orders []string
		want   []engine.Dealing
	}{
		"let go by both": {
			[]string{"#1 convoy L X", "#2 let go", "#3 let go"},
			[]engine.Dealing{{Kind: "let-go", From: 2, To: 1}, {Kind: "let-go", From: 3, To: 1}},
		},
		"outranked, bribed": {
			[]string{"#1 convoy L X", "#2 inspect INS", "#3 inspect CPT", "#1 bribe L L", "#2 accept"},
			[]engine.Dealing{
				{Kind: "challenged", From: 2, To: 1}, {Kind: "challenged", From: 3, To: 1},
				{Kind: "inspected", From: 2, To: 1}, {Kind: "bribe-accepted", From: 2, To: 1, Value: 2000},
			},
		},
		"bribe refused, convoy seized": {
			[]string{"#1 convoy L X", "#2 let go", "#3 inspect CPT", "#1 bribe L", "#3 refuse", "#3 check 1 2"},
			[]engine.Dealing{
				{Kind: "let-go", From: 2, To: 1}, {Kind: "challenged", From: 3, To: 1}, {Kind: "inspected", From: 3, To: 1},
				{Kind: "bribe-refused", From: 3, To: 1, Value: 1000}, {Kind: "seized", From: 3, To: 1, Value: 5000},
			},
		},
	} {
		if diff := cmp.Diff(c.want, dealt(t, table, c.orders)); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}
