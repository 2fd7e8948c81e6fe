package mailer

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/emersion/go-message/mail"
	"pgregory.net/rapid"
)

func attached(data []byte) Outgoing {
	l := sample()
	l.HTML = "<p>Ann, it is your turn.</p>"
	l.Attached = []Attachment{{Name: "konvooi-K7F3Q.html", Kind: "text/html; charset=utf-8", Data: data}}
	return l
}

// unpacked walks a mail as mail programs do: the kinds of its texts, in order, and its files.
func unpacked(t interface{ Fatal(...any) }, raw []byte) (texts []string, files map[string][]byte) {
	r, err := mail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string][]byte{}
	for {
		p, err := r.NextPart()
		if err == io.EOF {
			return texts, files
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(p.Body)
		if err != nil {
			t.Fatal(err)
		}
		switch h := p.Header.(type) {
		case *mail.InlineHeader:
			kind, _, _ := h.ContentType()
			texts = append(texts, kind+" "+string(body))
		case *mail.AttachmentHeader:
			name, _ := h.Filename()
			files[name] = body
		}
	}
}

// TestFilesGoAlong: the alternatives come first and are what they are without a file;
// the file comes out to the byte; the same letter has the same bytes; no line is long.
func TestFilesGoAlong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := bytes.Repeat(rapid.SliceOfN(rapid.Byte(), 1, 30).Draw(t, "data"), rapid.IntRange(1, 100).Draw(t, "times"))
		l := attached(data)
		raw, err := Compose(l)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := Compose(l); !bytes.Equal(raw, again) {
			t.Error("the same letter has other bytes")
		}
		for line := range bytes.Lines(raw) {
			if text, ok := bytes.CutSuffix(line, []byte("\r\n")); !ok || len(text) > 90 {
				t.Errorf("line %q", line)
			}
		}
		_, coded, _ := bytes.Cut(raw, []byte("filename="))
		for line := range bytes.Lines(coded) {
			if len(bytes.TrimRight(line, "\r\n")) > 76 {
				t.Errorf("base64 of %d columns", len(line)-2)
			}
		}
		texts, files := unpacked(t, raw)
		l.Attached = nil
		bare, err := Compose(l)
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := unpacked(t, bare); fmt.Sprintf("%q", texts) != fmt.Sprintf("%q", want) || len(texts) != 2 {
			t.Errorf("texts %q, want %q", texts, want)
		}
		if len(files) != 1 || !bytes.Equal(files["konvooi-K7F3Q.html"], data) {
			t.Errorf("the files came out otherwise: %d of them", len(files))
		}
	})
}

// TestFilesThatCannotGo: a name that leads elsewhere, or breaks the header, is refused.
func TestFilesThatCannotGo(t *testing.T) {
	for name, spoil := range map[string]func(*Attachment){
		"a path":       func(a *Attachment) { a.Name = "../x.html" },
		"a line end":   func(a *Attachment) { a.Name = "x\r\nBcc: eve@reed.example" },
		"a quote":      func(a *Attachment) { a.Name = `x".html` },
		"no name":      func(a *Attachment) { a.Name = "" },
		"a wrong kind": func(a *Attachment) { a.Kind = "text/html\r\nX: y" },
		"nothing":      func(a *Attachment) { a.Data = nil },
	} {
		l := attached([]byte("x"))
		spoil(&l.Attached[0])
		if _, err := Compose(l); err == nil {
			t.Errorf("%s is attached", name)
		}
	}
}

// TestFilesAreNotRead: a letter with a page behind it is a program's; passed on by a
// person, in any of the ways in which mail programs do, nothing in the page is an order.
func TestFilesAreNotRead(t *testing.T) {
	page := []byte("<html><body><p>draw 2 3</p><p>draw deck</p></body></html>")
	raw, err := Compose(attached(page))
	if err != nil {
		t.Fatal(err)
	}
	if m, err := Read(raw, sampleOrder); err != nil || !m.Automatic {
		t.Errorf("our own letter is taken for a person's: %+v, %v", m, err)
	}
	l := attached(page)
	l.Person, l.HTML, l.Text = true, "", "pass\n\n-----Original Message-----\nFrom: Contrapost\nSent: today\nTo: Ann\nSubject: x\n\ndraw 1 1\n"
	if raw, err = Compose(l); err != nil {
		t.Fatal(err)
	}
	named := "Content-Disposition: attachment;\r\n filename=\"konvooi-K7F3Q.html\"\r\n"
	for how, header := range map[string]string{
		"attached":          named,
		"shown":             "Content-Disposition: inline; filename=\"konvooi-K7F3Q.html\"\r\n",
		"by its name alone": "",
	} {
		changed := strings.Replace(string(raw), named, header, 1)
		if header == "" {
			changed = strings.Replace(changed, "text/html; charset=utf-8", "text/html; charset=utf-8; name=\"konvooi-K7F3Q.html\"", 1)
		}
		m, err := Read([]byte(changed), sampleOrder)
		if err != nil || m.Automatic || m.Cut || len(m.Lines) != 1 || m.Lines[0].Text != "pass" {
			t.Errorf("%s: %+v, %v", how, m.Lines, err)
		}
	}
	forwarded := "From: ann@reed.example\r\nTo: box@play.example\r\nSubject: Fwd\r\nMessage-ID: <f@reed.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=o\r\n\r\n" +
		"--o\r\nContent-Type: text/plain\r\n\r\npass\r\n--o\r\nContent-Type: message/rfc822\r\n\r\n" + string(raw) + "\r\n--o--\r\n"
	if m, err := Read([]byte(forwarded), sampleOrder); err != nil || len(m.Lines) != 1 || m.Lines[0].Text != "pass" {
		t.Errorf("passed on whole: %+v, %v", m.Lines, err)
	}
}
