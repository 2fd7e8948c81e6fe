package events

import (
	"context"
	"time"
)

// Log is what a store offers: the log itself, the inbox, the outbox, and what is
// kept beside them. *Store is one. Every method is safe for concurrent use and
// wraps the errors of this package; a row that is not there is ErrNotFound.
type Log interface {
	// Commit writes a batch, all of it or nothing, and says what it became.
	// ErrSeen: the mail's Key is known; the receipt has its MailID, nothing was
	// written. ErrConflict: a stream does not stand at the version expected.
	// ErrTaken: another player has an address. ErrDone: the ledger has its Once.
	// ErrForgotten: its mail or a player in it is of somebody who was forgotten.
	// A letter that is there already is passed over, and one to nobody who is left.
	Commit(ctx context.Context, b Batch) (Receipt, error)
	// Changed gives a channel that is closed by the next commit that changes
	// anything. Ask for it before reading, read, then wait.
	Changed() <-chan struct{}
	// Close ends the store; what is being written is finished first.
	Close() error

	Entries
	Inbox
	Outbox
	People
	Oblivion
	Ledger
	Transfer
}

// Transfer takes in tables that were played elsewhere.
type Transfer interface {
	// Import writes a table whose game is over, all of it or nothing. None of its
	// letters is ever claimed. ErrThere: there is such a table already. ErrUnfit: its
	// chain is broken, or a player is somebody else here, or was forgotten.
	Import(ctx context.Context, i Import) error
	// Imported tells when a table was imported, and whether it names nobody;
	// ErrNotFound if it was played here.
	Imported(ctx context.Context, stream string) (at time.Time, anonymous bool, err error)
}

// Ledger keeps what was done once, how current the mailbox is, and which tables
// rest.
type Ledger interface {
	// Done tells when a Batch with that Once was committed; ErrNotFound if none was.
	Done(ctx context.Context, name string) (time.Time, error)
	// Pulse is the time until which every mail that arrived has been heard, zero
	// before the mailbox was first read.
	Pulse(ctx context.Context) (time.Time, error)
	SetPulse(ctx context.Context, at time.Time) error
	// Faults lists the tables at rest, by stream; Fault gives one.
	Faults(ctx context.Context) ([]Fault, error)
	Fault(ctx context.Context, stream string) (Fault, error)
}

// Entries reads the log.
type Entries interface {
	// Stream gives the entries of a stream from version from to version to, both
	// included; to 0 is its end. A stream that does not exist has none.
	Stream(ctx context.Context, stream string, from, to int64) ([]Entry, error)
	// All gives up to limit entries of all streams, past position after, in order.
	All(ctx context.Context, after int64, limit int) ([]Entry, error)
	// Version gives the version of a stream's last entry, 0 if there is none.
	Version(ctx context.Context, stream string) (int64, error)
	// Streams names every stream that has an entry, oldest first.
	Streams(ctx context.Context) ([]string, error)
}

// Inbox reads the mails heard, and keeps how far mailboxes have been read.
type Inbox interface {
	MailByID(ctx context.Context, id int64) (Mail, error)
	MailByKey(ctx context.Context, key string) (Mail, error)
	// Mails lists the mails heard for a stream, or with "" for the service itself;
	// MailsHeard those heard at one of the times. Both by ID and without Raw.
	Mails(ctx context.Context, stream string) ([]Mail, error)
	MailsHeard(ctx context.Context, at ...time.Time) ([]Mail, error)
	// Held lists the mails that are held and not decided about, by ID and without Raw.
	Held(ctx context.Context) ([]Mail, error)
	// Repeated gives the mail with that Wrote received since, without Raw, if it is the
	// last that was heard from its player.
	Repeated(ctx context.Context, wrote string, since time.Time) (Mail, error)
	Cursor(ctx context.Context, mailbox string) (Cursor, error)
	SetCursor(ctx context.Context, c Cursor) error
}

