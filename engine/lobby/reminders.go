package lobby

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"contrapost/engine"
)

// mostHours is how many hours before the end of their time players can be reminded.
const mostHours = 10 * 24

// mostShares is how many shares of the time left players can be reminded at.
const mostShares = 3

// ParseReminders reads `reminders on`, `reminders off`, `reminders HOURS` and
// `reminders SHARE% ...`, and gives "" for on, "off", the hours, or the shares from the
// largest on ("50% 10%").
func ParseReminders(words []string) (string, error) {
	if len(words) == 2 {
		switch n, err := strconv.Atoi(strings.TrimSuffix(words[1], "h")); {
		case words[1] == "on":
			return "", nil
		case words[1] == "off":
			return "off", nil
		case err == nil && n >= 1 && n <= mostHours:
			return strconv.Itoa(n), nil
		}
	}
	if shares := parseShares(words[1:]); shares != nil {
		return strings.Join(shares, " "), nil
	}
	return "", engine.Refuse("", "reminders-form", "Most", mostHours, "Shares", mostShares).Instead("reminders 50% 10%")
}

// parseShares reads one to three shares, from 1% to 99%; nil if something else stands
// there.
func parseShares(words []string) []string {
	if len(words) == 0 || len(words) > mostShares {
		return nil
	}
	var shares []int
	for _, word := range words {
		n, ok := share(word)
		if !ok {
			return nil
		}
		shares = append(shares, n)
	}
	slices.Sort(shares)
	var all []string
	for _, n := range slices.Backward(slices.Compact(shares)) {
		all = append(all, strconv.Itoa(n)+"%")
	}
	return all
}

// share reads "50%".
func share(word string) (int, bool) {
	digits, ok := strings.CutSuffix(word, "%")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n >= 1 && n <= 99
}

// isShare knows what is meant for a share, also one that cannot be.
func isShare(word string) bool {
	digits, ok := strings.CutSuffix(word, "%")
	return ok && isNumber(digits)
}

// Reminder is when a player wants to be reminded of a question.
type Reminder struct {
	Name string // what tells it from the others about the same question
	Due  time.Time
}

// Reminders lists, earliest first, when a player who wishes so wants to be reminded of a
// question that was put and will lapse at a time: with half of the time left and a tenth
// of it, with other shares left, or so many hours before the end. Time that does not run
// is neither time left nor one to be reminded in. What would come with the question
// itself is left out.
func Reminders(wish string, opened, deadline time.Time, stops []Stop) []Reminder {
	running := deadline.Sub(opened) - stopped(stops, opened, deadline)
	at := func(name string, left time.Duration) Reminder {
		return Reminder{name, Before(deadline, left, stops)}
	}
	if hours, err := strconv.Atoi(wish); err == nil {
		left := time.Duration(hours) * time.Hour
		if left >= running {
			return nil
		}
		return []Reminder{at(wish+"h", left)}
	}
	switch wish {
	case "off":
		return nil
	case "":
		return []Reminder{at("half", running-running/2), at("tenth", running/10)}
	}
	var all []Reminder
	for _, word := range strings.Fields(wish) {
		if n, ok := share(word); ok {
			all = append(all, at(word, running*time.Duration(n)/100))
		}
	}
	return all
}
