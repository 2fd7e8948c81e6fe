package engine_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"contrapost/engine"
)

func play(t *testing.T, r countingRules, records ...engine.Record) engine.Play {
	t.Helper()
	p, err := engine.Define(r).Play(records)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var one = engine.Record{Kind: "added", Data: []byte(`{"N":1}`)}

func TestDefinePanicsOnRulesThatLackAPart(t *testing.T) {
	for name, spoil := range map[string]func(*countingRules){
		"counting defines no Show":               func(r *countingRules) { r.Show = nil },
		"counting defines the event added twice": func(r *countingRules) { r.Events = append(r.Events, added{}) },
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, name) {
					t.Errorf("said %q, want %q", said, name)
				}
			}()
			r := counting()
			spoil(&r)
			engine.Define(r)
		}()
	}
}

func TestGameGivesItsRulesBack(t *testing.T) {
	r := counting()
	g := engine.Define(r)
	low, high := g.Seats()
	got := []any{g.Name(), g.Title(), g.Version(), low, high, g.Options(), g.DefaultDeck(), g.Words(), g.Secret(), g.Lexicon(), len(g.Verbs()), g.Kinds()}
	want := []any{r.Name, r.Title, r.Version, 1, 2, r.Options, r.Deck, r.Words, r.Secret, r.Lexicon, 1, []string{"added", "stopped"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if err := g.CheckDeck(engine.Deck{Name: "d"}, 2); err == nil || err.Error() != `no deck "d" for 2` {
		t.Error(err)
	}
}

func TestDealings(t *testing.T) {
	g := engine.Define(counting())
	got, err := g.Dealings([]engine.Record{one, one})
	if want := []engine.Dealing{{Kind: "added", From: 1, To: 2, Value: 2, Event: 1}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := g.Dealings([]engine.Record{one, {Kind: "unknown"}}); err == nil {
		t.Error("an unknown kind is passed over")
	}
}

func TestDealAndStage(t *testing.T) {
	g := engine.Define(counting())
	if records, err := g.Deal(engine.Setup{Seats: 2}, engine.Chance{}); err != nil || !reflect.DeepEqual(records, []engine.Record{one}) {
		t.Errorf("%s %v", records, err)
	}
	if _, err := g.Deal(engine.Setup{Seats: 3}, engine.Chance{}); err == nil || err.Error() != "deal counting: too many" {
		t.Error(err)
	}
	if records, err := g.Stage(engine.Setup{}, make([]engine.Line, 1), engine.Chance{}); err != nil || !reflect.DeepEqual(records, []engine.Record{one}) {
		t.Errorf("%s %v", records, err)
	}
	if _, err := g.Stage(engine.Setup{}, nil, engine.Chance{}); err == nil {
		t.Error("nothing was staged without an error")
	}
}

func TestDecodeIsStrict(t *testing.T) {
	for _, r := range []engine.Record{
		{Kind: "no-such-kind", Data: []byte("{}")},
		{Kind: "added", Data: []byte(`{"N":1,"M":2}`)},
		{Kind: "added", Data: []byte(`{"N":"one"}`)},
		{Kind: "added", Data: []byte("{")},
	} {
		if _, err := engine.Define(counting()).Play([]engine.Record{r}); err == nil {
			t.Errorf("%s %s was folded", r.Kind, r.Data)
		}
	}
}

func TestShowIsTheOnlyDoor(t *testing.T) {
	p := play(t, counting(), one, one)
	for s, want := range [][]any{{}, {"1", "1"}, {}, {}} {
		if got := p.Facts(engine.Seat(s)); !reflect.DeepEqual(got, want) || p.Known(engine.Seat(s)) != len(want) {
			t.Errorf("seat %d holds %v, want %v", s, got, want)
		}
	}
	if err := p.Expect(engine.Line{Words: []string{"weather"}}); err.Error() != "2 3 weather" { // the Onlooker and two seats
		t.Error(err)
	}
}

func TestPlayAsksTheRules(t *testing.T) {
	p := play(t, counting(), one)
	if c, err := p.Hear(1, []string{"add", "2"}); err != nil || c.String() != "add 2" {
		t.Error(c, err)
	}
	no := new(engine.Refusal)
	if c, err := p.Hear(2, []string{"add", "2"}); c != nil || !errors.As(err, &no) {
		t.Error(c, err)
	}
	got := []any{p.Awaited(), p.Asked(1), p.Asked(2), p.Moves(2), p.Bot(1, engine.Chance{}), p.Ahead(1, engine.Chance{}), p.Lapse(1, engine.Chance{}).String()}
	want := []any{[]engine.Seat{1}, engine.Ask{Kind: "add", Opened: 1}, engine.Ask{}, []string{"add 2"}, "add 1", []string{"add 1", "add 1"}, "add 1"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if page := p.Page(engine.Plain{}, 1, 0); page.Asks != "ask (n=1)" || page.Silence != "#1" {
		t.Errorf("%+v", page)
	}
}

func TestDecide(t *testing.T) {
	p := play(t, counting(), one)
	for c, want := range map[engine.Command]string{
		add(2):    "",
		word("x"): "decide: engine_test.word is no command of counting",
		faulty:    `decide "add -2" of seat 1: faulty`,
		astray:    `encode: counting does not list the event "stray"`,
	} {
		records, err := p.Decide(1, c, engine.Chance{})
		if want == "" && (err != nil || string(records[0].Data) != `{"N":2}`) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: %s %v, want %q", c, records, err, want)
		}
	}
	if p.Known(1) != 1 {
		t.Error("deciding alone changed the play")
	}
}

type word string

func (w word) String() string { return string(w) }

func TestChoose(t *testing.T) {
	offered := counting().Options
	for _, test := range []struct {
		chosen map[string]string
		want   string
		key    string
	}{
		{nil, "slow", ""},
		{map[string]string{"pace": "fast"}, "fast", ""},
		{map[string]string{"pace": "mad"}, "", "option-value"},
		{map[string]string{"face": "fast"}, "", "option-unknown"},
	} {
		all, err := engine.Choose(offered, test.chosen)
		no := new(engine.Refusal)
		if errors.As(err, &no); no.Key != test.key || all["pace"] != test.want {
			t.Errorf("%v: %v %v", test.chosen, all, err)
		}
	}
}

func TestHindsight(t *testing.T) {
	g := engine.Define(counting())
	over := engine.Record{Kind: "stopped", Data: []byte(`{}`)}
	if _, err := g.Hindsight([]engine.Record{one, one}); !errors.Is(err, engine.ErrNotOver) {
		t.Errorf("a game that goes on: %v", err)
	}
	if _, err := g.Hindsight([]engine.Record{one, {Kind: "unknown"}}); err == nil {
		t.Error("an unknown kind is passed over")
	}
	back, err := g.Hindsight([]engine.Record{one, one, over})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []int{0, 1, 2, 2, 2} {
		if got := back.Scores(n); !reflect.DeepEqual(got, []int{want}) {
			t.Errorf("after %d records: %v, want %d", n, got, want)
		}
	}
	if got := back.Page(engine.Plain{}, 1).Waits; got != "open (n=1)" {
		t.Errorf("after one record: %q", got)
	}
	if got := back.Reckon(engine.Plain{}, 2); got.Won != "#2" || !reflect.DeepEqual(got.Parts, [][]int{{3}}) {
		t.Errorf("reckoned as %+v, want all three events, for seat 2", got)
	}
}

// TestNoPlayLooksBack: what a player's letters are made from leads to no value that
// sees everything.
func TestNoPlayLooksBack(t *testing.T) {
	all := reflect.TypeFor[engine.Hindsight]()
	door := reflect.TypeFor[engine.Play]()
	for i := range door.NumMethod() {
		m := door.Method(i)
		for j := range m.Type.NumOut() {
			if out := m.Type.Out(j); out == all || out == reflect.TypeFor[engine.Game]() {
				t.Errorf("Play.%s gives a %s", m.Name, out)
			}
		}
	}
	if _, ok := door.MethodByName("Hindsight"); ok {
		t.Error("a Play can look back")
	}
	if reflect.TypeOf(play(t, counting(), one)).Implements(all) {
		t.Error("a play is a Hindsight")
	}
}