// Outbox is the life of letters: due, claimed, rendered, tried, settled.
type Outbox interface {
	// Claim takes up to limit letters whose Next is not after now, oldest first:
	// each becomes Trying, its Attempts grow by one, and it gets its Number if it
	// has none. What it returns is already recorded; nobody else gets it. The
	// letters of a table at rest wait until it goes on.
	Claim(ctx context.Context, now time.Time, limit int) ([]Letter, error)
	// Rendered keeps the bytes of a letter being tried. The first rendering is
	// what every retry sends: a second call is accepted if it says the same or the
	// bytes were erased meanwhile, and is ErrRendered otherwise. ErrRecalled: the
	// letter is not being tried.
	Rendered(ctx context.Context, id int64, messageID string, raw []byte) error
	// Shows notes that a letter being tried, which nobody has worded yet, is worded as
	// of a later version of its table than it fell due at.
	Shows(ctx context.Context, id, version int64) error
	// Bytes gives a letter as rendered; ErrNotFound if it was not, or was erased.
	Bytes(ctx context.Context, id int64) ([]byte, error)
	// Settle records how the attempt under way ended; the letter must be Trying,
	// and it is ErrRecalled otherwise.
	Settle(ctx context.Context, id int64, f Fate) error
	// GiveBack undoes claims of letters that nobody has tried after all: they are
	// as due as before and the attempt is not counted. Those that are no longer
	// Trying are passed over.
	GiveBack(ctx context.Context, ids []int64) error
	// Recover is for the start: letters left Trying by a crash are to be tried
	// again now, Uncertain if they were rendered, Waiting otherwise. It must not
	// run while somebody is trying letters.
	Recover(ctx context.Context, now time.Time) error

	LetterByID(ctx context.Context, id int64) (Letter, error)
	// LetterByNumber gives the letter of a table to a player, in whatever seat, that
	// bears the number; the newest, where numbers of old were a seat's.
	LetterByNumber(ctx context.Context, stream, player string, number int) (Letter, error)
	// LetterByMessage gives the letter that was rendered with that Message-ID.
	LetterByMessage(ctx context.Context, messageID string) (Letter, error)
	// Shown lists the versions of a table that a player's letters, in whatever seat,
	// have shown, each once, the latest first, up to limit: of those letters, besides
	// one (an ID), that were rendered and neither refused nor superseded.
	Shown(ctx context.Context, stream, player string, besides int64, limit int) ([]int64, error)
	// Letters lists a stream's letters in order of ID; "" lists the service's own.
	Letters(ctx context.Context, stream string) ([]Letter, error)
	// Replaced lists the letters that a letter has replaced, in order of ID.
	Replaced(ctx context.Context, id int64) ([]Letter, error)
	// NextLetter gives the earliest Next of the letters to be tried, if any, those
	// of tables at rest left out.
	NextLetter(ctx context.Context) (time.Time, bool, error)
}

// People reads what is kept about persons and secrets, outside the chain.
type People interface {
	Player(ctx context.Context, id string) (Player, error)
	// PlayerByAddress compares ASCII letters without regard to case.
	PlayerByAddress(ctx context.Context, address string) (Player, error)
	// Players lists all, by ID.
	Players(ctx context.Context) ([]Player, error)
	// SeatNames lists the names players go by at a table, by player.
	SeatNames(ctx context.Context, stream string) ([]SeatName, error)
	Secret(ctx context.Context, stream string) ([32]byte, error)
	// Bounces lists what came back, by player, and Bounced gives it of one.
	Bounces(ctx context.Context) ([]Bounce, error)
	Bounced(ctx context.Context, player string) (Bounce, error)
	// Text gives what was said at a table, by its hash in the log.
	Text(ctx context.Context, stream, sum string) (Text, error)
}

// Oblivion forgets people.
type Oblivion interface {
	// Forget erases a person: address, names and settings, mails and words, and what
	// stands of these in mails and letters of others. Entries and hashes stay, and
	// so does the player's id. A player who is not known is noted all the same.
	Forget(ctx context.Context, f Forgetting) (Erased, error)
	// Forgettings lists who was forgotten, by player; Unscoured those of them who
	// were since the last Scour.
	Forgettings(ctx context.Context) ([]Forgetting, error)
	Unscoured(ctx context.Context) ([]Forgetting, error)
	// Scour clears what was erased from wherever the store may still hold it.
	Scour(ctx context.Context) error
	// Leaving lists the players whom a Batch has made its Farewell, once the letters
	// that answer its mail are Sent or Refused, or have been tried for a day.
	Leaving(ctx context.Context, now time.Time) ([]string, error)
}

// Fate is how an attempt to send a letter ended.
type Fate struct {
	State string    // Waiting (try again), Uncertain (try again), Sent, Refused or Superseded
	Reply string    // the server's answer
	Next  time.Time // when to try again, with Waiting and Uncertain
	At    time.Time // when it ended; kept with Sent
}

var _ Log = (*Store)(nil)
