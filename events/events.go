// Package events keeps what happened: an append-only log of every table's events
// with a salted hash chain, the inbox of mails heard, and the outbox of letters
// due, in one SQLite database and one transaction.
//
// A Batch is written whole or not at all, and once: the inbox knows each mail by
// its Key, each stream by the version it stood at, each letter by what it is for.
// One goroutine writes; batches that wait for it share a transaction and its wait
// for the disk. What Commit has answered survives a crash of the machine.
//
// Entries are never changed or deleted; triggers see to that, and the chain of
// hashes (Sum, VerifyChain) shows it to those who do not trust the triggers. What
// may have to be forgotten (addresses, names, mails, letters) is kept in tables of
// its own, which no hash covers.
//
// A letter is claimed (the attempt is on disk before anybody dials), rendered once
// (retries send the same bytes under the same Message-ID) and settled. One that is
// found in the hands of nobody after a crash is tried again: Recover.
package events

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"
)

// ErrConflict says that a stream has grown since it was read: read and decide again.
var ErrConflict = errors.New("stream has grown meanwhile")

// ErrSeen says that a mail with this key has been heard before; nothing was written.
var ErrSeen = errors.New("mail was heard before")

// ErrNotFound says that there is no such row.
var ErrNotFound = errors.New("not found")

// ErrDone says that the ledger has a name already; nothing was written.
var ErrDone = errors.New("done before")

// ErrTaken says that another player has the address.
var ErrTaken = errors.New("address belongs to another player")

// ErrForgotten says that a batch speaks of a player who was forgotten meanwhile.
var ErrForgotten = errors.New("player was forgotten")

// ErrRendered says that a letter was rendered before, and otherwise: its retries
// must send what the first attempt sent.
var ErrRendered = errors.New("letter was rendered otherwise before")

// ErrRecalled says that a letter is in nobody's hands any more: it was given back, or
// somebody was forgotten whom it was to or spoke of.
var ErrRecalled = errors.New("letter is not being tried")

// ErrClosed says that the store has been closed.
var ErrClosed = errors.New("log is closed")

// ErrReadOnly says that the store was opened to be read: OpenToRead.
var ErrReadOnly = errors.New("log was opened to be read only")

// ErrSchema says that a file is not a log, or not one that this binary can use.
var ErrSchema = errors.New("database does not fit this binary")

// Cause is what made an event: a mail (Ref is the hex SHA-256 of its Message-ID),
// the clock (Ref is the due time, RFC 3339), a bot or a moderator's ruling.
type Cause struct {
	Kind string
	Ref  string
}

// Kinds of causes.
const (
	CauseMail   = "mail"
	CauseClock  = "clock"
	CauseBot    = "bot"
	CauseRuling = "ruling"
)

// Draft is an event on its way into the log.
type Draft struct {
	Kind  string
	Data  []byte // JSON
	Seat  uint8  // whose order it follows from; 0: nobody's
	Order string // canonical words of the order, on the first event that follows from it
	Rules int    // version of the rules that decided, with Order
	Cause Cause
}

// Entry is an event in the log, with its envelope.
type Entry struct {
	Draft
	Position int64  // over all streams, from 1
	Stream   string // the table
	Version  int64  // in its stream, from 1, without gaps
	At       time.Time
	Prev     [32]byte // Hash of the entry before it in the stream; zero for the first
	Hash     [32]byte
}

// Append asks for drafts to be added to a stream that holds Expected entries.
type Append struct {
	Stream   string
	Expected int64
	Drafts   []Draft
}

// Mail is an inbox row: a mail that was heard, and what became of it.
type Mail struct {
	ID        int64
	Key       string // what makes it the same mail; unique
	MessageID string
	Sender    string // address; erasable
	Stream    string // the table it was for; "" for the service itself
	Seat      uint8
	Player    string
	Received  time.Time
	Heard     time.Time
	Answers   []byte // JSON: what became of each line
	Raw       []byte // the mail itself; erasable

	Identified string // what spoke for its sender, as in "token, from"; "" for nothing
	Held       string // JSON: why it is held, and what for; "" if it is not
	Decided    string // of a held mail: Accepted, Declined or "" for not yet
	Wrote      string // hash of what was written, of a mail that changed a table; ""
}

// Known is what a mail is known by, and hashed in causes: its Message-ID, or its Key if
// it has none.
func (m Mail) Known() string { return cmp.Or(m.MessageID, m.Key) }

// What a moderator may say of a held mail.
const (
	Accepted = "accepted"
	Declined = "refused"
)

// Decision is a moderator's about a held mail.
type Decision struct {
	Mail    int64
	Verdict string // Accepted or Declined
}

