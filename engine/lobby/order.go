package lobby

import (
	"strconv"
	"strings"
	"time"

	"contrapost/engine"
)

// Opening is the order `new GAME [for N] [with OPTION=VALUE ...] [private]`.
type Opening struct {
	Game    string
	Seats   int // 0: as many as the game seats at the most
	Chosen  map[string]string
	Times   Times
	Private bool
}

// Joining is the order `join TABLE [as NAME]`.
type Joining struct {
	Table string
	Name  string // "": the player's own
}

// ParseOpening reads the words after `new`.
func ParseOpening(words []string) (Opening, error) {
	o := Opening{Chosen: map[string]string{}, Times: DefaultTimes}
	for i := 1; i < len(words); i++ {
		switch word := words[i]; {
		case word == "for" && i+1 < len(words) && o.Seats == 0:
			i++
			n, err := strconv.Atoi(words[i])
			if err != nil || n == 0 {
				return o, engine.Refuse("", "seats-form", "Word", words[i]).Instead("new konvooi for 4")
			}
			o.Seats = n
		case word == "with":
		case word == "private":
			o.Private = true
		case strings.Contains(word, "="):
			if err := o.choose(word); err != nil {
				return o, err
			}
		case o.Game == "":
			o.Game = word
		default:
			return o, engine.Refuse("", "word-unknown", "Word", word).Instead("new konvooi for 4")
		}
	}
	return o, nil
}

// choose takes OPTION=VALUE: a length of time, or an option of the game.
func (o *Opening) choose(word string) error {
	name, value, _ := strings.Cut(word, "=")
	if name != "turn" && name != "answer" {
		o.Chosen[name] = value
		return nil
	}
	d, err := time.ParseDuration(value)
	if err != nil || d < time.Minute || d > 30*24*time.Hour {
		return engine.Refuse("", "time-bad", "Option", name, "Value", value)
	}
	if name == "turn" {
		o.Times.Turn = d
	} else {
		o.Times.Answer = d
	}
	return nil
}

// ParseJoining reads the words after `join`. The name keeps its case, so it is
// read from the line itself.
func ParseJoining(words []string, line string) (Joining, error) {
	j := Joining{Table: strings.ToUpper(words[1])}
	if !isTable(words[1]) || (len(words) != 2 && (len(words) != 4 || words[2] != "as")) {
		return j, engine.Refuse("", "join-form").Instead("join " + strings.ToUpper(words[1]))
	}
	if len(words) == 4 {
		written := strings.Fields(strings.TrimSuffix(strings.TrimSpace(line), "."))
		j.Name = written[len(written)-1]
	}
	return j, nil
}
