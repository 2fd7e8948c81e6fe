package templates

import (
	"strings"
	"time"

	"contrapost/engine"
)

// The kinds of letters.
const (
	KindAnswer = "answer" // what became of the reader's mail
	KindAsked  = "asked"  // the reader is asked something
	KindBegun  = "begun"  // the cards are dealt
	KindOver   = "over"   // the game has ended
	KindNotice = "notice" // anything else the service has to say

	KindInvited = "invited" // the reader is asked to sit down
	KindSaid    = "said"    // somebody has spoken
	KindResent  = "resent"  // what the last letter told, once more
)

// Letter is all that one letter says, as data. Whatever is empty is left out.
type Letter struct {
	Kind        string
	Reader      string // the reader's name; may be empty
	Game, Table string // "Konvooi", "K7F3Q"; empty for the service's own letters
	Names       engine.Roster
	Seat        engine.Seat
	Answers     []engine.Answer // what became of the mail's lines
	First       []Note          // sentences that come before what is asked, and in the place of that nothing is
	Notes       []Note          // sentences of the service
	Talk        []Remark        // what was said, oldest first
	Whole       bool            // all of it since the table was opened, not since the last letter
	Page        *engine.Page    // the seat's page; nil for none
	Aside       bool            // the page is nobody's: it does not say what is asked of anybody
	Deadline    time.Time       // zero: none
	Opens       time.Time       // when what the reader has answered is opened at the latest; zero: not told
	Now         time.Time       // zero: the time left is not told
	Zone        *time.Location  // nil: UTC
	Commitment  string          // printed with what it is for: the opening letter
	Secret      string          // printed with how to check it: the closing letter
	Won         string          // who has won, which a closing letter says first
	Parts       []string        // what the seats put into the seed, in their order, with a closing letter's secret
	File        string          // the name of the file that comes with a closing letter; "" for none
	Number      int             // the letter's own number to this seat
	ReplyTo     string          // the address that orders go to; "" where they are not linked
	Head        string          // the chain's head, hex digits in fours
}

// Note is a sentence of the service, or a few.
type Note struct {
	Key  string
	Args engine.Args
}

// Remark is something that was said at the table.
type Remark struct {
	Name      string // who said it; "" when that has been erased
	Moderator bool   // a moderator said it
	Private   bool   // to one player alone
	Own       bool   // by the reader
	To        string // whom the reader said it to, with Private and Own; "" when that has been erased
	Text      string // as it was said; never an order
}

// Moment words a time in a zone, with UTC beside it.
func (c *Catalog) Moment(at time.Time, zone *time.Location, lang string) string {
	return moment(at, zone, c.voice(lang, nil))
}

// Day words the day of a time in a zone.
func (c *Catalog) Day(at time.Time, zone *time.Location, lang string) string {
	if zone == nil {
		zone = time.UTC
	}
	return day(at.In(zone), c.voice(lang, nil))
}

// Subject is the subject of a letter. A table's letters all have the same, whatever
// they say; so have the service's own, but for invitations, whose readers may never
// have heard of it.
func (c *Catalog) Subject(l Letter, lang string) string {
	v := c.voice(lang, l.Names)
	switch {
	case l.Kind == KindInvited:
		return v.Say("letter.invitation", nil)
	case l.Table == "":
		return v.Say("letter.subject", nil)
	}
	names := make([]string, len(l.Names))
	for i := range l.Names {
		names[i] = tidy(v.Name(engine.Seat(i + 1)))
	}
	return strings.TrimSpace("[" + tidy(ascii(l.Game+" "+l.Table)) + "] " + strings.Join(names, ", "))
}

// ascii drops what is not printable ASCII.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s)
}

// Text is a letter in plain text: LF line ends, at most 72 columns.
func (c *Catalog) Text(l Letter, lang string) string {
	v := c.voice(lang, l.Names)
	v.zone = l.Zone
	var blocks []string
	for _, s := range compose(l, v) {
		if lines := set(s, v); len(lines) > 0 {
			blocks = append(blocks, strings.Join(lines, "\n"))
		}
	}
	foot := append([]string{"-- "}, foot(l, v)...)
	blocks = append(blocks, strings.Join(foot, "\n"))
	return strings.Join(blocks, "\n\n") + "\n"
}
