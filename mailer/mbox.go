package mailer

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"
)

// The mbox format is written and read by hand: no library for it can be had in a
// version to pin, and it is a line and a rule.

// WriteMbox adds a mail to an mbox file (RFC 4155), with ">" before every line that
// begins with any number of ">" and "From " (the "rd" flavour, which can be undone),
// and lines ending in LF. From is the sender of its envelope.
func WriteMbox(w io.Writer, from string, at time.Time, raw []byte) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "From %s %s\n", from, at.UTC().Format(time.ANSIC))
	for line := range bytes.Lines(raw) {
		line = bytes.TrimRight(line, "\r\n")
		if quoted(line) {
			b.WriteByte('>')
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return b.Flush()
}

func quoted(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From "))
}

// longestMboxMail bounds a mail in an mbox file, in bytes.
const longestMboxMail = 64 << 20

// errNoMbox says that a file does not begin as an mbox file does.
var errNoMbox = errors.New("it does not begin with a line From")

// ReadMbox gives the mails of an mbox file, one after the other, with CRLF line ends
// and their quoting undone. A line "From " begins a mail where the line before it is
// empty. After an error there is nothing more.
func ReadMbox(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if err := mboxMails(bufio.NewReader(r), yield); err != nil {
			yield(nil, fmt.Errorf("read mbox: %w", err))
		}
	}
}

func mboxMails(lines *bufio.Reader, yield func([]byte, error) bool) error {
	var mail bytes.Buffer
	begun, empty := false, true
	for {
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		last := err != nil
		line = strings.TrimRight(line, "\r\n")
		switch {
		case last && line == "":
		case empty && strings.HasPrefix(line, "From "):
			if begun && !yield(finished(&mail), nil) {
				return nil
			}
			begun = true
		case !begun:
			return errNoMbox
		default:
			keepLine(&mail, line)
		}
		if mail.Len() > longestMboxMail {
			return errors.New("a mail is too long")
		}
		if last {
			if begun {
				yield(finished(&mail), nil)
			}
			return nil
		}
		empty = line == ""
	}
}

func keepLine(mail *bytes.Buffer, line string) {
	if strings.HasPrefix(line, ">") && quoted([]byte(line)) {
		line = line[1:]
	}
	mail.WriteString(line + "\r\n")
}

// finished takes a mail without the empty line that ends it.
func finished(mail *bytes.Buffer) []byte {
	raw := bytes.Clone(bytes.TrimSuffix(mail.Bytes(), []byte("\r\n")))
	mail.Reset()
	return raw
}
