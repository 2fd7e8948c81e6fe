package table

import (
	"testing"
	"time"

	"contrapost/events"
)

// TestForgottenTakesNoSeat: whoever was forgotten has seen a hand at the table, and takes
// no seat there under another id; somebody else does.
func TestForgottenTakesNoSeat(t *testing.T) {
	n := newInn(t)
	id := n.opened("turn=72h", "Ann", "Bob", "Cem")
	ann := n.player("Ann").ID
	n.must(n.Withdraw(t.Context(), ann, noon))
	_, err := n.store.Forget(t.Context(), events.NewForgetting(ann, "ann@test", [16]byte{1}, noon))
	n.must(err)
	n.hear("Bob", id, "seek replacement")
	if got := refusal(n.at(noon.Add(time.Hour), "Ann", "", "take "+id)); got != "take-another" {
		t.Errorf("whoever was forgotten is refused as %q", got)
	}
	if got := refusal(n.hear("Dov", "", "take "+id)); got != "" {
		t.Errorf("somebody else is refused as %q", got)
	}
}
