package lobby

import "contrapost/engine"

// Misread says of a line that begins with a verb of the lobby's, and is no order, what an
// order would want there: which values there are. It is nil where the verb has none, or
// the line has one of them.
func (l Lobby) Misread(words []string, line string, names engine.Roster, atTable string) *engine.Refusal {
	no, _ := l.wants(words, line, names, atTable).(*engine.Refusal)
	return no
}

func (l Lobby) wants(words []string, line string, names engine.Roster, atTable string) (err error) {
	switch words[0] {
	case "language":
		_, err = Language(words)
	case "vacation":
		_, _, err = ParseVacation(words)
	case "digest":
		_, err = ParseDigest(words)
	case "quiet":
		_, err = ParseQuiet(words)
	case "reminders":
		_, err = ParseReminders(words)
	case "name":
		_, err = ParseNaming(words, line)
	case "rules":
		_, err = l.MayReadRules(words, atTable)
	case "take":
		_, err = ParseTaking(words)
	case "seek replacement":
		_, err = ParseSeeking(words)
	case "preview":
		err = engine.Refuse("", "preview-what")
	case "tell":
		if names == nil {
			return engine.Refuse("", "no-table")
		}
		_, err = ParseTelling(line, names)
	}
	return err
}
