package mailer

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"regexp"
	"strings"
)

// Attachment is a file that goes along with a letter.
type Attachment struct {
	Name string // "konvooi-K7F3Q.html": letters, digits, dots, dashes and underscores
	Kind string // "text/html; charset=utf-8"
	Data []byte
}

var (
	fileName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)
	fileKind = regexp.MustCompile(`^[a-z]+/[a-z0-9.+-]+(; charset=[a-z0-9-]+)?$`)
)

func (a Attachment) check() error {
	switch {
	case !fileName.MatchString(a.Name):
		return fmt.Errorf("%q cannot name a file that is attached", a.Name)
	case !fileKind.MatchString(a.Kind):
		return fmt.Errorf("%q is no kind of file", a.Kind)
	case len(a.Data) == 0:
		return fmt.Errorf("the file %s is empty", a.Name)
	}
	return nil
}

// enclose makes a letter that was composed the first part of one with files behind it
// (RFC 2046, 5.1.3).
//
// go-mail has one boundary for all multiparts of a mail, or draws them: with the first,
// alternatives within a mixed mail cannot be told apart, and with the second the same
// letter never has the same bytes. So it writes the letter, and what surrounds it is
// written here.
func (l Outgoing) enclose(letter []byte) ([]byte, error) {
	header, body, ok := bytes.Cut(letter, []byte("\r\n\r\n"))
	if !ok {
		return nil, errors.New("the letter has no body")
	}
	var b bytes.Buffer
	own := textproto.MIMEHeader{}
	for _, field := range fields(string(header)) {
		name, value, _ := strings.Cut(field, ": ")
		if strings.HasPrefix(name, "Content-") {
			own.Set(name, value)
			continue
		}
		b.WriteString(field + "\r\n")
	}
	w := multipart.NewWriter(&b)
	if err := w.SetBoundary(l.boundary("files")); err != nil {
		return nil, err
	}
	b.WriteString("Content-Type: multipart/mixed;\r\n boundary=" + w.Boundary() + "\r\n\r\n")
	if err := put(w, own, body); err != nil {
		return nil, err
	}
	for _, a := range l.Attached {
		if err := put(w, a.header(), lined(a.Data)); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

func put(w *multipart.Writer, header textproto.MIMEHeader, body []byte) error {
	part, err := w.CreatePart(header)
	if err == nil {
		_, err = part.Write(body)
	}
	return err
}

// fields parts a header into its fields, each with the lines that continue it.
func fields(header string) []string {
	var all []string
	for line := range strings.SplitSeq(header, "\r\n") {
		if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
			all[len(all)-1] += "\r\n" + line
			continue
		}
		all = append(all, line)
	}
	return all
}

func (a Attachment) header() textproto.MIMEHeader {
	return textproto.MIMEHeader{
		"Content-Type":              {a.Kind},
		"Content-Transfer-Encoding": {"base64"},
		"Content-Disposition":       {"attachment;\r\n filename=\"" + a.Name + "\""},
	}
}

// lined is base64 in lines of 76 columns (RFC 2045, 6.8).
func lined(data []byte) []byte {
	const octets = 57 // that 76 columns spell
	b := make([]byte, 0, base64.StdEncoding.EncodedLen(len(data))+2*(len(data)/octets+1))
	for len(data) > 0 {
		n := min(octets, len(data))
		b = append(base64.StdEncoding.AppendEncode(b, data[:n]), "\r\n"...)
		data = data[n:]
	}
	return b
}
