package declare

import (
	"strings"
	"testing"

	"contrapost/engine"
)

// glosses are what a page says that orders do which begin so.
func glosses(p engine.Page, begins string) (all []string) {
	for _, b := range p.Blocks {
		if c, ok := b.(engine.Choices); ok {
			for _, item := range c.Items {
				if strings.HasPrefix(item.Order, begins) {
					all = append(all, item.Gloss)
				}
			}
		}
	}
	return all
}

var choosing = []string{
	"baggage #1 2- 1- 3- . . .", "baggage #2 3- 3- . . . .", "passengers #1 5", "passengers #2 36", "pile 1 1",
}

// TestPassengersAreOfferedByWhatTheyDo: their names stand in the hand already.
func TestPassengersAreOfferedByWhatTheyDo(t *testing.T) {
	p := playedOut(t, choosing)
	if all := glosses(p.Page(engine.Plain{}, 1, 0), "play 5"); len(all) == 0 || !strings.HasPrefix(all[0], "declare.brief.reveal-1") {
		t.Errorf("passenger 5 is offered as %q", all)
	}
}

// TestStandingOrdersAreOfferedAsTheyAreTaken: without one the lowest card is revealed, or
// its player is asked, as was agreed (N11).
func TestStandingOrdersAreOfferedAsTheyAreTaken(t *testing.T) {
	for value, want := range map[string]string{"standing": "declare.choice.when", inspectionAsk: "declare.choice.when-ask"} {
		p := playedWith(t, map[string]string{optInspection: value}, choosing)
		if all := glosses(p.Page(engine.Plain{}, 1, 0), "when"); len(all) != 1 || all[0] != want {
			t.Errorf("%s: offered as %q, want %q", value, all, want)
		}
	}
}
