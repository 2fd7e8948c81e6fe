package projector

import (
	"fmt"
	"strings"
	"time"
)

// Stop is a time in which a clock stands still: from the one moment on, up to the other.
type Stop struct{ From, To time.Time }

// spellStops keeps stops as milliseconds, "FROM-TO FROM-TO".
func spellStops(stops []Stop) string {
	words := make([]string, len(stops))
	for i, o := range stops {
		words[i] = fmt.Sprintf("%d-%d", millis(o.From), millis(o.To))
	}
	return strings.Join(words, " ")
}

func readStops(text string) (stops []Stop) {
	for _, word := range strings.Fields(text) {
		var from, to int64
		if n, _ := fmt.Sscanf(word, "%d-%d", &from, &to); n == 2 {
			stops = append(stops, Stop{moment(from), moment(to)})
		}
	}
	return stops
}
