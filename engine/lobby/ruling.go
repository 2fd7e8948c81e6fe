package lobby

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"contrapost/engine"
)

// Ruling is what a moderator asks for at a table.
type Ruling struct {
	Verb    string        // one of the Rule... words
	Seat    engine.Seat   // with RuleReplace and RuleBot
	Address string        // with RuleReplace, as it was written
	By      time.Duration // with RuleExtend
	To      int64         // with RuleRewind: a version
	Text    string        // with RuleNote
}

// The rulings.
const (
	RulePause   = "pause"
	RuleResume  = "resume"
	RuleExtend  = "extend"
	RuleReplace = "replace"
	RuleBot     = "bot"
	RuleRewind  = "rewind"
	RuleNote    = "note"
	RuleClose   = "close"
)

// String spells a ruling for the log: no address, and no words of anybody's.
func (r Ruling) String() string {
	switch r.Verb {
	case RuleExtend:
		return r.Verb + " " + Span(r.By)
	case RuleReplace, RuleBot:
		return r.Verb + " " + r.Seat.String()
	case RuleRewind:
		return r.Verb + " " + strconv.FormatInt(r.To, 10)
	}
	return r.Verb
}

// ParseRuling reads a ruling as it is written behind the table. A seat is a number
// or a name; the text of a note keeps its case.
func ParseRuling(line string, names engine.Roster) (Ruling, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return Ruling{}, engine.Refuse("", "ruling-form")
	}
	r := Ruling{Verb: strings.ToLower(words[0])}
	if canonical, ok := spelling[r.Verb]; ok {
		r.Verb = canonical
	}
	var err error
	switch args := words[1:]; {
	case r.Verb == RuleNote:
		r.Text, err = spoken(after(line, 1), "ruling-note")
	case slices.Contains([]string{RulePause, RuleResume, RuleClose}, r.Verb) && len(args) == 0:
	case r.Verb == RuleExtend && len(args) == 1:
		r.By, err = extension(args[0])
	case r.Verb == RuleRewind && len(args) == 1:
		r.To, err = rewindTo(args[0])
	case r.Verb == RuleBot && len(args) == 1:
		r.Seat, err = ruledSeat(args[0], names)
	case r.Verb == RuleReplace && len(args) == 2:
		r.Address = bareAddress(args[1])
		r.Seat, err = ruledSeat(args[0], names)
	default:
		err = engine.Refuse("", "ruling-form")
	}
	return r, err
}

// The longest and the shortest extension; together they may be longer.
const (
	shortestExtension = time.Minute
	longestExtension  = 30 * 24 * time.Hour
)

func extension(word string) (time.Duration, error) {
	d := ParseSpan(word)
	return d, MayExtend(d, word)
}

// MayExtend judges how much more time is given, which was written as a word.
func MayExtend(by time.Duration, word string) error {
	if by < shortestExtension || by > longestExtension {
		return engine.Refuse("", "ruling-time", "Value", word)
	}
	return nil
}

func rewindTo(word string) (int64, error) {
	v, err := strconv.ParseInt(word, 10, 64)
	if err != nil || v < 1 {
		return 0, engine.Refuse("", "ruling-version", "Value", word)
	}
	return v, nil
}

func ruledSeat(word string, names engine.Roster) (engine.Seat, error) {
	if n, err := strconv.Atoi(strings.TrimPrefix(word, "#")); err == nil && n >= 1 && n <= len(names) {
		return engine.Seat(n), nil
	}
	if seat, ok := names.Find(word); ok {
		return seat, nil
	}
	return 0, engine.Refuse("", "ruling-seat", "Seat", word, "Names", []string(names))
}
