package templates

import (
	"strings"
	"testing"

	"contrapost/engine"
)

// TestWhatOnlyWasAskedIsNotDone: nothing is under "Done:" that says of itself that
// nothing has been done.
func TestWhatOnlyWasAskedIsNotDone(t *testing.T) {
	c := speaking(t)
	for key, args := range map[string][]any{"forget-asked": {"Hours", 48}, "previewed": {"Order", engine.Order("draw deck")}} {
		l := serviceLetter("en")
		l.Answers = []engine.Answer{{Line: "look", Order: "look", Verdict: engine.Done}, {Line: "x", Order: "x", Verdict: engine.Done, Told: sentences(key, args...)}}
		if text := c.Text(l, "en"); !strings.HasPrefix(text, "Done:\n  > look\n\nNot done yet:\n  > x\n") {
			t.Errorf("%s: the text is\n%s", key, text)
		}
	}
}
