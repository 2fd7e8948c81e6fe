package lobby

import (
	"fmt"
	"strconv"
	"strings"

	"contrapost/engine"
)

// ParseDigest reads `digest 18`, `digest 18:30` and `digest off`, and gives "18:30", or
// "" for off.
func ParseDigest(words []string) (string, error) {
	if len(words) == 2 && words[1] == "off" {
		return "", nil
	}
	if len(words) == 2 {
		if hour, ok := hourOf(words[1]); ok {
			return hour, nil
		}
	}
	return "", engine.Refuse("", "digest-form").Instead("digest 18")
}

// ParseQuiet reads `quiet 22-07`, `quiet 22:30-7:00` and `quiet off`, and gives
// "22:30-07:00", or "" for off.
func ParseQuiet(words []string) (string, error) {
	if len(words) == 2 && words[1] == "off" {
		return "", nil
	}
	if len(words) == 2 {
		if hours, ok := hoursOf(words[1]); ok {
			return hours, nil
		}
	}
	return "", engine.Refuse("", "quiet-form").Instead("quiet 22-07")
}

// hourOf reads an hour of the day, "7", "18" or "18:30", as "07:00", "18:00", "18:30".
func hourOf(word string) (string, bool) {
	hour, minute, parted := strings.Cut(word, ":")
	if !parted {
		minute = "00"
	}
	if !isNumber(hour) || !isNumber(minute) || len(hour) > 2 || len(minute) != 2 {
		return "", false
	}
	hours, _ := strconv.Atoi(hour) // digits, no more than two
	minutes, _ := strconv.Atoi(minute)
	return fmt.Sprintf("%02d:%02d", hours, minutes), hours < 24 && minutes < 60
}

// hoursOf reads "22-07" as "22:00-07:00". Hours that begin when they end are none.
func hoursOf(word string) (string, bool) {
	first, last, _ := strings.Cut(word, "-")
	from, ok := hourOf(first)
	to, okay := hourOf(last)
	return from + "-" + to, ok && okay && from != to
}

func isHour(word string) bool {
	_, ok := hourOf(word)
	return ok || isNumber(word)
}

func isHours(word string) bool {
	first, last, ok := strings.Cut(word, "-")
	return ok && isHour(first) && isHour(last)
}
