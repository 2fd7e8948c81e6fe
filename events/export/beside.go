package export

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"

	"contrapost/engine/lobby"
	"contrapost/events"
)

// checkMails: every order in the log stands among those of the mail that made it.
func (h *History) checkMails() Check {
	missing := 0
	for _, e := range h.Entries {
		if e.Cause.Kind != events.CauseMail {
			continue
		}
		m, ok := h.mail(e.Cause.Ref)
		if !ok {
			missing++
			continue
		}
		ordered := func(l Line) bool { return l.Order == e.Order }
		if e.Order != "" && !lobby.Owns(e.Kind) && !slices.ContainsFunc(m.Lines, ordered) {
			return Breaks("mails", e.Version, "mail %d, which made it, has no such order", m.ID)
		}
	}
	if missing > 0 {
		return Skipped("mails", "the mails of %d entries are not there", missing)
	}
	return held("mails")
}

// checkTalk: what was said has the hashes that the log has, and could be said.
func (h *History) checkTalk(l *ledger) Check {
	gone, altered := 0, 0
	for _, s := range l.said {
		i := slices.IndexFunc(h.Texts, func(t Text) bool { return t.Sum == s.sum })
		switch {
		case i < 0:
			gone++
		case h.Texts[i].Salt == "":
			altered++
		case !h.Texts[i].holds():
			return Breaks("talk", s.version, "what was said is not what its hash says")
		default:
			if _, err := lobby.Spoken(h.Texts[i].Text); err != nil {
				return Breaks("talk", s.version, "what was said could not be: %v", err)
			}
		}
	}
	for _, t := range h.Texts {
		if !slices.ContainsFunc(l.said, func(s saying) bool { return s.sum == t.Sum }) {
			return Breaks("talk", 0, "the log has nothing that was said under %.16s", t.Sum)
		}
	}
	if gone+altered > 0 {
		return Skipped("talk", "of %d things said, %d are not there and %d name nobody", len(l.said), gone, altered)
	}
	return held("talk")
}

func (t Text) holds() bool {
	salt, err := hex.DecodeString(t.Salt)
	return err == nil && len(salt) == 16 && events.TextSum([16]byte(salt), t.Text) == t.Sum
}

// checkLetters: the letters to every reader are numbered without gaps, invitations by
// themselves, and none tells of a version that the log does not have. Letters of old
// were numbered by seat.
func (h *History) checkLetters() Check {
	last := int64(len(h.Entries))
	for _, l := range h.Letters {
		if l.Version > last {
			return Breaks("letters", l.Version, "letter %d to seat %d tells of it, and the log ends before", l.Number, l.Seat)
		}
	}
	byReader := CheckNumbers("letters", h.Letters, func(l Letter) string {
		if l.Seat == 0 {
			return "whoever was invited, " + l.Player
		}
		return "player " + l.Player
	})
	bySeat := CheckNumbers("letters", h.Letters, func(l Letter) string { return fmt.Sprintf("seat %d", l.Seat) })
	if bySeat.State == Held {
		return bySeat
	}
	return byReader
}

// CheckNumbers finds out whether the letters to every reader are numbered from 1
// without gaps.
func CheckNumbers(name string, letters []Letter, reader func(Letter) string) Check {
	numbered := slices.DeleteFunc(slices.Clone(letters), func(l Letter) bool { return l.Number == 0 })
	slices.SortStableFunc(numbered, func(a, b Letter) int {
		return cmp.Or(cmp.Compare(reader(a), reader(b)), cmp.Compare(a.Number, b.Number))
	})
	next, to := 1, ""
	for _, l := range numbered {
		if reader(l) != to {
			next, to = 1, reader(l)
		}
		if l.Number != next {
			return Breaks(name, l.Version, "letter %d to %s is missing", next, to)
		}
		next++
	}
	return held(name)
}
