package card

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
)

var hand = []Card{{"L", 4}, {"X", 2}, {"L", 9}, {"CPT", 1}}

func TestSpelling(t *testing.T) {
	data, err := json.Marshal(hand)
	if err != nil || string(data) != `["L.4","X.2","L.9","CPT.1"]` {
		t.Errorf("%s %v", data, err)
	}
	var back []Card
	if err := json.Unmarshal(data, &back); err != nil || !slices.Equal(back, hand) {
		t.Errorf("%v %v", back, err)
	}
	for _, word := range []string{"", "L", "L.", ".4", "L.x", "L.0", "L.-1", "L.4.5"} {
		if c := (Card{"keep", 7}); c.UnmarshalText([]byte(word)) == nil || c != (Card{"keep", 7}) {
			t.Errorf("%q was read as %v", word, c)
		}
	}
}

func TestCounting(t *testing.T) {
	if got := Faces(hand); !slices.Equal(got, []string{"L", "X", "L", "CPT"}) {
		t.Error(got)
	}
	if Count(hand, "L") != 2 || Count(hand, "LT") != 0 || Count(nil, "L") != 0 {
		t.Error("miscounted")
	}
}

func TestTake(t *testing.T) {
	for _, test := range []struct {
		faces       []string
		taken, left []Card
		ok          bool
	}{
		{nil, nil, hand, true},
		{[]string{"L"}, hand[:1], hand[1:], true},
		{[]string{"CPT", "L", "L"}, []Card{{"CPT", 1}, {"L", 4}, {"L", 9}}, []Card{{"X", 2}}, true},
		{[]string{"L", "L", "L"}, nil, hand, false},
		{[]string{"LT"}, nil, hand, false},
	} {
		before := slices.Clone(hand)
		taken, left, ok := Take(hand, test.faces)
		if !slices.Equal(taken, test.taken) || !slices.Equal(left, test.left) || ok != test.ok || Holds(hand, test.faces) != ok {
			t.Errorf("%v: %v %v %v", test.faces, taken, left, ok)
		}
		if !reflect.DeepEqual(hand, before) {
			t.Fatalf("%v changed the hand to %v", test.faces, hand)
		}
	}
}

func TestWithout(t *testing.T) {
	before := slices.Clone(hand)
	if got := Without(hand, []Card{{"other face", 2}, {"L", 9}, {"L", 99}}); !slices.Equal(got, []Card{{"L", 4}, {"CPT", 1}}) {
		t.Error(got)
	}
	if !slices.Equal(hand, before) {
		t.Errorf("the hand became %v", hand)
	}
}
