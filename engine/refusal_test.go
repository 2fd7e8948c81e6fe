package engine_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"contrapost/engine"
)

func TestRefusal(t *testing.T) {
	no := engine.Refuse("K10", "size", "n", 5, "seat", engine.Seat(2)).Instead("convoy L L")
	if got := no.Error(); got != "K10: size (n=5, seat=#2)" || no.Try != "convoy L L" {
		t.Error(got, no.Try)
	}
	if got := engine.Refuse("", "over").Error(); got != "over" {
		t.Errorf("without a rule: %s", got)
	}
	if got := engine.Refuse("K3", "turn").Error(); got != "K3: turn" {
		t.Error(got)
	}
}

func TestRefusalIsKeptWhole(t *testing.T) {
	for _, no := range []*engine.Refusal{
		engine.Refuse("K3", "turn"),
		engine.Refuse("K10", "size", "n", 5, "seat", engine.Seat(2), "word", "x", "words", []string{"a", "b"}, "verb", engine.Order("let go"), "long", engine.Span(72*time.Hour)).Instead("pass"),
	} {
		data, err := json.Marshal(no)
		if err != nil {
			t.Fatal(err)
		}
		back := new(engine.Refusal)
		if err := json.Unmarshal(data, back); err != nil || !reflect.DeepEqual(no, back) {
			t.Errorf("%+v is kept as %s and comes back as %+v (%v)", no, data, back, err)
		}
	}
	if err := new(engine.Args).UnmarshalJSON([]byte(`[1]`)); err == nil {
		t.Error("a list was taken for arguments")
	}
}
