package lobby

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"contrapost/engine"
)

// Opening is the order `new GAME [for N] [with OPTION=VALUE ...] [private]`.
type Opening struct {
	Game    string
	Seats   int // 0: as many as the game seats at the most
	Chosen  map[string]string
	Times   Times
	Private bool

	spans map[string]string // lengths of time, as they were written
}

// Joining is the order `join TABLE [as NAME]`.
type Joining struct {
	Table string
	Name  string // "": the player's own
}

// ParseOpening reads the words after `new`.
func ParseOpening(words []string) (Opening, error) {
	o := Opening{Chosen: map[string]string{}, Times: DefaultTimes}
	o.Times.Silences = UsualSilences
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
	if err := o.settle(); err != nil {
		return o, err
	}
	return o, MayGrant(o.Times)
}

// dutchTimes are the lengths of time that a table is opened with, as Dutch calls them.
var dutchTimes = map[string]string{"beurt": "turn", "antwoord": "answer"}

// choose takes OPTION=VALUE: a length of time, or an option of the game.
func (o *Opening) choose(word string) error {
	name, value, _ := strings.Cut(word, "=")
	if canonical, ok := dutchTimes[name]; ok {
		name = canonical
	}
	if read, ok := absences[name]; ok {
		return read(&o.Times.Absence, value)
	}
	if name == "grace" {
		return o.Times.chooseGrace(value)
	}
	if !isTime(name) {
		o.Chosen[name] = value
		return nil
	}
	if o.spans == nil {
		o.spans = map[string]string{}
	}
	o.spans[name] = value
	return nil
}

// settle reads the lengths of time that were chosen: a bank is had instead of a time
// for each turn.
func (o *Opening) settle() (err error) {
	if o.spans == nil {
		return nil
	}
	o.Times, err = ParseTimes(o.Times, o.spans)
	return err
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

// MostInvited is how many addresses one order may invite.
const MostInvited = 10

// ParseInviting reads `invite ADDRESS ...`: the addresses as they are written, each
// once. Whether they are addresses is not for the lobby to say.
func ParseInviting(line string) ([]string, error) {
	var all []string
	for _, word := range strings.Fields(after(line, 1)) {
		word = bareAddress(word)
		again := func(other string) bool { return strings.EqualFold(other, word) }
		if word != "" && !slices.ContainsFunc(all, again) {
			all = append(all, word)
		}
	}
	switch {
	case len(all) == 0:
		return nil, engine.Refuse("", "invite-form").Instead("invite bob@example.org")
	case len(all) > MostInvited:
		return nil, engine.Refuse("", "invite-many", "Count", MostInvited)
	}
	return all, nil
}

// bareAddress takes off what mail programs and people put around an address:
// "<bob@example.org>,", "bob@example.org<mailto:bob@example.org>".
func bareAddress(word string) string {
	word = strings.TrimPrefix(strings.Trim(word, "<>,;()."), "mailto:")
	word, _, _ = strings.Cut(word, "<")
	return word
}

// ParseBots reads `bots N`.
func ParseBots(words []string) (int, error) {
	if len(words) == 2 {
		if n, err := strconv.Atoi(words[1]); err == nil {
			return n, nil
		}
	}
	return 0, engine.Refuse("", "bots-form").Instead("bots 1")
}

// ParseSaying reads `say TEXT`: the text as it was written, in one line.
func ParseSaying(line string) (string, error) { return Spoken(after(line, 1)) }

// Telling is the order `tell NAME TEXT`.
type Telling struct {
	To   engine.Seat
	Text string
}

// ParseTelling reads `tell NAME TEXT`.
func ParseTelling(line string, names engine.Roster) (t Telling, err error) {
	name, _, _ := strings.Cut(after(line, 1), " ")
	seat, ok := names.Find(name)
	if !ok {
		return t, engine.Refuse("", "tell-whom", "Name", name, "Names", []string(names))
	}
	t.To = seat
	t.Text, err = spoken(after(line, 2), "tell-form")
	return t, err
}

// Behind gives what a line holds behind its first n words, as it is written.
func Behind(line string, n int) string { return after(line, n) }

// after gives what a line holds behind its first n words, as it is written.
func after(line string, n int) string {
	line = strings.TrimSpace(line)
	for range n {
		i := strings.IndexFunc(line, unicode.IsSpace)
		if i < 0 {
			return ""
		}
		line = strings.TrimSpace(line[i:])
	}
	return line
}

// ParseNaming reads `name NAME`; the name keeps its case.
func ParseNaming(words []string, line string) (string, error) {
	if len(words) != 2 {
		return "", engine.Refuse("", "name-form").Instead("name Lou")
	}
	return strings.TrimSuffix(after(line, 1), "."), nil
}

// ParseZone reads `timezone ZONE`, in lower case; blanks within it stand for the
// underscores that such names have.
func ParseZone(line string) string { return strings.Join(engine.Fold(line)[1:], "_") }
