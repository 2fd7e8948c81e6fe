package gametest

import (
	"testing"

	"contrapost/engine"
)

// refusing refuses everything with the same words, but for what it names instead.
type refusing struct {
	engine.Play
	instead string
}

func (r refusing) Hear(engine.Seat, []string) (engine.Command, error) {
	return nil, engine.Refuse("T1", "one-card").Instead(r.instead)
}

// TestTryIsCompared: two refusals that differ in nothing but the order that they name
// are told apart.
func TestTryIsCompared(t *testing.T) {
	play, err := engine.Define(tender()).Play(nil)
	if err != nil {
		t.Fatal(err)
	}
	probes := [][]string{{"offer"}}
	a, b := lookAt(refusing{play, "offer A"}, 1, probes), lookAt(refusing{play, "offer B"}, 1, probes)
	if differ(a, b) == "" || differ(a, a) != "" {
		t.Errorf("differing: %q; equal: %q", differ(a, b), differ(a, a))
	}
}
