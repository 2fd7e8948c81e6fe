package lobby

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"contrapost/engine"
)

// Times are how long a table waits for an order. With a bank there is no time for each
// turn: a seat's turns take from its bank, and each order that answers one gives the
// increment back, never above what the bank began with.
type Times struct {
	Turn      time.Duration `json:"turn"` // 0 with a bank
	Answer    time.Duration `json:"answer"`
	Bank      time.Duration `json:"bank,omitempty"` // 0: there is none
	Increment time.Duration `json:"increment,omitempty"`
	Absence
	Grace time.Duration `json:"grace,omitempty"` // that orders of the game wait, and may be replaced; 0: none do
}

// DefaultTimes are 72 hours for a turn and 24 for every other decision.
var DefaultTimes = Times{Turn: 72 * time.Hour, Answer: 24 * time.Hour}

// Bounds of what a table may be opened with.
const (
	shortestWait = time.Minute
	longestWait  = 30 * day
	smallestBank = time.Hour
	largestBank  = 90 * day
	day          = 24 * time.Hour
)

// leastInBank is what is in a bank for a turn at the least, if the increment is not
// more.
const leastInBank = time.Hour

// Floor is what is in a bank at the beginning of every turn, however much was used: the
// increment, or an hour if that is more. A bank that is used up would lapse with every
// letter it gets, before anybody could read one; so whoever was silent too long is left
// the time that the table gives for an order, to come back by.
func (t Times) Floor() time.Duration { return max(leastInBank, t.Increment) }

// ForTurns spells what turns may take, as it is written when a table is opened: "72h",
// or "bank=7d increment=12h".
func (t Times) ForTurns() string {
	switch {
	case t.Bank == 0:
		return Span(t.Turn)
	case t.Increment == 0:
		return "bank=" + Days(t.Bank)
	}
	return "bank=" + Days(t.Bank) + " increment=" + Days(t.Increment)
}

// After is what a bank holds once a turn that began with so much has been spent so far,
// and was answered or not.
func (t Times) After(held, spent time.Duration, answered bool) time.Duration {
	left := max(0, max(held, t.Floor())-spent)
	if answered {
		left += t.Increment
	}
	return min(left, t.Bank)
}

// isTime knows the options that are lengths of time.
func isTime(option string) bool {
	switch option {
	case "turn", "answer", "bank", "increment":
		return true
	}
	return false
}

// ParseTimes reads lengths of time by the options that name them; those not among them
// are as usual, and whatever else was agreed on stays.
func ParseTimes(t Times, written map[string]string) (Times, error) {
	t.Turn, t.Answer = DefaultTimes.Turn, DefaultTimes.Answer
	_, turn := written["turn"]
	_, banked := written["bank"]
	switch {
	case turn && banked:
		return t, engine.Refuse("", "bank-turn").Instead("new konvooi for 4 with bank=7d increment=12h")
	case banked:
		t.Turn = 0
	case written["increment"] != "":
		return t, engine.Refuse("", "bank-increment").Instead("new konvooi for 4 with bank=7d increment=12h")
	}
	for option, at := range t.fields() {
		if word, ok := written[option]; ok {
			*at = ParseSpan(word)
		}
	}
	if banked && t.Bank == 0 {
		t.Bank = -1 // there is to be one
	}
	return t, t.judge(written)
}

func (t *Times) fields() map[string]*time.Duration {
	return map[string]*time.Duration{"turn": &t.Turn, "answer": &t.Answer, "bank": &t.Bank, "increment": &t.Increment}
}

// MayTime judges the times that a table is opened with.
func MayTime(t Times) error { return t.judge(nil) }

// judge is MayTime, with the times as they were written.
func (t Times) judge(written map[string]string) error {
	word := func(option string, d time.Duration) string { return cmp.Or(written[option], Span(d)) }
	if err := mayLast("answer", t.Answer, word("answer", t.Answer)); err != nil {
		return err
	}
	switch {
	case t.Bank == 0 && t.Increment == 0:
		return mayLast("turn", t.Turn, word("turn", t.Turn))
	case t.Bank < smallestBank || t.Bank > largestBank || t.Turn != 0:
		return engine.Refuse("", "bank-bad", "Value", word("bank", t.Bank), "Most", Days(largestBank))
	case t.Increment < 0 || t.Increment > t.Bank:
		return engine.Refuse("", "increment-bad", "Value", word("increment", t.Increment))
	}
	return nil
}

// mayLast judges how long a table is to wait for a turn or an answer, which was written
// as a word.
func mayLast(option string, wait time.Duration, word string) error {
	if wait < shortestWait || wait > longestWait {
		return engine.Refuse("", "time-bad", "Option", option, "Value", word)
	}
	return nil
}

var dutchHours = regexp.MustCompile(`^([0-9.]+)u`)

// ParseSpan reads a length of time: "48h", "90m", and days before them, "7d", "1d12h".
// Hours may be Dutch ("48u").
// What is none is less than nothing, which no bound lets pass.
func ParseSpan(word string) time.Duration {
	days, rest, split := strings.Cut(word, "d")
	if !split {
		days, rest = "0", word
	}
	n, err := strconv.ParseUint(days, 10, 16)
	if err != nil {
		return -1
	}
	whole := time.Duration(n) * day
	if split && rest == "" {
		return whole
	}
	d, err := time.ParseDuration(dutchHours.ReplaceAllString(rest, "${1}h"))
	if err != nil || d < 0 {
		return -1
	}
	return whole + d
}

// Days spells a length of time as ParseSpan reads it, in days where it is whole days.
func Days(d time.Duration) string {
	if d > 0 && d%day == 0 {
		return strconv.Itoa(int(d/day)) + "d"
	}
	return Span(d)
}
