package mailer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"regexp"
	"strings"
	"time"

	"github.com/wneessen/go-mail/smtp"
)

// State is what became of an attempt to send.
type State string

// States of an attempt.
const (
	Delivered State = "delivered" // the server took it and answers for it now
	Deferred  State = "deferred"  // not taken; to be tried again later
	Refused   State = "refused"   // refused for good, for this reader
	Uncertain State = "uncertain" // lost after the final dot: taken or not, nobody knows
)

// Result is what became of one attempt.
type Result struct {
	State State
	Code  int    // of the server's deciding answer; 0 if it gave none
	Reply string // that answer's text, on one line
	Err   error  // nil when delivered
	Alarm bool   // it is not about this reader: login, certificate, quota; sending should pause and somebody look
}

// phase is how far an attempt got.
type phase int

const (
	phaseMail phase = iota // nothing said of this letter yet
	phaseRcpt
	phaseData
	phaseBody
	phaseDot // the final dot was written
	phaseDone
)

// story is one attempt as it went.
type story struct {
	phase phase
	reply string
	err   error
}

// carry says one letter to the server: MAIL, one RCPT, DATA, the bytes, the dot
// (RFC 5321, 3.3). The body is flushed before the dot, so that a connection lost
// under the body is known not to have delivered.
func (e *errand) carry(timeout time.Duration, from, to string, raw []byte) story {
	s := story{}
	if s.err = e.smtp.UpdateDeadline(timeout); s.err != nil {
		return s
	}
	if s.err = e.smtp.Mail("<" + from + ">"); s.err != nil {
		return s
	}
	s.phase = phaseRcpt
	if s.err = e.smtp.Rcpt("<" + to + ">"); s.err != nil {
		return s
	}
	s.phase = phaseData
	w, err := e.smtp.Data()
	if s.err = err; err != nil {
		return s
	}
	s.phase = phaseBody
	if _, s.err = w.Write(raw); s.err != nil {
		return s
	}
	if s.err = e.smtp.Text.W.Flush(); s.err != nil {
		return s
	}
	s.phase = phaseDot
	if s.err = w.Close(); s.err != nil {
		return s
	}
	s.phase = phaseDone
	if d, ok := w.(*smtp.DataCloser); ok {
		s.reply = d.ServerResponse()
	}
	return s
}

// judge turns an attempt into what is to be done about it. broken says that a
// write on the connection failed.
func (s story) judge(broken bool) Result {
	if s.phase == phaseDone {
		return Result{State: Delivered, Code: 250, Reply: oneLine(s.reply)}
	}
	r := Result{State: Deferred, Err: fmt.Errorf("letter not sent: %w", s.err)}
	var answer *textproto.Error
	switch {
	case errors.As(s.err, &answer):
		r.Code, r.Reply = answer.Code, oneLine(answer.Msg)
	case s.phase == phaseDot && !broken:
		r.State = Uncertain
		return r
	}
	r.Alarm = isAccountTrouble(r.Code, r.Reply) || (s.phase == phaseMail && r.Code >= 500)
	if r.Code >= 500 && r.Code <= 599 && !r.Alarm && !passes(r.Reply) {
		r.State = Refused
	}
	return r
}

// judgeDial judges a failure before any letter was mentioned: never the reader's
// fault. Silence and a lost connection pass by themselves; a wrong password or
// certificate does not.
func judgeDial(err error) Result {
	r := Result{State: Deferred, Err: fmt.Errorf("submission server: %w", err)}
	var answer *textproto.Error
	var lost net.Error
	switch {
	case errors.As(err, &answer):
		r.Code, r.Reply = answer.Code, oneLine(answer.Msg)
		r.Alarm = r.Code >= 500 || isAccountTrouble(r.Code, r.Reply)
	case errors.Is(err, errTokenLater):
	case isUnsafe(err):
		r.Alarm = true
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.ErrClosedPipe), errors.Is(err, net.ErrClosed),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.As(err, &lost):
	default:
		r.Alarm = true
	}
	return r
}

var (
	// accountCodes are enhanced status codes (RFC 3463) by which large providers
	// speak of the sender's account: quota and rate, login, policy on the sender.
	accountCodes = regexp.MustCompile(`^(5\.4\.5|[45]\.7\.(3|8|9|14|26|28|30|57|60))\b`)
	// policyCodes are for several things (RFC 3463, 3.5 and 3.8): what they mean is in
	// the words.
	policyCodes = regexp.MustCompile(`^(4\.4\.5|[45]\.7\.[01])\b`)
	noCode      = regexp.MustCompile(`^\D|^\d+[^.\d]`)
	rateWords   = regexp.MustCompile(`(?i)\b(quota|rates?|limit(s|ed)?|too many|too (fast|quickly)|throttl\w*)\b`)
	sendWords   = regexp.MustCompile(`(?i)\b(sending|sender|daily|hourly|outgoing|(messages|mails) (per|a|an) (hour|day))\b`)
	fullCodes   = regexp.MustCompile(`^5\.(2\.2|3\.1)\b`)
	busyCode    = regexp.MustCompile(`^5\.2\.1\b`)
)

// isAccountTrouble reports whether an answer is about who sends rather than about
// who is to receive.
func isAccountTrouble(code int, reply string) bool {
	switch code {
	case 530, 534, 535, 538: // RFC 4954, 6
		return true
	}
	hurried := rateWords.MatchString(reply)
	return accountCodes.MatchString(reply) || hurried && policyCodes.MatchString(reply) ||
		hurried && noCode.MatchString(reply) && sendWords.MatchString(reply)
}

// passes reports whether what is said to be for good is not: a mailbox or disk that
// is full, and a reader who gets too much mail just now.
func passes(reply string) bool {
	return fullCodes.MatchString(reply) || busyCode.MatchString(reply) && rateWords.MatchString(reply)
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