// Bounce is what came back of a player's letters since they last wrote.
type Bounce struct {
	Player string
	Hard   bool // one was refused for good: nothing is sent before they write again
	Soft   int  // so many were reported late
	At     time.Time
	Status string // enhanced status code of the last report (RFC 3463), as "5.1.1"
}

// Letter is an outbox row: a letter due, and its fate. Its Key is made of Stream,
// Version, Seat or Player, Kind and Cause: the same letter is due once.
type Letter struct {
	ID      int64
	Stream  string // "" for a letter from the service itself
	Version int64  // of the stream, as the letter is to show it
	Seat    uint8
	Player  string
	Kind    string // what the letter is for
	Cause   string // "mail:ID" of an inbox row, "version:N", a due time, or "table:ID" that the service speaks of
	Mail    int64  // the inbox row it answers; 0: none
	Due     time.Time

	// In a batch: the kinds of letters to the same player at the same table that it
	// replaces as long as nobody has worded them, for it tells all that they would have.
	// It leaves when the first of them would have had to.
	Replaces []string
	Latest   time.Time // when it, or what replaces it, is to leave at the latest

	Number    int    // among those to this player: of the table, invitations apart, or of the service; from 1, given at the first attempt
	State     string // see the States
	Attempts  int
	Next      time.Time // when it is to be tried (again)
	MessageID string
	Sum       [32]byte // SHA-256 of the bytes as sent
	Reply     string   // the server's last answer
	Sent      time.Time
}

// States of a letter.
const (
	Waiting    = "waiting"    // due, or to be tried again
	Trying     = "trying"     // an attempt was recorded and has not come back
	Sent       = "sent"       // a server took it
	Refused    = "refused"    // a server refused it for good
	Uncertain  = "uncertain"  // lost after the final dot: to be sent again, same Message-ID
	Superseded = "superseded" // overtaken, or replaced by a later one, before it left
)

// Player is a person with an address. ID is what the log knows of them.
type Player struct {
	ID        string
	Address   string
	Name      string // "" for somebody who was only invited
	Language  string
	Zone      string
	Reminders string // "" at half and a tenth of the time, "off", hours before a deadline ("12"), or shares of the time left ("50% 10%")
	Vacations string // when they are away, were of late, or will be, as lobby.Vacations spells it

	Digest       string // "" at once, or the hour of their zone at which letters come, "18:30"
	Quiet        string // "" never, or the hours at which none but answers come, "22:00-07:00"
	Unsubscribed bool   // no letter that is not needed to play
}

// SeatName is the name a player goes by at a table; erasable.
type SeatName struct {
	Stream string
	Player string
	Name   string
}

// Text is what somebody said at a table; erasable. The log holds its hash.
type Text struct {
	Stream string
	Sum    string // TextSum of the two below
	Salt   [16]byte
	Text   string
}

// TextSum is what the log holds of a text: SHA-256 over a random salt and the text,
// hex. Without the salt, which goes with the text, nothing can be tried out on it.
func TextSum(salt [16]byte, text string) string {
	sum := sha256.Sum256(append(salt[:], text...))
	return hex.EncodeToString(sum[:])
}

// Fault is a table that cannot be folded, or that failed in deciding, and rests.
type Fault struct {
	Stream string
	At     time.Time // of the first fault
	What   string    // for the operator
	Lifted bool      // in a batch: the table goes on
}

// Secret is a table's server secret, kept outside the log while the table lives.
type Secret struct {
	Stream string
	Secret [32]byte
}

// Batch is one transaction: all of it is written, or nothing.
//
// In a batch's letter some values stand for what only the batch will know: Mail -1
// for the batch's own mail (and then an empty Cause for "mail:ID" of it), Version 0
// for the stream's version after the batch, a zero Due for Now, a zero Next for Due,
// a zero Latest for Next.
// The fate (Number, State and so on) is the outbox's to write and is ignored.
type Batch struct {
	Now     time.Time // of everything in it; kept to the millisecond
	Mail    *Mail     // heard now; its Key must be new
	Secrets []Secret  // a stream's secret comes with its first entries, or before, and never changes
	Once    string    // a name for the ledger that must be new: ErrDone
	Players []Player  // new or changed, by ID
	Names   []SeatName
	Texts   []Text
	Faults  []Fault
	Appends []Append // each stream once
	Letters []Letter // new ones, see above

	Bounce   *Bounce   // a report that its mail brings: Player, Hard, Status
	Decision *Decision // about a mail that was held: ErrDone if there is one, or it is not held
	Farewell string    // a player, by ID, who is to be forgotten once the batch's mail is answered
}

// Receipt is what a batch became.
type Receipt struct {
	MailID  int64
	Entries []Entry
}

// Cursor is how far a mailbox has been read (RFC 9051, 2.3.1.1).
type Cursor struct {
	Mailbox     string
	UIDValidity uint32
	UID         uint32 // the last one dealt with
}
