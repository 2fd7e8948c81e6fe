package post

import (
	"testing"
	"time"
)

// TestRunaway: a machine asleep for a month is believed, a clock that jumps by a year
// is not, forwards or backwards.
func TestRunaway(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		shown, passed time.Duration
		wild          bool
	}{
		{time.Minute, time.Minute, false},
		{30 * day, time.Minute, false},
		{365 * day, time.Minute, true},
		{-365 * day, time.Minute, true},
		{-time.Hour, time.Minute, false},
	} {
		if err := runaway(c.shown, c.passed); (err != nil) != c.wild {
			t.Errorf("%v shown, %v passed: %v", c.shown, c.passed, err)
		}
	}
}
