package export

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// checkMails: every order in the log stands among those of the mail that made it, a
// line for each, and that mail was heard then, of whoever held the seat. There are no
// mails that made nothing.
func (h *History) checkMails() Check {
	p := postman{mails: h.byRef(), named: map[string]int64{}, used: map[usage]int{}, waited: map[string][]string{}}
	for _, e := range h.Entries {
		if why := p.entry(e); why != "" {
			return Breaks("mails", e.Version, "%s", why)
		}
	}
	if m, ok := p.idle(h.Mails); ok {
		return Breaks("mails", 0, "mail %d is the cause of no entry, or there twice", m.ID)
	}
	if p.missing > 0 {
		return Skipped("mails", "the mails of %d entries are not there", p.missing)
	}
	return held("mails")
}

// postman holds entries against the mails that made them.
type postman struct {
	mails   map[string]Mail
	named   map[string]int64 // IDs, by the refs that causes name
	used    map[usage]int
	waited  map[string][]string // orders that came to wait, by the refs of their mails
	seats   lobby.State
	missing int
}

// usage is an order of a mail.
type usage struct{ ref, order string }

// entry says what is wrong with what an entry has for a cause; "" for nothing.
func (p *postman) entry(e events.Entry) string {
	sits := p.sitter(e)
	if e.Cause.Kind != events.CauseMail {
		return ""
	}
	m, ok := p.mails[e.Cause.Ref]
	if !ok {
		p.missing++
		return ""
	}
	p.named[m.Ref] = m.ID
	lines, waited := p.waited[m.Ref]
	switch {
	case waited && (!lobby.Owns(e.Kind) || e.Kind == (lobby.Published{}).Kind()):
		return p.afterWaiting(e, m, lines)
	case m.Heard != e.At.UnixMilli():
		return fmt.Sprintf("mail %d, which made it, was heard at another time", m.ID)
	case sits != "" && m.Player != "" && sits != m.Player:
		return fmt.Sprintf("mail %d, which made it, is another player's", m.ID)
	}
	return p.order(e, m)
}

// order looks for the line of a mail that an order of the game was written on.
func (p *postman) order(e events.Entry, m Mail) string {
	if e.Order == "" || lobby.Owns(e.Kind) {
		return ""
	}
	key, lines := usage{m.Ref, e.Order}, 0
	for _, l := range m.Lines {
		if l.Order == e.Order {
			lines++
		}
	}
	p.used[key]++
	switch {
	case lines == 0:
		return fmt.Sprintf("mail %d, which made it, has no such order", m.ID)
	case p.used[key] > lines:
		return fmt.Sprintf("mail %d, which made it, has the order on no other line", m.ID)
	case m.Seat != e.Seat:
		return fmt.Sprintf("mail %d, which made it, is of another seat", m.ID)
	}
	return ""
}

// sitter is the player in the seat that ordered what an entry says, as it was held
// then; "" where no player ordered it. The entry is taken in.
func (p *postman) sitter(e events.Entry) string {
	sits := ""
	if e.Order != "" && int(e.Seat) <= len(p.seats.Places) {
		sits = p.seats.Player(engine.Seat(e.Seat))
	}
	if !lobby.Owns(e.Kind) {
		return sits
	}
	decoded, err := lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data})
	if err != nil {
		return sits
	}
	if next, err := evolved(p.seats, decoded); err == nil {
		p.seats = next
	}
	if wait, ok := decoded.(*lobby.Waiting); ok {
		p.waited[e.Cause.Ref] = wait.Lines
	}
	switch d := decoded.(type) {
	case *lobby.Joined:
		return d.Player
	case *lobby.Taken:
		return d.Player
	}
	return sits
}

// idle finds a mail that is no entry's, or is there a second time.
func (p *postman) idle(mails []Mail) (Mail, bool) {
	seen := map[int64]bool{}
	for _, m := range mails {
		if id, named := p.named[m.Ref]; !named || id != m.ID || seen[m.ID] {
			return m, true
		}
		seen[m.ID] = true
	}
	return Mail{}, false
}

// checkTalk: what was said has the hashes that the log has, and could be said.
func (h *History) checkTalk(l *ledger) Check {
	gone, altered := 0, 0
	texts, heard := bySum(h.Texts), map[string]bool{}
	for _, s := range l.said {
		heard[s.sum] = true
		t, there := texts[s.sum]
		switch {
		case !there:
			gone++
		case t.Salt == "":
			altered++
		case !t.holds():
			return Breaks("talk", s.version, "what was said is not what its hash says")
		default:
			if _, err := lobby.Spoken(t.Text); err != nil {
				return Breaks("talk", s.version, "what was said could not be: %v", err)
			}
		}
	}
	for _, t := range h.Texts {
		if !heard[t.Sum] {
			return Breaks("talk", 0, "the log has nothing that was said under %.16s", t.Sum)
		}
	}
	if gone+altered > 0 {
		return Skipped("talk", "of %d things said, %d are not there and %d name nobody", len(l.said), gone, altered)
	}
	return held("talk")
}

// bySum are the texts by their hashes: the first of each.
func bySum(texts []Text) map[string]Text {
	sums := map[string]Text{}
	for _, t := range texts {
		if _, twice := sums[t.Sum]; !twice {
			sums[t.Sum] = t
		}
	}
	return sums
}

func (t Text) holds() bool {
	salt, err := hex.DecodeString(t.Salt)
	return err == nil && len(salt) == 16 && events.TextSum([16]byte(salt), t.Text) == t.Sum
}

// checkLetters: the letters to every reader are numbered without gaps, invitations by
// themselves, and none tells of a version that the log does not have. Letters of old
// were numbered by seat.
func (h *History) checkLetters() Check {
	if h.Header.Kept {
		return Skipped("letters", "a history that went home has none")
	}
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
