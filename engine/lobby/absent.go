package lobby

import (
	"strconv"
	"strings"

	"contrapost/engine"
)

// Absence is what a table has agreed on for players who do not answer any more. Logs
// of old say nothing of it: there, silence never costs a seat.
type Absence struct {
	Silences int    `json:"silences,omitempty"` // so many turns in a row that pass in silence leave the seat to a bot; 0: none do
	Absent   string `json:"absent,omitempty"`   // AbsentReplaced, or "": the bot plays on
}

// UsualSilences is what a table agrees on where its opening says nothing.
const UsualSilences = 3

// MostSilences is how many a table can agree on.
const MostSilences = 9

// AbsentReplaced has seats that their players have left listed for others to take.
const AbsentReplaced = "replacement"

// optionAbsent is the option that says what becomes of a seat that was left.
const optionAbsent = "absent"

// absentBot is how the other value is written.
const absentBot = "bot"

// Replaced tells whether a seat that its player has left seeks another.
func (a Absence) Replaced() bool { return a.Absent == AbsentReplaced }

// absences read the options that say what happens to the seats of the absent.
var absences = map[string]func(*Absence, string) error{
	"silences": func(a *Absence, value string) error {
		n, err := strconv.Atoi(value)
		if value == "off" {
			n, err = 0, nil
		} else if err != nil || n == 0 {
			n = -1
		}
		a.Silences = n
		return maySilences(n, value)
	},
	optionAbsent: func(a *Absence, value string) error {
		if a.Absent = value; value == absentBot {
			a.Absent = ""
		}
		return mayAbsent(a.Absent)
	},
}

// MayAgree judges what a table has agreed on for the absent.
func MayAgree(a Absence) error {
	if err := maySilences(a.Silences, strconv.Itoa(a.Silences)); err != nil {
		return err
	}
	return mayAbsent(a.Absent)
}

func maySilences(n int, word string) error {
	if n < 0 || n > MostSilences {
		return engine.Refuse("", "silences-bad", "Value", word, "Most", MostSilences)
	}
	return nil
}

func mayAbsent(value string) error {
	if value != "" && value != AbsentReplaced {
		return engine.Refuse("", "option-value", "Option", optionAbsent, "Values", absentBot+", "+AbsentReplaced)
	}
	return nil
}

// ParseTaking reads `take TABLE`.
func ParseTaking(words []string) (string, error) {
	if len(words) != 2 || !isTable(words[1]) {
		return "", engine.Refuse("", "take-form")
	}
	return strings.ToUpper(words[1]), nil
}

// ParseSeeking reads `seek replacement [off]`.
func ParseSeeking(words []string) (off bool, err error) {
	switch {
	case len(words) == 1:
		return false, nil
	case len(words) == 2 && words[1] == "off":
		return true, nil
	}
	return false, engine.Refuse("", "seek-form").Instead("seek replacement")
}
