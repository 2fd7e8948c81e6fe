package mailer

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message/textproto"
)

// MaxRaw is how many bytes a mail may have, attachments and all, to be read at all.
const MaxRaw = 32 << 20

// Limits on a mail that is read. What lies beyond a limit is left out and said in
// Message.Faults.
const (
	maxText  = 256 << 10 // bytes of text, decoded
	maxHTML  = 1 << 20   // bytes of HTML, decoded
	maxDepth = 20        // multiparts in multiparts; people's mail has fewer than 10
	maxParts = 100
	maxLines = 500  // that are not quoted
	maxLine  = 2000 // bytes; a longer line is cut

	mostLines  = 20_000    // all that are looked at
	mostHeader = 128 << 10 // bytes of the header; people's mail has a tenth
	mostFields = 2000      // lines of the header
	maxIDs     = 50
	maxTo      = 50 // addresses looked at
)

// ErrTooBig says that a mail is too big to be read at all.
var ErrTooBig = errors.New("mail is too big")

// ErrNotMail says that there is no header to be found.
var ErrNotMail = errors.New("not a mail")

// Line is one line that the writer of a mail wrote, as opposed to what was quoted.
type Line struct {
	Text  string // blanks, dashes and quotes in ASCII, no blanks at the ends
	Order bool   // it reads as an order
	Tail  bool   // it would, but seems to be what a mail program broke off a quoted line
}

// Message is what a mail says, with nothing decided about it yet.
type Message struct {
	MessageID string // "" if there is none or it is malformed
	From      string // addr-spec, domain in lower case; "" if there is none to be read
	FromName  string
	FromCount int      // addresses in all From fields together; anything but 1 is suspect (RFC 5322, 3.6.2)
	ReplyTo   string   // where answers are to go; "" if it does not say
	To        []string // addresses in To
	Delivered []string // in Delivered-To and X-Original-To, then To, then Cc
	Subject   string

	InReplyTo  string
	References []string  // oldest first
	Date       time.Time // as the sender claims; zero if unreadable

	Automatic bool   // sent by a program: not to be obeyed and never answered
	Reason    string // which sign says so
	Bounce    *Bounce

	Auth       []string // Authentication-Results written by our own server, topmost first (RFC 8601)
	ReceivedBy string   // name of the server that wrote the topmost Received; in lower case

	deliveredTo string // the topmost Delivered-To: our own mailbox

	Lines  []Line   // empty for automatic mail
	Key    string   // what makes it the same mail: hex SHA-256
	Faults []string // what was wrong with it and was put up with
	Sealed string   // why there may be text that we cannot read, as "encrypted"; "" if there is none
	Cut    bool     // a limit was met: there is more to it than was read
}

// Read takes a mail apart. It puts up with almost anything; the errors are
// ErrTooBig and ErrNotMail. isOrder says whether a folded line is an order: such a
// line above the first quotation is never taken for a signature or a header. A
// nil isOrder knows no orders.
func Read(raw []byte, isOrder func(string) bool) (Message, error) {
	if len(raw) > MaxRaw {
		return Message{}, fmt.Errorf("%w: %d bytes", ErrTooBig, len(raw))
	}
	if isOrder == nil {
		isOrder = func(string) bool { return false }
	}
	mail, err := splitMail(raw)
	if err != nil {
		return Message{}, err
	}
	m, header := Message{}, mail.header
	if mail.mended {
		m.fault("header lines dropped")
	}
	m.readHeader(header)
	found := readBody(header, mail.body)
	m.Faults = append(m.Faults, found.faults...)
	m.Bounce = found.bounce
	m.judgeAutomatic(header, found)
	m.completeBounce(header)
	m.Sealed = found.sealed
	lines, cut := textLines(found)
	m.Cut = mail.cut || found.cut || cut
	m.Key = m.key(header, lines)
	if !m.Automatic {
		m.write(lines, isOrder)
	}
	return m, nil
}

// Text is the whole text of a mail, quotations, signature and all, with lines
// ending in LF: what its reader sees. It is for reading letters, not orders.
func Text(raw []byte) (string, error) {
	if len(raw) > MaxRaw {
		return "", fmt.Errorf("%w: %d bytes", ErrTooBig, len(raw))
	}
	mail, err := splitMail(raw)
	if err != nil {
		return "", err
	}
	lines, _ := textLines(readBody(mail.header, mail.body))
	return strings.Join(lines, "\n"), nil
}

// write fills in what the writer wrote, unless it is a reaction that says what it is
// in words only.
func (m *Message) write(lines []string, isOrder func(string) bool) {
	written, all := written(lines, isOrder, !m.isReply())
	if isReaction(written) {
		m.Automatic, m.Reason = true, "reaction"
		return
	}
	if m.commands() && !slices.ContainsFunc(written, func(l Line) bool { return l.Order }) {
		written = append(written, Line{Text: Unsubscribe, Order: true})
	}
	m.Lines, m.Cut = written, m.Cut || !all
}

// isReply reports whether a mail says that it answers another.
func (m *Message) isReply() bool {
	return m.InReplyTo != "" || len(m.References) > 0 || replyPrefix.MatchString(m.Subject)
}

func (m *Message) fault(what string) { m.Faults = append(m.Faults, what) }

// key is the same for a mail that comes twice, whatever servers wrote above it,
// and different for another text under the same Message-ID or to another table.
func (m *Message) key(h textproto.Header, lines []string) string {
	token := ""
	if t, ok := m.Token(); ok {
		token = t.String()
	}
	sum := sha256.New()
	for _, field := range []string{
		"mail 1", m.MessageID, m.From, token, h.Get("Date"), h.Get("Subject"), strings.Join(lines, "\n"),
	} {
		sum.Write(binary.BigEndian.AppendUint64(nil, uint64(len(field))))
		sum.Write([]byte(field))
	}
	return hex.EncodeToString(sum.Sum(nil))
}
